//! QR codes of public links to this server.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rules::{TextError, words};
use table::Refusal;

use super::HttpRefusal;
use crate::app_state::AppState;

/// The longest path, in bytes.
const MAX_PATH: usize = 200;

/// A path on this server without a fragment: a fragment may hold a key, which must not be sent to any server. The app
/// draws the QR codes of such links by itself.
fn is_public(path: &str) -> bool {
    path.starts_with('/') && !path.starts_with("//") && !path.contains('#') && path.len() <= MAX_PATH
}

pub(super) async fn code(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    let path = pairs.iter().find(|(name, _)| name == "path").map(|(_, value)| value.as_str());
    let wrong = || {
        let expected = words!(fr: "path= et un chemin comme /t/…", en: "path= and a path like /t/…");
        // The refusal leaves out the fragment, which may be a key.
        let given = path.and_then(|path| path.split('#').next()).unwrap_or_default();
        Refusal::from(TextError::new(0, given, expected))
    };
    let path = path.filter(|path| is_public(path)).ok_or_else(wrong)?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = state.settings.public_url.clone().unwrap_or_else(|| format!("http://{host}"));
    let svg = boards::qr_svg(&format!("{}{path}", origin.trim_end_matches('/'))).ok_or_else(wrong)?;
    let caching = (header::CACHE_CONTROL, "private, max-age=600");
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), caching], svg).into_response())
}
