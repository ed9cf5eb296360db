//! Everything that a course asks for, refusals included, can be done by touching the board.

use boards::{DrawContext, Spot, TouchOutcome, draw, touch};
use lessons::{Attempt, AttemptResult, Goal, course};
use rules::{AnyGame, AnyIllegal, Kind, Lang, Turn, Viewer};

/// Every refusal that up to three touches can cause.
fn refusals(game: &AnyGame) -> Vec<AnyIllegal> {
    let Turn::Seat(seat) = game.turn() else { panic!("someone is to move in {game}") };
    let mut look = DrawContext::plain(Lang::En);
    (look.viewer, look.interactive) = (Viewer::Seat(seat), true);
    let spots: Vec<Spot> = draw(game, &look).targets.iter().map(|place| place.spot).collect();
    let mut found = Vec::new();
    let mut open: Vec<Vec<Spot>> = vec![Vec::new()];
    while let Some(picked) = open.pop() {
        for &spot in &spots {
            match touch(game, &picked, spot) {
                TouchOutcome::Picked(more) if more.len() > picked.len() && more.len() < 3 => open.push(more),
                TouchOutcome::Refused(boards::TouchRefusal::Rule(why)) if !found.contains(&why) => {
                    found.push(why);
                }
                TouchOutcome::Picked(_) | TouchOutcome::Played(_) | TouchOutcome::Refused(_) => {}
            }
        }
    }
    found
}

#[test]
fn every_refusal_that_is_asked_for_can_be_met_by_touching() {
    for &kind in Kind::ALL {
        for step in course(kind).steps {
            let Goal::Refused(moves) = step.goal else { continue };
            let game = step.start.game(kind);
            let found = refusals(&game);
            // The very move that the text names, not only a similar one.
            let named = moves.iter().filter_map(|text| game.check(game.parse_move(text).ok()?).err());
            assert!(named.clone().count() == moves.len(), "{kind}, {}", step.title.en);
            assert!(named.clone().any(|why| found.contains(&why)), "{kind}, {}: {found:?}", step.title.en);
            for why in named {
                let mut attempt = Attempt::at_step(kind, &step);
                assert_eq!(attempt.answer_refused(why), AttemptResult::Done, "{kind}, {}", step.title.en);
                assert!(attempt.is_done());
                assert_eq!(attempt.answer_refused(why), AttemptResult::Illegal(why), "once is enough");
            }
        }
    }
}

#[test]
fn a_refusal_is_no_answer_to_a_step_that_asks_for_a_move() {
    for &kind in Kind::ALL {
        for step in course(kind).steps {
            if matches!(step.goal, Goal::Refused(_)) {
                continue;
            }
            for why in refusals(&step.start.game(kind)) {
                let mut attempt = Attempt::at_step(kind, &step);
                assert_eq!(
                    attempt.answer_refused(why),
                    AttemptResult::Illegal(why),
                    "{kind}, {}",
                    step.title.en
                );
                assert!(!attempt.is_done());
            }
        }
    }
}
