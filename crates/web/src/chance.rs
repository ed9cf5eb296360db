//! Chance, from the browser: the rules and the engine hold none of their own.

/// A number from which a generator or the engine begins, as good as the browser's own chance.
pub fn seed() -> u64 {
    // Every whole number below 2⁵³ is a float of its own.
    (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
}
