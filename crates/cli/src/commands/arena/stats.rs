//! Score and Elo difference of a match, with confidence intervals.

/// The quantile of the normal distribution for 95 % intervals.
const Z_95: f64 = 1.959_963_985;

/// The results of one side, A, in rounds of games that begin alike, one with A in each seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchTally {
    seats: u8,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The score of A in each round, from 0 to 1.
    rounds: Vec<f64>,
}

/// A value with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) low: f64,
    pub(crate) value: f64,
    pub(crate) high: f64,
}

impl Estimate {
    fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { low: f(self.low), value: f(self.value), high: f(self.high) }
    }
}

impl MatchTally {
    pub(crate) fn new(seats: u8) -> MatchTally {
        MatchTally { seats, wins: 0, draws: 0, losses: 0, rounds: Vec::new() }
    }

    /// Adds the scores of A in the games of a round: 1 for a win, its share for a draw, 0 for a loss.
    pub(crate) fn add(&mut self, scores: &[f64]) {
        for &score in scores {
            match score {
                1.0 => self.wins += 1,
                0.0 => self.losses += 1,
                _ => self.draws += 1,
            }
        }
        self.rounds.push(scores.iter().sum::<f64>() / scores.len().max(1) as f64);
    }

    pub(crate) fn seats(&self) -> u8 {
        self.seats
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The score of A in each round.
    pub(crate) fn rounds(&self) -> &[f64] {
        &self.rounds
    }

    /// The score of A with its 95 % interval. The games of a round depend on each other, so the variance is that of the
    /// rounds; if all rounds are equal, it is that of as many single games.
    pub(crate) fn score(&self) -> Estimate {
        let n = self.rounds.len() as f64;
        if n == 0.0 {
            return Estimate { low: 0.0, value: 1.0 / f64::from(self.seats), high: 1.0 };
        }
        let value = self.rounds.iter().sum::<f64>() / n;
        let variance =
            self.rounds.iter().map(|score| (score - value).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        if variance < 1e-12 {
            return wilson(value, self.games() as f64);
        }
        let spread = Z_95 * (variance / n).sqrt();
        Estimate { low: (value - spread).max(0.0), value, high: (value + spread).min(1.0) }
    }

    /// By how much A is stronger, in Elo, with its 95 % interval.
    pub(crate) fn elo(&self) -> Estimate {
        self.score().map(|score| elo(score, self.seats))
    }
}

/// The Elo difference for an expected score at a table of `seats` where all others are equal: 0 for an even share,
/// infinite for all or nothing.
pub(crate) fn elo(score: f64, seats: u8) -> f64 {
    400.0 * (score * f64::from(seats - 1) / (1.0 - score)).log10()
}

/// The expected score for an Elo difference.
pub(crate) fn expected(elo: f64, seats: u8) -> f64 {
    let odds = 10f64.powf(elo / 400.0) / f64::from(seats - 1);
    odds / (1.0 + odds)
}

/// The interval of E. B. Wilson (1927) for a share of `n` trials, which does not shrink to a point at 0 or 1.
fn wilson(value: f64, n: f64) -> Estimate {
    let z2 = Z_95 * Z_95;
    let centre = (value + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let spread = Z_95 / (1.0 + z2 / n) * (value * (1.0 - value) / n + z2 / (4.0 * n * n)).sqrt();
    Estimate { low: (centre - spread).max(0.0), value, high: (centre + spread).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-3, "{a} {b}");
    }

    #[test]
    fn elo_differences_follow_the_logistic_scale() {
        for (score, difference) in
            [(0.5, 0.0), (0.75, 190.849), (0.64, 99.951), (0.9, 381.697), (0.25, -190.849)]
        {
            near(elo(score, 2), difference);
            near(expected(difference, 2), score);
        }
        assert_eq!(elo(1.0, 2), f64::INFINITY);
        assert_eq!(elo(0.0, 2), f64::NEG_INFINITY);
        near(elo(1.0 / 3.0, 3), 0.0);
        near(expected(0.0, 4), 0.25);
        near(expected(elo(0.6, 4), 4), 0.6);
    }

    #[test]
    fn the_interval_of_a_score_follows_from_its_pairs() {
        let mut tally = MatchTally::new(2);
        // Ten times two wins, twenty times one each, ten times a win and a draw.
        for (times, pair) in [(10, [1.0, 1.0]), (20, [1.0, 0.0]), (10, [1.0, 0.5])] {
            for _ in 0..times {
                tally.add(&pair);
            }
        }
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.games()), (50, 10, 20, 80));
        let score = tally.score();
        // The mean of 10 × 1, 20 × ½ and 10 × ¾ is 0.6875, their sample variance 0.04407.
        near(score.value, 0.6875);
        near(score.high - score.value, 1.96 * (0.044_070_5f64 / 40.0).sqrt());
        near(score.value - score.low, score.high - score.value);
        near(tally.elo().value, 136.97);
    }

    #[test]
    fn the_interval_of_a_clean_sweep_is_not_a_point() {
        let mut tally = MatchTally::new(2);
        for _ in 0..5 {
            tally.add(&[1.0, 1.0]);
        }
        let score = tally.score();
        // Ten of ten: the lower end by Wilson is 10 / (10 + z²).
        near(score.low, 10.0 / (10.0 + Z_95 * Z_95));
        near(score.high, 1.0);
        assert_eq!(tally.elo().value, f64::INFINITY);
        assert!(tally.elo().low > 0.0);
    }

    #[test]
    fn without_games_the_interval_covers_every_score() {
        assert_eq!(MatchTally::new(3).score(), Estimate { low: 0.0, value: 1.0 / 3.0, high: 1.0 });
    }
}
