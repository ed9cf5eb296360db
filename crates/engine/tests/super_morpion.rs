//! The engine in Super Morpion: exact values are correct, and there is always a legal move.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

use std::time::Duration;

use engine::{Analysis, Engine, Limits, NothingToSearch, Observer, TimeLimit, Value};
use rules::super_morpion::{Options, Tiebreak};
use rules::{AnyGame, AnyMove, Game, Kind, Outcome, Rng, Seat, SuperMorpion, Turn, Viewer};

fn think(game: &SuperMorpion, limits: &Limits) -> Analysis<AnyMove> {
    Engine::new().think(&AnyGame::from(*game).view(Viewer::Seat(Seat::ONE)), limits, &mut ()).unwrap()
}

/// A random game, played until this few empty cells are left on open boards; `None` if it ended before.
fn late_position(rng: &mut Rng, tiebreak: Tiebreak, cells: u32) -> Option<SuperMorpion> {
    let mut game = SuperMorpion::new(Options::new(tiebreak));
    loop {
        let open = (0..9).filter(|board| game.open() >> board & 1 != 0);
        if open.map(|board| game.empty(board).count_ones()).sum::<u32>() <= cells {
            return (!game.turn().is_over()).then_some(game);
        }
        game.play_unchecked(game.random_move(rng, &mut Vec::new())?);
    }
}

/// 1, 0 or -1 for the player to move, by searching every game that can follow.
fn solve(game: &SuperMorpion, seat: Seat) -> i32 {
    match game.turn() {
        Turn::Over(Outcome::Draw) => 0,
        Turn::Over(Outcome::Win(winner)) => {
            if winner == seat {
                1
            } else {
                -1
            }
        }
        Turn::Seat(_) | Turn::Chance => {
            let mut best = -1;
            for mv in game.moves() {
                let mut next = *game;
                next.play_unchecked(mv);
                best = best.max(-solve(&next, seat.other()));
                if best == 1 {
                    break;
                }
            }
            best
        }
    }
}

fn sign(value: Value, seat: Seat) -> Option<i32> {
    match value {
        Value::Proven { outcome: Outcome::Draw, .. } => Some(0),
        Value::Proven { outcome: Outcome::Win(winner), .. } => Some(if winner == seat { 1 } else { -1 }),
        Value::Expected(_) => None,
    }
}

/// Plays a line and returns how it ends.
fn follow(game: &SuperMorpion, line: &[AnyMove]) -> Turn {
    let mut game = AnyGame::from(*game);
    for &mv in line {
        game.play(mv).unwrap();
    }
    game.turn()
}

#[test]
fn late_positions_are_solved_exactly() {
    let mut rng = Rng::new(1);
    let mut seen = [0; 3];
    for n in 0..400 {
        let tiebreak = if n % 2 == 0 { Tiebreak::Majority } else { Tiebreak::Draw };
        let Some(game) = late_position(&mut rng, tiebreak, 10) else { continue };
        let seat = game.to_move().unwrap();
        let analysis = think(&game, &Limits::default());
        let truth = solve(&game, seat);
        assert_eq!(sign(analysis.value(), seat), Some(truth), "{game}");
        seen[(truth + 1) as usize] += 1;
        let Value::Proven { outcome, plies } = analysis.value() else { unreachable!() };
        assert_eq!(follow(&game, &analysis.lines[0].moves), Turn::Over(outcome), "{game}");
        assert_eq!(plies as usize, analysis.lines[0].moves.len(), "{game}");
    }
    assert!(seen.iter().all(|&n| n >= 20), "{seen:?}");
}

#[test]
fn early_proofs_are_true() {
    let mut rng = Rng::new(2);
    let mut claims = [0; 3];
    for n in 0..400u64 {
        let tiebreak = if n % 2 == 0 { Tiebreak::Majority } else { Tiebreak::Draw };
        let Some(game) = late_position(&mut rng, tiebreak, 13) else { continue };
        let seat = game.to_move().unwrap();
        let lines = if n % 3 == 0 { usize::MAX } else { 1 + n as usize % 3 };
        let limits = Limits { nodes: Some(20 + n * 5), lines, ..Limits::default() };
        let analysis = think(&game, &limits);
        if let Some(claim) = sign(analysis.value(), seat) {
            assert_eq!(claim, solve(&game, seat), "{game}");
            claims[(claim + 1) as usize] += 1;
        }
        for line in &analysis.lines[1..] {
            let AnyMove::Super(mv) = line.moves[0] else { unreachable!() };
            let mut next = game;
            next.play_unchecked(mv);
            if let Some(claim) = sign(line.value, seat) {
                assert_eq!(claim, -solve(&next, seat.other()), "{game} {mv}");
            }
        }
    }
    assert!(claims.iter().all(|&n| n >= 5), "{claims:?}");
}

