//! Lists, and the name of whoever asks for them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use table::{Name, Refusal};

use super::words::Posted;
use super::{Door, Poster, Refused, plain};
use crate::hub::Hub;
use crate::lobby;
use crate::store::Fault;
use crate::{now, random};

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        tracing::warn!(%fault, "the store does not answer");
        Refusal::Unavailable.into()
    }
}

/// Who somebody is; who is new gets a cookie.
pub(super) async fn name(door: Door, State(hub): State<Arc<Hub>>) -> Result<Response, Refused> {
    let known = door.guest;
    let guest = known.unwrap_or_else(random::guest);
    let name = match known {
        Some(guest) => hub.store.name(guest).await?.unwrap_or_default(),
        None => String::new(),
    };
    let mut response = plain(name).into_response();
    let is_secure = hub.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    // Who has the cookie gets it again, so that it lives as long as they keep coming.
    if let Some(cookie) = hub.settings.cookie_key.header(guest, is_secure) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

pub(super) async fn rename(
    poster: Poster,
    State(hub): State<Arc<Hub>>,
    Posted(typed): Posted,
) -> Result<Response, Refused> {
    let name = Name::tidy(&typed).ok_or(Refusal::NoName)?;
    hub.store.set_name(poster.guest, name.as_str(), now()).await?;
    Ok(plain(name.to_string()).into_response())
}

pub(super) async fn mine(door: Door, State(hub): State<Arc<Hub>>) -> Result<Response, Refused> {
    let guest = door.guest.ok_or(Refusal::NoGuest)?;
    let listings = lobby::mine(&hub, guest).await?;
    Ok(plain(listings.join("\n")).into_response())
}

pub(super) async fn lobby(State(hub): State<Arc<Hub>>) -> Result<Response, Refused> {
    let listings = lobby::open(&hub).await?;
    Ok(plain(listings.join("\n")).into_response())
}
