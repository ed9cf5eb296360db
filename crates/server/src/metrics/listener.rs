//! The listener for monitoring. It is apart from the one that people use, so that no proxy can publish the figures by
//! mistake.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

use crate::app_state::AppState;

/// Serves `/metrics` on this listener until the server shuts down.
pub async fn serve_metrics(listener: TcpListener, state: Arc<AppState>) {
    let mut shutdown = state.shutdown.listen();
    let app = Router::new().route("/metrics", get(metrics)).with_state(state);
    let serving = axum::serve(listener, app).with_graceful_shutdown(async move { shutdown.wait().await });
    if let Err(error) = serving.await {
        tracing::error!(%error, "the listener for metrics has ended");
    }
}

async fn metrics(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    if let Some(token) = &state.settings.metrics_token
        && !is_authorized(&headers, token)
    {
        return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response();
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], super::text(&state)).into_response()
}

/// Whether a request has the token. Hashes are compared, so that the time of the comparison reveals nothing about the
/// token.
fn is_authorized(headers: &HeaderMap, token: &str) -> bool {
    let given =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    given.is_some_and(|given| Sha256::digest(given) == Sha256::digest(token))
}
