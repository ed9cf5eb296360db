//! Reviews of whole games: exact where the game is solved, plausible where it is estimated, and refused with a reason
//! where there is none.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use engine::{Engine, Limits};
use review::{MistakeGrade, NothingToReview, Review, Reviewer, annotation};
use rules::record::GameTree;
use rules::{AnyGame, Kind, Lang, Outcome, Record, Say, Seat};

fn record(text: &str, kind: Kind) -> Record {
    Record::parse(text, Some(kind)).unwrap()
}

/// Reviews a game with this many positions per search.
fn review(record: Record, nodes: u64) -> Result<Review, NothingToReview> {
    let mut reviewer = Reviewer::new(record, Duration::from_secs(4))?;
    let mut engine = Engine::new();
    while let Some(question) = reviewer.question() {
        let limits = Limits { nodes: Some(nodes), lines: question.lines, ..Limits::default() };
        let before = reviewer.progress();
        reviewer.answer(engine.think(&question.view, &limits, &mut ()).ok().as_ref());
        assert!(reviewer.progress() > before);
    }
    assert!((reviewer.progress() - 1.0).abs() < 1e-6);
    reviewer.finish()
}

/// A game that the engine plays against itself, its first moves at random.
fn played(kind: Kind, options: &str, seed: u64) -> Record {
    let mut record = Record::new(AnyGame::new(kind, options).unwrap());
    let (mut engine, mut rng) = (Engine::new(), rules::Rng::new(seed));
    while !record.end().turn().is_over() && record.steps().len() < 120 {
        let game = record.end();
        let random = |rng: &mut rules::Rng| game.random_move(rng).unwrap();
        let mv = match game.turn().seat() {
            Some(seat) if !record.steps().len().is_multiple_of(3) => {
                let limits = Limits { nodes: Some(300), ..Limits::default() };
                engine.think(&game.view(rules::Viewer::Seat(seat)), &limits, &mut ()).unwrap().chosen
            }
            _ => random(&mut rng),
        };
        record.push(mv).unwrap();
    }
    record
}

#[test]
fn morpion_is_reviewed_exactly() {
    // Noughts answer the centre at a side, which loses; crosses then win.
    let review = review(record("5 2 1 9 7 3 4", Kind::Morpion), 1_000).unwrap();
    assert!(review.curve.iter().all(|point| point.value.is_proven()));
    let mistakes: Vec<(usize, Option<MistakeGrade>)> =
        review.mistakes().map(|mv| (mv.number, mv.grade)).collect();
    assert_eq!(mistakes, [(2, Some(MistakeGrade::Blunder))]);
    let mistake = review.mistakes().next().unwrap();
    assert!(["1", "3", "7", "9"].contains(&mistake.better[0].to_string().as_str()));
    // The refutation is a whole win: it ends the game.
    let mut game = review.record.start().clone();
    for step in &review.record.steps()[..2] {
        game.play(step.mv()).unwrap();
    }
    for &mv in &mistake.refutation {
        game.play(mv).unwrap();
    }
    assert_eq!(game.turn().outcome(), Some(Outcome::Win(Seat::ONE)));
    let [one, two] = [review.players[0], review.players[1]];
    // Crosses kept everything. Noughts held a half once and lost it; then there was nothing to lose.
    assert_eq!(one.accuracy.map(|known| (known.share, known.is_exact)), Some((1.0, true)));
    assert_eq!(two.accuracy.map(|known| (known.share, known.is_exact)), Some((0.0, true)));
    assert_eq!((one.mistakes, two.mistakes), ([0, 0, 0], [0, 0, 1]));
    let decision = review.decision.unwrap();
    assert_eq!((decision.number, decision.outcome, decision.is_proven), (2, Outcome::Win(Seat::ONE), true));
    assert_eq!(review.turning_points.len(), 1);
    assert_eq!((review.turning_points[0].number, review.turning_points[0].to), (2, Some(Seat::ONE)));
}

#[test]
fn a_solved_game_is_reviewed_by_its_proven_values() {
    let record = played(Kind::Doh, "", 7);
    let review = review(record.clone(), 2_000).unwrap();
    let mut engine = Engine::new();
    for (game, known) in record.positions().zip(&review.evaluations) {
        let (outcome, _) = engine.exact(&game).unwrap();
        let value = known.as_ref().unwrap().value;
        assert!(matches!(value, engine::Value::Proven { outcome: known, .. } if known == outcome), "{game}");
    }
    assert!(review.players.iter().flat_map(|player| player.accuracy).all(|known| known.is_exact));
}

#[test]
fn a_review_of_every_game_is_consistent() {
    for &kind in Kind::ALL {
        for (seed, options) in kind.info().variants.iter().enumerate() {
            let record = played(kind, options, seed as u64);
            let review = review(record.clone(), 300).unwrap();
            let moves = record.steps().iter().filter(|step| !step.is_chance()).count();
            assert_eq!(review.moves.len(), moves, "{kind} {options}");
            for mv in &review.moves {
                assert!(mv.loss.is_none_or(|loss| (0.0..=1.0).contains(&loss)));
                assert!(mv.grade.is_none() || !mv.better.is_empty() && mv.better[0] != mv.mv);
            }
            for player in &review.players {
                assert!(player.accuracy.is_none_or(|known| (0.0..=1.0).contains(&known.share)));
            }
            for lang in Lang::ALL {
                let names = |seat: Seat| kind.seat(seat).side.get(lang).to_owned();
                for point in &review.turning_points {
                    assert!(!review::story::turning_point(point, &names, lang).is_empty());
                }
            }
        }
    }
}

