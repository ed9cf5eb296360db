//! Who sends a request, and whether they may.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, header};
use table::{GuestId, Refusal};

use super::HttpRefusal;
use crate::app_state::AppState;
use crate::budget::UNKNOWN_ADDRESS;
use crate::client_address::{forwarded, limit_key};
use crate::settings::ServerSettings;

/// The header that every post must have. Pages of other sites cannot send it, which prevents cross-site requests.
const CSRF_HEADER: &str = "x-trois";

/// The sender of a request, who is not banned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    /// The guest of a valid cookie.
    pub(crate) guest: Option<GuestId>,
    /// The client's address, as limits count it.
    pub(crate) address: IpAddr,
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Caller, HttpRefusal> {
        if let Some(caller) = parts.extensions.get() {
            return Ok(*caller);
        }
        let guest = state.settings.cookie_key.guest(&parts.headers, state.settings.is_secure());
        let address = address(parts, state);
        state.moderation.check_ban(guest, address, state.now())?;
        Ok(Caller { guest, address })
    }
}

/// A guest who may post: from our own page, within the budget. A post without a cookie has just been given a [new
/// guest](super::new_guest).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PostingGuest {
    pub(crate) guest: GuestId,
    /// The client's address, as limits count it.
    pub(crate) address: IpAddr,
}

impl PostingGuest {
    /// The payer of the guest's requests.
    pub(crate) fn payer(self) -> Caller {
        Caller { guest: Some(self.guest), address: self.address }
    }
}

impl FromRequestParts<Arc<AppState>> for PostingGuest {
    type Rejection = HttpRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<PostingGuest, HttpRefusal> {
        let Caller { guest, address } = Caller::from_request_parts(parts, state).await?;
        if !is_our_page(&parts.headers, &state.settings) {
            return Err(Refusal::ForeignPage.into());
        }
        let new = parts.extensions.get::<NewGuest>().map(|NewGuest(guest)| *guest);
        let guest = guest.or(new).ok_or(Refusal::NoGuest)?;
        let poster = PostingGuest { guest, address };
        state.budget.check(poster.payer())?;
        state.budget.charge(poster.payer(), 1.0);
        Ok(poster)
    }
}

/// A guest who was created for this request.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewGuest(pub(super) GuestId);

/// The client's address, as limits count it. Clients that are not named share an address, and behind a proxy the log warns
/// of them.
fn address(parts: &Parts, state: &AppState) -> IpAddr {
    client_address(&parts.extensions, &parts.headers, &state.settings).unwrap_or_else(|| {
        if state.settings.is_behind_proxy {
            state.proxy_warning.note();
        }
        UNKNOWN_ADDRESS
    })
}

/// The client's address, as limits count it: behind a proxy, the last entry of `X-Forwarded-For`. `None` if there is none.
pub(super) fn client_address(
    extensions: &Extensions,
    headers: &HeaderMap,
    settings: &ServerSettings,
) -> Option<IpAddr> {
    if settings.is_behind_proxy {
        return forwarded(headers);
    }
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| limit_key(info.0.ip()))
}

/// Whether a post comes from our own page, which sends a header that pages of other sites cannot send.
pub(super) fn is_our_page(headers: &HeaderMap, settings: &ServerSettings) -> bool {
    headers.contains_key(CSRF_HEADER) && is_same_origin(headers, settings)
}

/// Whether a request comes from our own page, or from a program that is no browser and sends no origin.
pub(crate) fn is_same_origin(headers: &HeaderMap, settings: &ServerSettings) -> bool {
    let text = |value: &HeaderValue| value.to_str().unwrap_or("?").to_ascii_lowercase();
    if let Some(site) = headers.get("sec-fetch-site").map(text)
        && site != "same-origin"
        && site != "none"
    {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN).map(text) else { return true };
    if settings
        .public_url
        .as_deref()
        .is_some_and(|url| origin == url.trim_end_matches('/').to_ascii_lowercase())
    {
        return true;
    }
    let host = headers.get(header::HOST).map(text);
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    own.is_some() && own == host.as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guests::CookieKey;
    use crate::settings::Database;

    #[test]
    fn requests_from_other_origins_are_recognised() {
        let key = CookieKey::parse(&"0".repeat(64)).unwrap();
        let mut settings = ServerSettings::new(Database::Folder("x".into()), key);
        settings.public_url = Some("https://trois.example/".to_owned());
        let ask = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs.iter().map(|(name, value)| {
                (axum::http::HeaderName::from_static(name), HeaderValue::from_static(value))
            });
            is_same_origin(&headers.collect(), &settings)
        };
        assert!(ask(&[("host", "127.0.0.1:3000")]), "no browser");
        assert!(ask(&[("host", "127.0.0.1:3000"), ("origin", "http://127.0.0.1:3000")]));
        assert!(ask(&[("host", "inside:8080"), ("origin", "https://trois.example")]), "behind a proxy");
        assert!(!ask(&[("host", "127.0.0.1:3000"), ("origin", "http://127.0.0.1:3001")]));
        assert!(!ask(&[("host", "trois.example"), ("origin", "https://evil.example")]));
        assert!(!ask(&[("host", "trois.example"), ("origin", "null")]));
        assert!(!ask(&[("host", "trois.example"), ("sec-fetch-site", "cross-site")]));
    }
}
