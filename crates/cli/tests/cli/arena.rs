//! `trois arena` and `trois levels`.

use rules::Kind;
use serde_json::Value;

use crate::{answer, folder, json, refusal};

/// The parts of a result that do not depend on how fast the machine is.
fn without_timings(mut object: Value) -> Value {
    for name in ["seconds", "a_ms_per_move", "b_ms_per_move"] {
        assert!(object.as_object_mut().unwrap().remove(name).unwrap().is_f64());
    }
    object
}

/// This program as an external player.
fn external() -> String {
    format!("cmd:{} engine", env!("CARGO_BIN_EXE_trois"))
}

#[test]
fn a_match_is_counted() {
    let object = json(&[
        "arena", "engine", "random", "--game", "morpion", "--games", "20", "--nodes", "1000", "--json",
    ]);
    let count = |name: &str| object[name].as_u64().unwrap();
    assert_eq!((count("games"), count("rounds")), (20, 10));
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    let number = |name: &str| object[name].as_f64().unwrap();
    assert!((number("score") - (count("wins") as f64 + 0.5 * count("draws") as f64) / 20.0).abs() < 1e-9);
    assert!(number("score_low") <= number("score") && number("score") <= number("score_high"));
    assert!(number("score") > 0.5, "{object}");
    assert_eq!(object["sprt"], Value::Null);
    assert_eq!(object["forfeits"], serde_json::json!([]));
    let table = answer(&["arena", "level:2", "random", "--games", "4", "--nodes", "50"]);
    for word in ["A  level:2", "B  random", "games   4 in 2 rounds", "score ", "Elo "] {
        assert!(table.contains(word), "{word}: {table}");
    }
}

#[test]
fn equal_players_score_equally_and_the_same_seed_repeats_the_match() {
    let play = |threads: &str, seed: &str| {
        let args = ["arena", "engine", "engine", "--games", "8", "--nodes", "60", "--json"];
        without_timings(json(&[&args[..], &["--threads", threads, "--seed", seed]].concat()))
    };
    let one = play("1", "5");
    assert_eq!(one, play("3", "5"));
    // Both sides are equal, so what one wins from an opening the other wins with the seats swapped.
    assert_eq!(one["score"], 0.5);
    assert_eq!((one["elo"].as_f64(), one["wins"] == one["losses"]), (Some(0.0), true));
}

