//! A place where friends and strangers play: the app, served from inside the program, and the tables behind it.
//!
//! - [`AppState::start`] opens the store (SQLite in a folder, or PostgreSQL) and begins to do what goes on by itself.
//! - [`app`] is everything that is served, and [`serve`](fn@serve) serves it: for `trois serve`, or a test.
//! - [`store`] is where tables are kept.
//! - [`files`] are the files of the app, from the folder `dist/` that `cargo xtask web` makes.
//!
//! Whoever runs several servers on one PostgreSQL starts several of these: none owns a table.

mod app_state;
mod engines;
pub mod files;
mod guests;
mod headers;
mod http;
mod live_table;
mod lobby;
mod lobby_socket;
mod metrics;
mod random;
mod rate_limit;
mod serve;
mod settings;
mod sockets;
pub mod store;
mod summary;
mod table_socket;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use table::Time;

pub use app_state::AppState;
pub use guests::CookieKey;
pub use serve::serve;
pub use settings::{Database, Settings};

/// Everything that is served.
pub fn app(state: Arc<AppState>) -> Router {
    http::routes(state).fallback(file).layer(middleware::map_response(headers::secure))
}

/// The time now, as tables count it.
fn now() -> Time {
    Time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

/// A file of the app; at any other address that could be a page's, the page, since the app reads the address.
async fn file(request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path();
    if let Some(file) = files::find(path) {
        return file.response(request.headers());
    }
    // An address with an ending is a file's: one that is not there, maybe of an older version.
    let last = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with("/assets/") || last.contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    files::find("/").map_or_else(not_built, |page| page.response(request.headers()))
}

/// What is said where the program was built before the app.
fn not_built() -> Response<Body> {
    const SENTENCES: &str = "L’application n’est pas dans ce programme\u{a0}: lancez cargo xtask web, puis reconstruisez-le.\n\
        The app is not in this program: run cargo xtask web, then build it again.\n";
    (StatusCode::SERVICE_UNAVAILABLE, SENTENCES).into_response()
}
