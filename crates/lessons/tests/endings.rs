//! The outcomes that the texts of the steps promise: ends of games, tokens and groups.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use expect_test::expect;
use lessons::{Attempt, AttemptResult, LessonStep, course};
use rules::cards::Green;
use rules::{AnyGame, Game, Kind, Seat, Turn};

/// The position after a step, found by its English title.
fn done(kind: Kind, title: &str) -> AnyGame {
    let course = course(kind);
    let step = course.steps.iter().find(|step| step.title.en == title);
    after(kind, step.unwrap_or_else(|| panic!("{kind} has no step “{title}”")))
}

/// The position after a step, solved in the first way that it accepts.
fn after(kind: Kind, step: &LessonStep) -> AnyGame {
    let mut attempt = Attempt::at_step(kind, step);
    while let Some(mv) = attempt.expected() {
        match attempt.answer(mv) {
            AttemptResult::Continue(_) | AttemptResult::Done => {}
            other => panic!("{kind}, {}: {mv} is answered {other:?}", step.title.en),
        }
    }
    attempt.game().clone()
}

#[test]
fn the_steps_that_end_a_game_end_it_as_they_say() {
    let ends = Kind::ALL.iter().flat_map(|&kind| {
        let steps = course(kind).steps.into_iter();
        steps.filter_map(move |step| {
            let outcome = after(kind, &step).turn().outcome()?;
            Some(format!("{kind}, {}: {outcome}", step.title.en))
        })
    });
    expect![[r#"
        morpion, Winning along a row: win1
        morpion, Winning down a column: win1
        morpion, Winning on a diagonal: win1
        morpion, The fork: win1
        morpion, The draw: draw
        morpion, The ninth mark can win: win1
        super, The super line: win1
        super, No line? Count the boards: win1
        doh, Three of one size: win1
        doh, Winning with a tree: win1
        doh, A threat belongs to everyone: win2
        doh, The draw: draw
        doh, The fifteenth can win: win1
        doh, Leaving no moves: win2
        doh, Three or four players: win3
        cards, Two ahead: win1
        fives, Three fives: win1
        fives, Two groups at once: win1
        fives, Going round in circles: draw
        fives, Three players, and nothing left: draw"#]]
    .assert_eq(&ends.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_tokens_are_awarded_as_the_steps_say() {
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
fn green_cards_take_the_lines_that_the_steps_say() {
    for (title, green, piles) in [
        ("The green card", Green::Complete, 3),
        ("A complete line", Green::Complete, 0),
        ("Any line", Green::Any, 2),
    ] {
        let course = course(Kind::Cards);
        let step = course.steps.iter().find(|step| step.title.en == title).unwrap();
        let AnyGame::Cards(before) = step.start.game(Kind::Cards) else { panic!("not the card game") };
        assert_eq!(before.options().green(), green, "{title}");
        if piles > 0 {
            let AnyGame::Cards(after) = done(Kind::Cards, title) else { panic!("not the card game") };
            assert_eq!(before.occupied().count_ones() - after.occupied().count_ones(), piles, "{title}");
        }
    }
}

#[test]
fn the_pot_comes_back_as_the_pile() {
    let after = done(Kind::Cards, "The discard pile comes back");
    assert_eq!(after.turn(), Turn::Chance);
    let AnyGame::Cards(game) = after else { panic!("not the card game") };
    assert_eq!(game.pot().count(), 0);
    assert!(game.draw_pile_size() > 20);
}
