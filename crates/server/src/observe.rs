//! Counts the responses, and writes the access log where it is switched on.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::app_state::AppState;

/// Marks a response that refuses a request, with the code of the reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusalCode(pub(crate) &'static str);

/// Counts a response by its status and its refusal. The access log has a line for it with the kind of the request: no
/// address, no cookie, no table and nothing that was searched for.
pub(crate) async fn observe(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let began = Instant::now();
    let response = next.run(request).await;
    let status = response.status();
    state.metrics.responses.add(match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    });
    if let Some(RefusalCode(code)) = response.extensions().get() {
        state.metrics.refusals.add(code);
    }
    if state.settings.access_log {
        let route = route.as_ref().map_or("(file)", MatchedPath::as_str);
        let milliseconds = began.elapsed().as_millis() as u64;
        tracing::info!(%method, route, status = status.as_u16(), milliseconds, "request");
    }
    response
}
