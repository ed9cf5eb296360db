//! The app: the games of three in a browser, written in Rust with Leptos and compiled to WebAssembly.
//!
//! - [`route`] lists the pages and their addresses; [`router`] keeps the page and the address bar in sync.
//! - [`app`] is the frame around every page; [`pages`] has one file per page; [`lazy_pages`] loads the pages that home
//!   does not need.
//! - [`board`] patches a scene of the `boards` crate into the page; [`selection`] turns touches into moves.
//! - [`local`] is a game played on this device, [`play`] the page where it is played, [`saved_games`] the list of
//!   saved ones.
//! - [`panel`] has the components beside any board; [`online`] is a game with others, through the server.
//! - [`gallery`] shows an animated preview of each game.
//! - [`atlas`] shows what is proven of a solved game.
//! - [`puzzle`] is the board on which puzzles are solved.
//! - [`study`] is the analysis board; [`exercise`] a step or a puzzle of a course.
//! - [`thinker`] runs the engine in a Web Worker; [`engine_task`] is one question to it, with progress and a result.
//! - [`export`] and [`picture_export`] write links and files.
//! - [`language`], [`layout`], [`settings`], [`random`], [`timing`], [`labels`], [`evaluation_text`], [`sound`], [`icon`],
//!   [`dialog`], [`keyboard_help`] are shared by all pages.
//! - [`update`] reports that a new version of the app is ready.
//! - `first_picture` renders each page for the HTML in which it arrives; [`startup`] puts the app in its place when the
//!   first page is complete, which [`start_queue`] builds in short tasks. [`browser`] has what both need of the browser.
//!
//! Around it, in `assets/`: `index.html`, the styles, the service worker (`sw.js`), and `boot.js`, which starts the app
//! or explains why it cannot.

// Outside a browser, Leptos computes types of the whole page, which are deep.
#![recursion_limit = "512"]

pub mod app;
pub mod atlas;
pub mod board;
pub mod browser;
pub mod date;
pub mod dialog;
pub mod empty_page;
pub mod ending;
pub mod engine_task;
pub mod evaluation_text;
pub mod exercise;
pub mod export;
#[cfg(not(target_family = "wasm"))]
pub mod first_picture;
pub mod gallery;
pub mod icon;
pub mod keyboard_help;
pub mod labels;
pub mod language;
pub mod layout;
pub mod lazy_pages;
pub mod local;
pub mod online;
pub mod own_result;
pub mod pages;
pub mod paint_job;
pub mod panel;
pub mod picture_export;
pub mod play;
pub mod puzzle;
pub mod random;
pub mod route;
pub mod router;
pub mod sample_games;
pub mod saved_games;
pub mod selection;
pub mod settings;
pub mod sound;
pub mod start_queue;
pub mod startup;
pub mod storage;
pub mod study;
pub mod thinker;
pub mod timing;
pub mod update;
pub mod visibility;
