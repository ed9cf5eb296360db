//! The engine in a browser. It runs in a Web Worker, so that the page never waits for it; the two exchange the
//! messages of [`message`], as text.
//!
//! - The program of this crate (`main.rs`) is the worker; [`EngineWorker`] is the worker without the browser. It says
//!   [`Reply::Ready`] when it can receive messages: what is sent before is lost.
//! - The worker searches in slices of a few milliseconds and handles messages in between. It can be stopped or given
//!   another question at any time, and keeps the engine's memory.
//! - [`EngineClient`] is the page's side without the browser.
//! - The page sends a view's position, never more: what is hidden from the player does not reach the worker.

pub mod client;
pub mod message;
mod read;
mod worker;

pub use client::{EngineAnswer, EngineClient};
pub use message::{EngineFailure, EngineRequest, Reply, SearchReport, Think};
pub use worker::EngineWorker;
