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

/// The number of the puzzle with this position in a collection, from 1.
fn number(collection: &str, position: &str) -> String {
    collection.lines().position(|line| line.contains(position)).unwrap().to_string()
}

#[test]
fn a_move_that_wins_more_slowly_is_reported_and_does_not_count() {
    let position = "1M2M1S/1S2M1M2S/2L1S.2M2L/1M2S1M2S/2M2L1L 011/000 1/1 2";
    let number = number(include_str!("../../../puzzles/data/fives.txt"), position);
    let run =
        |typed: &str, lang: &str| answer_to(&["puzzle", "fives", "--number", &number, "--lang", lang], typed);
    let slower = run("a1=a2\nd3=c2\nc4-d4\nquit\n", "en");
    assert!(slower.contains("That wins too, but more slowly: look for the faster way."), "{slower}");
    assert!(slower.contains("Well done: solved.") && slower.contains("Solved: 1 of 1."), "{slower}");
    let french = run("a1=a2\nquitter\n", "fr");
    assert!(
        french.contains("Ce coup gagne aussi, mais moins vite\u{a0}: cherchez le plus rapide."),
        "{french}"
    );
}

#[test]
fn a_move_that_does_not_win_is_reported_and_counts() {
    let shown = answer_to(&["puzzle", "morpion", "--number", "1"], "show\nquit\n");
    let right = shown.lines().find_map(|line| line.strip_prefix("It was ")?.strip_suffix('.')).unwrap();
    let listed = answer_to(&["puzzle", "morpion", "--number", "1"], "?\nquit\n");
    let cells = listed.lines().find(|line| {
        line.split_whitespace().all(|word| word.parse::<u8>().is_ok()) && line.starts_with("  ")
    });
    let wrong = cells.unwrap().split_whitespace().find(|&cell| cell != right).unwrap();
    let answered =
        answer_to(&["puzzle", "morpion", "--number", "1"], &format!("{wrong}\nshow\nshow\nquit\n"));
    assert!(answered.contains("No, there is a better move."), "{answered}");
    assert!(answered.contains("Solved: 0 of 1."), "{answered}");
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

#[test]
fn the_search_for_puzzles_ends_after_as_many_games_as_are_asked_for() {
    let few = answer(&["puzzles", "generate", "morpion", "--games", "40"]);
    let count: usize = few.lines().next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!((1..40).contains(&count), "{few}");
    assert_eq!(
        few,
        answer(&["puzzles", "generate", "morpion", "--games", "40"]),
        "the same seed, the same puzzles"
    );
    assert_eq!(
        answer(&["puzzles", "generate", "morpion", "--games", "0"]),
        "trois puzzles 1 morpion 0\nend\n"
    );
}
