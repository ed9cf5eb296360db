//! Matches of Three Fives between two players: the engine, and the searches it must be better than.
//!
//! ```text
//! cargo run --release -p engine --example fives_match -- cpu:100 plain:1000 --games 40
//! ```
//!
//! Players are `cpu:100` (the engine with 100 ms of processor time a move, fair on a loaded machine; Linux only),
//! `nodes:50000`, `depth:4`, `level:3`, `plain:1000` (UCT with random playouts, 1000 ms of processor time a move),
//! `see:2,5000,0.1` (the engine as a level would play that sees two moves deep, 5000 positions and with this blur),
//! `guided:1000` (UCT with knowledge of the game), and `PROGRAM@nodes:50000`, another build of this example. Games
//! come in pairs that begin with the same four to six random moves, with seats swapped; one that is longer than 400
//! moves counts as drawn. `serve` answers lines of a limit, options and moves with a move.

#![allow(clippy::unwrap_used, reason = "what goes wrong here should be seen at once")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use engine::knowledge::fives_many::{FIVES_MANY, FivesGuide};
use engine::search::mcts::{self, Settings, Unguided};
use engine::{Analysis, Control, Engine, Level, Limits};
use rules::fives::{Move, Options};
use rules::{AnyGame, AnyMove, Fives, Game, Kind, Outcome, Rng, Seat, Turn, Viewer};

/// No game is longer.
const LONGEST: usize = 400;

/// A game and the moves that led to it.
#[derive(Clone)]
struct Played {
    game: Fives,
    moves: Vec<Move>,
}

impl Played {
    fn play(&mut self, mv: Move) {
        self.game.play(mv).unwrap();
        self.moves.push(mv);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "serve") {
        return serve();
    }
    let option = |name: &str| args.iter().position(|arg| arg == name).map(|at| args[at + 1].clone());
    let number = |name: &str, default: u64| option(name).map_or(default, |text| text.parse().unwrap());
    let (games, seed) = (number("--games", 40), number("--seed", 1));
    let mut players = [Player::new(&args[0]), Player::new(&args[1])];
    let (mut results, mut pairs, mut plies) = ([0u64; 3], Vec::new(), 0);
    for pair in 0..games / 2 {
        let opening = opening(seed * 1_000_003 + pair);
        let mut points = 0.0;
        for a_first in [true, false] {
            players.iter_mut().for_each(Player::begin);
            let (result, length) = play(opening.clone(), &mut players, a_first, pair);
            results[(result * 2.0) as usize] += 1;
            points += result / 2.0;
            plies += length;
        }
        pairs.push(points);
        if pairs.len() % 10 == 0 {
            print(&results, &pairs, plies);
        }
    }
    print(&results, &pairs, plies);
    for (player, name) in players.iter().zip(&args) {
        let moves = player.thoughts.max(1);
        println!(
            "{name}: {} nodes and {:.2} moves deep a move",
            player.nodes / moves,
            player.depth as f64 / moves as f64
        );
    }
}

fn print(results: &[u64; 3], pairs: &[f64], plies: usize) {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    println!(
        "{} games: +{} ={} -{}  {:.1} % ± {:.1}  ({:.0} moves a game)",
        pairs.len() * 2,
        results[2],
        results[1],
        results[0],
        mean * 100.0,
        196.0 * (variance / n).sqrt(),
        plies as f64 / n / 2.0
    );
}

fn opening(seed: u64) -> Played {
    let mut rng = Rng::new(seed);
    let mut played = Played { game: Fives::new(Options::default()), moves: Vec::new() };
    for _ in 0..4 + rng.below(3) {
        let mv = played.game.random_move(&mut rng, &mut Vec::new()).unwrap();
        played.play(mv);
    }
    played
}

/// Plays a game; the points of the first player named, and how long it was.
fn play(mut played: Played, players: &mut [Player; 2], a_first: bool, seed: u64) -> (f64, usize) {
    loop {
        let length = played.moves.len();
        match played.game.turn() {
            Turn::Over(Outcome::Draw) => return (0.5, length),
            Turn::Over(Outcome::Win(seat)) => {
                return (f64::from(u8::from((seat == Seat::ONE) == a_first)), length);
            }
            Turn::Seat(_) if length >= LONGEST => return (0.5, length),
            Turn::Seat(seat) => {
                let player = usize::from((seat == Seat::ONE) != a_first);
                let mv = players[player].choose(&played, seed << 10 | length as u64);
                played.play(mv);
            }
            Turn::Chance => unreachable!(),
        }
    }
}

enum Kin {
    Engine(Box<Engine>),
    /// The engine, as a level with this blur.
    Blurred(Box<Engine>, f32),
    Uct(Settings, mcts::Search<Fives>),
    Other(Child, ChildStdin, BufReader<ChildStdout>, String),
}

struct Player {
    kin: Kin,
    limits: Limits,
    thoughts: u64,
    nodes: u64,
    depth: u64,
}

