//! Serves the app from inside the program: every file is embedded, compressed beforehand, and sent with headers that
//! let browsers keep what cannot change and forbid what the app does not need.
//!
//! - [`app`] is the whole server, for whoever listens: `trois serve`, or a test.
//! - [`store`] is where tables are kept.
//! - [`files`] are the files of the app, from the folder `dist/` that `cargo xtask web` makes.

pub mod files;
mod headers;
pub mod store;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// Everything that is served.
pub fn app() -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .fallback(file)
        .layer(middleware::map_response(headers::secure))
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
