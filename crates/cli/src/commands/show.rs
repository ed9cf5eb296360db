//! `trois show`: prints a position as a diagram and as text, and whose turn it is.

use std::io::Write;

use rules::{AnyGame, Game, Viewer, with_game};
use serde_json::json;

use crate::args::ShowArgs;
use crate::errors::Failure;
use crate::output::{result_json, turn_json, turn_sentence, write_json};
use crate::position::{StartPosition, move_list};

pub(crate) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = with_game!(args.position.game, G => position::<G>(args))?;
    if args.json.json {
        let view = args.view.map(|viewer| match viewer {
            Viewer::Seat(seat) => seat.to_string(),
            Viewer::Public => "public".to_owned(),
        });
        return write_json(
            out,
            &json!({
                "game": game.kind().id(),
                "options": game.options(),
                "view": view,
                "diagram": diagram(&game),
                "position": game.to_string(),
                "turn": turn_json(game.turn()),
                "result": result_json(game.turn().outcome()),
            }),
        );
    }
    writeln!(out, "{}\n", diagram(&game))?;
    writeln!(out, "{game}")?;
    writeln!(out, "{}", turn_sentence(game.turn(), args.language.get()))?;
    Ok(())
}

/// The position of the arguments, redacted for the viewer.
fn position<G: Game + Into<AnyGame>>(args: &ShowArgs) -> Result<AnyGame, Failure> {
    let mut game = StartPosition::<G>::read(&args.position)?.play(&move_list(&args.position)?)?.game;
    if let Some(viewer) = args.view {
        let seats = game.seats();
        match viewer {
            Viewer::Seat(seat) if seat.number() > seats => {
                return Err(Failure::input(format!(
                    "--view {seat}: there is no such seat, only 1 to {seats}."
                )));
            }
            Viewer::Seat(_) | Viewer::Public => game.redact(viewer),
        }
    }
    Ok(game.into())
}

/// The diagram, without white space at the ends of its lines and without empty lines after it.
pub(crate) fn diagram(game: &AnyGame) -> String {
    let lines: Vec<String> = format!("{game:#}").lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n").trim_end().to_owned()
}
