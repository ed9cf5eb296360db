//! `trois perft`: how many move sequences there are.

use std::io::{Write, stderr};

use rules::{Game, Turn, with_game};
use serde_json::{Map, Value, json};

use crate::args::PerftArgs;
use crate::errors::Failure;
use crate::output::write_json;
use crate::position::{Position, Start, draw, move_list};
use crate::progress::Progress;

/// From this depth on, counting is cut into pieces, so that a bar can move.
const DEEP: u32 = 4;

/// How many steps a bar has for each first move.
const STEPS: u64 = 1000;

pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.position.game, G => answer::<G>(args, out))
}

fn answer<G: Game>(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let start = Start::<G>::read(&args.position)?.with_default_deck(|| {
        let _ = writeln!(stderr(), "note: no --deck, so the cards come in the order of the rules: R1 B1 R1 B1 R2 …");
    })?;
    let position = start.play(&move_list(&args.position)?)?;
    let last = if args.divide { args.depth - 1 } else { args.depth };
    let mut counts = Vec::new();
    for depth in 1..=last {
        if args.divide && !args.json.json {
            break;
        }
        let count = count(&position, depth)?;
        counts.push(count);
        if !args.json.json {
            writeln!(out, "{depth} {count}")?;
            out.flush()?;
        }
    }
    let mut object = json!({ "game": G::KIND.id(), "options": start.options(), "depth": args.depth });
    if args.divide {
        let divided = divide(&position, args.depth)?;
        let total: u64 = divided.iter().map(|(_, count)| count).sum();
        counts.push(total);
        if !args.json.json {
            for (mv, count) in &divided {
                writeln!(out, "{mv} {count}")?;
            }
            writeln!(out, "total {total}")?;
        }
        let divided: Map<String, Value> = divided.into_iter().map(|(mv, count)| (mv, json!(count))).collect();
        object["divide"] = Value::Object(divided);
    }
    if args.json.json {
        object["counts"] = json!(counts);
        write_json(out, &object)?;
    }
    Ok(())
}

/// The sequences of exactly `depth` moves.
fn count<G: Game>(position: &Position<'_, G>, depth: u32) -> Result<u64, Failure> {
    if depth < DEEP {
        if position.game.turn() == Turn::Chance {
            return Err(no_cards());
        }
        return rules::perft(&position.game, depth, position.deck).ok_or_else(no_cards);
    }
    Ok(divide(position, depth)?.iter().map(|(_, count)| count).sum())
}

/// The sequences of exactly `depth` moves that begin with each move, sorted as text.
fn divide<G: Game>(position: &Position<'_, G>, depth: u32) -> Result<Vec<(String, u64)>, Failure> {
    let game = &position.game;
    if game.turn() == Turn::Chance {
        return Err(no_cards());
    }
    let moves = game.moves();
    let mut progress = Progress::new(format!("depth {depth}"), moves.len() as u64 * STEPS);
    let mut counts = Vec::with_capacity(moves.len());
    for (i, &mv) in moves.iter().enumerate() {
        let mut next = game.clone();
        next.play_unchecked(mv);
        let below = (i as u64 * STEPS, &mut progress);
        counts.push((mv.to_string(), count_in_pieces(next, depth - 1, position.deck, below)?));
    }
    counts.sort_unstable();
    Ok(counts)
}

/// The sequences of exactly `depth` moves, counted for one first move after the other where they are many.
fn count_in_pieces<G: Game>(
    mut game: G,
    depth: u32,
    mut deck: &[G::Move],
    (base, progress): (u64, &mut Progress),
) -> Result<u64, Failure> {
    if depth + 1 < DEEP {
        progress.at(base);
        return rules::perft(&game, depth, deck).ok_or_else(no_cards);
    }
    draw(&mut game, &mut deck);
    if game.turn() == Turn::Chance {
        return Err(no_cards());
    }
    let moves = game.moves();
    let mut total = 0;
    for (i, &mv) in moves.iter().enumerate() {
        progress.at(base + i as u64 * STEPS / moves.len() as u64);
        let mut next = game.clone();
        next.play_unchecked(mv);
        total += rules::perft(&next, depth - 1, deck).ok_or_else(no_cards)?;
    }
    Ok(total)
}

fn no_cards() -> Failure {
    Failure::input(
        "The deck runs out: once it is drawn, the pot is shuffled, and no deck says in which order. Count less \
         deep, or from an earlier position.",
    )
}
