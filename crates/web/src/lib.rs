//! The app: the games of three in a browser, written in Rust with Leptos and compiled to WebAssembly.
//!
//! - [`route`] says which pages there are; [`router`] keeps the page and the address bar together.
//! - [`app`] is the frame around every page; [`pages`] has one file per page.
//! - [`thinker`] is the engine, which runs in a Web Worker.
//! - [`update`] tells when a new version waits.
//!
//! Around it, in `assets/`: `index.html`, the styles, the service worker (`sw.js`), and `boot.js`, which starts all
//! this or says in plain words why it cannot.

pub mod app;
pub mod pages;
pub mod route;
pub mod router;
pub mod thinker;
pub mod update;
