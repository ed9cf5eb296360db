//! `trois moves`, and every way to give an invalid position.

use serde_json::json;

use crate::{answer, answer_to, json as object, refusal, refusal_of, run_with};

#[test]
fn the_legal_moves_come_sorted_as_text_and_then_the_turn() {
    assert_eq!(answer(&["moves", "morpion"]), "1 2 3 4 5 6 7 8 9\nturn 1\n");
    assert_eq!(
        answer(&["moves", "super", "--moves", "1.5 5.7"]),
        "7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 7.9\nturn 1\n"
    );
}

#[test]
fn a_game_that_is_over_has_no_moves_and_a_result() {
    assert_eq!(answer(&["moves", "morpion", "--moves", "5 1 3 2 7"]), "\nresult win 1\n");
    assert_eq!(answer(&["moves", "morpion", "--moves", "1 5 2 3 7 4 6 8 9"]), "\nresult draw\n");
}

#[test]
fn json_has_moves_turn_and_result() {
    assert_eq!(
        object(&["moves", "morpion", "--moves", "5 1 3 2", "--json"]),
        json!({ "moves": ["4", "6", "7", "8", "9"], "turn": 1, "result": null })
    );
    assert_eq!(
        object(&["moves", "morpion", "--moves", "5 1 3 2 7", "--json"]),
        json!({ "moves": [], "turn": null, "result": "win 1" })
    );
    assert_eq!(
        object(&["moves", "morpion", "--moves", "1 5 2 3 7 4 6 8 9", "--json"]),
        json!({ "moves": [], "turn": null, "result": "draw" })
    );
}

#[test]
fn moves_continue_from_a_position() {
    assert_eq!(
        answer(&["moves", "morpion", "--position", "xo./.x./... 2", "--moves", "9"]),
        "3 4 6 7 8\nturn 1\n"
    );
}

#[test]
fn moves_can_come_from_the_standard_input() {
    assert_eq!(
        answer_to(&["moves", "super", "--moves", "-"], "1.5\n 5.7\t7.5\r\n"),
        answer(&["moves", "super", "--moves", "1.5 5.7 7.5"])
    );
}