impl Player {
    fn new(spec: &str) -> Player {
        let mut limits = Limits::default();
        let kin = if let Some((program, limit)) = spec.split_once('@') {
            let mut child = Command::new(program)
                .arg("serve")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            Kin::Other(child, input, BufReader::new(output), limit.to_owned())
        } else {
            limits = crate::limits(spec);
            match spec.split_once(':').unwrap().0 {
                "plain" => Kin::Uct(Settings::PLAIN, mcts::Search::default()),
                "guided" => Kin::Uct(FIVES_MANY, mcts::Search::default()),
                "see" => {
                    let blur = spec.rsplit(',').next().unwrap().parse().unwrap();
                    if blur > 0.0 {
                        limits.lines = usize::MAX;
                    }
                    Kin::Blurred(Box::default(), blur)
                }
                _ => Kin::Engine(Box::default()),
            }
        };
        Player { kin, limits, thoughts: 0, nodes: 0, depth: 0 }
    }

    /// A new game begins.
    fn begin(&mut self) {
        match &mut self.kin {
            Kin::Engine(engine) | Kin::Blurred(engine, _) => engine.forget(),
            Kin::Other(_, input, ..) => writeln!(input, "forget").unwrap(),
            Kin::Uct(..) => (),
        }
    }

    fn choose(&mut self, played: &Played, seed: u64) -> Move {
        let limits = Limits { seed, ..self.limits.clone() };
        let (mv, nodes, depth) = match &mut self.kin {
            Kin::Engine(engine) => think(engine, &played.game, &limits),
            Kin::Blurred(engine, blur) => blurred(engine, &played.game, &limits, *blur),
            Kin::Uct(settings, search) => {
                let analysis: Analysis<Move> = Control::alone(&limits, |control| {
                    if settings.plain {
                        search.think(&played.game, &limits, settings, &mut Unguided, control)
                    } else {
                        search.think(&played.game, &limits, settings, &mut FivesGuide::default(), control)
                    }
                });
                (analysis.chosen, analysis.nodes, analysis.depth)
            }
            Kin::Other(_, input, output, limit) => {
                let moves: Vec<String> = played.moves.iter().map(Move::to_string).collect();
                writeln!(input, "{limit} {seed} {}", moves.join(" ")).unwrap();
                input.flush().unwrap();
                let mut line = String::new();
                output.read_line(&mut line).unwrap();
                (line.trim().parse().unwrap(), 0, 0)
            }
        };
        self.thoughts += 1;
        self.nodes += nodes;
        self.depth += u64::from(depth);
        mv
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Kin::Other(child, ..) = &mut self.kin {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn think(engine: &mut Engine, game: &Fives, limits: &Limits) -> (Move, u64, u32) {
    let view = AnyGame::from(game.clone()).view(Viewer::Seat(game.to_move().unwrap()));
    let analysis = engine.think(&view, limits, &mut ()).unwrap();
    match analysis.chosen {
        AnyMove::Fives(mv) => (mv, analysis.nodes, analysis.depth),
        _ => unreachable!(),
    }
}

/// Chooses as the levels of the engine do: the move that looks best when each value is seen with an error.
fn blurred(engine: &mut Engine, game: &Fives, limits: &Limits, blur: f32) -> (Move, u64, u32) {
    let seat = game.to_move().unwrap();
    let analysis =
        engine.think(&AnyGame::from(game.clone()).view(Viewer::Seat(seat)), limits, &mut ()).unwrap();
    let mut rng = Rng::new(limits.seed ^ 0x7e57_ab1e);
    let mut normal = || (0..12).map(|_| rng.below(1 << 24) as f32 / (1 << 24) as f32).sum::<f32>() - 6.0;
    let seen = analysis.lines.iter().map(|line| (line.value.share(seat, 2) + blur * normal(), line.moves[0]));
    match seen.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, AnyMove::Fives(mv))) => (mv, analysis.nodes, analysis.depth),
        _ => unreachable!(),
    }
}

fn limits(spec: &str) -> Limits {
    let (kind, n) = spec.split_once(':').unwrap();
    if kind == "see" {
        let numbers: Vec<f64> = n.split(',').map(|n| n.parse().unwrap()).collect();
        let (depth, nodes) = (Some(numbers[0] as u32), Some(numbers[1] as u64));
        return Limits { depth, nodes, ..Limits::default() };
    }
    let n: u64 = n.parse().unwrap();
    let mut limits = Limits { clock: processor_time, ..Limits::default() };
    match kind {
        "cpu" | "plain" | "guided" => limits.time = Some(Duration::from_millis(n)),
        "nodes" => limits.nodes = Some(n),
        "depth" => limits.depth = Some(n as u32),
        "level" => {
            limits.level = Level::new(n as u8).unwrap();
            // The highest levels hold nothing back but must come to an end.
            limits.nodes = Some(400_000);
        }
        _ => panic!("unknown player {spec}"),
    }
    limits
}

/// How long this thread has run on a processor.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
}

fn serve() {
    let mut engine = Engine::new();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let mut words = line.split_whitespace();
        let Some(limit) = words.next() else { continue };
        if limit == "forget" {
            engine.forget();
            continue;
        }
        let seed = words.next().unwrap().parse().unwrap();
        let mut game = AnyGame::new(Kind::Fives, "").unwrap();
        for word in words {
            let mv = game.parse_move(word).unwrap();
            game.play(mv).unwrap();
        }
        let AnyGame::Fives(game) = game else { unreachable!() };
        println!("{}", think(&mut engine, &game, &Limits { seed, ..limits(limit) }).0);
    }
}
