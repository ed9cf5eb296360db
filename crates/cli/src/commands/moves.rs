//! `trois moves`: lists the legal moves of one position or of many.

use std::io::{self, Write};

use rules::{Game, with_game};
use serde_json::json;

use crate::args::MovesArgs;
use crate::errors::Failure;
use crate::input;
use crate::output::{result_json, turn_json, turn_line, write_json};
use crate::position::{StartPosition, move_list};

pub(crate) fn run(args: &MovesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    with_game!(args.position.game, G => answer::<G>(args, out))
}

fn answer<G: Game>(args: &MovesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let start = StartPosition::<G>::read(&args.position)?;
    if args.batch {
        return batch(&start, args.json.json, out);
    }
    let position = start.play(&move_list(&args.position)?)?;
    write_moves(&position.game, args.json.json, out)
}

/// Answers line by line. Each answer is flushed before the next line is read, so that a program can converse.
fn batch<G: Game>(start: &StartPosition<G>, as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut stdin = io::stdin().lock();
    let mut number = 1;
    let at_line = |failure: Failure, number: usize| match failure {
        Failure::Input(what) => Failure::Input(format!("Line {number} of the batch: {what}")),
        other => other,
    };
    while let Some(line) = input::read_line(&mut stdin).map_err(|failure| at_line(failure, number))? {
        let position = start.play(&line).map_err(|failure| at_line(failure, number))?;
        write_moves(&position.game, as_json, out)?;
        out.flush()?;
        number += 1;
    }
    Ok(())
}

fn write_moves<G: Game>(game: &G, as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    let turn = game.turn();
    if as_json {
        let (turn, result) = (turn_json(turn), result_json(turn.outcome()));
        return write_json(out, &json!({ "moves": moves, "turn": turn, "result": result }));
    }
    writeln!(out, "{}", moves.join(" "))?;
    writeln!(out, "{}", turn_line(turn))?;
    Ok(())
}
