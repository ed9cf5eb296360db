//! The engine in a browser. It runs in a Web Worker, so that the page never waits for it; the two exchange the
//! messages of [`message`], as text.
//!
//! - The program of this crate (`main.rs`) is the worker. It says [`Reply::Ready`] when it can listen: what is sent
//!   before that is lost.
//! - A worker that thinks hears nothing. To stop it, the page ends it and starts another: what it had found is in
//!   its last [`Reply::Progress`].
//! - The page sends a view's position, never more: what is hidden from the player does not reach the worker.

pub mod message;
mod read;
mod thinking;

pub use message::{Failure, Found, Reply, Request, Think};
pub use thinking::Thinker;
