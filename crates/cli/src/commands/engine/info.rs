//! `info` lines: the current result of a search.

use engine::{Analysis, Value};
use rules::{AnyMove, Outcome, Seat};

use crate::thinking::moves_text;

/// One line for each of the best `lines` moves. `seat` is to move, in a game for `seats`.
pub(crate) fn info(analysis: &Analysis<AnyMove>, seat: Seat, seats: u8, lines: usize) -> Vec<String> {
    let Analysis { depth, nodes, .. } = analysis;
    let (nps, time) = (analysis.nodes_per_second(), analysis.elapsed.as_millis());
    let line = |(rank, line): (usize, &engine::Line<AnyMove>)| {
        let rank = if lines > 1 { format!(" multipv {}", rank + 1) } else { String::new() };
        let (score, pv) = (score(&line.value, seat, seats), moves_text(&line.moves));
        format!("info depth {depth}{rank} score {score} nodes {nodes} nps {nps} time {time} pv {pv}")
    };
    analysis.lines.iter().take(lines).enumerate().map(line).collect()
}

/// `mate` and the number of moves to a proven win, negative for a loss; else `cp` on the scale of Elo: 0 is an even
/// game, 100 a score of 64 % between two players.
fn score(value: &Value, seat: Seat, seats: u8) -> String {
    match value {
        Value::Proven { outcome: Outcome::Draw, .. } => "cp 0".to_owned(),
        Value::Proven { outcome: Outcome::Win(winner), plies } if *winner == seat => format!("mate {plies}"),
        Value::Proven { plies, .. } => format!("mate -{plies}"),
        Value::Expected(_) => {
            let share = f64::from(value.share(seat, seats)).clamp(0.001, 0.999);
            let odds = share * f64::from(seats - 1) / (1.0 - share);
            format!("cp {}", (400.0 * odds.log10()).round() as i64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_player_to_move() {
        let win = Value::Proven { outcome: Outcome::Win(Seat::TWO), plies: 4 };
        assert_eq!(score(&win, Seat::TWO, 2), "mate 4");
        assert_eq!(score(&win, Seat::ONE, 2), "mate -4");
        assert_eq!(score(&Value::Proven { outcome: Outcome::Draw, plies: 4 }, Seat::ONE, 2), "cp 0");
        assert_eq!(score(&Value::for_two(Seat::ONE, 0.64), Seat::ONE, 2), "cp 100");
        assert_eq!(score(&Value::for_two(Seat::ONE, 0.64), Seat::TWO, 2), "cp -100");
        assert_eq!(score(&Value::Expected([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]), Seat::ONE, 3), "cp 0");
    }
}
