//! The app: the games of three in a browser, written in Rust with Leptos and compiled to WebAssembly.
//!
//! - [`route`] says which pages there are; [`router`] keeps the page and the address bar together.
//! - [`app`] is the frame around every page; [`pages`] has one file per page; [`lazy`] loads those that home does
//!   not need.
//! - [`board`] patches a scene of the `boards` crate into the page; [`hand`] turns touches into moves.
//! - [`local`] is a game played on this device, [`kept`] where it is kept; [`play`] is the table it is played at.
//! - [`panel`] is what stands beside any board; [`online`] a game with others, through the server.
//! - [`gallery`] shows the games as living pictures where one is chosen.
//! - [`study`] is the analysis board; [`lesson`] a step or a puzzle being done.
//! - [`thinker`] is the engine, which runs in a Web Worker.
//! - [`export`] and [`film`] are what can be taken away.
//! - [`settings`], [`chance`], [`naming`], [`verdict`], [`sound`], [`icon`], [`dialog`], [`help`]: what all pages share.
//! - [`update`] tells when a new version waits.
//!
//! Around it, in `assets/`: `index.html`, the styles, the service worker (`sw.js`), and `boot.js`, which starts all
//! this or says in plain words why it cannot.

pub mod app;
pub mod board;
pub mod chance;
pub mod dialog;
pub mod export;
pub mod film;
pub mod gallery;
pub mod hand;
pub mod help;
pub mod icon;
pub mod kept;
pub mod lazy;
pub mod lesson;
pub mod local;
pub mod naming;
pub mod online;
pub mod pages;
pub mod panel;
pub mod play;
pub mod route;
pub mod router;
pub mod sample;
pub mod settings;
pub mod sound;
pub mod storage;
pub mod study;
pub mod thinker;
pub mod update;
pub mod verdict;
