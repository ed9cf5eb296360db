//! Bots that play by themselves, a bad network between them and the server, and servers that can be killed: the parts
//! of the reliability tests. Everything goes over real sockets.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod balancer;
mod bot;
mod figures;
mod game;
mod network;
mod player;
mod process;

pub use balancer::Balancer;
pub use bot::Bot;
pub use figures::{DurationStats, length, report_attack};
pub use game::{Seats, agree, play_out, seated, setup, setups};
pub use network::{BadNetwork, Faults};
pub use player::{does, join, sees};
pub use process::{ServerProcess, free_port};
