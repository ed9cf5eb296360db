//! Random seeds from the browser. The rules and the engine hold no random state of their own.

/// A seed for a generator or for the engine, from `Math.random`.
pub fn seed() -> u64 {
    // Every integer below 2⁵³ has an exact `f64`.
    (crate::browser::random() * 9_007_199_254_740_992.0) as u64
}
