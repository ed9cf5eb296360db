//! `trois perft`.

use serde_json::json;

use crate::{answer, json as object, refusal};

#[test]
fn perft_prints_a_line_for_every_depth() {
    assert_eq!(
        answer(&["perft", "morpion", "10"]),
        "1 9\n2 72\n3 504\n4 3024\n5 15120\n6 54720\n7 148176\n8 200448\n9 127872\n10 0\n"
    );
    assert_eq!(answer(&["perft", "super", "5"]), "1 81\n2 720\n3 6336\n4 55080\n5 473256\n");
}

#[test]
fn perft_counts_what_the_rules_say_for_every_number_of_players() {
    for players in ["players=2", "players=3", "players=4"] {
        assert_eq!(answer(&["perft", "doh", "4", "--options", players]), "1 3\n2 76\n3 2666\n4 82032\n");
    }
    assert_eq!(answer(&["perft", "fives", "3"]), "1 36\n2 1188\n3 42228\n");
    assert_eq!(answer(&["perft", "fives", "3", "--options", "players=3"]), "1 36\n2 1188\n3 35640\n");
}

#[test]
fn perft_counts_from_the_position_after_the_moves() {
    assert_eq!(answer(&["perft", "morpion", "2", "--moves", "5 1 3 2"]), "1 5\n2 16\n");
    assert_eq!(answer(&["perft", "morpion", "2", "--position", "oox/.x./... 1"]), "1 5\n2 16\n");
    assert_eq!(answer(&["perft", "morpion", "2", "--moves", "5 1 3 2 7"]), "1 0\n2 0\n");
}

#[test]
fn divide_counts_for_each_first_move_and_their_total() {
    assert_eq!(
        answer(&["perft", "morpion", "2", "--moves", "5 1 3 2", "--divide"]),
        "4 4\n6 4\n7 0\n8 4\n9 4\ntotal 16\n"
    );
    let divided = answer(&["perft", "super", "5", "--divide"]);
    assert_eq!(divided.lines().count(), 82);
    assert!(divided.ends_with("\ntotal 473256\n"), "{divided}");
}

#[test]
fn json_has_counts_and_what_was_counted() {
    assert_eq!(
        object(&["perft", "super", "3", "--json"]),
        json!({ "game": "super", "options": "tiebreak=majority", "depth": 3, "counts": [81, 720, 6336] })
    );
    let divided = object(&["perft", "morpion", "2", "--moves", "5 1 3 2", "--divide", "--json"]);
    assert_eq!(divided["counts"], json!([5, 16]));
    assert_eq!(divided["divide"], json!({ "4": 4, "6": 4, "7": 0, "8": 4, "9": 4 }));
}

#[test]
fn a_wrong_depth_is_refused() {
    for depth in ["0", "201", "4294967297", "x", "", "1.5", "-1"] {
        let said = refusal(&["perft", "morpion", depth]);
        assert!(said.contains("from 1 to 200") || depth == "-1", "{said}");
    }
    assert!(refusal(&["perft", "morpion"]).contains("<DEPTH>"));
}

#[test]
fn a_deck_is_refused_where_there_are_no_cards() {
    assert!(refusal(&["perft", "morpion", "1", "--deck", "R1"]).starts_with("morpion has no cards"));
}
