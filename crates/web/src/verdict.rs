//! What the engine thinks, as people read it.

use boards::Verdict;
use engine::{Line, Value};
use rules::{AnyMove, Lang, Outcome, Seat};

/// What is thought of the first moves of these lines, best first, by the player in `seat`. Only the first is marked as
/// best, and those that are proven to be worth the same: values that merely look alike are not.
pub fn of_lines(lines: &[Line<AnyMove>], seat: Seat, seats: u8) -> Vec<(AnyMove, Verdict)> {
    let verdict = |(index, line): (usize, &Line<AnyMove>)| {
        let share = line.value.share(seat, seats);
        let best = index == 0 || is_proven_equal(line.value, lines[0].value);
        Some((*line.moves.first()?, Verdict { text: short(line.value, seat, seats), share, best }))
    };
    lines.iter().enumerate().filter_map(verdict).collect()
}

/// Whether it is proven that two moves lead to the same: a draw, or the same end equally far away.
fn is_proven_equal(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Proven { outcome: Outcome::Draw, .. }, Value::Proven { outcome: Outcome::Draw, .. }) => true,
        (Value::Proven { .. }, Value::Proven { .. }) => a == b,
        _ => false,
    }
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

#[cfg(test)]
mod tests {
    use rules::{AnyGame, Kind};

    use super::*;

    fn best_of(values: &[Value]) -> Vec<bool> {
        let moves = AnyGame::new(Kind::Morpion, "").expect("options").moves();
        let lines: Vec<_> =
            values.iter().zip(moves).map(|(&value, mv)| Line { value, moves: vec![mv] }).collect();
        of_lines(&lines, Seat::ONE, 2).into_iter().map(|(_, verdict)| verdict.best).collect()
    }

    #[test]
    fn of_moves_that_look_alike_only_the_first_is_marked_as_best() {
        let same = Value::for_two(Seat::ONE, 0.58);
        assert_eq!(best_of(&[same; 3]), [true, false, false]);
    }

    #[test]
    fn moves_that_are_proven_to_be_worth_the_same_are_all_marked_as_best() {
        let draw = |plies| Value::Proven { outcome: Outcome::Draw, plies };
        let win = |plies| Value::Proven { outcome: Outcome::Win(Seat::ONE), plies };
        assert_eq!(best_of(&[draw(5), draw(7), Value::for_two(Seat::ONE, 0.5)]), [true, true, false]);
        assert_eq!(best_of(&[win(3), win(3), win(5), draw(7)]), [true, true, false, false]);
    }
}
