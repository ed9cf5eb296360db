//! Tests the app in `dist/` in real browsers against the real server: all tests in headless Chromium, the most
//! important ones in Firefox and WebKit as well. `cargo xtask test` builds the app and provides the browsers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod absent_players;
mod archive;
mod atlas;
mod errors;
mod exploring;
mod first_picture;
mod harness;
mod home;
mod learning;
mod lists;
mod look;
mod measure;
mod move_list;
mod offers_answered;
mod other_browsers;
mod pages;
mod phone;
mod play_controls;
mod premoves;
mod puzzling;
mod reader_perspective;
mod reader_perspective_online;
mod resuming;
mod reviewing;
mod saved_games;
mod screenshot_states;
mod screenshots;
mod settings;
mod studying;
mod table_extras;
mod taking_seats;
mod together;
mod variations;
mod whole_games;
