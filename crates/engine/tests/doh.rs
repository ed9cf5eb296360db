//! Tic Tac Doh! with two players: solved, and played perfectly.

#![allow(clippy::unwrap_used, reason = "a test or an experiment fails by panicking")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use engine::solve::{self, Verdict};
use std::time::Duration;

use engine::{Analysis, Engine, Level, Limits, NothingToSearch, Observer, TimeLimit, Value};
use rules::doh::Options;
use rules::{AnyGame, AnyMove, Doh, Game, Outcome, Rng, Seat, Turn, Viewer};

fn think(engine: &mut Engine, game: &Doh, limits: &Limits) -> Analysis<AnyMove> {
    engine.think(&AnyGame::from(*game).view(Viewer::Public), limits, &mut ()).expect("somebody is to move")
}

fn all_lines() -> Limits {
    Limits { lines: usize::MAX, ..Limits::default() }
}

fn doh_move(mv: AnyMove) -> rules::doh::Move {
    match mv {
        AnyMove::Doh(mv) => mv,
        other => panic!("{other} is not a move of this game"),
    }
}

fn after(game: &Doh, mv: rules::doh::Move) -> Doh {
    let mut next = *game;
    next.play(mv).expect("the move is legal");
    next
}

/// A position with this many pieces in play, reached by random moves, before the end.
fn random_position(rng: &mut Rng, placed: u8) -> Doh {
    loop {
        let mut game = Doh::new(Default::default());
        while game.placed() < placed {
            let Some(mv) = game.random_move(rng, &mut Vec::new()) else { break };
            game.play_unchecked(mv);
        }
        if game.placed() == placed && !game.turn().is_over() {
            return game;
        }
    }
}

/// The same, but no player misses an immediate win, as between careful players.
fn careful_position(rng: &mut Rng, placed: u8) -> Doh {
    let can_win = |game: &Doh| {
        let mover = game.to_move().expect("somebody is to move");
        let wins = |mv| after(game, mv).turn() == Turn::Over(Outcome::Win(mover));
        game.moves().into_iter().any(wins)
    };
    'again: loop {
        let mut game = Doh::new(Default::default());
        while game.placed() < placed {
            let mut moves = game.moves();
            rng.shuffle(&mut moves);
            let next = moves.into_iter().map(|mv| after(&game, mv));
            let Some(next) = next.into_iter().find(|next| !next.turn().is_over() && !can_win(next)) else {
                continue 'again;
            };
            game = next;
        }
        return game;
    }
}

