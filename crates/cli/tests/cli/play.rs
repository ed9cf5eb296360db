//! `trois play`, over pipes.

use rules::{Kind, Lang, Seat, SeatMark};

use crate::{answer, answer_to, folder, refusal};

const TWO_HUMANS: [&str; 4] = ["play", "morpion", "--seats", "human,human"];

#[test]
fn a_game_can_be_played_to_its_end() {
    let out = answer_to(&TWO_HUMANS, "5\n1\n3\n2\n7\nquit\n");
    assert!(out.contains("Player 2 >"), "{out}");
    assert!(out.contains("Player 1: 5\n"), "{out}");
    assert!(
        out.contains(" O | O | X\n---+---+---\n 4 | X | 6\n---+---+---\n X | 8 | 9\n\nPlayer 1 wins.\n"),
        "{out}"
    );
}

#[test]
fn missing_arguments_are_asked_for() {
    let out = answer_to(&["play"], "0\nchess\n2\ntiebreak=coin\ntiebreak=draw\nx\n11\n\nhuman\n5.5\nquit\n");
    assert!(out.contains("Answer with a number"), "{out}");
    assert!(out.contains("tiebreak= and one of majority, draw"), "{out}");
    assert!(
        out.contains("Who is player 2 (noughts): a human (h), random moves (r), or the engine (a level from 1 to 10)? [5]"),
        "{out}"
    );
    assert_eq!(out.matches("Answer h (human)").count(), 2, "{out}");
    assert!(out.contains("Player 1: 5.5\n"), "{out}");
}

#[test]
fn the_questions_name_the_makers_of_each_game_and_the_side_of_each_seat() {
    for lang in Lang::ALL {
        let out = answer_to(&["play", "--lang", &lang.to_string()], "");
        let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
        for &kind in Kind::ALL {
            let byline = kind.info().byline.get(lang).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(out.contains(&byline), "{kind} {lang}: {byline} is not in {out}");
        }
    }
    for &kind in Kind::ALL {
        // The options are left as they are, then the seat is asked for.
        let options = if kind.options().is_empty() { "" } else { "\n" };
        let out = answer_to(&["play"], &format!("{kind}\n{options}"));
        let info = kind.seat(Seat::ONE);
        match info.mark {
            SeatMark::Shared => assert!(out.contains("Who is player 1: a human"), "{out}"),
            _ => assert!(out.contains(&format!("Who is player 1 ({}): a human", info.side.en)), "{out}"),
        }
    }
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for input in ["", "1\n", "1\nhuman\n", "2\n\n\n\n", "1\n\n\n"] {
        answer_to(&["play"], input);
    }
    for input in ["", "5\n", "5\n1\n3\n2\n7\n"] {
        answer_to(&TWO_HUMANS, input);
    }
}

#[test]
fn the_legal_moves_the_rules_and_help_come_on_request() {
    let out = answer_to(&TWO_HUMANS, "5\n?\nrules\nhelp\nhint\nshow\n");
    assert!(out.contains("\n  1 2 3 4 6 7 8 9\n"), "{out}");
    assert!(out.contains("Goal: three of your marks in a line."), "{out}");
    assert!(out.contains("take the last move back"), "{out}");
    assert!(out.contains("Why not "), "{out}");
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    let out = answer_to(&TWO_HUMANS, "5\n5\nten\n");
    assert!(out.contains("There is already a cross in that cell: choose an empty one."), "{out}");
    assert!(
        out.contains("“ten” does not belong here: it should be a cell from 1 to 9. ? lists the legal moves."),
        "{out}"
    );
}

#[test]
fn moves_can_be_taken_back() {
    let out = answer_to(&TWO_HUMANS, "5\n1\nundo\n?\nundo\nundo\n");
    assert_eq!(out.matches("Taken back.").count(), 2, "{out}");
    assert!(out.contains("\n  1 2 3 4 6 7 8 9\n"), "{out}");
    assert!(out.contains("There is nothing to take back."), "{out}");
    // Against the program, its answer is taken back too.
    let out = answer_to(&["play", "morpion", "--seats", "human,random", "--seed", "1"], "5\nundo\n?\n");
    assert!(out.contains("\n  1 2 3 4 5 6 7 8 9\n"), "{out}");
    // Undo also works after the end of the game.
    let out = answer_to(&TWO_HUMANS, "5\n1\n3\n2\n7\nundo\n?\n");
    assert!(out.contains("\n  4 6 7 8 9\n"), "{out}");
}

