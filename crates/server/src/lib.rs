//! The server of Trois: it serves the app, whose files are embedded in the program, and the tables at which people play.
//!
//! - [`AppState::start`] opens the store (SQLite in a folder, or PostgreSQL) and starts the background tasks.
//! - [`app`] is the router with everything that is served, and [`serve`](fn@serve) serves it on a listener.
//! - [`store`] persists tables.
//! - [`files`] are the files of the app, from the folder `dist/` that `cargo xtask web` makes.
//!
//! Several servers can share one PostgreSQL: no table belongs to a server.

mod app_state;
mod background;
pub mod backup;
mod budget;
mod clean_up;
mod client_address;
mod client_stream;
mod concurrency_limit;
mod engines;
mod explorer_index;
pub mod files;
mod frame_limit;
mod guests;
mod headers;
mod heartbeat;
mod http;
mod limit_log;
mod live_table;
mod live_tables;
mod lobby;
mod lobby_socket;
mod metrics;
mod observe;
pub mod operator;
mod own_games;
mod private_files;
mod random;
mod rate_limit;
mod read_limits;
mod reader_language;
mod real_play;
mod serve;
mod settings;
mod shutdown;
pub mod store;
mod store_log;
mod summary;
mod table_creation;
mod table_socket;
#[cfg(test)]
mod test_log;
mod text_line;
mod wall_clock;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};

pub use app_state::AppState;
pub use guests::CookieKey;
pub use metrics::serve_metrics;
pub use private_files::{prepare_folder, read_secret};
pub use serve::serve;
pub use settings::{Database, Retention, ServerSettings};
pub use wall_clock::WallClock;

/// The router with everything that is served.
pub fn app(state: Arc<AppState>) -> Router {
    let host = middleware::from_fn_with_state(Arc::clone(&state), http::host::check);
    let limit_requests =
        middleware::from_fn_with_state(Arc::clone(&state), http::limit_requests::limit_requests);
    let observe = middleware::from_fn_with_state(Arc::clone(&state), observe::observe);
    http::routes(state)
        .fallback(file)
        .layer(host)
        .layer(limit_requests)
        .layer(middleware::map_response(headers::add_security_headers))
        .layer(observe)
}

/// The licences of the collections of puzzles, which people may download: MIT OR Apache-2.0.
const PUZZLE_LICENSES: &str = "<https://spdx.org/licenses/MIT>; rel=\"license\", <https://spdx.org/licenses/Apache-2.0>; rel=\"license\"";

/// Serves a file of the app. Any other address is a page, which comes in the reader's language; the app's router reads
/// the address.
async fn file(request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path();
    if let Some(file) = files::find(path) {
        let mut response = file.response(request.headers());
        if path.starts_with("/puzzles/") {
            response.headers_mut().insert(header::LINK, HeaderValue::from_static(PUZZLE_LICENSES));
        }
        return response;
    }
    // An address with an extension is a missing file, perhaps of an older version.
    let last = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with("/assets/") || last.contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    let page = files::find_page(path, reader_language::language_of(request.headers()));
    page.map_or_else(not_built, |page| page.response(request.headers()))
}

/// The response of a program that was built without the app.
fn not_built() -> Response<Body> {
    const SENTENCES: &str = "L’application n’est pas dans ce programme\u{a0}: lancez cargo xtask web, puis reconstruisez-le.\n\
        The app is not in this program: run cargo xtask web, then build it again.\n";
    (StatusCode::SERVICE_UNAVAILABLE, SENTENCES).into_response()
}
