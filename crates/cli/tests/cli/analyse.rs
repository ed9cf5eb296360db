//! `trois analyse`.

use crate::{answer, json, refusal};

#[test]
fn the_best_moves_are_listed_with_their_values() {
    let out = answer(&["analyse", "morpion", "--moves", "1 5 2 9"]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("depth "), "{out}");
    assert!(lines[1].ends_with("wins in 1  3"), "{out}");
    assert_eq!(lines.len(), 5, "{out}");
    assert_eq!(lines[4], "best 3");
}

#[test]
fn an_analysis_is_one_object() {
    let object = json(&["analyse", "super", "--moves", "5.5", "--nodes", "5000", "--lines", "2", "--json"]);
    assert_eq!(object["game"], "super");
    assert_eq!(object["turn"], 2);
    let lines = object["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["moves"][0], object["best"]);
    let shares = lines[0]["value"]["shares"].as_array().unwrap();
    let sum: f64 = shares.iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 0.001, "{shares:?}");
    assert_eq!(lines[0]["value"]["proven"], false);
    assert!(object["nodes"].as_u64().unwrap() > 0);
    assert!(object["seconds"].is_f64() && object["nodes_per_s"].is_u64() && object["depth"].is_u64());
    let object = json(&["analyse", "morpion", "--position", "xo./.x./... 2", "--json"]);
    assert_eq!(object["value"]["proven"], true);
}

#[test]
fn games_of_three_and_hidden_hands_are_analysed() {
    let object = json(&["analyse", "doh", "--options", "players=3", "--nodes", "300", "--json"]);
    assert_eq!(object["value"]["shares"].as_array().unwrap().len(), 3);
    let deal = "+R1 +B1 +R1 +B1 +R2 +B2 +R2 +B2 +R3 +B3";
    let object = json(&["analyse", "cards", "--moves", deal, "--nodes", "300", "--json"]);
    assert!(object["best"].as_str().unwrap().starts_with('R'), "{object}");
}

#[test]
fn a_finished_game_is_not_analysed() {
    assert_eq!(
        refusal(&["analyse", "morpion", "--moves", "1 2 4 5 7"]),
        "The game is over (win1): there is no move to find."
    );
    assert_eq!(refusal(&["analyse", "cards"]), "A card is to be drawn: give the draw, then ask again.");
    assert!(refusal(&["analyse", "super", "--moves", "9.9 1.1"]).contains("Move 2, 1.1, is illegal."));
}

#[test]
fn invalid_limits_are_refused_and_zero_time_still_gives_a_move() {
    for wrong in
        [["--time", "soon"], ["--nodes", "-1"], ["--lines", "0"], ["--level", "11"], ["--depth", "x"]]
    {
        assert!(!refusal(&[&["analyse", "super"], &wrong[..]].concat()).is_empty());
    }
    for none in [["--time", "0"], ["--nodes", "0"], ["--depth", "0"]] {
        assert!(answer(&[&["analyse", "super"], &none[..]].concat()).contains("best "));
    }
}

#[test]
fn the_entry_of_the_opening_book_is_printed_before_the_search() {
    let out = answer(&["analyse", "super", "--nodes", "500"]);
    let first = out.lines().next().unwrap();
    assert!(first.starts_with("book ") && first.contains("%  ") && first.contains("(depth "), "{out}");
    assert!(!answer(&["analyse", "super", "--nodes", "500", "--book", "off"]).contains("book"));
    let object = json(&["analyse", "super", "--moves", "1.1", "--nodes", "500", "--json"]);
    assert!(object["book"]["moves"][0].as_str().unwrap().starts_with("1."), "{object}");
    assert!(object["book"]["depth"].as_u64().unwrap() > 20, "{object}");
    let object = json(&["analyse", "super", "--nodes", "500", "--book", "off", "--json"]);
    assert!(object["book"].is_null(), "{object}");
    assert!(json(&["analyse", "morpion", "--json"])["book"].is_null());
    assert!(refusal(&["analyse", "super", "--book", "perhaps"]).contains("on, off"));
}
