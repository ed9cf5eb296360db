//! `trois puzzles`: generates collections of puzzles, and proves them again.

use std::io::Write;

use puzzles::generate::GenerateLimits;
use puzzles::{Puzzle, PuzzleCollection, PuzzleGame, solve, themes};
use rules::{AnyGame, Kind, with_game};

use crate::args::{PuzzlesArgs, PuzzlesCommand};
use crate::errors::Failure;
use crate::input;
use crate::progress::WorkProgress;

pub(crate) fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.command {
        PuzzlesCommand::Generate { game, seed, games } => {
            generate(*game, GenerateLimits { seed: *seed, games: games.unwrap_or(u64::MAX) }, out)
        }
        PuzzlesCommand::Check { file } => {
            check(&PuzzleCollection::read(&input::read_file(file)?).map_err(Failure::input)?, out)
        }
    }
}

fn generate(kind: Kind, limits: GenerateLimits, out: &mut dyn Write) -> Result<(), Failure> {
    let mut bar: Option<WorkProgress> = None;
    let puzzles = puzzles::generate::generate(kind, limits, &mut |count, total| {
        let bar = bar.get_or_insert_with(|| WorkProgress::new(format!("puzzles of {kind}"), total as u64));
        bar.set_done(count as u64);
        true
    });
    write!(out, "{}", PuzzleCollection::write(kind, &puzzles))?;
    Ok(())
}

fn check(collection: &PuzzleCollection, out: &mut dyn Write) -> Result<(), Failure> {
    let mut bar = WorkProgress::new("puzzles".to_owned(), collection.len() as u64);
    for index in 0..collection.len() {
        let puzzle = collection.puzzle(index).map_err(Failure::input)?;
        if !with_game!(collection.kind(), G => is_proven::<G>(&puzzle)) {
            return Err(Failure::input(format!("Puzzle {} does not match its line.", index + 1)));
        }
        bar.set_done(index as u64);
    }
    drop(bar);
    writeln!(out, "{} puzzles, each with a proven solution.", collection.len())?;
    Ok(())
}

/// Whether a search finds the same solution, rating and themes.
fn is_proven<G: PuzzleGame + Into<AnyGame>>(puzzle: &Puzzle) -> bool {
    let Ok(start) = puzzle.start.to_string().parse::<G>() else { return false };
    let plies = puzzle.line.len() as u32;
    let Ok(Some(found)) = solve(&start, plies, u64::MAX) else { return false };
    let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
    let expected: Vec<String> = puzzle.line.iter().map(ToString::to_string).collect();
    line == expected && found.rating == puzzle.rating && themes(&start, &found.line) == puzzle.themes
}
