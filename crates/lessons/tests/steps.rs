//! Every step can be started, and doing what it asks for completes it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lessons::{Attempt, AttemptResult, Goal, LessonStep, course};
use rules::{AnyGame, AnyMove, Kind, Turn};

/// Every step of every course, with a name for messages.
fn all_steps() -> impl Iterator<Item = (String, Kind, LessonStep)> {
    Kind::ALL.iter().flat_map(|&kind| {
        let steps = course(kind).steps.into_iter().enumerate();
        steps.map(move |(i, step)| (format!("{kind}, step {}: {}", i + 1, step.title.en), kind, step))
    })
}

fn read(game: &AnyGame, text: &str) -> AnyMove {
    let mv = game.parse_move(text).unwrap();
    assert_eq!(mv.to_string(), text, "moves are written as the rules write them");
    mv
}

#[test]
fn every_start_is_a_position_with_a_player_to_move() {
    for (name, kind, step) in all_steps() {
        let game = step.start.read(kind).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(matches!(game.turn(), Turn::Seat(_)), "{name}");
    }
}

#[test]
fn a_move_that_is_asked_for_is_legal_and_does_it() {
    for (name, kind, step) in all_steps() {
        let Goal::Play(moves) = step.goal else { continue };
        assert!(!moves.is_empty(), "{name}");
        for text in moves {
            let mut attempt = Attempt::at_step(kind, &step);
            let mv = read(attempt.game(), text);
            assert_eq!(attempt.answer(mv), AttemptResult::Done, "{name}: {text}");
            assert_ne!(attempt.game(), &step.start.game(kind), "{name}: {text} is played");
        }
    }
}

#[test]
fn a_move_that_is_not_asked_for_changes_nothing() {
    let mut refused = 0;
    for (name, kind, step) in all_steps() {
        let asked = match step.goal {
            Goal::Play(moves) => moves,
            Goal::Line(line) => &line[..1],
            _ => continue,
        };
        let start = step.start.game(kind);
        for mv in start.moves().into_iter().filter(|mv| !asked.contains(&mv.to_string().as_str())) {
            let mut attempt = Attempt::at_step(kind, &step);
            assert_eq!(attempt.answer(mv), AttemptResult::Wrong, "{name}: {mv}");
            assert_eq!(attempt.game(), &start, "{name}: {mv}");
            refused += 1;
        }
    }
    assert!(refused > 500, "only {refused} moves were tried");
}

#[test]
fn a_move_that_is_to_be_refused_is_illegal() {
    for (name, kind, step) in all_steps() {
        let Goal::Refused(moves) = step.goal else { continue };
        assert!(!moves.is_empty(), "{name}");
        for text in moves {
            let mut attempt = Attempt::at_step(kind, &step);
            let mv = read(attempt.game(), text);
            assert!(attempt.game().check(mv).is_err(), "{name}: {text} is legal");
            assert_eq!(attempt.answer(mv), AttemptResult::Done, "{name}: {text}");
        }
        let mut attempt = Attempt::at_step(kind, &step);
        let legal = attempt.game().moves()[0];
        assert_eq!(attempt.answer(legal), AttemptResult::Wrong, "{name}: {legal} is legal");
    }
}

#[test]
fn a_move_refused_for_the_same_reason_is_accepted_and_one_refused_for_another_reason_is_not() {
    let step = course(Kind::Super).steps.into_iter().find(|step| step.title.en == "Off you go!").unwrap();
    let mut attempt = Attempt::at_step(Kind::Super, &step);
    let elsewhere = read(attempt.game(), "9.9");
    assert_eq!(attempt.answer(elsewhere), AttemptResult::Done);

    let step = course(Kind::Fives).steps.into_iter().find(|step| step.title.en == "Never six").unwrap();
    let mut attempt = Attempt::at_step(Kind::Fives, &step);
    let inside = read(attempt.game(), "Mc3");
    assert!(matches!(attempt.answer(inside), AttemptResult::Illegal(_)));
}

#[test]
fn a_line_goes_as_it_is_written_and_the_learner_ends_it_or_sees_the_last_reply() {
    for (name, kind, step) in all_steps() {
        let Goal::Line(line) = step.goal else { continue };
        let mut attempt = Attempt::at_step(kind, &step);
        let mut game = attempt.game().clone();
        let learner = game.turn();
        let mut texts = line.iter().peekable();
        let mut turns = 0;
        while let Some(text) = texts.next() {
            assert_eq!(game.turn(), learner, "{name}: {text} is the learner's");
            assert_eq!(attempt.expected(), Some(read(&game, text)), "{name}");
            let mv = read(&game, text);
            game.play(mv).unwrap_or_else(|why| panic!("{name}: {text}: {why}"));
            let mut replies = Vec::new();
            while let Some(text) = texts.next_if(|_| game.turn() != learner) {
                let reply = read(&game, text);
                game.play(reply).unwrap_or_else(|why| panic!("{name}: {text}: {why}"));
                replies.push(reply);
            }
            let expected =
                if texts.peek().is_some() { AttemptResult::Continue(replies) } else { AttemptResult::Done };
            assert_eq!(attempt.answer(mv), expected, "{name}: {text}");
            assert_eq!(attempt.game(), &game, "{name}: {text}");
            turns += 1;
        }
        assert!(turns > 1, "{name}: a single move is no line");
    }
}

#[test]
fn most_steps_ask_the_learner_to_play() {
    for &kind in Kind::ALL {
        let course = course(kind);
        assert_eq!(course.kind, kind);
        assert!((11..=17).contains(&course.steps.len()), "{kind}: {} steps", course.steps.len());
        let looks = course.steps.iter().filter(|step| step.goal == Goal::Read).count();
        assert!(looks <= 1, "{kind}: {looks}");
        let refusals = course.steps.iter().filter(|step| matches!(step.goal, Goal::Refused(_))).count();
        assert!(refusals >= 1, "{kind}: what is not allowed is tried too");
        let ends = |step: &LessonStep| {
            let mut attempt = Attempt::at_step(kind, step);
            while let Some(mv) = attempt.expected() {
                if !matches!(attempt.answer(mv), AttemptResult::Continue(_)) {
                    break;
                }
            }
            attempt.game().turn().is_over()
        };
        assert!(course.steps.iter().any(ends), "{kind}: the learner sees how a game ends");
    }
}

#[test]
fn super_morpion_begins_with_the_example_of_the_manual() {
    let steps = course(Kind::Super).steps;
    assert_eq!(steps[0].goal, Goal::Play(&["1.5"]));
    assert_eq!(steps[2].goal, Goal::Play(&["5.7"]));
    let seven = steps[3].start.game(Kind::Super);
    assert!(seven.moves().iter().all(|mv| mv.to_string().starts_with("7.")));
}
