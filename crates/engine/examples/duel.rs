//! Two kinds of players against each other, at any game and any number of seats.
//!
//! ```text
//! cargo run --release -p engine --example duel -- doh players=3 uct uct:plain --nodes 2000 --sets 20
//! ```
//!
//! A set is one opening (or deal), played once with every way to seat both kinds: the score is the share of the
//! points that the first kind won, and two equal kinds score 50 %. Players: `random`, `level:N`, and `uct` with
//! settings after colons, such as `uct:plain`, `uct:exploration=0.4:caution=0.2`; `:nodes=N` or `:ms=N` overrides
//! `--nodes` and `--ms`.

use std::time::{Duration, Instant};

use engine::knowledge;
use engine::search::mcts::{self, Settings};
use engine::{Control, Engine, Level, Limits};
use rules::{AnyGame, AnyMove, AnyView, Kind, Outcome, Rng, Turn, Viewer};

fn now() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A player as the command line describes it.
#[derive(Clone)]
enum Kin {
    Random,
    Level(Level, Limits),
    Uct(Settings, Limits),
}

fn kin(text: &str, limits: &Limits) -> Kin {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or("");
    let mut limits = limits.clone();
    if name == "random" {
        return Kin::Random;
    }
    if name == "level" {
        let level = parts.next().and_then(|n| n.parse().ok()).expect("level:N");
        set(&mut limits, &mut Settings::PLAIN.clone(), parts);
        return Kin::Level(level, limits);
    }
    assert_eq!(name, "uct", "a player is random, level:N or uct");
    let mut settings = if text.contains(":plain") { Settings::PLAIN } else { knowledge::doh_many::DOH_MANY };
    set(&mut limits, &mut settings, parts);
    Kin::Uct(settings, limits)
}

fn set<'t>(limits: &mut Limits, settings: &mut Settings, parts: impl Iterator<Item = &'t str>) {
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, "0"));
        let number: f64 = value.parse().expect("a number");
        match key {
            "plain" => {}
            "exploration" => settings.exploration = number as f32,
            "caution" => settings.caution = number as f32,
            "bias" => settings.bias = number as f32,
            "expand" => settings.expand_at = number as u32,
            "nodes" => (limits.nodes, limits.time) = (Some(number as u64), None),
            "ms" => (limits.nodes, limits.time) = (None, Some(Duration::from_millis(number as u64))),
            _ => panic!("unknown setting {key}"),
        }
    }
}

struct Player {
    kin: Kin,
    engine: Engine,
    doh: mcts::Search<rules::Doh>,
    moves: u64,
    nodes: u64,
}

impl Player {
    fn choose(&mut self, game: &AnyGame, view: &AnyView, seed: u64) -> AnyMove {
        self.moves += 1;
        let analysis = match &self.kin {
            Kin::Random => {
                let moves = game.moves();
                return moves[Rng::new(seed).below(moves.len() as u32) as usize];
            }
            Kin::Level(level, limits) => {
                let limits = Limits { seed, level: *level, ..limits.clone() };
                self.engine.think(view, &limits, &mut ()).expect("a move to find")
            }
            Kin::Uct(settings, limits) => {
                let limits = Limits { seed, ..limits.clone() };
                match view {
                    AnyView::Doh(view) if !settings.plain => {
                        let mut guide = knowledge::doh_many::DohGuide;
                        let analysis = Control::alone(&limits, |control| {
                            self.doh.think(view.position(), &limits, settings, &mut guide, control)
                        });
                        self.nodes += analysis.nodes;
                        return AnyMove::Doh(analysis.chosen);
                    }
                    view => engine::think_uct(view, &limits, settings, &mut ()).expect("a move to find"),
                }
            }
        };
        self.nodes += analysis.nodes;
        analysis.chosen
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<u64>().ok()
    };
    let limits = Limits {
        nodes: option("--nodes"),
        time: option("--ms").map(Duration::from_millis),
        clock: now,
        ..Limits::default()
    };
    let kind: Kind = args[0].parse().expect("a game");
    let options = if args[1] == "-" { "" } else { &args[1] };
    let (sets, opening) = (option("--sets").unwrap_or(10), option("--opening").unwrap_or(2));
    let first_seed = option("--seed").unwrap_or(1);
    let new = |text: &str| Player {
        kin: kin(text, &limits),
        engine: Engine::new(),
        doh: mcts::Search::default(),
        moves: 0,
        nodes: 0,
    };
    let mut players = [new(&args[2]), new(&args[3])];
    let (mut points, mut squares, mut games, mut draws, mut plies) = (0.0, 0.0, 0.0, 0, 0);
    for set in 0..sets {
        let mut start = AnyGame::new(kind, options).expect("options of the game");
        let mut rng = Rng::new(first_seed.wrapping_add(set).wrapping_mul(0x1234_5678_9abc_def1));
        let mut made = 0;
        while made < opening && !start.turn().is_over() {
            made += u64::from(start.turn() != Turn::Chance);
            let mv = start.random_move(&mut rng).expect("a move");
            start.play(mv).expect("a legal move");
        }
        let seats = start.seats();
        let (mut won, mut played) = (0.0, 0.0);
        for seating in 1..(1u32 << seats) - 1 {
            let mut game = start.clone();
            let mut chance = rng.clone();
            let mut ply = 0u64;
            let outcome = loop {
                match game.turn() {
                    Turn::Over(outcome) => break outcome,
                    Turn::Chance => {
                        let mv = game.random_move(&mut chance).expect("a draw");
                        game.play(mv).expect("a legal draw");
                    }
                    Turn::Seat(seat) => {
                        let kin = (seating >> seat.index() & 1) as usize;
                        let view = game.view(Viewer::Seat(seat));
                        let seed = Rng::new(set * 1000 + ply).bits() ^ u64::from(seating);
                        let mv = players[1 - kin].choose(&game, &view, seed);
                        game.play(mv).expect("a legal move");
                        ply += 1;
                    }
                }
            };
            plies += ply;
            played += 1.0;
            match outcome {
                Outcome::Win(seat) => won += f64::from(seating >> seat.index() & 1),
                Outcome::Draw => {
                    draws += 1;
                    won += f64::from(seating.count_ones()) / f64::from(seats);
                }
            }
        }
        let share: f64 = won / played;
        points += share;
        squares += share * share;
        games += played;
    }
    let n = sets as f64;
    let mean = points / n;
    let error = 1.96 * ((squares / n - mean * mean).max(0.0) / n).sqrt();
    println!(
        "{kind} {options}: {} scores {:.1} % ± {:.1} against {} ({games} games, {draws} draws, {:.1} plies, nodes per move {} and {})",
        args[2],
        100.0 * mean,
        100.0 * error,
        args[3],
        plies as f64 / games,
        players[0].nodes / players[0].moves.max(1),
        players[1].nodes / players[1].moves.max(1),
    );
}
