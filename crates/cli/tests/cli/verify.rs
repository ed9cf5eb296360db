//! `trois verify`.

use rules::Rng;
use serde_json::json;
use table::{Actor, GuestId, Request, Secret, Table, Time};

use crate::{answer, answer_to, folder, json as object, refusal, refusal_of};

/// The record of a game of cards that was played at a table, with its draws and who began decided by a secret.
fn record(secret: u8) -> String {
    let setup = "cards numbers=9,target=5 open,open untimed random".parse().unwrap();
    let mut table = Table::new(setup, Time(0), Secret::new([secret; 32]));
    let mut rng = Rng::new(1);
    let mut number = 0;
    let mut ask = |table: &mut Table, guest: u64, line: &str| {
        number += 1;
        let request: Request = format!("{number} {line}").parse().unwrap();
        let events = table.handle(Actor::Guest(GuestId(guest)), &request, Time(0)).unwrap();
        events.into_iter().for_each(|event| table.apply(event).unwrap());
    };
    ask(&mut table, 1, "join seat=- name=Anne contribution=000102030405060708090a0b0c0d0e0f");
    ask(&mut table, 2, "join seat=- name=Luc contribution=101112131415161718191a1b1c1d1e1f");
    for ply in 0..6 {
        let seat = table.to_move().unwrap();
        let position = table.view(rules::Viewer::Seat(seat)).position();
        let mv = position.random_move(&mut rng).unwrap();
        let guest = table.guest(seat).unwrap().0;
        ask(&mut table, guest, &format!("move ply={ply} move={mv}"));
    }
    ask(&mut table, 1, "resign");
    table.record().unwrap().to_string()
}

#[test]
fn the_record_of_a_fair_game_checks_out() {
    let (file, text) = (folder("verify").join("game.txt"), record(3));
    std::fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap();
    let out = answer(&["verify", file]);
    assert_eq!(
        out,
        "Everything checks out. The secret is the one to which the server had committed itself.\n\
         Draws worked out again: 16.\nChance did seat the players like this.\n"
    );
    assert_eq!(answer_to(&["verify", "-"], &text), out);
    assert_eq!(
        object(&["verify", file, "--json"]),
        json!({ "verified": true, "draws": 16, "seating": true })
    );
    assert!(answer(&["verify", file, "--lang", "fr"]).contains("Tirages recalculés\u{a0}: 16."));
    assert!(answer(&["replay", file]).contains("Result as declared"), "it is a record like any other");
}

#[test]
fn what_was_tampered_with_is_named() {
    let text = record(3);
    let check = |text: &str| refusal_of(&["verify", "-"], text.as_bytes());
    let secret = |byte: u8| format!("[Secret \"{}\"]", format!("{byte:02x}").repeat(32));

    let other_secret = text.replace(&secret(3), &secret(4));
    assert_ne!(other_secret, text);
    assert_eq!(
        check(&other_secret),
        "The secret is not the one to which the server had committed itself before the game."
    );
    // With the commitment of the other secret, it is the draws that do not follow.
    let line = |text: &str, tag: &str| text.lines().find(|line| line.contains(tag)).unwrap().to_owned();
    let forged = other_secret.replace(&line(&text, "Commitment"), &line(&record(4), "Commitment"));
    let forged = forged.replace("\"random ", "\"chosen ");
    assert!(check(&forged).contains(" was drawn, but it had to be +"), "{}", check(&forged));
    // Another contribution changes everything too.
    let pushed = text.replace("0d0e0f", "0d0e0e").replace("\"random ", "\"chosen ");
    assert!(check(&pushed).contains(" was drawn, but it had to be +"), "{}", check(&pushed));
    let seated = line(&text, "Seating");
    let swapped =
        if seated.contains("1,2") { seated.replace("1,2", "2,1") } else { seated.replace("2,1", "1,2") };
    assert!(
        check(&text.replace(&seated, &swapped)).starts_with("Chance had to seat the players like this: ")
    );
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let text = record(3);
    let check = |text: &str| refusal_of(&["verify", "-"], text.as_bytes());
    assert_eq!(
        check("[Game \"morpion\"] 5 1 *"),
        "The tag Commitment is missing: without it nothing can be checked."
    );
    assert!(
        check(&text.replace("Contribution2", "Contribution9")).contains("The tag Contribution2 is missing")
    );
    assert!(check(&text.replace("[Secret \"03", "[Secret \"zz")).starts_with("Tag Secret: "));
    assert!(check("nonsense").contains("Nothing says which game this is"));
    assert!(
        check("[Game \"morpion\"]\n[Position \"xo./.x./... 2\"]\n\n1. 9 *")
            .contains("does not begin at the start")
    );
    let french = refusal_of(&["verify", "-", "--lang", "fr", "--json"], b"[Game \"morpion\"] 5 1 *");
    assert!(french.starts_with("Il manque l’étiquette Commitment"), "{french}");
    assert!(refusal(&["verify", "no-such-file"]).contains("cannot be opened"));
}