/// Alpha-beta by the rules alone, without a transposition table or symmetry. The value for the player to move is 100
/// minus the distance for a win, the negative of that for a loss, and 0 for a draw.
fn plain(game: &Doh, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    match game.turn() {
        Turn::Over(Outcome::Win(_)) => return depth - 100,
        Turn::Over(Outcome::Draw) => return 0,
        _ => {}
    }
    let mut nexts: Vec<Doh> = game.moves().into_iter().map(|mv| after(game, mv)).collect();
    nexts.sort_by_key(|next| !next.turn().is_over());
    let mut best = -1000;
    for next in nexts {
        best = best.max(-plain(&next, depth + 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A proven value in the units of [`plain`].
fn as_plain(value: Value, mover: Seat) -> i32 {
    match value {
        Value::Proven { outcome: Outcome::Draw, .. } => 0,
        Value::Proven { outcome: Outcome::Win(seat), plies } if seat == mover => 100 - plies as i32,
        Value::Proven { plies, .. } => plies as i32 - 100,
        Value::Expected(_) => panic!("the value is proven"),
    }
}

#[test]
fn best_play_draws_and_only_the_medium_opening_loses() {
    let solution = solve::doh();
    assert_eq!((solution.value, solution.plies), (Verdict::Draw, 15));
    let openings: Vec<(String, String, u32)> = solution
        .openings
        .iter()
        .map(|opening| (opening.mv.to_string(), opening.value.to_string(), opening.plies))
        .collect();
    let expected = [("Sc3", "draw", 15), ("Mc3", "loss", 6), ("Lc3", "draw", 15)];
    assert_eq!(openings, expected.map(|(mv, value, plies)| (mv.to_owned(), value.to_owned(), plies)));
    assert_eq!(solution.positions, 367_900);
}

#[test]
fn every_position_is_valued() {
    let mut last = 0;
    let census = solve::doh_all(&mut |progress| {
        assert!(last < progress.done && progress.done <= progress.total, "{progress:?} after {last}");
        last = progress.done;
        ControlFlow::Continue(())
    })
    .expect("nothing broke off");
    assert_eq!((census.won, census.lost, census.drawn), (7_703_431, 188_382, 645_814));
    assert_eq!((census.over_by_line, census.over_by_block, census.over_drawn), (9_522_332, 2_869, 144_917));
    let by_distance = census.by_distance.iter().fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
    assert_eq!(by_distance, (census.won, census.lost));
    assert_eq!(census.by_distance.iter().rposition(|&(won, _)| won > 0), Some(13));
    // A win takes an odd number of moves, a loss an even one.
    for (plies, &(won, lost)) in census.by_distance.iter().enumerate() {
        assert!(if plies % 2 == 0 { won == 0 } else { lost == 0 }, "{plies}");
    }
    assert_eq!(census.all(), 18_207_745);
}

#[test]
fn valuing_every_position_can_be_cancelled() {
    let mut calls = 0;
    let census = solve::doh_all(&mut |_| {
        calls += 1;
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((census, calls), (None, 3));
}

#[test]
fn the_engine_finds_what_plain_alpha_beta_finds() {
    let mut rng = Rng::new(8);
    for (placed, count) in [(8, 12), (9, 40), (10, 150), (11, 500), (12, 1000), (13, 1000), (14, 1000)] {
        for i in 0..count {
            let make = if i % 3 == 0 { random_position } else { careful_position };
            let game = make(&mut rng, placed);
            let mover = game.to_move().expect("somebody is to move");
            // A new engine each time, without memory of the position before.
            let analysis = think(&mut Engine::new(), &game, &Limits::default());
            assert_eq!(as_plain(analysis.value(), mover), plain(&game, 0, -1000, 1000), "{game}");
        }
    }
}

#[test]
fn every_move_has_its_exact_value_and_a_line_that_ends_so() {
    let mut rng = Rng::new(3);
    let mut engine = Engine::new();
    for i in 0..600 {
        let placed = (i % 15) as u8;
        let make = if i % 2 == 0 { random_position } else { careful_position };
        let game = make(&mut rng, placed);
        let mover = game.to_move().expect("somebody is to move");
        let analysis = think(&mut engine, &game, &all_lines());
        let by_move: BTreeMap<_, _> =
            analysis.lines.iter().map(|line| (doh_move(line.moves[0]), line.value)).collect();
        assert_eq!(by_move.keys().copied().collect::<Vec<_>>(), {
            let mut moves = game.moves();
            moves.sort();
            moves
        });
        let values: Vec<i32> = analysis.lines.iter().map(|line| as_plain(line.value, mover)).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{game}: {values:?}");
        assert_eq!(analysis.chosen, analysis.lines[0].moves[0]);
        for line in &analysis.lines {
            let Value::Proven { outcome, plies } = line.value else { panic!("{game}: {line:?}") };
            let end = line.moves.iter().fold(game, |game, &mv| after(&game, doh_move(mv)));
            assert_eq!(
                (end.turn(), line.moves.len()),
                (Turn::Over(outcome), plies as usize),
                "{game}: {line:?}"
            );
            // One move further, the end is one move nearer.
            let next = after(&game, doh_move(line.moves[0]));
            if !next.turn().is_over() {
                let value = think(&mut engine, &next, &Limits::default()).value();
                assert_eq!(value, Value::Proven { outcome, plies: plies - 1 }, "{next}");
            }
        }
    }
}

#[test]
fn the_hardest_positions_take_few_visits() {
    // The hardest of all positions with up to seven pieces in play, all of which were counted; and the start.
    for (text, most) in [
        ("...../..S(ML)./..(SML)../...../..... 1 players=2", 31_000),
        ("...../...../...../...../..... 1 players=2", 600),
    ] {
        let game: Doh = text.parse().expect("a position");
        let analysis = think(&mut Engine::new(), &game, &all_lines());
        assert!(analysis.nodes <= most, "{text} takes {} visits", analysis.nodes);
    }
}

#[test]
fn rotated_and_mirrored_positions_have_the_same_value() {
    let mut rng = Rng::new(5);
    let turned = |mv: rules::doh::Move, way: u32| {
        let (mut file, mut rank) = (mv.square().file(), mv.square().rank());
        if way & 1 != 0 {
            file = 4 - file;
        }
        if way & 2 != 0 {
            rank = 4 - rank;
        }
        if way & 4 != 0 {
            (file, rank) = (rank, file);
        }
        let square = rules::frame::Square::from_index(file + 5 * rank).expect("a square of the frame");
        rules::doh::Move::new(mv.size(), square)
    };
    for i in 0..60 {
        let mut game = Doh::new(Default::default());
        let mut others = [game; 8];
        for _ in 0..i % 12 {
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play_unchecked(mv);
            for (way, other) in (0..).zip(&mut others) {
                other.play(turned(mv, way)).expect("the same move is legal");
            }
        }
        if game.turn().is_over() {
            continue;
        }
        let values = |game: &Doh| {
            let lines = think(&mut Engine::new(), game, &all_lines()).lines;
            lines.into_iter().map(|line| line.value).collect::<Vec<_>>()
        };
        let expected = values(&game);
        assert!(others.iter().all(|other| values(other) == expected), "{game}");
    }
}

#[test]
fn translated_positions_have_the_same_value() {
    // The same two ranks, shifted so that another of their pieces is on c3.
    let texts = [
        "...../..S../.LM../...../..... 2 players=2",
        "...../...S./..LM./...../..... 2 players=2",
        "...../...../..S../.LM../..... 2 players=2",
    ];
    let values = texts.map(|text| {
        let game: Doh = text.parse().expect("a position");
        let lines = think(&mut Engine::new(), &game, &all_lines()).lines;
        lines.into_iter().map(|line| line.value).collect::<Vec<_>>()
    });
    assert_eq!(values[0], values[1]);
    assert_eq!(values[0], values[2]);
}

#[test]
fn a_depth_limit_shows_the_results_within_it_and_no_others() {
    let mut rng = Rng::new(11);
    let mut engine = Engine::new();
    for i in 0..200 {
        let game = careful_position(&mut rng, (i % 14) as u8);
        let exact: BTreeMap<_, _> = think(&mut engine, &game, &all_lines())
            .lines
            .into_iter()
            .map(|line| (line.moves[0], line.value))
            .collect();
        for depth in 0..=15 {
            let limits = Limits { depth: Some(depth), ..all_lines() };
            let analysis = think(&mut engine, &game, &limits);
            assert!(analysis.depth <= depth);
            for line in analysis.lines {
                let Value::Proven { plies, .. } = exact[&line.moves[0]] else { panic!("{game}") };
                if plies <= depth {
                    assert_eq!(line.value, exact[&line.moves[0]], "{game} at depth {depth}");
                } else {
                    assert_eq!(line.value, Value::Expected([0.5, 0.5, 0.0, 0.0]), "{game} at depth {depth}");
                }
            }
        }
    }
}

/// Stops the search from the beginning, and records what was reported.
#[derive(Default)]
struct Impatient {
    told: Vec<Analysis<AnyMove>>,
}

impl Observer for Impatient {
    fn progress(&mut self, analysis: &Analysis<AnyMove>) {
        self.told.push(analysis.clone());
    }

    fn should_stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_legal_move_is_known_whatever_the_limits() {
    let mut rng = Rng::new(21);
    for i in 0..60 {
        let game = careful_position(&mut rng, (i % 14) as u8);
        let view = AnyGame::from(game).view(Viewer::Public);
        let none = Limits { nodes: Some(0), lines: usize::MAX, ..Limits::default() };
        let no_time = Limits {
            time: Some(TimeLimit::new(|| Duration::ZERO, Duration::ZERO)),
            lines: 0,
            depth: Some(0),
            ..Limits::default()
        };
        for limits in [none, no_time] {
            let mut report = Impatient::default();
            let analysis = Engine::new().think(&view, &limits, &mut report).expect("somebody is to move");
            assert!(game.check(doh_move(analysis.chosen)).is_ok(), "{game}");
            assert!(report.told.iter().all(|told| game.check(doh_move(told.chosen)).is_ok()), "{game}");
            assert!(!report.told.is_empty());
        }
    }
}

#[test]
fn proofs_of_searches_without_time_are_true() {
    let mut rng = Rng::new(22);
    let mut engine = Engine::new();
    for _ in 0..100 {
        let game = careful_position(&mut rng, 8);
        let exact = think(&mut engine, &game, &all_lines());
        for nodes in [0, 1, 10, 100] {
            let limits = Limits { nodes: Some(nodes), ..all_lines() };
            for line in think(&mut Engine::new(), &game, &limits).lines {
                let same = exact.lines.iter().find(|other| other.moves[0] == line.moves[0]);
                assert!(!line.value.is_proven() || same.map(|same| same.value) == Some(line.value), "{game}");
            }
        }
    }
}

#[test]
fn there_is_nothing_to_search_when_the_game_is_over() {
    let game: Doh = "...../...../.SSS./..M../..M.. win1 players=2".parse().expect("a position");
    let view = AnyGame::from(game).view(Viewer::Public);
    let thought = Engine::new().think(&view, &Limits::default(), &mut ());
    assert_eq!(thought.err(), Some(NothingToSearch::Over(Outcome::Win(Seat::ONE))));
}

/// The score of `level` against `other` over this many games, from both seats. A draw counts a half.
fn score(engine: &mut Engine, level: u8, other: u8, games: u64) -> f64 {
    let mut total = 0.0;
    for n in 0..games {
        let mine = Seat::from_index((n % 2) as u8);
        let mut game = Doh::new(Options::default());
        while let Some(seat) = game.to_move() {
            let number = if seat == mine { level } else { other };
            let seed = Rng::new(n << 8 | u64::from(game.placed())).bits();
            let level = Level::new(number).expect("a level");
            let analysis = think(engine, &game, &Limits { level, seed, ..Limits::default() });
            game = after(&game, doh_move(analysis.chosen));
        }
        total += match game.turn().outcome() {
            Some(Outcome::Win(seat)) => f64::from(u8::from(seat == mine)),
            _ => 0.5,
        };
    }
    total / games as f64
}

/// `DOH_GAMES=2000 cargo test --release -p trois-engine --test doh each_level -- --nocapture` prints the table.
#[test]
fn each_level_beats_the_one_below() {
    let games = std::env::var("DOH_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(200);
    let mut engine = Engine::new();
    for level in 2..=10 {
        let score = score(&mut engine, level, level - 1, games);
        println!("level {level} scores {:.1} % against level {}", 100.0 * score, level - 1);
        // Two hundred games leave an error of three points or so.
        assert!((0.6..=0.85).contains(&score), "level {level} scores {score} against the one below");
    }
}