#[test]
fn every_game_and_number_of_players_has_matches() {
    for kind in Kind::ALL {
        let id = kind.id();
        let object =
            json(&["arena", "level:3", "random", "--game", id, "--games", "2", "--nodes", "20", "--json"]);
        assert_eq!((object["games"].as_u64(), object["game"].as_str()), (Some(2), Some(id)));
    }
    for (game, players) in [("doh", 3), ("doh", 4), ("fives", 3)] {
        let options = format!("players={players}");
        let args =
            ["arena", "uct:30", "random", "--game", game, "--options", &options, "--games", "1", "--json"];
        let object = json(&args);
        assert_eq!((object["games"].as_u64(), object["rounds"].as_u64()), (Some(players), Some(1)), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn players_may_have_processor_time() {
    for (a, b) in [("engine:cpu=1ms", "uct:cpu=2ms"), ("uct", "engine:nodes=20,blur=0.3")] {
        let object = json(&["arena", a, b, "--games", "2", "--time", "1ms", "--json"]);
        assert_eq!((object["a"].as_str(), object["b"].as_str()), (Some(a), Some(b)));
        assert_eq!((object["games"].as_u64(), &object["forfeits"]), (Some(2), &serde_json::json!([])));
    }
}

#[test]
fn external_programs_play() {
    for game in ["super", "cards"] {
        let args =
            ["arena", &external(), "random", "--game", game, "--games", "2", "--nodes", "100", "--json"];
        let object = json(&args);
        assert_eq!(object["forfeits"], serde_json::json!([]), "{object}");
        assert_eq!(object["wins"], 2, "{object}");
    }
    let options = ["--options", "players=3", "--games", "3", "--nodes", "30", "--json"];
    let object = json(&[&["arena", "random", &external(), "--game", "doh"], &options[..]].concat());
    assert_eq!(
        (object["games"].as_u64(), &object["forfeits"]),
        (Some(3), &serde_json::json!([])),
        "{object}"
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_loses_and_the_reason_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let hello = "read l; echo ugiok; read l; echo readyok; read l; read l; echo readyok";
    let folder = folder("arena_failing");
    for (name, rest, said) in [
        ("ends", "exit 3", "has ended (exit status: 3)"),
        (
            "illegal",
            "while read l; do case $l in isready) echo readyok;; go*) echo bestmove 1.1;; esac; done",
            "which is illegal",
        ),
        ("nonsense", "read l; read l; echo bestmove never", "answered “never”, which is not a move"),
        ("silent", "read l; read l; read l; read l", "did not answer “go” within 2.0 s"),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{hello}\n{rest}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let player = format!("cmd:{}", file.display());
        // From the start, so that the first move is legal only once.
        let args =
            ["arena", &player, "random", "--games", "2", "--time", "1ms", "--openings", "none", "--json"];
        let object = json(&args);
        assert_eq!(object["losses"], 2, "{name}: {object}");
        let forfeits = object["forfeits"].as_array().unwrap();
        assert_eq!(forfeits.len(), 2, "{object}");
        for forfeit in forfeits {
            assert_eq!(forfeit["player"], "A");
            assert!(forfeit["what"].as_str().unwrap().contains(said), "{name}: {object}");
        }
    }
}

#[test]
fn a_match_ends_when_the_sprt_accepts_a_hypothesis() {
    let args = ["arena", "engine", "random", "--nodes", "200", "--sprt", "0", "100", "--seed", "2", "--json"];
    let object = json(&args);
    assert_eq!(object["sprt"]["accepted"], "H1", "{object}");
    assert!(object["sprt"]["llr"].as_f64().unwrap() >= object["sprt"]["bound"].as_f64().unwrap());
    assert!(object["games"].as_u64().unwrap() < 1000);
    let args = ["arena", "random", "engine", "--nodes", "200", "--sprt", "-100", "0"];
    let table = answer(&args);
    assert!(table.contains("not better by 0"), "{table}");
}

#[test]
fn levels_are_measured_against_the_one_below() {
    let args = ["levels", "morpion", "--games", "4", "--from", "1", "--to", "3"];
    let object = json(&[&args[..], &["--json"]].concat());
    let levels = object["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 2);
    for (i, level) in levels.iter().enumerate() {
        assert_eq!(
            (level["level"].as_u64(), level["against"].as_u64()),
            (Some(i as u64 + 2), Some(i as u64 + 1))
        );
        assert_eq!(level["games"], 4);
        assert!(level["score"].is_f64() && level["score_low"].is_f64() && level["score_high"].is_f64());
    }
    let table = answer(&args);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.lines().nth(1).unwrap().starts_with("level  against"), "{table}");
}

#[test]
fn invalid_matches_are_refused() {
    for (args, said) in [
        (&["arena", "level:11", "random"][..], "level: and a number from 1 to 10"),
        (&["arena", "me", "you"], "level:7"),
        (&["arena", "random", "random", "--games", "0"], "at least 1"),
        (&["arena", "random", "random", "--sprt", "10", "0"], "the smaller one first"),
        (&["arena", "random", "random", "--sprt", "nan", "0"], "the smaller one first"),
        (&["arena", "random", "random", "--openings", "book"], "random: and a number"),
        (&["arena", "random", "random", "--options", "players=9"], "--options: "),
        (&["arena", "random", "cmd:/no/such/program"], "cannot be started"),
        (&["arena", "random", "cmd:true"], "has "),
        (&["arena", "random", "random", "--threads", "0"], "0 is not in 1..=256"),
        (&["levels", "super", "--from", "5", "--to", "5"], "--from must be lower"),
    ] {
        let refused = refusal(args);
        assert!(refused.contains(said), "{args:?}: {refused}");
    }
}
