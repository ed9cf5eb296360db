//! Positions for training the network of Super Morpion: the engine plays against itself.
//!
//! ```text
//! super_data OUT SECONDS THREADS SEED NODES [NETWORK]   files OUT.0, OUT.1, …, one for each thread
//! ```
//!
//! A game begins with some random moves, and now and then another one is random. Each other move is chosen by a search
//! of about NODES positions, with NETWORK if it is given and the network in the engine if not. What the search says and
//! how the game ends are recorded for each position that was searched, in 24 bytes:
//!
//! ```text
//! byte  0–17  for each board, what it holds: the sum over its cells of 3^cell × (0 empty, 1 the player to move,
//!             2 the other), or 19683 won by the player to move, 19684 by the other, 19685 drawn
//!       18    the board to which the player to move is sent, 9 for the freedom to choose
//!       19    how the game ended for the player to move: 0 lost, 1 drawn, 2 won
//!       20–21 the share that the search expects for the player to move, in 65535ths
//!       22    the number of moves played
//!       23    1 if the search proved its value, 0 if not
//! ```
//!
//! A game ends where its outcome is proven.

#![allow(clippy::unwrap_used, reason = "a broken experiment should stop at once")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use engine::{Engine, Limits, Value};
use rules::super_morpion::Options;
use rules::{AnyGame, AnyMove, Game, Kind, Outcome, Rng, Seat, SuperMorpion, Viewer};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = args[1..5].iter().map(|arg| arg.parse().unwrap()).collect();
    let mut engine = Engine::new();
    if let Some(path) = args.get(5) {
        engine.load_network(Kind::Super, &std::fs::read(path).unwrap()).unwrap();
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
                    positions += play(&mut engine, nodes, &mut rng, &mut out);
                    games += 1;
                }
                out.flush().unwrap();
                eprintln!("thread {thread}: {games} games, {positions} positions");
            });
        }
    });
}

/// A position, and what the search said of it.
struct Searched {
    game: SuperMorpion,
    seat: Seat,
    ply: u8,
    share: f32,
    is_proven: bool,
}

/// Plays one game and writes its positions; how many they are.
fn play(engine: &mut Engine, nodes: u64, rng: &mut Rng, out: &mut impl Write) -> usize {
    let mut game = SuperMorpion::new(Options::default());
    let mut searched: Vec<Searched> = Vec::new();
    let opening = rng.below(14);
    let mut ply = 0;
    let mut proven = None;
    while let Some(seat) = game.to_move() {
        if u32::from(ply) < opening || rng.below(16) == 0 {
            game.play_unchecked(game.random_move(rng, &mut Vec::new()).unwrap());
            ply += 1;
            continue;
        }
        let limits =
            Limits { nodes: Some(nodes / 2 + u64::from(rng.below(nodes as u32))), ..Limits::default() };
        let view = AnyGame::from(game).view(Viewer::Seat(seat));
        let analysis = engine.think(&view, &limits, &mut ()).unwrap();
        let value = analysis.value();
        let is_proven = matches!(value, Value::Proven { .. });
        searched.push(Searched { game, seat, ply, share: value.share(seat, 2), is_proven });
        if let Value::Proven { outcome, .. } = value {
            proven = Some(outcome);
            break;
        }
        let AnyMove::Super(mv) = analysis.chosen else { unreachable!() };
        game.play_unchecked(mv);
        ply += 1;
    }
    let outcome = proven.or(game.turn().outcome()).unwrap();
    for position in &searched {
        let result = match outcome {
            Outcome::Draw => 1,
            Outcome::Win(seat) => u8::from(seat == position.seat) * 2,
        };
        out.write_all(&record(position, result)).unwrap();
    }
    searched.len()
}

fn record(position: &Searched, result: u8) -> [u8; 24] {
    let Searched { game, seat, ply, share, is_proven } = position;
    let mut record = [0; 24];
    for board in 0..9 {
        let code: u16 = if game.open() >> board & 1 != 0 {
            let (own, other) = (game.marks(*seat, board), game.marks(seat.other(), board));
            (0..9).rev().fold(0, |code, cell| code * 3 + (own >> cell & 1) + 2 * (other >> cell & 1))
        } else if game.won(*seat) >> board & 1 != 0 {
            19683
        } else if game.won(seat.other()) >> board & 1 != 0 {
            19684
        } else {
            19685
        };
        record[2 * board..2 * board + 2].copy_from_slice(&code.to_le_bytes());
    }
    record[18] = game.sent().unwrap_or(9) as u8;
    record[19] = result;
    record[20..22].copy_from_slice(&((share.clamp(0.0, 1.0) * 65535.0) as u16).to_le_bytes());
    record[22] = *ply;
    record[23] = u8::from(*is_proven);
    record
}
