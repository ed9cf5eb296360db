//! Lists, and the name of whoever asks for them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use table::{Name, Refusal};

use super::text::TextBody;
use super::{Caller, HttpRefusal, PostingGuest, plain};
use crate::app_state::AppState;
use crate::lobby;
use crate::store::StoreError;
use crate::{now, random};

impl From<StoreError> for HttpRefusal {
    fn from(error: StoreError) -> HttpRefusal {
        tracing::warn!(%error, "the store does not answer");
        Refusal::Unavailable.into()
    }
}

/// Who somebody is; who is new gets a cookie.
pub(super) async fn name(
    caller: Caller,
    State(state): State<Arc<AppState>>,
) -> Result<Response, HttpRefusal> {
    let known = caller.guest;
    let guest = known.unwrap_or_else(random::guest);
    let name = match known {
        Some(guest) => state.store.name(guest).await?.unwrap_or_default(),
        None => String::new(),
    };
    let mut response = plain(name).into_response();
    let is_secure = state.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    // Who has the cookie gets it again, so that it lives as long as they keep coming.
    if let Some(cookie) = state.settings.cookie_key.header(guest, is_secure) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

pub(super) async fn rename(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    TextBody(typed): TextBody,
) -> Result<Response, HttpRefusal> {
    let name = Name::tidy(&typed).ok_or(Refusal::NoName)?;
    state.store.set_name(poster.guest, name.as_str(), now()).await?;
    Ok(plain(name.to_string()).into_response())
}

pub(super) async fn mine(
    caller: Caller,
    State(state): State<Arc<AppState>>,
) -> Result<Response, HttpRefusal> {
    let guest = caller.guest.ok_or(Refusal::NoGuest)?;
    let listings = lobby::mine(&state, guest).await?;
    Ok(plain(listings.join("\n")).into_response())
}

pub(super) async fn lobby(State(state): State<Arc<AppState>>) -> Result<Response, HttpRefusal> {
    let listings = lobby::open(&state).await?;
    Ok(plain(listings.join("\n")).into_response())
}
