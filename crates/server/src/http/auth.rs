//! Who sends a request, and whether they may.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use table::{GuestId, Refusal};

use super::HttpRefusal;
use crate::app_state::AppState;
use crate::settings::Settings;

/// The header that every post must have. Pages of other sites cannot send it, which prevents cross-site requests.
const CSRF_HEADER: &str = "x-trois";

/// The sender of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    /// The guest of a valid cookie.
    pub(crate) guest: Option<GuestId>,
    /// The client's address.
    pub(crate) address: IpAddr,
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Caller, HttpRefusal> {
        let guest = state.settings.cookie_key.guest(&parts.headers);
        Ok(Caller { guest, address: address(parts, &state.settings) })
    }
}

/// A guest who may post: with a cookie, from our own page, within the rate limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PostingGuest {
    pub(crate) guest: GuestId,
}

impl FromRequestParts<Arc<AppState>> for PostingGuest {
    type Rejection = HttpRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<PostingGuest, HttpRefusal> {
        let Caller { guest, address } = Caller::from_request_parts(parts, state).await?;
        if !parts.headers.contains_key(CSRF_HEADER) || !is_same_origin(&parts.headers, &state.settings) {
            return Err(Refusal::ForeignPage.into());
        }
        state.check_post_rate(guest, address)?;
        Ok(PostingGuest { guest: guest.ok_or(Refusal::NoGuest)? })
    }
}

/// The client's address: behind a proxy, the last entry of `X-Forwarded-For`.
fn address(parts: &Parts, settings: &Settings) -> IpAddr {
    let forwarded = || {
        let value = parts.headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        value.rsplit(',').next()?.trim().parse().ok()
    };
    let direct = || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let seen = if settings.is_behind_proxy { forwarded().or_else(direct) } else { direct() };
    seen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// Whether a request comes from our own page, or from a program that is no browser and sends no origin.
pub(crate) fn is_same_origin(headers: &HeaderMap, settings: &Settings) -> bool {
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
        let mut settings = Settings::new(Database::Folder("x".into()), key);
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
