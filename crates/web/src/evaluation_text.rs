//! The engine's values as text: short for the board, in words for lists and hints.

use boards::MoveEvaluation;
use engine::{Line, Value, winner_moves};
use rules::{AnyMove, Lang, Outcome, Seat, number_text};

/// The lines whose value is meaningful. If the best move wins at once, the search does not evaluate the others, and
/// only their proven values count.
pub fn meaningful_lines(lines: Vec<Line<AnyMove>>, seat: Seat) -> Vec<Line<AnyMove>> {
    let win = Value::Proven { outcome: Outcome::Win(seat), plies: 1 };
    let wins_at_once = lines.first().is_some_and(|line| line.value == win);
    lines.into_iter().filter(|line| !wins_at_once || line.value.is_proven()).collect()
}

/// The marks for the first moves of these lines, as `seat` sees them; the lines are sorted, best first. The first is
/// marked as best, and with it those that are proven to be equal. Equal estimates are not enough.
pub fn move_evaluations(lines: &[Line<AnyMove>], seat: Seat, seats: u8) -> Vec<(AnyMove, MoveEvaluation)> {
    let evaluate = |(index, line): (usize, &Line<AnyMove>)| {
        let share = line.value.share(seat, seats);
        let best = index == 0 || is_proven_equal(line.value, lines[0].value);
        Some((*line.moves.first()?, MoveEvaluation { text: short(line.value, seat, seats), share, best }))
    };
    lines.iter().enumerate().filter_map(evaluate).collect()
}

/// Whether there are lines, all proven to be as good as the best.
pub fn are_proven_equal(lines: &[Line<AnyMove>]) -> bool {
    !lines.is_empty() && lines.iter().all(|line| is_proven_equal(line.value, lines[0].value))
}

/// Whether two values are proven to be equal: both a draw, or the same result after as many plies.
fn is_proven_equal(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Proven { outcome: Outcome::Draw, .. }, Value::Proven { outcome: Outcome::Draw, .. }) => true,
        (Value::Proven { .. }, Value::Proven { .. }) => a == b,
        _ => false,
    }
}

/// A value in a few characters, as `seat` sees it: `+3` wins in 3 moves, `−4` loses in 4, `=` a draw, else a
/// percentage. Only the moves of the winner count.
pub fn short(value: Value, seat: Seat, seats: u8) -> String {
    match value {
        Value::Proven { outcome: Outcome::Win(winner), plies } => {
            format!("{}{}", if winner == seat { '+' } else { '−' }, winner_moves(plies, seats))
        }
        Value::Proven { outcome: Outcome::Draw, .. } => "=".to_owned(),
        Value::Expected(_) => percent(value.share(seat, seats)),
    }
}

/// A share as a percentage. An estimate is never shown as 0 or 100.
pub fn percent(share: f32) -> String {
    match (share * 100.0).round() {
        none if none <= 0.0 => "<1".to_owned(),
        all if all >= 100.0 => ">99".to_owned(),
        some => format!("{some:.0}"),
    }
}

/// The share of each seat as whole percentages, which add up to 100.
pub fn percentages(value: Value, seats: u8) -> Vec<u8> {
    let shares: Vec<f32> =
        (0..seats).map(|seat| value.share(Seat::from_index(seat), seats) * 100.0).collect();
    let mut parts: Vec<u8> = shares.iter().map(|share| share.floor() as u8).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&a, &b| shares[b].fract().total_cmp(&shares[a].fract()));
    // The rest goes to the seats that lost most by rounding down.
    let left = 100_u8.saturating_sub(parts.iter().sum());
    for seat in order.into_iter().take(usize::from(left)) {
        parts[seat] += 1;
    }
    parts
}

/// A value in words, as `seat` sees it. Only the moves of the winner count.
pub fn say(value: Value, seat: Seat, seats: u8, lang: Lang) -> String {
    let percent = percent(value.share(seat, seats));
    match (value, lang) {
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::Fr) => "nulle".to_owned(),
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::En) => "a draw".to_owned(),
        (Value::Proven { outcome: Outcome::Win(winner), plies }, lang) => {
            let (is_own, count) = (winner == seat, winner_moves(plies, seats));
            match (is_own, count, lang) {
                (true, 0, Lang::Fr) => "gagné".to_owned(),
                (false, 0, Lang::Fr) => "perdu".to_owned(),
                (true, 0, Lang::En) => "won".to_owned(),
                (false, 0, Lang::En) => "lost".to_owned(),
                (true, _, Lang::Fr) => format!("gagné en {count}"),
                (false, _, Lang::Fr) => format!("perdu en {count}"),
                (true, _, Lang::En) => format!("wins in {count}"),
                (false, _, Lang::En) => format!("loses in {count}"),
            }
        }
        (Value::Expected(_), _) => number_text::percent(percent, lang),
    }
}

#[cfg(test)]
mod tests {
    use engine::Limits;
    use rules::{AnyGame, Kind};

    use super::*;

