//! `trois backup`, `trois restore` and `trois admin`, beside a live `trois serve`.

use std::path::Path;

use crate::serve::{Serving, folder, get, post};
use crate::{answer, json, refusal, run_with};

/// The cookie of a new guest of a server.
fn cookie(serving: &Serving) -> String {
    let answer = post(&serving.address, "/api/guest", "", "");
    let value = answer.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap();
    format!("cookie: {value}\r\n")
}

#[test]
#[cfg(unix)]
fn a_live_server_is_backed_up_and_administered() {
    use std::os::unix::fs::PermissionsExt;
    let (data, copies) = (folder("operate"), folder("operate-copies"));
    std::fs::create_dir_all(&copies).unwrap();
    let data_text = data.to_str().unwrap();
    let serving = Serving::start(&data, &[]);
    let cookie = cookie(&serving);
    let answered =
        post(&serving.address, "/api/tables?listed=yes", &cookie, "morpion - open,open untimed first");
    let id = answered.lines().last().unwrap().to_owned();
    let about = |serving: &Serving| get(&serving.address, &format!("/api/tables/{id}"), "");
    assert!(about(&serving).starts_with("HTTP/1.1 200"));

    let copy = copies.join("games.backup");
    let copy_text = copy.to_str().unwrap();
    let out = answer(&["backup", "--data", data_text, copy_text]);
    assert!(out.starts_with("Copied: 1 tables, ") && out.contains("cookie.key"), "{out}");
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(
        refusal(&["backup", "--data", data_text, copy_text]).contains("cannot be created"),
        "nothing is overwritten"
    );
    assert!(refusal(&["restore", "--data", data_text, copy_text]).contains("another server uses the folder"));

    let admin = |args: &[&str]| answer(&[&["admin", "--data", data_text], args].concat());
    let listed = json(&["admin", "--data", data_text, "list", "--json"]);
    let first = &listed["tables"][0];
    assert_eq!((&first["id"], &first["stage"]), (&id.clone().into(), &"waiting".into()));
    assert!(admin(&["list"]).contains(&id));
    assert_eq!(admin(&["hide", &id]), format!("Done and logged: hide {id}\n"));
    assert_eq!(json(&["admin", "--data", data_text, "list", "--json"])["tables"][0]["listed"], false);
    admin(&["ban", "192.0.2.0/24", "--days", "7"]);
    admin(&["announce", "Tournament on Sunday"]);
    admin(&["delete", &id]);
    let missing = refusal(&["admin", "--data", data_text, "hide", &id]);
    assert_eq!(missing, format!("Nothing was done: there is no table {id}."));
    let log = json(&["admin", "--data", data_text, "log", "--json"]);
    let acts: Vec<&str> =
        log["acts"].as_array().unwrap().iter().map(|row| row["act"].as_str().unwrap()).collect();
    assert_eq!(acts.len(), 4, "{acts:?}");
    assert!(acts[1].starts_with("ban 192.0.2.0/24 ") && acts[3] == format!("delete {id}"), "{acts:?}");
    assert!(admin(&["log"]).lines().count() == 4);
    assert_eq!(
        admin(&["ban", "2001:db8::5"]),
        "Done and logged: ban 2001:db8::/64 -\nAll addresses of an IPv6 /64 count as one: this is about all of \
         2001:db8::/64.\n"
    );
    assert!(refusal(&["admin", "--data", data_text, "ban", "Anne"]).contains("192.0.2.0/24"));
    assert!(refusal(&["admin", "--data", data_text, "announce", "two\nlines"]).contains("one line"));
    // The server polls the admin log.
    let is_gone = || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        about(&serving).starts_with("HTTP/1.1 404")
    };
    assert!((0..100).any(|_| is_gone()), "the deleted table is still served");
    serving.end("-INT");

    // The backup still has the table that was deleted later.
    let restored = copies.join("restored");
    let out = answer(&["restore", "--data", restored.to_str().unwrap(), copy_text]);
    assert!(out.starts_with("Restored: 1 tables, "), "{out}");
    let serving = Serving::start(&restored, &[]);
    assert!(about(&serving).starts_with("HTTP/1.1 200"));
    serving.end("-INT");
}

#[test]
fn a_refused_backup_or_restore_leaves_nothing_behind() {
    let copies = folder("operate-refused");
    std::fs::create_dir_all(&copies).unwrap();
    let path = |name: &str| copies.join(name).to_str().unwrap().to_owned();
    let refused = refusal(&["backup", "--data", &path("nothing"), &path("copy")]);
    assert!(refused.contains("there is no database") && !Path::new(&path("copy")).exists(), "{refused}");
    assert!(refusal(&["admin", "--data", &path("nothing"), "list"]).contains("there is no database"));
    std::fs::write(path("letter"), "Dear aunt\n").unwrap();
    let refused = refusal(&["restore", "--data", &path("new"), &path("letter")]);
    assert!(refused.contains("it is not a backup of Trois"), "{refused}");
}

#[test]
#[cfg(unix)]
fn operators_are_warned_of_an_unencrypted_database_connection_as_servers_are() {
    let cluster = cluster::Cluster::start();
    let local = cluster.database();
    // One of the two hosts is another machine, and it may be the one that answers.
    let (host, name) = local.rsplit_once('/').unwrap();
    let remote = format!("{host},db.invalid/{name}");
    let copy = folder("operate-clear").with_extension("backup");
    let copy = copy.to_str().unwrap();
    for command in [vec!["admin", "list"], vec!["backup", copy]] {
        let said = |url: &str| {
            let args = [&command[..1], &["--database", url], &command[1..]].concat();
            let run = run_with(&args, b"");
            assert!(run.err.contains("the schema of the database is 0"), "{}", run.err);
            run.err
        };
        let warning = "the connection to the database is not encrypted: sslmode=verify-full in its address would require it";
        assert!(said(&remote).contains(warning), "{command:?}");
        assert!(!said(&local).contains(warning), "{command:?}");
    }
}
