//! A hint: the engine's best moves for the person to move, marked on the board and said in words.

use std::time::Duration;

use boards::MoveEvaluation;
use engine::Value;
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Seat, Words};
use web_engine::SearchReport;

use crate::engine_task::SearchLimits;
use crate::evaluation_text;
use crate::language::in_both_languages;

/// How long the engine thinks about a hint.
const TIME: Duration = Duration::from_millis(1200);

/// How many moves a hint marks.
const MOVES: usize = 3;

/// The moves that the hint marks on the board; none while no hint is shown.
#[derive(Clone, Copy)]
pub struct Hint {
    evaluations: RwSignal<Vec<(AnyMove, MoveEvaluation)>>,
}

impl Hint {
    /// No hint.
    pub fn new() -> Hint {
        Hint { evaluations: RwSignal::new(Vec::new()) }
    }

    /// The limits of the engine's search for a hint.
    pub fn limits() -> SearchLimits {
        SearchLimits::analysis(TIME, MOVES)
    }

    /// The marked moves.
    pub fn evaluations(self) -> Vec<(AnyMove, MoveEvaluation)> {
        self.evaluations.get()
    }

    /// Marks what the engine has found for a seat.
    pub fn show(self, found: &SearchReport, seat: Seat, seats: u8) {
        self.evaluations.set(evaluation_text::move_evaluations(&found.analysis.lines, seat, seats));
    }

    /// Removes the marks.
    pub fn clear(self) {
        self.evaluations.set(Vec::new());
    }
}

impl Default for Hint {
    fn default() -> Hint {
        Hint::new()
    }
}

/// The hint in words: the best move in the position that `seat` sees, and its value.
pub fn describe(found: &SearchReport, position: &AnyGame, seat: Seat) -> Option<Words> {
    let line = found.analysis.lines.first()?;
    let (mv, value) = (*line.moves.first()?, line.value);
    Some(in_both_languages(|lang| {
        let action = boards::advise_move(position, mv, lang);
        let sentence = evaluation_text::say(value, seat, position.seats(), lang);
        let value = match (value, lang) {
            (Value::Expected(_), Lang::Fr) => format!("{sentence} de chances de gagner"),
            (Value::Expected(_), Lang::En) => format!("{sentence} chance of winning"),
            (Value::Proven { .. }, _) => sentence,
        };
        // The sentence ends after the value.
        let action = action.trim_end_matches('.');
        match lang {
            Lang::Fr => format!("Conseil\u{a0}: {action} ({value})."),
            Lang::En => format!("Hint: {action} ({value})."),
        }
    }))
}
