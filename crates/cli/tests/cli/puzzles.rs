//! `trois puzzle` and `trois puzzles`, over pipes.

use crate::{answer, answer_to, refusal};

#[test]
fn a_puzzle_is_solved_move_by_move() {
    let shown = answer_to(&["puzzle", "morpion", "--number", "40"], "show\nshow\nshow\nquit\n");
    assert!(shown.contains("puzzle 40 (rating ") && shown.contains("It was "), "{shown}");
    assert!(shown.contains("Solved: 0 of 1."), "what is shown is not solved: {shown}");
    let moves: Vec<&str> =
        shown.lines().filter_map(|line| line.strip_prefix("It was ")?.strip_suffix('.')).collect();
    let typed = format!("{}\nquit\n", moves.join("\n"));
    let solved = answer_to(&["puzzle", "morpion", "--number", "40"], &typed);
    assert!(solved.contains("Well done: solved.") && solved.contains("Solved: 1 of 1."), "{solved}");
}

#[test]
fn wrong_and_illegal_moves_are_distinguished() {
    let out = answer_to(&["puzzle", "morpion", "--number", "1"], "?\nx\n\nnext\nquit\n");
    assert!(out.contains("does not belong here: it should be a cell from 1 to 9"), "{out}");
    assert!(out.contains("show for the solution, next or quit."), "{out}");
    assert!(out.contains("puzzle 2 (rating "), "{out}");
}

#[test]
fn there_is_a_puzzle_of_the_day_and_puzzles_by_theme() {
    assert!(answer_to(&["puzzle", "--daily"], "quit\n").contains(", puzzle "));
    assert!(answer_to(&["puzzle", "morpion", "--theme", "fork", "--lang", "fr"], "").contains("énigme"));
}

#[test]
fn an_unknown_puzzle_or_theme_is_refused_with_the_known_ones() {
    assert!(refusal(&["puzzle", "morpion", "--number", "0"]).contains("There is no puzzle 0, only 1 to "));
    assert!(refusal(&["puzzle", "morpion", "--theme", "nest"]).contains("It has: fork, "));
    assert!(refusal(&["puzzle", "morpion", "--theme", "x"]).contains("There is no theme “x”, only fork, "));
    assert!(refusal(&["puzzles", "check", "no-such-file"]).contains("cannot be opened"));
}

#[test]
fn a_collection_is_made_again_from_its_seed_and_proven_again() {
    let made = answer(&["puzzles", "generate", "morpion"]);
    assert_eq!(made, include_str!("../../../puzzles/data/morpion.txt"));
    let checked = answer_to(&["puzzles", "check", "-"], &made);
    assert!(checked.ends_with(" puzzles, each with a proven solution.\n"), "{checked}");
}