#[test]
fn a_review_is_kept_in_the_comments_of_its_game() {
    for kind in [Kind::Morpion, Kind::Super, Kind::Cards] {
        let review = review(played(kind, kind.info().quick, 3), 500).unwrap();
        let mut tree = GameTree::from_record(&review.record);
        tree.set_comment(1, "Mine.");
        annotation::write(&review, &mut tree);
        let text = tree.to_string();
        let back = GameTree::parse(&text, None).tree.unwrap();
        let read = annotation::read(&back.record_of(&back.main_line())).unwrap();
        let told = |review: &Review| {
            let judged = review.moves.iter().map(|mv| (mv.number, mv.grade, mv.better.first().copied()));
            (judged.filter(|mv| mv.1.is_some()).collect::<Vec<_>>(), review.decision, review.curve.len())
        };
        assert_eq!(told(&read), told(&review), "{text}");
        for (player, known) in review.players.iter().zip(&read.players) {
            let share = |player: &review::PlayerReview| player.accuracy.map_or(-1.0, |known| known.share);
            assert!((share(player) - share(known)).abs() < 0.01);
        }
        assert_eq!(annotation::without(back.node(1).comment()), "Mine.");
        // Writing again changes nothing.
        let mut again = back.clone();
        annotation::write(&read, &mut again);
        assert_eq!(again.to_string(), text);
        // A game of which one value is missing has no review.
        let mut cut = back;
        let last = cut.main_line().len() - 2;
        for id in cut.main_line().split_off(last) {
            cut.set_comment(id, "");
        }
        assert!(annotation::read(&cut.record_of(&cut.main_line())).is_none());
    }
}

#[test]
fn damaged_annotations_give_no_review_and_do_not_panic() {
    for comment in ["[%eval", "[%eval ]", "[%eval win9 in x]", "[%eval 0.5]", "[%eval 7 -6]", "[%eval NaN 1]"]
    {
        let text = format!("{{{comment}}} 1. 5 {{[%eval 0.5 0.5 | 99 x]}} *");
        assert!(annotation::read(&record(&text, Kind::Morpion)).is_none(), "{comment}");
    }
}

#[test]
fn a_game_of_one_move_is_reviewed_and_a_game_without_any_says_so() {
    let one = review(record("5 *", Kind::Morpion), 1_000).unwrap();
    assert_eq!((one.moves.len(), one.decision), (1, None));
    assert_eq!(one.players[1].accuracy, None);
    assert_eq!(review::story::player(&one.players[1], Lang::En), "no moves");
    assert_eq!(review(record("*", Kind::Morpion), 10).unwrap_err(), NothingToReview::NoMoves);
    let over = Record::new(AnyGame::parse(Kind::Morpion, "xxx/oo./... win1").unwrap());
    assert_eq!(review(over, 10).unwrap_err(), NothingToReview::OverAtStart);
    for why in [NothingToReview::NoMoves, NothingToReview::OverAtStart, NothingToReview::HiddenHands] {
        assert!(Lang::ALL.iter().all(|&lang| why.say(lang).ends_with('.')));
    }
}

#[test]
fn moves_of_an_engine_that_took_over_do_not_count_for_the_player() {
    let mut record = played(Kind::Doh, "players=3", 5);
    let whole = review(record.clone(), 300).unwrap();
    record.set_tag("StandIn2", "4");
    let review = review(record, 300).unwrap();
    assert_eq!(review.players[1].moves, 1, "moves 5, 8, … are the engine's");
    assert!(whole.players[1].moves > 1);
    assert_eq!(review.players[0], whole.players[0]);
    assert!(review.to_retry(Seat::TWO).iter().all(|mv| mv.number < 4));
    let said = review::story::stand_in(&review.players[1], "Player 2", Lang::En).unwrap();
    assert!(said.starts_with("Player 2: an engine took over at move 4."), "{said}");
}

#[test]
fn moves_of_an_engine_do_not_count_until_the_player_returns() {
    let mut record = played(Kind::Doh, "players=3", 5);
    let whole = review(record.clone(), 300).unwrap();
    record.set_tag("StandIn2", "2-2");
    let review = review(record, 300).unwrap();
    assert_eq!(review.players[1].moves + 1, whole.players[1].moves, "only move 2 is the engine's");
    let said = review::story::stand_in(&review.players[1], "Player 2", Lang::En).unwrap();
    assert_eq!(said, "Player 2: an engine played some of the moves, from move 2 on. They do not count.");
}

#[test]
fn a_mistake_in_the_card_game_has_a_refuting_line_that_begins_with_the_drawn_cards() {
    let record = played(Kind::Cards, "", 3);
    let review = review(record.clone(), 60).unwrap();
    let mistake =
        review.mistakes().find(|mv| !mv.refutation.is_empty()).expect("a mistake with a refutation");
    let mut game = record.positions().nth(mistake.step + 1).unwrap();
    assert_eq!(game.turn(), rules::Turn::Chance, "a card is drawn after the move");
    for &mv in &mistake.refutation {
        game.play(mv).unwrap_or_else(|_| panic!("{mv} is legal"));
    }
    let missing: Vec<usize> =
        review.mistakes().filter(|mv| mv.refutation.is_empty()).map(|mv| mv.number).collect();
    assert!(missing.len() <= 1, "only the last mistake may end the game, not {missing:?}");
}

#[test]
fn a_game_that_was_resigned_early_is_not_called_decided() {
    let mut record = record("5 1", Kind::Morpion);
    record.declare(Some(Outcome::Win(Seat::ONE)));
    let review = review(record, 1_000).unwrap();
    assert_eq!(review.decision, None);
}
