//! Guests are created when they first do something, not when they look at a page: each costs its address some writes.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use table::GuestId;

use super::auth::{NewGuest, is_our_page};
use super::{Caller, HttpRefusal, plain};
use crate::app_state::AppState;
use crate::{budget, random};

/// Creates a guest for a post without a cookie, and sends the cookie if the post succeeds.
pub(super) async fn make_guest(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Result<Response, HttpRefusal> {
    let (mut parts, body) = request.into_parts();
    let is_post = parts.method == Method::POST && is_our_page(&parts.headers, &state.settings);
    if !is_post || state.settings.cookie_key.guest(&parts.headers, state.settings.is_secure()).is_some() {
        return Ok(next.run(Request::from_parts(parts, body)).await);
    }
    let caller = Caller::from_request_parts(&mut parts, &state).await?;
    state.budget.check(caller)?;
    state.budget.charge(caller, budget::NEW_GUEST);
    let guest = random::guest();
    parts.extensions.insert(caller);
    parts.extensions.insert(NewGuest(guest));
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if response.status().is_success() {
        set_cookie(&state, response.headers_mut(), guest);
    }
    Ok(response)
}

/// Adds the cookie of a guest to a response.
pub(super) fn set_cookie(state: &AppState, headers: &mut HeaderMap, guest: GuestId) {
    if let Some(cookie) = state.settings.cookie_key.header(guest, state.settings.is_secure()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
}

/// The response to a program that only needs a cookie.
pub(super) async fn welcome(_: super::PostingGuest) -> Response {
    plain("done".to_owned()).into_response()
}
