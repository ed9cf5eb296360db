//! `trois show`.

use serde_json::json;

use crate::{answer, json as object, refusal};

#[test]
fn show_prints_the_diagram_the_text_and_the_turn() {
    let out = answer(&["show", "morpion", "--moves", "5 1"]);
    assert_eq!(
        out,
        " O | 2 | 3\n---+---+---\n 4 | X | 6\n---+---+---\n 7 | 8 | 9\n\no../.x./... 1\nPlayer 1 is to move.\n"
    );
    let french = answer(&["show", "morpion", "--moves", "5 1 3 2 7", "--lang", "fr"]);
    assert!(french.ends_with("\noox/.x./x.. win1\nLe joueur 1 gagne.\n"), "{french}");
}

#[test]
fn the_text_that_show_prints_is_a_position() {
    let out = answer(&["show", "super", "--moves", "1.5 5.7 7.1"]);
    let position = out.lines().rev().nth(1).unwrap();
    assert_eq!(
        answer(&["moves", "super", "--position", position]),
        answer(&["moves", "super", "--moves", "1.5 5.7 7.1"])
    );
}

#[test]
fn json_has_the_diagram_the_text_and_the_turn() {
    assert_eq!(
        object(&["show", "morpion", "--moves", "5", "--view", "public", "--json"]),
        json!({
            "game": "morpion",
            "options": "",
            "view": "public",
            "diagram": " 1 | 2 | 3\n---+---+---\n 4 | X | 6\n---+---+---\n 7 | 8 | 9",
            "position": ".../.x./... 2",
            "turn": 2,
            "result": null,
        })
    );
}

#[test]
fn an_unknown_viewer_is_refused() {
    answer(&["show", "morpion", "--view", "2"]);
    assert_eq!(refusal(&["show", "morpion", "--view", "3"]), "--view 3: there is no such seat, only 1 to 2.");
    assert!(
        refusal(&["show", "morpion", "--view", "all"]).contains("write a seat number (1, 2…), or public")
    );
}
