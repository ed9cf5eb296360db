//! The outcomes that the texts of the steps promise: ends of games, tokens and groups.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lessons::{Attempt, AttemptResult, course};
use rules::{AnyGame, Kind, Outcome, Seat, Turn};

/// The position after a step, found by its English title and solved in the first way that it accepts.
fn done(kind: Kind, title: &str) -> AnyGame {
    let course = course(kind);
    let step = course.steps.iter().find(|step| step.title.en == title);
    let step = step.unwrap_or_else(|| panic!("{kind} has no step “{title}”"));
    let mut attempt = Attempt::at_step(kind, step);
    loop {
        let mv = attempt.expected().unwrap();
        match attempt.answer(mv) {
            AttemptResult::Continue(_) => {}
            AttemptResult::Done => return attempt.game().clone(),
            other => panic!("{kind}, {title}: {mv} is answered {other:?}"),
        }
    }
}

#[test]
fn the_steps_that_end_a_game_end_it_as_they_say() {
    let three = Seat::from_number(3).unwrap();
    let (one, two, third) = (Outcome::Win(Seat::ONE), Outcome::Win(Seat::TWO), Outcome::Win(three));
    for (kind, title, outcome) in [
        (Kind::Morpion, "Winning along a row", one),
        (Kind::Morpion, "Winning down a column", one),
        (Kind::Morpion, "Winning on a diagonal", one),
        (Kind::Morpion, "The fork", one),
        (Kind::Morpion, "The draw", Outcome::Draw),
        (Kind::Morpion, "The ninth mark can win", one),
        (Kind::Super, "The super line", one),
        (Kind::Super, "Otherwise, count", one),
        (Kind::Doh, "Three of one size", one),
        (Kind::Doh, "Winning with a tree", one),
        (Kind::Doh, "A threat belongs to everyone", two),
        (Kind::Doh, "The draw", Outcome::Draw),
        (Kind::Doh, "The fifteenth can win", one),
        (Kind::Doh, "Leaving no moves", two),
        (Kind::Doh, "Three or four players", third),
        (Kind::Cards, "Two ahead", one),
        (Kind::Fives, "Three fives", one),
        (Kind::Fives, "Two groups at once", one),
        (Kind::Fives, "Going round in circles", Outcome::Draw),
        (Kind::Fives, "Three players, and nothing left", Outcome::Draw),
    ] {
        assert_eq!(done(kind, title).turn(), Turn::Over(outcome), "{kind}, {title}");
    }
}

#[test]
fn the_tokens_go_where_the_steps_say() {
    for (title, before, after) in [
        ("Covering", [0, 0], [0, 0]),
        ("A token", [0, 0], [1, 0]),
        ("Two lines at once", [0, 0], [2, 0]),
        ("Play, even against yourself", [1, 1], [1, 2]),
        ("Red on red", [1, 0], [1, 0]),
        ("Nothing to play", [1, 1], [2, 1]),
        ("Two ahead", [4, 4], [6, 4]),
    ] {
        let tokens = |game: &AnyGame| match game {
            AnyGame::Cards(game) => [Seat::ONE, Seat::TWO].map(|seat| game.tokens(seat)),
            _ => panic!("not the card game"),
        };
        let course = course(Kind::Cards);
        let step = course.steps.iter().find(|step| step.title.en == title).unwrap();
        assert_eq!(tokens(&step.start.game(Kind::Cards)), before, "{title}");
        assert_eq!(tokens(&done(Kind::Cards, title)), after, "{title}");
    }
}

#[test]
fn the_groups_count_for_whom_the_steps_say() {
    for (title, expected) in
        [("Five connected pieces", [1, 0]), ("The gift", [0, 1]), ("Two groups at once", [3, 3])]
    {
        let AnyGame::Fives(game) = done(Kind::Fives, title) else { panic!("not Three Fives") };
        let groups = [Seat::ONE, Seat::TWO].map(|seat| game.position().groups(seat));
        assert_eq!(groups, expected, "{title}");
    }
}

#[test]
fn the_boards_close_as_the_steps_say() {
    let position = |title: &str| done(Kind::Super, title).to_string();
    assert!(position("Winning a board").contains("/X/"));
    assert!(position("The drawn board").contains("/xoxxoooxx/"), "its pieces stay");
    let free = |title: &str| {
        let course = course(Kind::Super);
        let step = course.steps.iter().find(|step| step.title.en == title).unwrap();
        step.start.game(Kind::Super).to_string().contains(" - ")
    };
    assert!(free("A free choice") && free("Sent to a drawn board"));
    assert!(!free("Off you go!"));
}

#[test]
fn the_pot_comes_back_as_the_pile() {
    let after = done(Kind::Cards, "The discard pile comes back");
    assert_eq!(after.turn(), Turn::Chance);
    let AnyGame::Cards(game) = after else { panic!("not the card game") };
    assert_eq!(game.pot().count(), 0);
    assert!(game.pile_size() > 20);
}