    fn best_of(values: &[Value]) -> Vec<bool> {
        let moves = AnyGame::new(Kind::Morpion, "").expect("options").moves();
        let lines: Vec<_> =
            values.iter().zip(moves).map(|(&value, mv)| Line { value, moves: vec![mv] }).collect();
        move_evaluations(&lines, Seat::ONE, 2).into_iter().map(|(_, evaluation)| evaluation.best).collect()
    }

    #[test]
    fn next_to_a_move_that_wins_at_once_unsearched_moves_are_left_out() {
        let mut game = AnyGame::new(Kind::Doh, "players=3").expect("options");
        for text in ["Mc3", "Sc3", "Lc2", "Sd3", "Mb2"] {
            let mv = game.parse_move(text).expect("a move");
            game.play(mv).expect("a legal move");
        }
        let seat = game.turn().seat().expect("somebody is to move");
        let limits = Limits { nodes: Some(2_000), lines: 5, ..Limits::default() };
        let view = game.view(rules::Viewer::Seat(seat));
        let lines = engine::Engine::new().think(&view, &limits, &mut ()).expect("a thought").lines;
        assert!(
            lines.iter().any(|line| !line.value.is_proven()),
            "every line is proven, so the test shows nothing"
        );
        let known = meaningful_lines(lines, seat);
        assert!(!known.is_empty());
        assert!(known.iter().all(|line| line.value.share(seat, 3) > 0.99));
        let alike = Value::for_two(Seat::ONE, 0.5);
        let first = game.moves()[0];
        let unsure = vec![Line { value: alike, moves: vec![first] }; 3];
        assert_eq!(meaningful_lines(unsure.clone(), Seat::ONE), unsure);
    }

    #[test]
    fn the_percentages_of_all_seats_add_up_to_100() {
        assert_eq!(percentages(Value::Expected([0.006, 0.492, 0.502, 0.0]), 3), [1, 49, 50]);
        assert_eq!(percentages(Value::Proven { outcome: Outcome::Draw, plies: 1 }, 3), [34, 33, 33]);
        assert_eq!(
            percentages(Value::Proven { outcome: Outcome::Win(Seat::TWO), plies: 1 }, 4),
            [0, 100, 0, 0]
        );
        assert_eq!(percentages(Value::for_two(Seat::ONE, 0.585), 2).iter().sum::<u8>(), 100);
    }

    #[test]
    fn the_shares_of_three_players_add_up_to_one_from_the_first_move_on() {
        let mut game = AnyGame::new(Kind::Doh, "players=3").expect("options");
        for text in ["Mc3", "Sc3", "Lc2"] {
            let seat = game.turn().seat().expect("somebody is to move");
            let limits = Limits { nodes: Some(2_000), lines: 5, ..Limits::default() };
            let view = game.view(rules::Viewer::Seat(seat));
            let lines = engine::Engine::new().think(&view, &limits, &mut ()).expect("a thought").lines;
            for line in lines {
                let whole: f32 = (0..3).map(|index| line.value.share(Seat::from_index(index), 3)).sum();
                assert!((whole - 1.0).abs() < 1e-3, "{} at {game}", line.value);
                assert_eq!(percentages(line.value, 3).iter().sum::<u8>(), 100);
            }
            let mv = game.parse_move(text).expect("a move");
            game.play(mv).expect("a legal move");
        }
    }

    #[test]
    fn a_proven_win_counts_the_moves_of_the_winner() {
        let win = |plies| Value::Proven { outcome: Outcome::Win(Seat::ONE), plies };
        assert_eq!([1, 2, 5].map(|plies| short(win(plies), Seat::ONE, 2)), ["+1", "+1", "+3"]);
        assert_eq!(short(win(5), Seat::TWO, 2), "−3");
        assert_eq!(say(win(5), Seat::ONE, 2, Lang::En), "wins in 3");
        assert_eq!(say(win(7), Seat::TWO, 3, Lang::Fr), "perdu en 3");
        assert_eq!(say(win(0), Seat::TWO, 2, Lang::En), "lost");
    }

    #[test]
    fn an_estimate_is_never_shown_as_certain() {
        assert_eq!([0.004, 0.006, 0.99, 0.996].map(percent), ["<1", "1", "99", ">99"]);
    }

    #[test]
    fn only_the_first_of_moves_with_equal_estimates_is_marked_as_best() {
        let same = Value::for_two(Seat::ONE, 0.58);
        assert_eq!(best_of(&[same; 3]), [true, false, false]);
    }

    #[test]
    fn moves_with_equal_proven_values_are_all_marked_as_best() {
        let draw = |plies| Value::Proven { outcome: Outcome::Draw, plies };
        let win = |plies| Value::Proven { outcome: Outcome::Win(Seat::ONE), plies };
        assert_eq!(best_of(&[draw(5), draw(7), Value::for_two(Seat::ONE, 0.5)]), [true, true, false]);
        assert_eq!(best_of(&[win(3), win(3), win(5), draw(7)]), [true, true, false, false]);
    }
}
