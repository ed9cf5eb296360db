//! How many positions of the card game in which all cards are known the engine proves.
//!
//! ```text
//! cards_proofs GAMES [OPTIONS]    a table: positions proven, by playouts
//! ```
//!
//! The engine plays GAMES games against itself with 200 playouts a move. Every position of them in which a player is to
//! move and the draw pile is empty is searched again: all unseen cards are in the other hand then, so the search is an
//! ordinary tree with chance where a card is drawn. A position in which the player to move can win at once is counted by
//! itself, since such a win is proven without a search.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "an experiment fails by panicking and prints a table"
)]

use engine::{Analysis, Engine, Limits, Value};
use rules::{AnyGame, AnyMove, Cards, Game, Rng, Seat, Turn, Viewer};

/// Playouts for the moves of the games.
const PLAYED: u64 = 200;
/// Playouts for the positions.
const PLAYOUTS: [u64; 3] = [800, 20_000, 80_000];

fn think(engine: &mut Engine, game: &Cards, seat: Seat, nodes: u64, seed: u64) -> Analysis<AnyMove> {
    let limits = Limits { nodes: Some(nodes), seed, ..Limits::default() };
    engine.think(&AnyGame::Cards(*game).view(Viewer::Seat(seat)), &limits, &mut ()).unwrap()
}

/// The positions with an empty draw pile in a game of the engine against itself.
fn known_positions(engine: &mut Engine, options: &str, seed: u64, found: &mut Vec<(Cards, Seat)>) {
    let mut rng = Rng::new(seed);
    let mut game = Cards::new(options.parse().unwrap());
    loop {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let draw = game.random_move(&mut rng, &mut Vec::new()).unwrap();
                game.play_unchecked(draw);
            }
            Turn::Seat(seat) => {
                if game.draw_pile_size() == 0 {
                    found.push((game, seat));
                }
                let AnyMove::Cards(mv) = think(engine, &game, seat, PLAYED, rng.bits()).chosen else {
                    panic!("a move of another game")
                };
                game.play(mv).unwrap();
            }
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(200, |text| text.parse().unwrap());
    let options = arguments.next().unwrap_or_default();
    let (mut engine, mut found) = (Engine::new(), Vec::new());
    for seed in 0..games {
        known_positions(&mut engine, &options, seed, &mut found);
    }
    let wins_at_once = |(game, seat): &(Cards, Seat)| {
        let value = think(&mut Engine::new(), game, *seat, 0, 1).value();
        matches!(value, Value::Proven { plies: 1, .. })
    };
    let (at_once, rest): (Vec<_>, Vec<_>) = found.iter().partition(|position| wins_at_once(position));
    println!("{games} games, {} positions with all cards known, {} won at once", found.len(), at_once.len());
    println!("playouts  proven of the other {}", rest.len());
    for playouts in PLAYOUTS {
        let is_proven = |(game, seat): &&(Cards, Seat)| {
            let value = think(&mut Engine::new(), game, *seat, playouts, 1).value();
            matches!(value, Value::Proven { .. })
        };
        let proven = rest.iter().copied().filter(is_proven).count();
        println!("{playouts:>8}  {proven:>6} ({:.1} %)", 100.0 * proven as f64 / rest.len().max(1) as f64);
    }
}
