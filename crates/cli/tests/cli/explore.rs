//! `trois explore`.

use crate::{answer, json, refusal};

#[test]
fn moves_are_listed_with_results_and_values() {
    let out = answer(&["explore", "morpion", "--moves", "1", "--lang", "en"]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with(" of 20 000 games reached this position. Player 2 is to move."), "{out}");
    // The centre is the only move that does not lose.
    assert!(lines[2].starts_with("5 ") && lines[2].ends_with("draws"), "{out}");
    assert!(lines[3..].iter().all(|line| line.contains("loses")), "{out}");
    assert!(lines[3..].iter().any(|line| line.ends_with("2 symmetric moves")), "{out}");
    let french = answer(&["explore", "morpion", "--moves", "1", "--lang", "fr"]);
    assert!(
        french.contains("parties sur 20 000 ont atteint cette position") && french.contains("perd"),
        "{french}"
    );
}

#[test]
fn an_answer_is_one_object_and_symmetric_positions_are_merged() {
    let object = json(&["explore", "super", "--moves", "5.1", "--json"]);
    assert_eq!(object["game"], "super");
    assert_eq!(object["turn"], 2);
    assert_eq!(object["collection"]["games"], 20_000);
    let moves = object["moves"].as_array().unwrap();
    let first = &moves[0];
    let results = first["draws"].as_u64().unwrap()
        + first["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).sum::<u64>();
    assert_eq!(first["games"], results);
    assert!(first["value"]["share"].is_f64() && first["move"].is_string(), "{first}");
    let turned = json(&["explore", "super", "--moves", "5.9", "--json"]);
    assert_eq!(object["key"], turned["key"]);
    let counts = |object: &serde_json::Value| {
        let moves = object["moves"].as_array().unwrap();
        moves.iter().map(|mv| mv["games"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(counts(&object), counts(&turned));
}

#[test]
fn an_invalid_question_is_refused_with_valid_values() {
    for (arguments, expected) in [
        (
            &["explore", "doh", "--options", "players=3"][..],
            "played with players=2, and this position has players=3",
        ),
        (&["explore", "cards"], "give the draw, as in +R5"),
        (&["explore", "morpion", "--moves", "1 4 2 5 3"], "No move follows: player 1 wins."),
        (&["explore", "morpion", "--moves", "1 1"], "Move 2, 1"),
        (&["explore", "morpion", "--file", "Cargo.toml"], "not a file of the explorer"),
        (&["explore", "morpion", "--file", "Cargo.toml", "--lang", "fr"], "pas un fichier de l’explorateur"),
        (&["explore", "morpion", "--file", "no-such-file"], "no-such-file cannot be read"),
        (
            &["explore", "generate", "morpion", "--output", "no/such/folder/x"],
            "no/such/folder/x cannot be written",
        ),
    ] {
        let why = refusal(arguments);
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
}

#[test]
fn a_generated_file_does_not_depend_on_the_number_of_threads_and_can_be_queried() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |threads: &str| folder.join(format!("explore-{}-{threads}.bin", std::process::id()));
    let files = ["1", "3"].map(|threads| {
        let path = file(threads);
        let output = path.to_str().unwrap();
        let out = answer(&[
            "explore",
            "generate",
            "doh",
            "--games",
            "60",
            "--nodes",
            "50",
            "--threads",
            threads,
            "--output",
            output,
        ]);
        assert!(out.starts_with("60 games of doh, "), "{out}");
        std::fs::read(path).unwrap()
    });
    assert_eq!(files[0], files[1]);
    let object = json(&["explore", "doh", "--file", file("1").to_str().unwrap(), "--json"]);
    assert_eq!(object["collection"], serde_json::json!({ "games": 60, "nodes": 50, "seed": 1 }));
    for threads in ["1", "3"] {
        std::fs::remove_file(file(threads)).unwrap();
    }
}
