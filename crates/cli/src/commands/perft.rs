//! `trois perft`: counts move sequences.

use std::io::{Write, stderr};

use rules::{Game, Turn, with_game};
use serde_json::{Value, json};

use crate::args::PerftArgs;
use crate::errors::Failure;
use crate::output::write_json;
use crate::position::{PositionAndDeck, StartPosition, draw, move_list};
use crate::progress::WorkProgress;

/// From this depth on, the sequences are counted move by move, so that the progress bar can advance.
const MIN_PROGRESS_DEPTH: u32 = 3;

/// How many steps the progress bar makes for each first move.
const STEPS: u64 = 1000;

pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.position.game, G => print_counts::<G>(args, out))
}

fn print_counts<G: Game>(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let start = StartPosition::<G>::read(&args.position)?.with_default_deck();
    let position = start.play(&move_list(&args.position)?)?;
    if start.deck_is_default {
        let cards = start.first_cards();
        // The command does not fail if the note cannot be written.
        let _ =
            writeln!(stderr(), "note: without --deck, the cards come in the order of the rules: {cards} …");
    }
    if args.json.json {
        return write_json(out, &json(args, &start.options(), &position)?);
    }
    if args.divide {
        let counts = divide(&position, args.depth)?;
        for (mv, count) in &counts {
            writeln!(out, "{mv} {count}")?;
        }
        writeln!(out, "total {}", total(&counts))?;
        return Ok(());
    }
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", total(&divide(&position, depth)?))?;
        out.flush()?;
    }
    Ok(())
}

fn json<G: Game>(
    args: &PerftArgs,
    options: &str,
    position: &PositionAndDeck<'_, G>,
) -> Result<Value, Failure> {
    let mut counts = Vec::new();
    let mut divided = Vec::new();
    for depth in 1..=args.depth {
        divided = divide(position, depth)?;
        counts.push(total(&divided));
    }
    let mut object =
        json!({ "game": G::KIND.id(), "options": options, "depth": args.depth, "counts": counts });
    if args.divide {
        object["divide"] = divided.into_iter().map(|(mv, count)| (mv, json!(count))).collect();
    }
    Ok(object)
}

fn total(counts: &[(String, u64)]) -> u64 {
    counts.iter().map(|(_, count)| count).sum()
}

/// How many sequences of exactly `depth` moves begin with each move, sorted as text.
fn divide<G: Game>(position: &PositionAndDeck<'_, G>, depth: u32) -> Result<Vec<(String, u64)>, Failure> {
    let no_cards = || no_cards(position.has_deck);
    if position.game.turn() == Turn::Chance {
        return Err(no_cards());
    }
    let moves = position.game.moves();
    let mut progress = WorkProgress::new(format!("depth {depth}"), moves.len() as u64 * STEPS);
    let mut counts = Vec::with_capacity(moves.len());
    for (i, &mv) in moves.iter().enumerate() {
        let mut next = position.game.clone();
        next.play_unchecked(mv);
        let done = |part: u64| progress.set_done(i as u64 * STEPS + part);
        let count = count(next, depth - 1, position.deck, done).ok_or_else(no_cards)?;
        counts.push((mv.to_string(), count));
    }
    counts.sort_unstable();
    Ok(counts)
}

/// Counts the sequences of exactly `depth` moves. From [`MIN_PROGRESS_DEPTH`] on, it counts move by move and reports to
/// `done` how many of [`STEPS`] are done.
fn count<G: Game>(mut game: G, depth: u32, mut deck: &[G::Move], mut done: impl FnMut(u64)) -> Option<u64> {
    if depth < MIN_PROGRESS_DEPTH {
        done(0);
        return rules::perft(&game, depth, deck);
    }
    draw(&mut game, &mut deck);
    if game.turn() == Turn::Chance {
        return None;
    }
    let moves = game.moves();
    let mut total = 0;
    for (i, &mv) in moves.iter().enumerate() {
        done(i as u64 * STEPS / moves.len() as u64);
        let mut next = game.clone();
        next.play_unchecked(mv);
        total += rules::perft(&next, depth - 1, deck)?;
    }
    Some(total)
}

fn no_cards(has_deck: bool) -> Failure {
    Failure::input(if has_deck {
        "The deck runs out: once it is drawn, the discard pile is shuffled, and no deck says in which order. Count less \
         deep, or from an earlier position."
    } else {
        "A card is drawn here, and nothing says which: --position comes without a deck. Tell how the game came \
         here by --moves and --deck instead."
    })
}
