//! The app in a real browser: headless Chromium, driven from here, against the real server, with the app that is in
//! `dist/`. `cargo xtask test` sees to it that the app is built and the browser there.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod at_the_table;
mod going_on;
mod harness;
mod home;
mod learning;
mod measure;
mod pages;
mod screenshots;
mod studying;
mod together;
mod trouble;
mod whole_games;
