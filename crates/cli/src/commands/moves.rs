//! `trois moves`: lists the legal moves of one position or of many, whole or as one seat sees it.

use std::io::{self, Write};

use rules::{AnyGame, Game, Say, Turn, Viewer, with_game};
use serde_json::json;
use table::SeenMove;

use crate::args::MovesArgs;
use crate::errors::Failure;
use crate::input;
use crate::output::{result_json, turn_json, turn_line, write_json};
use crate::position::{StartPosition, move_list};

/// The legal moves of a position as text, and the turn.
type LegalMoves = (Vec<String>, Turn);

pub(crate) fn run(args: &MovesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(viewer) = args.seen_by {
        let options = &args.position.options;
        let game = AnyGame::new(args.position.game, options)
            .map_err(|error| Failure::input(format!("--options: {error}")))?;
        if let Viewer::Seat(seat) = viewer
            && seat.index() >= usize::from(game.seats())
        {
            return Err(Failure::input(format!("--seen-by: the game has {} seats.", game.seats())));
        }
        return answer(args, out, |steps| moves_seen_by(&game, viewer, steps));
    }
    with_game!(args.position.game, G => {
        let start = StartPosition::<G>::read(&args.position)?;
        answer(args, out, |moves| {
            let game = start.play(moves)?.game;
            Ok((game.moves().iter().map(ToString::to_string).collect(), game.turn()))
        })
    })
}

/// Answers for the moves of the arguments or, in a batch, line by line. Each answer is flushed before the next line is
/// read, so that a program can use it interactively.
fn answer(
    args: &MovesArgs,
    out: &mut dyn Write,
    moves_after: impl Fn(&str) -> Result<LegalMoves, Failure>,
) -> Result<(), Failure> {
    if !args.batch {
        return write_moves(moves_after(&move_list(&args.position)?)?, args.json.json, out);
    }
    let mut stdin = io::stdin().lock();
    let mut number = 1;
    let at_line = |failure: Failure, number: usize| match failure {
        Failure::Input(what) => Failure::Input(format!("Line {number} of the batch: {what}")),
        other => other,
    };
    while let Some(line) = input::read_line(&mut stdin).map_err(|failure| at_line(failure, number))? {
        let answer = moves_after(&line).map_err(|failure| at_line(failure, number))?;
        write_moves(answer, args.json.json, out)?;
        out.flush()?;
        number += 1;
    }
    Ok(())
}

/// The moves after steps as a viewer has seen them. If hands are hidden, only the viewer's own moves are known.
fn moves_seen_by(start: &AnyGame, viewer: Viewer, steps: &str) -> Result<LegalMoves, Failure> {
    let mut view = start.view(viewer);
    let words = steps.split([' ', ',', '\t', '\n', '\r']).filter(|word| !matches!(*word, "" | "-"));
    for (index, word) in words.enumerate() {
        let wrong = |error: &rules::TextError| {
            Failure::input(format!("Step {}, “{word:.40}”, cannot be read: {error}", index + 1))
        };
        let SeenMove { mv, turn, .. } = word.parse().map_err(|error| wrong(&error))?;
        let mv = start.parse_move(&mv).map_err(|error| wrong(&error))?;
        let position = view.position();
        if is_turn_of(position.turn(), viewer)
            && let Err(reason) = position.check(mv)
        {
            let reason = reason.say(rules::Lang::En);
            return Err(Failure::input(format!("Step {}, {word}, is illegal. {reason}", index + 1)));
        }
        view.observe(mv, turn);
    }
    let position = view.position();
    let turn = position.turn();
    let is_known = !start.kind().hides() || is_turn_of(turn, viewer);
    let moves =
        if is_known { position.moves().iter().map(ToString::to_string).collect() } else { Vec::new() };
    Ok((moves, turn))
}

fn is_turn_of(turn: Turn, viewer: Viewer) -> bool {
    matches!((turn, viewer), (Turn::Seat(seat), Viewer::Seat(own)) if seat == own)
}

fn write_moves((mut moves, turn): LegalMoves, as_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    moves.sort_unstable();
    if as_json {
        let (turn, result) = (turn_json(turn), result_json(turn.outcome()));
        return write_json(out, &json!({ "moves": moves, "turn": turn, "result": result }));
    }
    writeln!(out, "{}", moves.join(" "))?;
    writeln!(out, "{}", turn_line(turn))?;
    Ok(())
}
