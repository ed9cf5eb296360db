//! Proves the puzzles of the card game by trying everything: every move of the solver and, where the opponent matters,
//! every card that could be in the hidden hand.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use lessons::course;
use rules::cards::Move;
use rules::{AnyGame, Cards, Game, Kind, Outcome, Seat, Turn, View, Viewer};

const RED: Seat = Seat::ONE;
const BLUE: Seat = Seat::TWO;

/// The position of a puzzle as red sees it, and its solutions.
fn puzzle(difficulty: usize) -> (Cards, BTreeSet<String>) {
    let course = course(Kind::Cards);
    let puzzle = &course.puzzles[difficulty - 1];
    let AnyGame::Cards(game) = puzzle.start.game(Kind::Cards) else { panic!("not the card game") };
    assert_eq!((game.turn(), puzzle.line.len()), (Turn::Seat(RED), 1));
    let solutions = puzzle.line.iter().chain(puzzle.alternatives).map(|&text| text.to_owned()).collect();
    (*View::new(&game, Viewer::Seat(RED)).position(), solutions)
}

fn after(game: &Cards, mv: Move) -> Cards {
    let mut next = *game;
    next.play(mv).unwrap();
    next
}

/// The moves that satisfy a condition.
fn those(game: &Cards, mut holds: impl FnMut(Move) -> bool) -> BTreeSet<String> {
    game.moves().into_iter().filter(|&mv| holds(mv)).map(|mv| mv.to_string()).collect()
}

/// Whether blue can earn a token next turn, with any card that red does not see and after any draw of red's.
fn may_pay_blue(game: &Cards, mv: Move) -> bool {
    let before = game.tokens(BLUE);
    let played = after(game, mv);
    if played.tokens(BLUE) > before {
        return true;
    }
    assert_eq!(played.turn(), Turn::Chance, "red draws a card");
    played.moves().into_iter().any(|drawn| {
        let mut next = played;
        next.observe(drawn, Turn::Seat(BLUE));
        next.moves().into_iter().any(|reply| after(&next, reply).tokens(BLUE) > before)
    })
}

#[test]
fn only_the_solution_of_the_first_two_earns_a_token() {
    for difficulty in [1, 2] {
        let (game, solutions) = puzzle(difficulty);
        let earning = those(&game, |mv| after(&game, mv).tokens(RED) > game.tokens(RED));
        assert_eq!(earning, solutions, "puzzle {difficulty}");
    }
}

#[test]
fn the_second_has_no_empty_place() {
    let (game, _) = puzzle(2);
    assert_eq!(game.occupied().count_ones(), 9);
}

#[test]
fn only_the_solution_of_the_third_wins_though_others_earn_a_token() {
    let (game, solutions) = puzzle(3);
    assert_eq!((game.tokens(RED), game.tokens(BLUE)), (4, 4));
    let winning = those(&game, |mv| after(&game, mv).turn() == Turn::Over(Outcome::Win(RED)));
    assert_eq!(winning, solutions);
    let earning = those(&game, |mv| after(&game, mv).tokens(RED) > game.tokens(RED));
    assert!(earning.len() > 3, "{earning:?}");
}

#[test]
fn only_the_solutions_of_the_last_two_leave_blue_nothing_to_earn() {
    for difficulty in [4, 5] {
        let (game, solutions) = puzzle(difficulty);
        let safe = those(&game, |mv| !may_pay_blue(&game, mv));
        assert_eq!(safe, solutions, "puzzle {difficulty}");
        assert!(game.moves().len() > 10, "puzzle {difficulty}");
    }
}

/// The fifth puzzle is about counting: two cards would still pay blue, and red sees every copy of both.
#[test]
fn the_solution_of_the_fifth_is_safe_only_with_card_counting() {
    let (game, solutions) = puzzle(5);
    let solved = after(&game, solutions.first().unwrap().parse().unwrap());
    for (card, place) in [("B1", "b3"), ("B3", "a4")] {
        let (card, place) = (card.parse().unwrap(), place.parse().unwrap());
        assert_eq!(solved.lines_made(card, place).count(), 1, "{card} on {place} would make a line");
        assert_eq!(solved.unseen_copies(card), 0, "but red sees every {card}");
    }
}
