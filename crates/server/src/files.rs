//! The files of the app, inside the program.

use std::hash::{DefaultHasher, Hasher};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the app.
#[derive(Debug)]
pub struct File {
    path: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// All files.
pub fn all() -> &'static [File] {
    FILES
}

/// The file at this address.
pub fn find(path: &str) -> Option<&'static File> {
    let path = if path == "/" { "/index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}

impl File {
    /// Its address.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// Its content, uncompressed.
    pub fn content(&self) -> &'static [u8] {
        self.plain
    }

    /// How many bytes are sent to a browser that reads brotli, as all do.
    pub fn sent(&self) -> usize {
        self.brotli.unwrap_or(self.plain).len()
    }

    /// The answer to a request with these headers.
    pub(crate) fn response(&self, asked: &HeaderMap) -> Response<Body> {
        let (encoding, content) = self.encoded(asked);
        let tag = tag(content);
        let common: [(HeaderName, &str); 4] = [
            (header::CONTENT_TYPE, content_type(self.path)),
            (header::CACHE_CONTROL, self.caching()),
            (header::VARY, "accept-encoding"),
            (header::ETAG, &tag),
        ];
        let known =
            asked.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
        if known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let mut response = (common, content).into_response();
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// The smallest form that whoever asks can read.
    fn encoded(&self, asked: &HeaderMap) -> (Option<header::HeaderValue>, &'static [u8]) {
        let accepted =
            asked.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
        let accepts = |name: &str| {
            accepted.split(',').any(|entry| {
                let (entry, weight) = entry.split_once(';').unwrap_or((entry, ""));
                let refused = weight.trim().trim_start_matches("q=").parse() == Ok(0.0);
                entry.trim().eq_ignore_ascii_case(name) && !refused
            })
        };
        for (name, content) in [("br", self.brotli), ("gzip", self.gzip)] {
            if let Some(content) = content.filter(|_| accepts(name)) {
                return (Some(header::HeaderValue::from_static(name)), content);
            }
        }
        (None, self.plain)
    }

    /// What is named by its content never changes; of all else the browser asks whether it did.
    fn caching(&self) -> &'static str {
        if self.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
}

fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    format!("\"{:016x}\"", hasher.finish())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File =
        File { path: "/assets/a-1.js", plain: b"plain", brotli: Some(b"br"), gzip: Some(b"gz") };

    fn asking(headers: &[(HeaderName, &'static str)]) -> Response<Body> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap()));
        FILE.response(&headers.collect())
    }

    fn header(response: &Response<Body>, name: HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[test]
    fn the_smallest_form_that_is_accepted_is_sent() {
        let expected = [
            ("gzip, deflate, br", "br"),
            ("gzip", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("identity", ""),
            ("", ""),
        ];
        for (accepted, sent) in expected {
            let response = asking(&[(header::ACCEPT_ENCODING, accepted)]);
            assert_eq!(header(&response, header::CONTENT_ENCODING), sent, "{accepted}");
        }
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        let first = asking(&[]);
        assert_eq!(first.status(), StatusCode::OK);
        let tag: &'static str = header(&first, header::ETAG).to_owned().leak();
        assert_eq!(asking(&[(header::IF_NONE_MATCH, tag)]).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(asking(&[(header::IF_NONE_MATCH, "\"other\"")]).status(), StatusCode::OK);
        let other_form = [(header::IF_NONE_MATCH, tag), (header::ACCEPT_ENCODING, "br")];
        assert_eq!(asking(&other_form).status(), StatusCode::OK, "another form has another tag");
    }

    #[test]
    fn only_what_is_named_by_its_content_is_kept_for_ever() {
        assert!(FILE.caching().contains("immutable"));
        assert_eq!(File { path: "/index.html", ..FILE }.caching(), "no-cache");
    }
}
