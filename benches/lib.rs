//! Holds only benches: `cargo bench -p benches`.
