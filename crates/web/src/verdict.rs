//! What the engine thinks, as people read it.

use boards::Verdict;
use engine::{Line, Value};
use rules::{AnyMove, Lang, Outcome, Seat};

/// What is thought of the first moves of these lines, best first, by the player in `seat`.
pub fn of_lines(lines: &[Line<AnyMove>], seat: Seat, seats: u8) -> Vec<(AnyMove, Verdict)> {
    let best = lines.first().map_or(0.0, |line| line.value.share(seat, seats));
    let verdict = |line: &Line<AnyMove>| {
        let share = line.value.share(seat, seats);
        let same = match (line.value, lines[0].value) {
            (Value::Proven { outcome: a, .. }, Value::Proven { outcome: b, .. }) => a == b,
            _ => (share - best).abs() < 0.005,
        };
        Some((*line.moves.first()?, Verdict { text: short(line.value, seat, seats), share, best: same }))
    };
    lines.iter().filter_map(verdict).collect()
}

/// A value in a few characters, as `seat` sees it: `+3` wins in 3, `−4` loses in 4, `=` a draw, else a percentage.
pub fn short(value: Value, seat: Seat, seats: u8) -> String {
    match value {
        Value::Proven { outcome: Outcome::Win(winner), plies } if winner == seat => format!("+{plies}"),
        Value::Proven { outcome: Outcome::Win(_), plies } => format!("−{plies}"),
        Value::Proven { outcome: Outcome::Draw, .. } => "=".to_owned(),
        Value::Expected(_) => format!("{:.0}", value.share(seat, seats) * 100.0),
    }
}

/// A value in words, as `seat` sees it.
pub fn say(value: Value, seat: Seat, seats: u8, lang: Lang) -> String {
    let percent = value.share(seat, seats) * 100.0;
    match (value, lang) {
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::Fr) => "nulle, c’est prouvé".to_owned(),
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::En) => "a draw, proven".to_owned(),
        (Value::Proven { outcome: Outcome::Win(winner), plies }, Lang::Fr) => {
            format!("{} en {plies}", if winner == seat { "gagné" } else { "perdu" })
        }
        (Value::Proven { outcome: Outcome::Win(winner), plies }, Lang::En) => {
            format!("{} in {plies}", if winner == seat { "won" } else { "lost" })
        }
        (Value::Expected(_), Lang::Fr) => format!("{percent:.0}\u{a0}%"),
        (Value::Expected(_), Lang::En) => format!("{percent:.0}%"),
    }
}
