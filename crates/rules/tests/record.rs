//! Checks that records round-trip, that parsing tolerates layout, and that errors name the first mistake.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::record::{GameTree, Problem, RecordedPlayer};
use rules::{AnyGame, Kind, Lang, Outcome, Record, Rng, Say, Seat};

fn parse(text: &str) -> Record {
    Record::parse(text, None).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    Record::parse(text, None).expect_err("this is wrong").to_string()
}

#[test]
fn random_games_of_every_kind_round_trip() {
    let mut rng = Rng::new(5);
    for &kind in Kind::ALL {
        for round in 0..20 {
            let mut record = Record::new(AnyGame::new(kind, "").unwrap());
            record.set_tag("Date", "2026-11-15");
            record.set_tag("Seat1", r#"Anne "la tour" \ Bob"#);
            record.comment("A first word.");
            while let Some(mv) = record.end().random_move(&mut rng).filter(|_| record.steps().len() < 400) {
                record.push(mv).unwrap();
                if rng.below(5) == 0 {
                    record
                        .comment("said  of\nit {here} and at some length, so that the line has to be broken");
                }
            }
            if round % 2 == 0 {
                record.declare(Some(Outcome::Draw));
            }
            let text = record.to_string();
            assert_eq!(parse(&text), record, "{text}");
            assert!(
                text.lines().skip_while(|line| line.starts_with('[')).all(|line| line.chars().count() <= 80)
            );
        }
    }
}

#[test]
fn a_record_can_begin_at_a_position() {
    let text = "[Game \"morpion\"]\n[Position \"xo./.x./... 2\"]\n\n1. 9 *\n";
    let record = parse(text);
    assert_eq!(record.end().to_string(), "xo./.x./..o 1");
    assert_eq!(parse(&record.to_string()), record);
}

#[test]
fn import_tolerates_line_breaks_comments_and_missing_tags() {
    let tidy = parse("[Game \"super\"]\n\n1. 1.5 2. 5.7 {why not} 3. 7.1 *");
    let wild = parse("\u{feff}\r\n1.5\r\n\r\n5.7 {why\r\nnot}7.1");
    assert_eq!(wild, tidy);
    assert_eq!(parse("[ Game \"super\" ] 1. 1.5 2. 5.7{why not}3. 7.1 *"), tidy);
}

#[test]
fn unknown_tags_are_kept_in_order() {
    let record = parse("[Game \"morpion\"]\n[Event \"Club night\"]\n[Round \"3\"]\n\n1. 5 *");
    assert_eq!(record.tags(), [("Event".into(), "Club night".into()), ("Round".into(), "3".into())]);
    assert!(record.to_string().contains("[Event \"Club night\"]\n[Round \"3\"]\n"));
}

#[test]
fn a_game_that_the_rules_did_not_end_can_be_declared() {
    let record = parse("[Game \"morpion\"]\n[Termination \"resignation\"]\n\n1. 5 2. 1 win1");
    assert_eq!(record.result(), Some(Outcome::Win(Seat::ONE)));
    assert_eq!(record.tag("Termination"), Some("resignation"));
}

#[test]
fn a_result_that_contradicts_the_end_is_refused() {
    assert_eq!(
        error("[Game \"morpion\"]\n\n1. 5 2. 1 3. 3 4. 2 5. 7 win2"),
        "Line 3, column 26: The result is given as win2, but the game ended with win1."
    );
    assert_eq!(
        error("[Game \"morpion\"]\n[Result \"draw\"]\n\n1. 5 2. 1 win2"),
        "Line 4, column 11: The result is given as win2, but the game ended with draw."
    );
}

#[test]
fn the_first_error_is_reported_with_line_and_column() {
    assert_eq!(
        error("[Game \"super\"]\n\n1. 1.5 2. 5.5\n3. 4.1 *"),
        "Line 4, column 4: Move 3, 4.1: The last move sends you to the centre board: you must play there."
    );
    assert_eq!(
        error("[Game \"super\"]\n\n1. 1.5 2. nonsense"),
        "Line 3, column 11: “nonsense” does not belong here: it should be a board and a cell, from 1.1 to 9.9."
    );
    let unknown = "Line 1, column 8: “chess” does not belong here: it should be a game (morpion, super, ";
    assert!(error("[Game \"chess\"]\n").starts_with(&unknown[..unknown.len() - 2]));
    assert_eq!(
        error("[Game \"super\"]\n[Options \"tiebreak=maybe\"]"),
        "Line 2, column 11: “tiebreak=maybe” does not belong here: it should be tiebreak= and one of majority, draw."
    );
    assert_eq!(
        error("{où est-ce ? } \n {never"),
        "Line 2, column 2: This comment is never closed: a brace } is missing."
    );
    assert_eq!(
        error("[Game \"super]\n1. 1.5"),
        "Line 1, column 1: This tag is not complete: it is written [Name \"value\"]."
    );
    assert_eq!(
        error("[Game \"morpion\"]\n1. 5 * 2. 1"),
        "Line 2, column 8: “2.” comes after the result; nothing may follow it."
    );
    assert_eq!(
        error(""),
        "Line 1, column 1: Nothing says which game this is: add a tag such as [Game \"super\"]."
    );
}

#[test]
fn errors_are_reported_in_french_too() {
    let error = Record::parse("[Game \"super\"]\n1. 1.5 2. 4.1", None).expect_err("this is wrong");
    assert!(matches!(error.problem, Problem::Illegal { number: 2, .. }));
    assert_eq!(
        error.say(Lang::Fr),
        "Ligne 2, colonne 11\u{a0}: Coup 2, 4.1\u{a0}: Le dernier coup vous envoie sur la plaquette du centre\u{a0}: c’est là qu’il faut jouer."
    );
}

#[test]
fn a_record_says_who_played_in_each_seat() {
    let read = |tags: &str| {
        let text = format!("[Game \"doh\"]\n[Options \"players=3\"]\n{tags}\n\nLc3 *");
        let (record, tree) = (parse(&text), GameTree::parse(&text, None).tree.unwrap());
        [0, 1, 2].map(|index| {
            let seat = Seat::from_index(index);
            assert_eq!(record.player(seat), tree.player(seat), "{text}");
            record.player(seat).map(|player| player.to_string())
        })
    };
    let some = |players: [&str; 3]| players.map(|player| Some(player.to_owned()));
    assert_eq!(read(""), [None, None, None]);
    assert_eq!(
        read("[Seat1 \"Anne\"]\n[Seat2 \"engine level 3\"]\n[Seat3 \"human\"]"),
        some(["Anne", "engine level 3", "human"])
    );
    assert_eq!(
        read("[Seat1 \"person\"]\n[Seat2 \"level:3\"]\n[Seat3 \"random\"]"),
        some(["human", "engine level 3", "random"])
    );
    assert_eq!(read("[Players \"person,3,10\"]"), some(["human", "engine level 3", "engine level 10"]));
    // A game that was continued on a device: the list is newer than the names.
    assert_eq!(
        read("[Seat1 \"Anne\"]\n[Seat2 \"Luc\"]\n[Seat3 \"engine level 2\"]\n[Players \"person,3,person\"]"),
        some(["Anne", "engine level 3", "human"])
    );
    assert_eq!(read("[Players \"3\"]"), [Some("engine level 3".to_owned()), None, None]);
}

#[test]
fn players_that_are_set_replace_the_list_of_an_older_version() {
    let mut record =
        parse("[Game \"doh\"]\n[Options \"players=3\"]\n[Players \"person,3,10,9,9,9\"]\n\nLc3 *");
    record.set_player(Seat::ONE, &RecordedPlayer::Random);
    let tags: Vec<String> = record.tags().iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(tags, ["Seat1=random", "Seat2=engine level 3", "Seat3=engine level 10"]);
    record.set_player(Seat::TWO, &RecordedPlayer::Named("random".to_owned()));
    assert_eq!(
        parse(&record.to_string()).player(Seat::TWO),
        Some(RecordedPlayer::Named("random".to_owned()))
    );
}

#[test]
fn a_truncated_record_keeps_tags_comments_and_marks_but_no_declared_result() {
    let text =
        "[Game \"morpion\"]\n[Seat1 \"Anne\"]\n[Termination \"time\"]\n\n{Before.} 5! {The centre.} 1 9 win2";
    let record = parse(text);
    let short = record.truncated(1);
    assert_eq!(short, parse("[Game \"morpion\"]\n[Seat1 \"Anne\"]\n\n{Before.} 5! {The centre.} *"));
    assert_eq!(short.end().to_string(), ".../.x./... 2");
    assert_eq!(record.truncated(9).steps(), record.steps());
    assert_eq!((record.truncated(9).result(), record.truncated(9).tag("Termination")), (None, None));
    let mut rng = Rng::new(3);
    for &kind in Kind::ALL {
        let mut record = Record::new(AnyGame::new(kind, "").unwrap());
        while let Some(mv) = record.end().random_move(&mut rng).filter(|_| record.steps().len() < 40) {
            record.push(mv).unwrap();
        }
        for steps in [0, 1, record.steps().len()] {
            let short = record.truncated(steps);
            assert_eq!(Some(short.end()), record.positions().nth(steps).as_ref(), "{kind}");
            assert_eq!(parse(&short.to_string()), short);
        }
    }
}