#[test]
fn a_batch_answers_every_line() {
    assert_eq!(
        answer_to(&["moves", "morpion", "--batch"], "\n5 1\n5 1 3 2 7"),
        "1 2 3 4 5 6 7 8 9\nturn 1\n2 3 4 6 7 8 9\nturn 1\n\nresult win 1\n"
    );
    let objects = answer_to(&["moves", "morpion", "--batch", "--json"], "5 1 3 2\n5 1 3 2 7\n");
    assert_eq!(objects.lines().count(), 2);
    assert!(objects.starts_with(r#"{"moves":["4","6","7","8","9"],"turn":1,"result":null}"#), "{objects}");
    assert_eq!(answer_to(&["moves", "morpion", "--batch"], ""), "");
}

#[test]
fn a_batch_ends_at_its_first_invalid_line() {
    let run = run_with(&["moves", "morpion", "--batch"], b"5 1 3 2 7\n5 5\n1\n");
    assert_eq!(run.status, Some(2));
    assert_eq!(run.out, "\nresult win 1\n");
    assert!(run.err.starts_with("error: Line 2 of the batch: Move 2, 5, is illegal."), "{}", run.err);
    assert!(refusal(&["moves", "morpion", "--batch", "--moves", "5"]).contains("cannot be used with"));
}

#[test]
fn a_batch_answers_before_the_next_line_comes() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = crate::command(&["moves", "morpion", "--batch"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (query, turn) in [("5", "turn 2"), ("5 1", "turn 1"), ("", "turn 1")] {
        writeln!(stdin, "{query}").unwrap();
        assert!(lines.next().unwrap().unwrap().starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(lines.next().unwrap().unwrap(), turn);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_the_reason() {
    assert_eq!(
        refusal(&["moves", "super", "--moves", "1.5 4.7"]),
        "Move 2, 4.7, is illegal. The last move sends you to the centre board: you must play there."
    );
    assert_eq!(
        refusal(&["moves", "morpion", "--moves", "5 1 3 2 7 4"]),
        "Move 6, 4, is illegal. The game is over."
    );
}

#[test]
fn a_malformed_move_is_reported_with_what_was_expected() {
    assert_eq!(
        refusal(&["moves", "super", "--moves", "1.5 5,7"]),
        "Move 2, “5,7”, cannot be read: expected a board and a cell, from 1.1 to 9.9. \
         For example, 5.1 is legal here."
    );
    assert!(refusal(&["moves", "morpion", "--moves", "5 é"]).starts_with("Move 2, “é”, cannot be read"));
    let long = "9".repeat(100_000);
    assert!(refusal(&["moves", "morpion", "--moves", &long]).len() < 300);
}

#[test]
fn options_out_of_range_are_refused() {
    for (game, options) in [
        ("doh", "players=5"),
        ("doh", "players=1"),
        ("doh", "players="),
        ("doh", "players"),
        ("doh", "players=2,players=2"),
        ("fives", "players=4"),
        ("fives", "repetition=-1"),
        ("cards", "target=0"),
        ("cards", "target=25"),
        ("cards", "green=all"),
        ("cards", "numbers=5"),
    ] {
        let said = refusal(&["moves", game, "--options", options]);
        assert!(said.starts_with("--options, at character "), "{options}: {said}");
    }
}

#[test]
fn invalid_options_are_reported_with_the_valid_ones() {
    assert_eq!(
        refusal(&["moves", "super", "--options", "tiebreak=coin"]),
        "--options, at character 1: “tiebreak=coin” does not belong here: it should be tiebreak= and one of majority, draw."
    );
    assert!(
        refusal(&["moves", "super", "--options", "players=3"]).contains("an option of this game (tiebreak)")
    );
    assert!(refusal(&["moves", "morpion", "--options", "players=3"]).contains("this game has no options"));
}

#[test]
fn a_wrong_position_is_refused() {
    assert_eq!(
        refusal(&["moves", "morpion", "--position", "xo./.x./... 1"]),
        "--position, at character 13: “1” does not belong here: it should be the turn 2."
    );
    for position in ["", " ", "x", "xxx/xxx/xxx 1", "é/é/é 1", "xo./.x./... 2 2"] {
        assert!(
            refusal(&["moves", "morpion", "--position", position]).starts_with("--position, at character")
        );
    }
    let both = refusal(&["moves", "super", "--position", "x", "--options", "tiebreak=draw"]);
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn moves_that_are_not_utf_8_are_refused() {
    let said = refusal_of(&["moves", "morpion", "--moves", "-"], b"5 1\n\xff");
    assert_eq!(said, "The standard input cannot be read: line 2 contains a byte that is not valid UTF-8.");
    let run = run_with(&["moves", "morpion", "--batch"], b"5 1 3 2 7\n\xff\n");
    assert_eq!((run.status, run.out.as_str()), (Some(2), "\nresult win 1\n"));
    assert!(run.err.contains("Line 2 of the batch: The standard input cannot be read"), "{}", run.err);
}

/// The game of cards in docs/protocol.md, as Anne in seat 1 sees it until it is her turn.
const SEEN: &str = "+R6:+,+?:+,+B4:+,+?:+,+R1:+,+?:+,+B5:+,+?:+,+B7:+,+?:1";

#[test]
fn a_program_that_plays_cards_gets_its_moves_from_what_it_sees() {
    let args = ["moves", "cards", "--options", "numbers=9,target=5", "--seen-by", "1"];
    let ask = |steps: &str| answer(&[&args[..], &["--moves", steps]].concat());
    let first = ask(SEEN);
    let (moves, turn) = first.trim_end().split_once('\n').unwrap();
    assert_eq!(turn, "turn 1");
    let cards: std::collections::BTreeSet<&str> =
        moves.split(' ').map(|mv| mv.split('@').next().unwrap()).collect();
    assert_eq!(
        cards.into_iter().collect::<Vec<_>>(),
        ["B4", "B5", "B7", "R1", "R6"],
        "her own hand: {moves}"
    );
    // The same steps as a list of words, and one line of a batch.
    assert_eq!(ask(&SEEN.replace(',', " ")), first);
    assert_eq!(
        answer_to(&[&args[..], &["--batch"]].concat(), &format!("-\n{SEEN}\n")),
        format!("\nturn chance\n{first}")
    );
    // On another player's turn, whose cards she does not know, there is nothing to list.
    let own = moves.split(' ').next().unwrap();
    assert_eq!(ask(&format!("{SEEN},{own}:+,+B8:2")), "\nturn 2\n");
    // If nothing is hidden, the answer is the same as without a viewer.
    assert_eq!(
        answer(&["moves", "morpion", "--seen-by", "2", "--moves", "5:2"]),
        answer(&["moves", "morpion", "--moves", "5"])
    );
}

#[test]
fn steps_that_cannot_have_been_seen_are_refused() {
    let ask = |steps: &str| {
        refusal(&["moves", "cards", "--options", "numbers=9,target=5", "--seen-by", "1", "--moves", steps])
    };
    assert!(ask("hello").starts_with("Step 1, “hello”, cannot be read:"), "{}", ask("hello"));
    assert!(ask("+R6:+ +R6").starts_with("Step 2, “+R6”, cannot be read:"));
    let foreign = ask(&format!("{SEEN},B9@b2:+"));
    assert!(foreign.starts_with("Step 11, B9@b2:+, is illegal."), "{foreign}");
    assert!(refusal(&["moves", "morpion", "--seen-by", "3"]).contains("the game has 2 seats"));
}
