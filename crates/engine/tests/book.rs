//! The built-in opening book: every move is legal and good, and it is used where it may be.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::book::{self, Book, BookPosition, Symmetric, position_after};
use engine::{Analysis, BookError, Engine, Level, Limits, Strength, TimeLimit};
use rules::super_morpion::Move;
use rules::{AnyGame, AnyMove, Game, Kind, SuperMorpion, Symmetry, Viewer};

/// How much worse than its own move a short search may find a book move, in shares: it is less reliable than the book.
const MARGIN: f32 = 0.08;

fn text() -> &'static str {
    book::text(SuperMorpion::KIND).unwrap()
}

fn standard() -> Book<SuperMorpion> {
    Book::read(text()).unwrap()
}

fn think(engine: &mut Engine, game: SuperMorpion, limits: &Limits) -> Analysis<AnyMove> {
    let view = AnyGame::from(game).view(Viewer::Public);
    engine.think(&view, limits, &mut ()).unwrap()
}

/// How much better a search of this many positions finds another move than the book's, in shares.
fn lost(position: &BookPosition<Move>, nodes: u64) -> f32 {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let game: SuperMorpion = position_after(&position.moves).unwrap();
    let seat = game.to_move().unwrap();
    let mut engine = Engine::new();
    let found = think(&mut engine, game, &limits);
    if found.chosen == AnyMove::Super(position.best) {
        return 0.0;
    }
    let mut next = game;
    next.play(position.best).unwrap();
    let after = next.turn().outcome().map_or_else(
        || think(&mut engine, next, &limits).value().share(seat, 2),
        |outcome| engine::Value::Proven { outcome, plies: 0 }.share(seat, 2),
    );
    found.value().share(seat, 2) - after
}

/// Checks positions of the book, and prints the one in which most is lost.
fn assert_good<'b>(positions: impl Iterator<Item = &'b BookPosition<Move>>, nodes: u64) {
    let (mut worst, mut worse, mut count) = (0.0, None, 0);
    let mut other_moves = 0;
    for position in positions {
        let lost = lost(position, nodes);
        assert!(lost <= MARGIN, "{position:?}: a search of {nodes} positions finds {lost:.3} more");
        count += 1;
        other_moves += u32::from(lost > 0.0);
        if lost > worst {
            (worst, worse) = (lost, Some(position));
        }
    }
    println!("{count} positions, a better move in {other_moves}; at most {worst:.4} are lost: {worse:?}");
}

#[test]
fn the_book_is_small_and_can_be_read() {
    assert!(text().len() <= 50_000, "{} bytes", text().len());
    let book = standard();
    assert!(book.positions().len() >= 900, "{} positions", book.positions().len());
    assert!(text().ends_with(&format!("end {}\n", book.positions().len())));
}

#[test]
fn the_book_knows_every_first_move() {
    let (book, start) = (standard(), SuperMorpion::new(Default::default()));
    assert!(book.look_up(&start).is_some());
    for mv in start.moves() {
        assert!(book.look_up(&position_after(&[mv]).unwrap()).is_some(), "{mv}");
    }
}

#[test]
fn every_line_of_the_book_is_legal_in_every_symmetric_form() {
    let book = standard();
    for position in book.positions() {
        for symmetry in Symmetry::ALL {
            let moves: Vec<Move> =
                position.moves.iter().map(|&mv| SuperMorpion::transform(mv, symmetry)).collect();
            let mut game: SuperMorpion = position_after(&moves).unwrap();
            for mv in book.line(&game).unwrap().moves {
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn a_search_finds_nothing_much_better_than_a_sample_of_the_book() {
    assert_good(standard().positions().iter().step_by(97), 200_000);
}

/// Takes minutes: `cargo test --release -p trois-engine --test book -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn a_search_finds_nothing_much_better_than_any_move_of_the_book() {
    assert_good(standard().positions().iter(), 500_000);
}

#[test]
fn the_engine_plays_from_the_book_only_where_it_may() {
    let start = SuperMorpion::new(Default::default());
    let book = standard();
    let line = book.line(&start).unwrap();
    let time = Some(TimeLimit::new(|| std::time::Duration::ZERO, std::time::Duration::ZERO));
    let with_book = Limits { book: true, time, ..Limits::default() };
    let found = think(&mut Engine::new(), start, &with_book);
    assert!(found.is_from_book);
    assert_eq!(found.chosen, AnyMove::Super(line.best()));
    assert_eq!((found.depth, found.nodes), (line.depth, 0));
    assert_eq!(found.lines[0].moves.len(), line.moves.len());

    let searched = |limits: Limits| {
        let found = think(&mut Engine::new(), start, &limits);
        assert!(!found.is_from_book && found.nodes > 0, "{limits:?}");
    };
    searched(Limits { book: false, ..with_book.clone() });
    searched(Limits { nodes: Some(100), ..with_book.clone() });
    searched(Limits { depth: Some(2), ..with_book.clone() });
    searched(Limits { lines: 2, ..with_book.clone() });
    for level in 1..10 {
        searched(Limits { level: Level::new(level).unwrap(), ..with_book.clone() });
    }
    let weak = Some(Strength { blur: 0.1, slips: 1.0, ..Strength::FULL });
    let view = AnyGame::from(start).view(Viewer::Public);
    assert!(!Engine::new().think_as(&view, &with_book, weak, &mut ()).unwrap().is_from_book);
    let drawn = SuperMorpion::new("tiebreak=draw".parse().unwrap());
    assert!(!think(&mut Engine::new(), drawn, &with_book).is_from_book);
}

#[test]
fn a_search_in_steps_gives_the_same_book_move() {
    let view = AnyGame::from(SuperMorpion::new(Default::default())).view(Viewer::Public);
    let limits = Limits { book: true, ..Limits::default() };
    let mut engine = Engine::new();
    engine.start(&view, &limits).unwrap();
    assert!(engine.analysis().unwrap().is_from_book);
    assert_eq!(engine.step(engine::StepBudget::nodes(1)), engine::Status::Finished);
    assert_eq!(engine.stop(), engine.think(&view, &limits, &mut ()).ok());
}

#[test]
fn a_book_that_is_refused_leaves_the_engine_without_one() {
    let game = SuperMorpion::new(Default::default());
    let mut engine = Engine::new();
    let short = "trois-book 1 super\n0 - 1.1 500 9\nend 1\n";
    engine.load_book(Kind::Super, short).unwrap();
    engine.forget();
    assert_eq!(engine.book_line(&AnyGame::from(game)).unwrap().best().to_string(), "1.1");

    let illegal = "trois-book 1 super\n0 - 1.1 500 9\n1 1.1 2.1 500 9\nend 2\n";
    let error = engine.load_book(Kind::Super, illegal).unwrap_err();
    assert!(matches!(error, BookError::Line(3, _)), "{error}");
    assert_eq!(engine.book_line(&AnyGame::from(game)), None);
    let limits = Limits {
        book: true,
        time: Some(TimeLimit::new(|| std::time::Duration::ZERO, std::time::Duration::ZERO)),
        ..Limits::default()
    };
    assert!(!think(&mut engine, game, &limits).is_from_book);

    assert_eq!(engine.load_book(Kind::Morpion, short), Err(BookError::NoBook));
}
