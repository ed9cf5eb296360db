//! Round values at which an axis is labelled.

use crate::Pair;

/// About five round values inside a range, each with its text.
pub fn round_ticks((from, to): Pair) -> Vec<(f64, String)> {
    let step = round_step(to - from);
    let first = (from / step).ceil() as i64;
    let last = (to / step * 1.000_001).floor() as i64;
    (first..=last)
        .map(|index| {
            let value = index as f64 * step;
            (value, label(value, step))
        })
        .collect()
}

/// The smallest of 1, 2 and 5 times a power of ten that fits at most five times into a length.
fn round_step(length: f64) -> f64 {
    let fifth = (length / 5.0).max(1e-9);
    let power = 10_f64.powf(fifth.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| fifth / power <= *digit).unwrap_or(10.0);
    digit * power
}

/// A value with the decimals that its step needs.
fn label(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(range: Pair) -> String {
        let texts: Vec<String> = round_ticks(range).into_iter().map(|(_, text)| text).collect();
        texts.join(" ")
    }

    #[test]
    fn ticks_are_round_and_inside_the_range() {
        assert_eq!(labels((0.0, 1100.0)), "0 500 1000");
        assert_eq!(labels((0.0, 30.0)), "0 10 20 30");
        assert_eq!(labels((0.0, 1.0)), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(labels((0.4, 1.0)), "0.4 0.6 0.8 1.0");
        assert_eq!(labels((-2.0, 2.0)), "-2 -1 0 1 2");
    }

    #[test]
    fn a_range_without_length_has_one_tick_at_most() {
        assert!(round_ticks((0.0, 0.0)).len() <= 1);
    }
}
