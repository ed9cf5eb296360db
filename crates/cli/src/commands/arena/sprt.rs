//! The generalised sequential probability ratio test (GSPRT), which ends a match as soon as it is decided.
//!
//! It decides whether A is better by `elo1` rather than by `elo0`. For each hypothesis it finds the likeliest
//! distribution of the scores of whole rounds (pairs, for two players) with that mean; the ratio of their likelihoods
//! decides. The method is Michel Van den Bergh's "Comments on normalized Elo", as used for testing chess engines. It
//! uses rounds instead of games, because the games of a round begin alike and so are not independent.

use super::stats::{MatchTally, expected};

/// The probability of either error.
const ERROR: f64 = 0.05;

/// The count of a score that never occurred, so that it is not impossible.
const UNSEEN: f64 = 1e-3;

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

/// The accepted hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SprtDecision {
    /// A is better by at most `elo0`.
    H0,
    /// A is better by `elo1`.
    H1,
}

impl Sprt {
    /// The log-likelihood ratio at which the test accepts H1; at its negative it accepts H0.
    pub(crate) fn bound(self) -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The decision of the results so far.
    pub(crate) fn decide(self, tally: &MatchTally) -> Option<SprtDecision> {
        let llr = self.llr(tally);
        if llr >= self.bound() {
            Some(SprtDecision::H1)
        } else if llr <= -self.bound() {
            Some(SprtDecision::H0)
        } else {
            None
        }
    }

    /// The log-likelihood ratio of the results so far.
    pub(crate) fn llr(self, tally: &MatchTally) -> f64 {
        if tally.rounds().is_empty() {
            return 0.0;
        }
        let seats = tally.seats();
        llr(&counts(tally), expected(self.elo0, seats), expected(self.elo1, seats))
    }
}

/// Each score that a round can have, with its number of occurrences. For two players these are 0, ¼, ½, ¾ and 1.
fn counts(tally: &MatchTally) -> Vec<(f64, f64)> {
    let mut scores = if tally.seats() == 2 { vec![0.0, 0.25, 0.5, 0.75, 1.0] } else { vec![0.0, 1.0] };
    for &round in tally.rounds() {
        if scores.iter().all(|score: &f64| (score - round).abs() > 1e-9) {
            scores.push(round);
        }
    }
    let count = |score: f64| tally.rounds().iter().filter(|&&round| (score - round).abs() <= 1e-9).count();
    scores.into_iter().map(|score| (score, (count(score) as f64).max(UNSEEN))).collect()
}

fn llr(counts: &[(f64, f64)], mean0: f64, mean1: f64) -> f64 {
    let total: f64 = counts.iter().map(|(_, count)| count).sum();
    let (x0, x1) = (lagrange_multiplier(counts, total, mean0), lagrange_multiplier(counts, total, mean1));
    // The likeliest probability of a score is its share divided by 1 + x (score - mean): the shares cancel.
    counts
        .iter()
        .map(|(score, count)| count * ((1.0 + x0 * (score - mean0)) / (1.0 + x1 * (score - mean1))).ln())
        .sum()
}

/// The Lagrange multiplier of the likeliest distribution with this mean: the root of a decreasing function, between the
/// poles that the outermost scores cause.
fn lagrange_multiplier(counts: &[(f64, f64)], total: f64, mean: f64) -> f64 {
    let (low, high) =
        counts.iter().fold((f64::MAX, f64::MIN), |(low, high), (score, _)| (score.min(low), score.max(high)));
    let slope = |x: f64| -> f64 {
        counts.iter().map(|(score, count)| count / total * (score - mean) / (1.0 + x * (score - mean))).sum()
    };
    let (mut left, mut right) = (-1.0 / (high - mean), 1.0 / (mean - low));
    for _ in 0..200 {
        let middle = (left + right) / 2.0;
        if slope(middle) > 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    (left + right) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> MatchTally {
        let mut tally = MatchTally::new(2);
        let kinds = [[0.0, 0.0], [0.0, 0.5], [0.5, 0.5], [0.5, 1.0], [1.0, 1.0]];
        for (count, kind) in pairs.into_iter().zip(kinds) {
            (0..count).for_each(|_| tally.add(&kind));
        }
        tally
    }

    /// The expected values were computed separately, directly from the two Lagrange conditions.
    #[test]
    fn the_ratio_is_that_of_the_likeliest_distributions() {
        let known = [
            ([10, 20, 40, 30, 15], 0.0, 10.0, 0.734044891),
            ([3, 7, 20, 12, 9], -10.0, 10.0, 1.4838911),
            ([100, 400, 900, 450, 120], 0.0, 5.0, 2.02170286),
            ([1, 5, 10, 8, 6], 0.0, 50.0, 1.9686415),
            ([0, 2, 6, 9, 3], 0.0, 30.0, 1.65155147),
        ];
        for (pairs, elo0, elo1, ratio) in known {
            let llr = Sprt { elo0, elo1 }.llr(&tally(pairs));
            assert!((llr - ratio).abs() < 1e-6, "{pairs:?} {llr} {ratio}");
        }
    }

    #[test]
    fn a_test_continues_until_it_is_decided() {
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        assert!((test.bound() - 2.944_439).abs() < 1e-6);
        assert_eq!(test.decide(&MatchTally::new(2)), None);
        assert_eq!(test.decide(&tally([1, 0, 2, 0, 1])), None);
        assert_eq!(test.decide(&tally([5, 5, 20, 30, 60])), Some(SprtDecision::H1));
        assert_eq!(test.decide(&tally([60, 30, 20, 5, 5])), Some(SprtDecision::H0));
        assert_eq!(test.decide(&tally([0, 0, 0, 0, 40])), Some(SprtDecision::H1));
    }

    #[test]
    fn swapping_the_results_of_both_sides_negates_the_ratio() {
        let test = Sprt { elo0: -10.0, elo1: 10.0 };
        let (one, other) = (test.llr(&tally([3, 7, 20, 12, 9])), test.llr(&tally([9, 12, 20, 7, 3])));
        assert!((one + other).abs() < 1e-9, "{one} {other}");
    }

    #[test]
    fn rounds_of_three_players_are_decided_too() {
        let mut tally = MatchTally::new(3);
        for _ in 0..40 {
            tally.add(&[1.0, 1.0, 0.0]);
            tally.add(&[1.0, 0.0, 1.0 / 3.0]);
        }
        assert_eq!(Sprt { elo0: 0.0, elo1: 50.0 }.decide(&tally), Some(SprtDecision::H1));
    }
}
