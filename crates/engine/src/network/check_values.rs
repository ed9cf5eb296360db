//! The values that the training programs computed, for the tests of the networks with whole numbers.

/// Checks that the engine values positions as the training program does. Each line of `check` is a position; `both`
/// returns the engine's value of it and the expected one, as log-odds.
pub(crate) fn assert_values(check: &str, both: impl Fn(&str) -> [f32; 2]) {
    let mut errors = 0.0;
    for line in check.lines() {
        let [value, expected] = both(line);
        let error = value - expected;
        // The engine rounds to whole numbers, and the training program computes in 19 bits.
        assert!(error.abs() < 0.05, "{line}: {error}");
        errors += error.abs();
    }
    assert!(check.lines().count() >= 40);
    assert!(errors / (check.lines().count() as f32) < 0.01, "{errors}");
}
