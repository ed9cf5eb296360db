//! Two kinds of players against each other, at any game and any number of seats.
//!
//! ```text
//! cargo run --release -p engine --example duel -- doh players=3 uct plain --nodes 2000 --sets 20
//! ```
//!
//! A set is one opening (or deal), played once with every way to seat both kinds: the score is the share of the
//! points that the first kind won, and two equal kinds score 50 %. Players: `random`, `greedy` (cards), `level:N`,
//! `plain` (UCT with random playouts) and `uct` (with knowledge of the game), with settings after colons, such as
//! `uct:exploration=0.4:caution=0.2`; `:nodes=N` or `:ms=N` overrides `--nodes` and `--ms`.

use std::time::{Duration, Instant};

use engine::knowledge::cards::{CardsMemory, CardsSettings, Way, greedy, think_cards};
use engine::knowledge::doh_many::{DOH_MANY, DohGuide};
use engine::knowledge::fives_many::{FIVES_MANY, FivesGuide};
use engine::search::mcts::{self, Settings};
use engine::{Control, Engine, Limits};
use rules::{AnyGame, AnyMove, AnyView, Game, Kind, Outcome, Rng, Turn, Viewer};

fn now() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A player as the command line describes it.
#[derive(Clone)]
enum Kin {
    Random,
    Greedy,
    Level,
    /// Plain UCT.
    Plain,
    /// A search with knowledge of the game.
    Guided,
}

struct Player {
    kin: Kin,
    limits: Limits,
    settings: Settings,
    cards: CardsSettings,
    length: Option<u32>,
    engine: Engine,
    doh: mcts::Search<rules::Doh>,
    fives: mcts::Search<rules::Fives>,
    cards_memory: CardsMemory,
    moves: u64,
    nodes: u64,
    time: Duration,
}

impl Player {
    fn new(text: &str, kind: Kind, limits: &Limits) -> Player {
        let mut parts = text.split(':');
        let kin = match parts.next() {
            Some("random") => Kin::Random,
            Some("greedy") => Kin::Greedy,
            Some("level") => Kin::Level,
            Some("plain") => Kin::Plain,
            Some("uct") => Kin::Guided,
            _ => panic!("a player is random, greedy, level:N, plain or uct"),
        };
        let mut limits = limits.clone();
        if matches!(kin, Kin::Level) {
            limits.level = parts.next().and_then(|n| n.parse().ok()).expect("level:N");
        }
        let settings = match (&kin, kind) {
            (Kin::Guided, Kind::Doh) => DOH_MANY,
            (Kin::Guided, Kind::Fives) => FIVES_MANY,
            (Kin::Guided, Kind::Cards) => CardsSettings::BEST.tree,
            (Kin::Guided, _) => Settings::GUIDED,
            _ => Settings::PLAIN,
        };
        let mut player = Player {
            kin,
            limits,
            settings,
            cards: CardsSettings::BEST,
            length: None,
            engine: Engine::new(),
            doh: mcts::Search::default(),
            fives: mcts::Search::default(),
            cards_memory: CardsMemory::default(),
            moves: 0,
            nodes: 0,
            time: Duration::ZERO,
        };
        parts.for_each(|part| player.set(part));
        player
    }

    fn set(&mut self, part: &str) {
        let (key, value) = part.split_once('=').unwrap_or((part, "0"));
        let number: f64 = value.parse().expect("a number");
        let (limits, settings) = (&mut self.limits, &mut self.settings);
        match key {
            "exploration" => settings.exploration = number as f32,
            "caution" => settings.caution = number as f32,
            "bias" => settings.bias = number as f32,
            "expand" => settings.expand_at = number as u32,
            "length" => self.length = Some(number as u32),
            "greed" => self.cards.guide.greed = number as u32,
            "care" => self.cards.guide.care = number as u32,
            "one" => self.cards.way = Way::OneTree,
            "worlds" => self.cards.way = Way::ManyWorlds { playouts: number as u32 },
            "nodes" => (limits.nodes, limits.time) = (Some(number as u64), None),
            "ms" => (limits.nodes, limits.time) = (None, Some(Duration::from_millis(number as u64))),
            _ => panic!("unknown setting {key}"),
        }
    }

    fn choose(&mut self, game: &AnyGame, view: &AnyView, seed: u64) -> AnyMove {
        let limits = Limits { seed, ..self.limits.clone() };
        let begun = now();
        let (mv, nodes) = match (&self.kin, view) {
            (Kin::Random, _) => (game.random_move(&mut Rng::new(seed)).expect("a move"), 0),
            (Kin::Greedy, AnyView::Cards(view)) => {
                let mover = view.position().to_move().expect("a seat");
                let mv = greedy(view.position(), mover, &mut Rng::new(seed), &mut Vec::new());
                (AnyMove::Cards(mv.expect("a move")), 0)
            }
            (Kin::Greedy, _) => panic!("only the card game has a greedy player"),
            (Kin::Level, view) => {
                let analysis = self.engine.think(view, &limits, &mut ()).expect("a move to find");
                (analysis.chosen, analysis.nodes)
            }
            (Kin::Guided, AnyView::Doh(view)) => {
                let analysis = Control::alone(&limits, |control| {
                    self.doh.think(view.position(), &limits, &self.settings, &mut DohGuide, control)
                });
                (AnyMove::Doh(analysis.chosen), analysis.nodes)
            }
            (Kin::Guided, AnyView::Fives(view)) => {
                let mut guide = self.length.map_or_else(FivesGuide::default, FivesGuide::new);
                let analysis = Control::alone(&limits, |control| {
                    self.fives.think(view.position(), &limits, &self.settings, &mut guide, control)
                });
                (AnyMove::Fives(analysis.chosen), analysis.nodes)
            }
            (Kin::Guided, AnyView::Cards(view)) => {
                self.cards.tree = self.settings;
                self.cards.guide.length = self.length.unwrap_or(self.cards.guide.length);
                let analysis = Control::alone(&limits, |control| {
                    think_cards(view, &limits, &self.cards, &mut self.cards_memory, control)
                });
                (AnyMove::Cards(analysis.chosen), analysis.nodes)
            }
            (Kin::Plain | Kin::Guided, view) => {
                let analysis =
                    engine::think_uct(view, &limits, &self.settings, &mut ()).expect("a move to find");
                (analysis.chosen, analysis.nodes)
            }
        };
        self.moves += 1;
        self.nodes += nodes;
        self.time += now() - begun;
        mv
    }

    fn speed(&self) -> String {
        let moves = self.moves.max(1) as f64;
        format!("{:.0} nodes, {:.1} ms", self.nodes as f64 / moves, self.time.as_secs_f64() * 1e3 / moves)
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
    let mut players = [2, 3].map(|at| Player::new(&args[at], kind, &limits));
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
        "{kind} {options}: {} scores {:.1} % ± {:.1} against {} ({games} games, {draws} draws, {:.1} plies, {} and {} per move)",
        args[2],
        100.0 * mean,
        100.0 * error,
        args[3],
        plies as f64 / games,
        players[0].speed(),
        players[1].speed(),
    );
}
