//! `trois review`: games as files and over pipes.

use serde_json::{Value, json};

use crate::{answer_to, refusal_of};

const LOST_AT_ONCE: &str = "[Game \"morpion\"]\n[Seat2 \"Luc\"]\n\n5 2 1 9 7 3 4\n";

fn review_json(input: &str, more: &[&str]) -> Value {
    let args = [&["review", "-", "--json"], more].concat();
    serde_json::from_str(&answer_to(&args, input)).unwrap()
}

#[test]
fn a_game_is_reviewed_with_its_mistake_and_where_it_was_decided() {
    let out = answer_to(&["review", "-"], LOST_AT_ONCE);
    assert!(out.contains("Cross  100% (exact)\n"), "{out}");
    assert!(out.contains("Nought · Luc  0% (exact)  1 blunder\n"), "{out}");
    assert!(out.contains("  ▅▅██████\n    ?\n"), "{out}");
    assert!(out.contains("2. 2??  Nought · Luc  a draw → loses in 3\n"), "{out}");
    assert!(out.contains("Move 2: the advantage goes to crosses.\n"), "{out}");
    assert!(out.contains("The game was decided at move 2: a forced win for crosses.\n"), "{out}");
    let french = answer_to(&["review", "-", "--lang", "fr"], LOST_AT_ONCE);
    assert!(
        french.contains("La partie s’est décidée au coup 2\u{a0}: victoire assurée pour les croix."),
        "{french}"
    );
    assert!(french.contains("2. 2??  Rond · Luc  nulle → perdu en 3\n"), "{french}");
}

#[test]
fn a_review_names_the_players_of_games_of_every_origin() {
    for (tags, one, two) in [
        // A table.
        ("[Seat1 \"Anne\"]\n[Seat2 \"engine level 3\"]", "Cross · Anne", "Nought · engine 3"),
        // The app, and `trois play`.
        ("[Seat1 \"random\"]\n[Seat2 \"human\"]", "Cross · random", "Nought"),
        // An older `trois play`, and an older version of the app.
        ("[Seat1 \"human\"]\n[Seat2 \"level:3\"]", "Cross", "Nought · engine 3"),
        ("[Players \"person,3\"]", "Cross", "Nought · engine 3"),
    ] {
        let out = answer_to(&["review", "-"], &format!("[Game \"morpion\"]\n{tags}\n\n5 2 1 9 7 3 4\n"));
        assert!(out.contains(&format!("  {one}  100% (exact)\n")), "{out}");
        assert!(out.contains(&format!("2. 2??  {two}  a draw → loses in 3\n")), "{out}");
    }
    let french = "[Game \"morpion\"]\n[Seat1 \"level:3\"]\n\n5 2 1 9 7 3 4\n";
    let out = answer_to(&["review", "-", "--lang", "fr"], french);
    assert!(out.contains("Croix · moteur 3") && out.contains("victoire assurée pour le moteur"), "{out}");
}

#[test]
fn a_review_in_json_has_every_move_with_its_loss() {
    let review = review_json(LOST_AT_ONCE, &[]);
    assert_eq!(review["decided"], json!({ "move": 2, "result": "win 1", "proven": true }));
    assert_eq!(review["moves"].as_array().unwrap().len(), 7);
    assert_eq!(review["moves"][1]["mark"], "??");
    assert_eq!(review["moves"][1]["loss"], 0.5);
    assert_eq!(review["curve"].as_array().unwrap().len(), 8);
    assert_eq!(review["players"][1]["accuracy"], 0.0);
}

#[test]
fn an_annotated_game_keeps_its_review_and_the_same_nodes_give_the_same_review() {
    let game = "[Game \"super\"]\n\n1.5 5.7 7.1 1.1 1.2 2.5 5.5 5.1 1.9 9.5 5.2 2.2 *\n";
    let nodes = ["--nodes", "400"];
    let first = review_json(game, &nodes);
    assert_eq!(first, review_json(game, &nodes));
    let annotated = answer_to(&["review", "-", "--nodes", "400", "--annotate"], game);
    assert_eq!(annotated.matches("[%eval").count(), 13, "{annotated}");
    let again = answer_to(&["review", "-", "--annotate"], &annotated);
    assert_eq!(again, annotated);
}

#[test]
fn a_game_that_cannot_be_reviewed_is_refused_with_advice() {
    for (input, said) in [
        ("", "Nothing says which game this is"),
        (
            "[Game \"morpion\"]\n\n*",
            "There are no moves to review yet. Make some, or open a game that has been played.",
        ),
        (
            "[Game \"morpion\"]\n[Position \"xxx/oo./... win1\"]\n\n",
            "This game was over before the first move",
        ),
        ("[Game \"morpion\"]\n\n5 5", "There is already a cross in that cell"),
        ("[Game \"cards\"]\n\n+?", "name the card that is drawn"),
    ] {
        let refused = refusal_of(&["review", "-"], input.as_bytes());
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn a_game_of_one_move_and_a_takeover_are_reviewed() {
    let one = answer_to(&["review", "-", "--game", "morpion"], "5");
    assert!(one.contains(", 1 move\n") && one.contains("Nought  no moves\n"), "{one}");
    let game = "[Game \"doh\"]\n[Options \"players=3\"]\n[StandIn2 \"4\"]\n\nMc3 Sc3 Lc2 Sd3 Mb2 *";
    let taken_over = answer_to(&["review", "-", "--nodes", "200"], game);
    assert!(taken_over.contains("Player 2: an engine took over at move 4."), "{taken_over}");
}
