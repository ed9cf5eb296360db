//! Matches of Super Morpion between the engine and plain opponents: the ladder on which its strength is measured.
//!
//! ```text
//! ladder A B [--games N] [--seed S] [--threads T] [--tiebreak majority|draw]
//! ladder serve
//! ```
//!
//! Players are `ms:100` (the engine, 100 ms a move), `cpu:100` (100 ms of processor time, fair on a loaded machine;
//! Linux only), `nodes:50000`, `level:3`, `uct:100000` (plain UCT with so many random playouts), and `PROGRAM@nodes:50000`, another build
//! of this example. Games come in pairs that begin with the same four to eight random moves, with seats swapped.

#![allow(clippy::unwrap_used, reason = "a broken match should stop at once")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use engine::{Engine, Level, Limits};
use rules::super_morpion::{Move, Options, Tiebreak};
use rules::{AnyGame, AnyMove, Game, Kind, Outcome, Rng, Seat, SuperMorpion, Turn, Viewer};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "serve") {
        return serve();
    }
    let option = |name: &str| args.iter().position(|arg| arg == name).map(|at| args[at + 1].clone());
    let number = |name: &str, default: u64| option(name).map_or(default, |text| text.parse().unwrap());
    let (games, seed, threads) = (number("--games", 40), number("--seed", 1), number("--threads", 1));
    let tiebreak =
        if option("--tiebreak").as_deref() == Some("draw") { Tiebreak::Draw } else { Tiebreak::Majority };
    let next = AtomicU64::new(0);
    let score = Mutex::new(([0u64; 3], Vec::<f64>::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= games / 2 {
                        return;
                    }
                    let opening = opening(seed * 1_000_003 + pair, tiebreak);
                    let mut points = 0.0;
                    for a_first in [true, false] {
                        let mut players = [Player::new(&args[0], pair), Player::new(&args[1], pair + 1000)];
                        let result = play(opening, &mut players, a_first);
                        points += result;
                        let mut score = score.lock().unwrap();
                        score.0[(result * 2.0) as usize] += 1;
                    }
                    let mut score = score.lock().unwrap();
                    score.1.push(points / 2.0);
                    if score.1.len() % 10 == 0 {
                        print(&score.0, &score.1);
                    }
                }
            });
        }
    });
    let score = score.into_inner().unwrap();
    print(&score.0, &score.1);
}

fn print(wld: &[u64; 3], pairs: &[f64]) {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let var = pairs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (var / n).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} games: +{} ={} -{}  {:.1} % ± {:.1}  elo {:.0} [{:.0}, {:.0}]",
        pairs.len() * 2,
        wld[2],
        wld[1],
        wld[0],
        mean * 100.0,
        error * 100.0,
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    );
}

/// A position after four to eight random moves.
fn opening(seed: u64, tiebreak: Tiebreak) -> SuperMorpion {
    let mut rng = Rng::new(seed);
    let mut game = SuperMorpion::new(Options::new(tiebreak));
    for _ in 0..4 + rng.below(5) {
        if let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
        }
    }
    game
}

/// Plays a game; the points of the first player named.
fn play(mut game: SuperMorpion, players: &mut [Player; 2], a_first: bool) -> f64 {
    loop {
        match game.turn() {
            Turn::Over(Outcome::Draw) => return 0.5,
            Turn::Over(Outcome::Win(seat)) => return f64::from(u8::from((seat == Seat::ONE) == a_first)),
            Turn::Seat(seat) => {
                let player = usize::from((seat == Seat::ONE) != a_first);
                let mv = players[player].choose(&game);
                game.play(mv).unwrap();
            }
            Turn::Chance => unreachable!(),
        }
    }
}

enum Player {
    Engine(Box<Engine>, Limits),
    Uct(Uct),
    Other(Child, ChildStdin, BufReader<ChildStdout>, String),
}

impl Player {
    fn new(spec: &str, seed: u64) -> Player {
        if let Some((program, limit)) = spec.split_once('@') {
            let mut child = Command::new(program)
                .arg("serve")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            return Player::Other(child, input, BufReader::new(output), limit.to_owned());
        }
        match spec.split_once(':') {
            Some(("uct", n)) => {
                Player::Uct(Uct { playouts: n.parse().unwrap(), rng: Rng::new(seed), nodes: Vec::new() })
            }
            _ => Player::Engine(Box::default(), Limits { seed, ..limits(spec) }),
        }
    }

