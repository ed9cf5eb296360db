//! The host that a request is for. A server with a public address answers requests for that host only, which prevents
//! DNS rebinding: a page of another site whose name resolves to this machine could otherwise read the server's
//! responses.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rules::words;
use table::Refusal;

use super::HttpRefusal;
use super::text::refused;
use crate::app_state::AppState;

/// The health check, which load balancers request under any host name.
pub(super) const HEALTH: &str = "/healthz";

/// Refuses requests without exactly one host, and those for another host than the public one.
pub(crate) async fn check(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        let wrong = words!(
            fr: "Cette requête nomme {hosts} hôtes (Host)\u{a0}: il en faut un seul.",
            en: "This request names {hosts} hosts: it must name one."
        );
        return refused(StatusCode::BAD_REQUEST, wrong);
    }
    let public = state.settings.public_url.as_deref().filter(|_| request.uri().path() != HEALTH);
    match public.filter(|url| !is_for(url, request.headers(), request.uri())) {
        Some(url) => HttpRefusal(Refusal::OtherHost { url: url.to_owned() }).into_response(),
        None => next.run(request).await,
    }
}

/// Whether a request is for the host of this public address.
fn is_for(url: &str, headers: &HeaderMap, uri: &Uri) -> bool {
    let default_port = if url.starts_with("https:") { ":443" } else { ":80" };
    let plain = |host: &str| {
        let host = host.trim().trim_end_matches('/').to_ascii_lowercase();
        host.strip_suffix(default_port).map_or(host.clone(), ToOwned::to_owned)
    };
    let public = plain(url.split_once("://").map_or(url, |(_, host)| host));
    let named = headers.get(header::HOST).map(|host| plain(host.to_str().unwrap_or("?")));
    // A request line in absolute form names the host a second time.
    let addressed = uri.authority().map(|authority| plain(authority.as_str()));
    named.as_deref() == Some(&public) && addressed.is_none_or(|host| host == public)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_request_is_for_the_host_of_the_public_address() {
        let is_for = |url: &str, host: &'static str, uri: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            is_for(url, &headers, &Uri::from_static(uri))
        };
        assert!(is_for("https://trois.example", "trois.example", "/"));
        assert!(is_for("https://trois.example/", "TROIS.example:443", "/"));
        assert!(is_for("http://192.0.2.1:8333", "192.0.2.1:8333", "/"));
        assert!(!is_for("https://trois.example", "trois.example:80", "/"));
        assert!(!is_for("https://trois.example", "trois.example.evil.example", "/"));
        assert!(!is_for("https://trois.example", "127.0.0.1:8333", "/"));
        assert!(!is_for("https://trois.example", "trois.example", "http://evil.example/"));
    }
}
