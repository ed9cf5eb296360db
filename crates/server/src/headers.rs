//! What browsers are told to forbid.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// Nothing from elsewhere, nothing inline, no frame around us.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the one page may do that may stand in a frame elsewhere: show pictures of ours in our style, and lead to us.
const FRAMED: &str = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Marks a response that may stand in a frame elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embeddable;

/// Adds the headers to any response.
pub(crate) async fn secure(mut response: Response) -> Response {
    let policy = if response.extensions().get::<Embeddable>().is_some() { FRAMED } else { POLICY };
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