#[test]
fn after_a_game_comes_another() {
    let out = answer_to(&TWO_HUMANS, "5\n1\n3\n2\n7\nfoo\nagain\n?\n");
    assert!(out.contains("The game is over: again, undo, save FILE or quit."), "{out}");
    assert!(out.contains("\n  1 2 3 4 5 6 7 8 9\n"), "{out}");
}

#[test]
fn a_saved_game_replays_and_nothing_is_overwritten() {
    let folder = folder("play_save");
    let file = folder.join("a game.txt");
    let file = file.to_str().unwrap();
    let out = answer_to(&TWO_HUMANS, &format!("5\n1\nsave {file}\nsave {file}\nsave {file}/x\n"));
    assert!(out.contains(&format!("The game is in {file}.")), "{out}");
    assert!(out.contains(&format!("{file} already exists: choose another name.")), "{out}");
    assert!(out.contains(&format!("{file}/x cannot be written")), "{out}");
    let replayed = answer(&["replay", file]);
    assert!(replayed.contains("Seat1: human") && replayed.contains("1. 5 2. 1"), "{replayed}");
}

#[test]
fn the_same_seed_repeats_the_same_game() {
    let play = |seed: &str| answer(&["play", "super", "--seats", "random,random", "--seed", seed]);
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

#[test]
fn texts_and_commands_work_in_french() {
    let out = answer_to(
        &["play", "--lang", "fr"],
        "morpion\nh\nhumain\n5\n5\n?\nannuler\nconseil\naide\nrègles\nquitter\n",
    );
    for said in [
        "Quel jeu\u{202f}?",
        "Qui est le joueur 1 (les croix)\u{a0}: un humain (h), des coups au hasard (r), ou le moteur (un niveau de 1 à 10)\u{202f}? [humain]",
        "Il y a déjà une croix dans cette case",
        "Coup repris.",
        "Pourquoi pas ",
        "reprendre le dernier coup",
        "But\u{a0}: aligner trois de ses signes.",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
}

#[test]
fn seats_that_do_not_fit_the_game_are_refused() {
    assert_eq!(
        refusal(&["play", "morpion", "--seats", "human"]),
        "--seats says who sits in 1 seats, but morpion is played by 2 here."
    );
    assert!(
        refusal(&["play", "morpion", "--seats", "human,robot"])
            .contains("[possible values: human, engine, random, level:1,")
    );
    assert!(refusal(&["play", "super", "--options", "x"]).starts_with("--options: "));
}

#[test]
fn input_that_is_not_utf_8_is_refused_as_a_move() {
    let run = crate::run_with(&TWO_HUMANS, b"\xff\xfe\n5\n");
    assert_eq!(run.status, Some(0));
    assert!(run.out.contains("does not belong here"), "{}", run.out);
}

#[test]
fn the_engine_plays_in_the_seats_it_is_given() {
    let out = answer_to(&["play", "morpion", "--level", "10"], "5\nquit\n");
    assert!(out.contains("Player 2: "), "{out}");
    // A perfect player against itself draws.
    let out = answer(&["play", "morpion", "--seats", "level:10,level:10"]);
    assert!(out.contains("The game is a draw."), "{out}");
    let play = |seed: &str| answer(&["play", "doh", "--seats", "level:1,level:2", "--seed", seed]);
    assert_eq!(play("7"), play("7"));
    let out = answer(&["play", "doh", "--options", "players=3", "--seats", "level:1,random,level:2"]);
    assert!(out.contains("wins.") || out.contains("draw"), "{out}");
    assert!(
        refusal(&["play", "morpion", "--level", "3", "--seats", "human,human"])
            .contains("cannot be used with")
    );
    assert!(refusal(&["play", "morpion", "--level", "0"]).contains("a level from 1 to 10"));
}

#[test]
fn a_hint_is_the_best_move_found() {
    let out = answer_to(&TWO_HUMANS, "1\n5\n2\nhint\n");
    assert!(out.contains("Why not 3?"), "{out}");
}

#[test]
fn a_saved_game_names_the_players() {
    let file = folder("play_level").join("game.txt");
    let file = file.to_str().unwrap();
    let out = answer_to(&["play", "morpion", "--seats", "level:3,human"], &format!("save {file}\n"));
    assert!(out.contains("The game is in"), "{out}");
    assert!(answer(&["replay", file]).contains("Seat1: engine level 3\nSeat2: human\n"));
}