    fn choose(&mut self, game: &SuperMorpion) -> Move {
        match self {
            Player::Engine(engine, limits) => {
                limits.seed += 1;
                think(engine, game, limits)
            }
            Player::Uct(uct) => uct.choose(game),
            Player::Other(_, input, output, limit) => {
                writeln!(input, "{limit} {game}").unwrap();
                input.flush().unwrap();
                let mut line = String::new();
                output.read_line(&mut line).unwrap();
                line.trim().parse().unwrap()
            }
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Player::Other(child, ..) = self {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn think(engine: &mut Engine, game: &SuperMorpion, limits: &Limits) -> Move {
    let view = AnyGame::from(*game).view(Viewer::Seat(game.to_move().unwrap()));
    match engine.think(&view, limits, &mut ()).unwrap().chosen {
        AnyMove::Super(mv) => mv,
        _ => unreachable!(),
    }
}

fn limits(spec: &str) -> Limits {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let (kind, n) = spec.split_once(':').unwrap();
    let n: u64 = n.parse().unwrap();
    let mut limits = Limits { clock: || START.elapsed(), ..Limits::default() };
    match kind {
        "ms" => limits.time = Some(Duration::from_millis(n)),
        "cpu" => {
            limits.time = Some(Duration::from_millis(n));
            limits.clock = processor_time;
        }
        "nodes" => limits.nodes = Some(n),
        "depth" => limits.depth = Some(n as u32),
        "level" => limits.level = Level::new(n as u8).unwrap(),
        _ => panic!("unknown player {spec}"),
    }
    limits
}

/// How long this thread has run on a processor.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// Answers lines of a limit and a position with moves.
fn serve() {
    let mut engine = Engine::new();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (limit, position) = line.split_once(' ').unwrap();
        let AnyGame::Super(game) = AnyGame::parse(Kind::Super, position).unwrap() else { unreachable!() };
        println!("{}", think(&mut engine, &game, &limits(limit)));
    }
}

/// Plain UCT: UCB1, random playouts, the most visited move. No tree is kept between moves.
struct Uct {
    playouts: u32,
    rng: Rng,
    nodes: Vec<UctNode>,
}

#[derive(Clone, Copy)]
struct UctNode {
    mv: Option<Move>,
    first: u32,
    count: u32,
    visits: f32,
    /// Points of the player who made the move.
    points: f32,
}

const LEAF: UctNode = UctNode { mv: None, first: 0, count: 0, visits: 0.0, points: 0.0 };

impl Uct {
    fn choose(&mut self, game: &SuperMorpion) -> Move {
        self.nodes.clear();
        self.nodes.push(LEAF);
        let mut path = Vec::new();
        let mut moves = Vec::new();
        for _ in 0..self.playouts {
            let mut world = *game;
            let mut at = 0;
            path.clear();
            while self.nodes[at].count > 0 {
                let node = self.nodes[at];
                let log = node.visits.max(1.0).ln();
                let children = &self.nodes[node.first as usize..][..node.count as usize];
                let ucb = |child: &UctNode| {
                    if child.visits == 0.0 {
                        f32::MAX
                    } else {
                        child.points / child.visits + (log / child.visits).sqrt()
                    }
                };
                let mut best = (f32::MIN, 0);
                for (i, child) in children.iter().enumerate() {
                    let ucb = ucb(child);
                    if ucb > best.0 {
                        best = (ucb, i);
                    }
                }
                at = node.first as usize + best.1;
                path.push((at, world.to_move().unwrap()));
                world.play_unchecked(self.nodes[at].mv.unwrap());
            }
            if !world.turn().is_over() && (at == 0 || self.nodes[at].visits > 0.0) {
                moves.clear();
                world.moves_into(&mut moves);
                self.rng.shuffle(&mut moves);
                self.nodes[at].first = self.nodes.len() as u32;
                self.nodes[at].count = moves.len() as u32;
                self.nodes.extend(moves.iter().map(|&mv| UctNode { mv: Some(mv), ..LEAF }));
                at = self.nodes[at].first as usize;
                path.push((at, world.to_move().unwrap()));
                world.play_unchecked(self.nodes[at].mv.unwrap());
            }
            let outcome = world.playout(&mut self.rng, &mut Vec::new());
            self.nodes[0].visits += 1.0;
            for &(at, seat) in &path {
                self.nodes[at].visits += 1.0;
                self.nodes[at].points += match outcome {
                    Outcome::Draw => 0.5,
                    Outcome::Win(winner) => f32::from(u8::from(winner == seat)),
                };
            }
        }
        let root = self.nodes[0];
        let children = &self.nodes[root.first as usize..][..root.count as usize];
        children.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).and_then(|node| node.mv).unwrap()
    }
}
