//! Positions for training a network: the engine plays a game against itself.
//!
//! ```text
//! training_data GAME OUT SECONDS THREADS SEED NODES [NETWORK]   files OUT.0, OUT.1, …, one for each thread
//! ```
//!
//! GAME is `super` or `fives`. A game begins with some random moves, and a later move is sometimes random too. Every
//! other move is chosen by a search of about NODES positions. NETWORK is the file of the network that evaluates them, or
//! `handwritten` for the hand-written evaluation; without it, the built-in network does. The value of the search and the
//! result of the game are recorded for each searched position; `super_morpion.rs` and `fives.rs` have the formats. A game
//! ends when its outcome is proven.

#![allow(clippy::unwrap_used, reason = "a broken experiment should stop at once")]

mod fives;
mod super_morpion;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use engine::{Engine, Limits, NetworkSource, Value};
use rules::{AnyGame, AnyMove, Game, Outcome, Rng, Seat, Viewer};

/// A game whose positions are recorded.
trait Recorded: Game + Into<AnyGame> {
    /// A game begins with fewer random moves than this.
    const RANDOM_MOVES: u32;
    /// A game is ended after this many moves and counts as a draw.
    const MAX_MOVES: u32;

    fn own_move(mv: AnyMove) -> Self::Move;

    /// The bytes of a position, as the training program reads them. `result` is 0 if the player to move lost the game,
    /// 1 if it was drawn and 2 if that player won.
    fn record(position: &Searched<Self>, result: u8) -> Vec<u8>;
}

/// A position and the result of its search.
struct Searched<G> {
    game: G,
    seat: Seat,
    ply: u32,
    share: f32,
    is_proven: bool,
}

impl<G> Searched<G> {
    /// The expected share of the player to move, in 65535ths.
    fn share(&self) -> [u8; 2] {
        ((self.share.clamp(0.0, 1.0) * 65535.0) as u16).to_le_bytes()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = [super_morpion::GENERATOR, fives::GENERATOR];
    match games.iter().find(|(id, _)| *id == args[0]) {
        Some((_, generate)) => generate(&args[1..]),
        None => panic!("{} has no network: {:?} have one", args[0], games.map(|(id, _)| id)),
    }
}

fn generate<G: Recorded>(args: &[String]) {
    let numbers: Vec<u64> = args[1..5].iter().map(|arg| arg.parse().unwrap()).collect();
    let mut engine = Engine::new();
    match args.get(5).map(String::as_str) {
        None => {}
        Some("handwritten") => engine.use_network(G::KIND, NetworkSource::HandWritten).unwrap(),
        Some(path) => {
            let file = std::fs::read(path).unwrap();
            engine.use_network(G::KIND, NetworkSource::File(&file)).unwrap();
        }
    }
    let deadline = Instant::now() + Duration::from_secs(numbers[0]);
    std::thread::scope(|scope| {
        for thread in 0..numbers[1] {
            let mut out = BufWriter::new(File::create(format!("{}.{thread}", args[0])).unwrap());
            let mut engine = engine.fresh();
            let seed = numbers[2] * 1000 + thread;
            let nodes = numbers[3];
            scope.spawn(move || {
                let mut rng = Rng::new(seed);
                let (mut games, mut positions) = (0, 0);
                while Instant::now() < deadline {
                    engine.forget();
                    positions += play::<G>(&mut engine, nodes, &mut rng, &mut out);
                    games += 1;
                }
                out.flush().unwrap();
                eprintln!("thread {thread}: {games} games, {positions} positions");
            });
        }
    });
}

/// Plays one game and writes its positions. Returns how many there are.
fn play<G: Recorded>(engine: &mut Engine, nodes: u64, rng: &mut Rng, out: &mut impl Write) -> usize {
    let mut game = G::new(G::Options::default());
    let mut searched: Vec<Searched<G>> = Vec::new();
    let opening = rng.below(G::RANDOM_MOVES);
    let mut ply = 0;
    let mut proven = None;
    while let Some(seat) = game.to_move() {
        if ply >= G::MAX_MOVES {
            break;
        }
        if ply < opening || rng.below(16) == 0 {
            game.play_unchecked(game.random_move(rng, &mut Vec::new()).unwrap());
            ply += 1;
            continue;
        }
        let limits =
            Limits { nodes: Some(nodes / 2 + u64::from(rng.below(nodes as u32))), ..Limits::default() };
        let view = game.clone().into().view(Viewer::Seat(seat));
        let analysis = engine.think(&view, &limits, &mut ()).unwrap();
        let value = analysis.value();
        let is_proven = matches!(value, Value::Proven { .. });
        searched.push(Searched { game: game.clone(), seat, ply, share: value.share(seat, 2), is_proven });
        if let Value::Proven { outcome, .. } = value {
            proven = Some(outcome);
            break;
        }
        game.play_unchecked(G::own_move(analysis.chosen));
        ply += 1;
    }
    let outcome = proven.or(game.turn().outcome()).unwrap_or(Outcome::Draw);
    for position in &searched {
        let result = match outcome {
            Outcome::Draw => 1,
            Outcome::Win(seat) => u8::from(seat == position.seat) * 2,
        };
        out.write_all(&G::record(position, result)).unwrap();
    }
    searched.len()
}