/// The expected share of the first player where no line of boards is possible any more, one board is open, and winning
/// it gives the majority.
fn without_lines(tiebreak: &str, nodes: Option<u64>) -> Value {
    let text = format!("X/O/X/X/O/O/O/X/x.....o.. 1 9 tiebreak={tiebreak}");
    let game = AnyGame::parse(Kind::Super, &text).unwrap();
    let limits = Limits { nodes, ..Limits::default() };
    Engine::new().think(&game.view(Viewer::Seat(Seat::ONE)), &limits, &mut ()).unwrap().value()
}

#[test]
fn without_a_possible_line_the_value_is_a_draw_if_only_lines_win() {
    for nodes in [1, 10, 100, 300] {
        let value = without_lines("draw", Some(nodes));
        assert!((value.share(Seat::ONE, 2) - 0.5).abs() < 1e-6, "{value} after {nodes} nodes");
    }
    assert!(matches!(without_lines("draw", None), Value::Proven { outcome: Outcome::Draw, .. }));
}

#[test]
fn the_last_board_can_decide_by_majority() {
    let won = Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 5 };
    assert_eq!(without_lines("majority", None), won);
    let unproven = without_lines("majority", Some(10));
    assert!(unproven.share(Seat::ONE, 2) > 0.55, "{unproven}");
}

struct Stop;
impl Observer for Stop {
    fn should_stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_search_without_time_nodes_or_depth_has_a_legal_move() {
    let game = AnyGame::new(Kind::Super, "").unwrap();
    let view = game.view(Viewer::Seat(Seat::ONE));
    let zero = |limits: Limits| Engine::new().think(&view, &limits, &mut ()).unwrap();
    let thoughts = [
        zero(Limits { time: Some(TimeLimit::new(|| Duration::ZERO, Duration::ZERO)), ..Limits::default() }),
        zero(Limits { nodes: Some(0), ..Limits::default() }),
        zero(Limits { depth: Some(0), ..Limits::default() }),
        Engine::new().think(&view, &Limits::default(), &mut Stop).unwrap(),
    ];
    for analysis in thoughts {
        assert!(game.check(analysis.chosen).is_ok());
    }
}

#[test]
fn a_finished_game_is_not_searched() {
    let text = "X/X/X/........./........./........./O/O/......... win1 - tiebreak=majority";
    let game = AnyGame::parse(Kind::Super, text).unwrap();
    let thought = Engine::new().think(&game.view(Viewer::Seat(Seat::ONE)), &Limits::default(), &mut ());
    assert_eq!(thought, Err(NothingToSearch::Over(Outcome::Win(Seat::ONE))));
}

#[test]
fn the_same_search_twice_gives_the_same_analysis() {
    let mut rng = Rng::new(7);
    let mut game = SuperMorpion::new(Default::default());
    for _ in 0..10 {
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        assert_eq!(think(&game, &limits), think(&game, &limits));
        let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
        game.play_unchecked(mv);
    }
}

#[test]
fn as_many_lines_are_given_as_asked_for() {
    let game = SuperMorpion::new(Default::default());
    for (lines, nodes) in [(1, 10), (3, 20_000), (81, 3000), (usize::MAX, 3000)] {
        let analysis = think(&game, &Limits { lines, nodes: Some(nodes), ..Limits::default() });
        assert_eq!(analysis.lines.len(), lines.min(81));
        let mut first: Vec<_> = analysis.lines.iter().map(|line| line.moves[0]).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), analysis.lines.len());
        assert!(
            analysis.lines.is_sorted_by(|a, b| a.value.share(Seat::ONE, 2) >= b.value.share(Seat::ONE, 2))
        );
        for line in &analysis.lines {
            follow(&game, &line.moves);
        }
    }
}

#[test]
fn a_game_is_played_to_its_end_with_one_memory() {
    let mut engine = Engine::new();
    let mut game = AnyGame::new(Kind::Super, "").unwrap();
    while let Turn::Seat(seat) = game.turn() {
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let analysis = engine.think(&game.view(Viewer::Seat(seat)), &limits, &mut ()).unwrap();
        assert!(analysis.nodes <= 2000 + 81);
        game.play(analysis.chosen).unwrap();
    }
}
