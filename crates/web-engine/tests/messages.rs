//! Messages survive being written and parsed, and questions get answers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use engine::{Analysis, Level, Line, NothingToSearch, Value};
use rules::{AnyGame, Kind, Lang, Outcome, Rng, Say, Seat, Turn, Viewer};
use web_engine::{EngineFailure, EngineRequest, EngineWorker, Reply, SearchReport, Think};

fn clock() -> Duration {
    Duration::ZERO
}

fn answers(request: &EngineRequest) -> Vec<Reply> {
    let mut replies = Vec::new();
    let mut send = |reply: &Reply| {
        assert_eq!(reply.to_string().parse(), Ok(reply.clone()), "{reply}");
        replies.push(reply.clone());
    };
    let mut worker = EngineWorker::new(clock);
    worker.receive(&request.to_string(), &mut send);
    while worker.is_searching() {
        worker.step(&mut send);
    }
    replies
}

/// Positions along some random games of every kind.
fn positions() -> Vec<AnyGame> {
    let mut rng = Rng::new(4);
    let mut positions = Vec::new();
    for &kind in Kind::ALL {
        for _ in 0..10 {
            let mut game = AnyGame::new(kind, "").unwrap();
            while !game.turn().is_over() {
                game.play(game.random_move(&mut rng).unwrap()).unwrap();
                positions.push(game.clone());
            }
        }
    }
    positions
}

#[test]
fn a_question_about_any_view_of_any_position_round_trips_to_the_same_view() {
    for position in positions() {
        for viewer in [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public] {
            let view = position.view(viewer);
            let think = Think::new(9, &view);
            assert_eq!(think.position.view(viewer), view, "a view of a view is the same view");
            let request = EngineRequest::Think(think);
            assert_eq!(request.to_string().parse(), Ok(request.clone()), "{request}");
        }
    }
}

#[test]
fn the_question_contains_nothing_hidden_from_the_player() {
    let mut hidden = 0;
    for position in positions().iter().filter(|position| position.kind().hides()) {
        let text = |viewer| Think::new(1, &position.view(viewer)).to_string();
        let whole = EngineRequest::Think(Think {
            position: position.clone(),
            ..Think::new(1, &position.view(Viewer::Public))
        });
        hidden += usize::from(whole.to_string() != text(Viewer::Public));
        assert_ne!(text(Viewer::Seat(Seat::ONE)), text(Viewer::Seat(Seat::TWO)));
    }
    assert!(hidden > 0, "no position of the random games hid anything");
}

#[test]
fn every_limit_round_trips() {
    let view = AnyGame::new(Kind::Super, "").unwrap().view(Viewer::Public);
    let think = Think {
        time: Some(Duration::from_millis(1500)),
        nodes: Some(u64::MAX),
        depth: Some(12),
        level: Level::new(3).unwrap(),
        lines: 5,
        seed: u64::MAX,
        book: true,
        ..Think::new(u32::MAX, &view)
    };
    let request = EngineRequest::Think(think);
    assert_eq!(request.to_string().parse(), Ok(request));
    for request in [EngineRequest::Forget, EngineRequest::Stop { id: 12 }] {
        assert_eq!(request.to_string().parse(), Ok(request));
    }
}

#[test]
fn replies_round_trip() {
    let game = AnyGame::new(Kind::Doh, "players=3").unwrap();
    let moves = game.moves();
    let lines = vec![
        Line {
            value: Value::Proven { outcome: Outcome::Win(Seat::TWO), plies: 7 },
            moves: moves[..3].to_vec(),
        },
        Line { value: Value::Expected([0.1, 0.25, 0.65, 0.0]), moves: moves[1..2].to_vec() },
    ];
    let analysis = Analysis {
        chosen: moves[2],
        lines,
        depth: 9,
        nodes: 1 << 40,
        elapsed: Duration::from_millis(31),
        is_from_book: true,
    };
    let found = SearchReport { id: 3, kind: Kind::Doh, analysis };
    let failures = [
        EngineFailure::Unreadable,
        EngineFailure::Nothing(NothingToSearch::Chance),
        EngineFailure::Nothing(NothingToSearch::HiddenHand),
        EngineFailure::Nothing(NothingToSearch::Over(Outcome::Draw)),
        EngineFailure::Nothing(NothingToSearch::Over(Outcome::Win(Seat::TWO))),
    ];
    let failed = failures.map(|why| Reply::Failed { id: 4, why });
    for reply in [Reply::Ready, Reply::Progress(found.clone()), Reply::Done(found)].iter().chain(&failed) {
        assert_eq!(reply.to_string().parse(), Ok(reply.clone()), "{reply}");
    }
    for why in failures {
        assert_ne!(why.say(Lang::Fr), why.say(Lang::En));
    }
}

#[test]
fn a_question_about_each_game_is_answered_with_a_legal_move() {
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").unwrap();
        let mut rng = Rng::new(1);
        while game.turn() == Turn::Chance {
            game.play(game.random_move(&mut rng).unwrap()).unwrap();
        }
        let viewer = Viewer::Seat(game.turn().seat().unwrap());
        let think = Think { nodes: Some(2000), ..Think::new(5, &game.view(viewer)) };
        let replies = answers(&EngineRequest::Think(think));
        let Some(Reply::Done(found)) = replies.last() else { panic!("{kind}: {replies:?}") };
        assert_eq!((found.id, found.kind), (5, kind));
        assert_eq!(game.check(found.analysis.chosen), Ok(()));
    }
}

#[test]
fn a_question_without_an_answer_is_refused_with_the_reason() {
    let over = AnyGame::parse(Kind::Morpion, "oox/.x./x.. win1").unwrap();
    let think = Think::new(6, &over.view(Viewer::Public));
    let why = EngineFailure::Nothing(NothingToSearch::Over(Outcome::Win(Seat::ONE)));
    assert_eq!(answers(&EngineRequest::Think(think)), [Reply::Failed { id: 6, why }]);
}

#[test]
fn malformed_messages_are_refused_and_change_nothing() {
    let start = Think::new(8, &AnyGame::new(Kind::Super, "").unwrap().view(Viewer::Public)).to_string();
    // A truncated position may still be valid, so the text is cut only before it.
    let position = start.find("position").unwrap();
    let mut texts: Vec<String> = (0..position).map(|end| start[..end].to_owned()).collect();
    texts
        .extend(["", "think", "think 8", "stop", "stop x", "\n\n", "think x\ngame super"].map(str::to_owned));
    for text in texts {
        let mut replies = Vec::new();
        EngineWorker::new(clock).receive(&text, &mut |reply| replies.push(reply.clone()));
        assert!(
            matches!(replies[..], [Reply::Failed { why: EngineFailure::Unreadable, .. }]),
            "{text:?}: {replies:?}"
        );
    }
}
