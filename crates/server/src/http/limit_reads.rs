//! Limits on reads. Every request that makes the server look something up or compute something is charged to its
//! address, and refused if the client is banned. Posts are charged for what they write.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use table::Refusal;

use super::{Caller, HttpRefusal};
use crate::app_state::AppState;
use crate::limit_log::Limit;

/// Refuses banned clients, addresses that read too much, and those that have too many requests at a time.
pub(super) async fn limit_reads(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Result<Response, HttpRefusal> {
    let (mut parts, body) = request.into_parts();
    let caller = Caller::from_request_parts(&mut parts, &state).await?;
    if parts.method != Method::POST {
        state.read_limits.read(caller.address, 1.0)?;
    }
    let permit = state.requests.admit(caller.address, caller.guest);
    let _counted = permit.ok_or_else(|| {
        state.limit_log.note(Limit::Connections);
        Refusal::TooFast
    })?;
    parts.extensions.insert(caller);
    Ok(next.run(Request::from_parts(parts, body)).await)
}
