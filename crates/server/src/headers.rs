//! The security headers of every response.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// Nothing from other origins, nothing inline, no embedding in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The policy of the page that other sites may embed: it shows our pictures in our style, and does nothing else.
const EMBED_POLICY: &str = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Marks a response that other sites may embed in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embeddable;

/// Adds the security headers to a response.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    let policy = if response.extensions().get::<Embeddable>().is_some() { EMBED_POLICY } else { POLICY };
    let headers = response.headers_mut();
    let all: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        ),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
