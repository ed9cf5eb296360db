//! QR codes for addresses of this server.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use qrcodegen::{QrCode, QrCodeEcc};
use rules::{TextError, words};
use table::Refusal;

use super::HttpRefusal;
use crate::app_state::AppState;

/// The longest path that is accepted.
const MAX_PATH: usize = 200;

/// The width of the white border that scanners need, in modules.
const QUIET_ZONE: i32 = 4;

pub(super) async fn code(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    let path = pairs.iter().find(|(name, _)| name == "path").map(|(_, value)| value.as_str());
    let is_ours = |path: &&str| path.starts_with('/') && !path.starts_with("//") && path.len() <= MAX_PATH;
    let wrong = || {
        let expected = words!(fr: "path= et un chemin comme /t/…", en: "path= and a path like /t/…");
        Refusal::from(TextError::new(0, path.unwrap_or_default(), expected))
    };
    let path = path.filter(is_ours).ok_or_else(wrong)?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = state.settings.public_url.clone().unwrap_or_else(|| format!("http://{host}"));
    let address = format!("{}{path}", origin.trim_end_matches('/'));
    let code = QrCode::encode_text(&address, QrCodeEcc::Medium).map_err(|_| wrong())?;
    let caching = (header::CACHE_CONTROL, "private, max-age=600");
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), caching], svg(&code)).into_response())
}

fn svg(code: &QrCode) -> String {
    let size = code.size() + 2 * QUIET_ZONE;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{path}\"/></svg>"
    )
}
