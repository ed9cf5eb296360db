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
pub use game::{Seats, check_agreement, open_table, play_out, setup, setups};
pub use network::{BadNetwork, Faults};
pub use player::{do_request, join, wait_until};
pub use process::{ServerProcess, free_port};
