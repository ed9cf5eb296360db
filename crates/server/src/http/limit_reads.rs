//! Every request for something that the server has to look up or compute is charged to its address, and banned clients get
//! nothing of it. Posts are charged for what they write.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use super::{Caller, HttpRefusal};
use crate::app_state::AppState;

/// Refuses banned clients and addresses that read too much.
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
    parts.extensions.insert(caller);
    Ok(next.run(Request::from_parts(parts, body)).await)
}
