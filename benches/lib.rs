//! Nothing but benches lives here: `cargo bench -p benches`.
