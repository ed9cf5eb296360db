//! The files of the app, which `build.rs` embeds in the program with their ETags.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::Lang;

/// A file of the app.
#[derive(Debug)]
pub struct File {
    path: &'static str,
    plain: Encoded,
    brotli: Option<Encoded>,
    gzip: Option<Encoded>,
}

/// One encoding of a file.
#[derive(Clone, Copy, Debug)]
struct Encoded {
    bytes: &'static [u8],
    /// A hash of the bytes, in quotation marks.
    etag: &'static str,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// All files of the app.
pub fn all() -> &'static [File] {
    FILES
}

/// The folder with the pages, which are files named by their language and address.
const PAGES: &str = "/pages/";

/// The file at this address.
pub fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path && !path.starts_with(PAGES))
}

/// The page at an address, in a language. All tables have the same page, and so have all puzzles of a game and all
/// unknown addresses.
pub fn find_page(path: &str, lang: Lang) -> Option<&'static File> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let name = match parts.as_slice() {
        [] => "index".to_owned(),
        ["t", _, ..] => "t".to_owned(),
        ["puzzles", game, _] => format!("puzzles/{game}"),
        parts => parts.join("/"),
    };
    let page = |name: &str| {
        let path = format!("{PAGES}{lang}/{name}.html");
        FILES.iter().find(|file| file.path == path)
    };
    page(&name).or_else(|| page("not-found"))
}

impl File {
    /// The path in the address.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// The uncompressed content.
    pub fn content(&self) -> &'static [u8] {
        self.plain.bytes
    }

    /// The bytes sent to a browser that accepts Brotli, as all do.
    pub fn transfer_size(&self) -> usize {
        self.brotli.unwrap_or(self.plain).bytes.len()
    }

    /// The response to a request with these headers.
    pub(crate) fn response(&self, request: &HeaderMap) -> Response<Body> {
        let (encoding, Encoded { bytes, etag }) = self.negotiate(request);
        let common: [(HeaderName, &str); 4] = [
            (header::CONTENT_TYPE, content_type(self.path)),
            (header::CACHE_CONTROL, self.caching()),
            (header::VARY, self.varies()),
            (header::ETAG, etag),
        ];
        let known =
            request.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
        if known.split(',').any(|known| known.trim().trim_start_matches("W/") == etag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let mut response = (common, bytes).into_response();
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// The smallest encoding that the client accepts.
    fn negotiate(&self, request: &HeaderMap) -> (Option<header::HeaderValue>, Encoded) {
        let accepted =
            request.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
        let accepts = |name: &str| {
            accepted.split(',').any(|entry| {
                let (entry, weight) = entry.split_once(';').unwrap_or((entry, ""));
                let refused = weight.trim().trim_start_matches("q=").parse() == Ok(0.0);
                entry.trim().eq_ignore_ascii_case(name) && !refused
            })
        };
        for (name, encoded) in [("br", self.brotli), ("gzip", self.gzip)] {
            if let Some(encoded) = encoded.filter(|_| accepts(name)) {
                return (Some(header::HeaderValue::from_static(name)), encoded);
            }
        }
        (None, self.plain)
    }

    /// The `Vary` header: a page also depends on the headers that name the language.
    fn varies(&self) -> &'static str {
        let is_page = self.path.starts_with(PAGES);
        if is_page { "accept-encoding, accept-language, cookie" } else { "accept-encoding" }
    }

    /// Files under `/assets/` are named by their content and never change. The browser revalidates all others.
    fn caching(&self) -> &'static str {
        if self.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
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
        // The data of the explorer, in a format of our own.
        "bin" => "application/vnd.trois.explorer",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File = File {
        path: "/assets/a-1.js",
        plain: Encoded { bytes: b"plain", etag: "\"1\"" },
        brotli: Some(Encoded { bytes: b"br", etag: "\"2\"" }),
        gzip: Some(Encoded { bytes: b"gz", etag: "\"3\"" }),
    };

    fn asking(headers: &[(HeaderName, &'static str)]) -> Response<Body> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap()));
        FILE.response(&headers.collect())
    }

    fn header(response: &Response<Body>, name: HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[test]
    fn the_smallest_accepted_encoding_is_sent() {
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
    fn a_file_with_a_known_etag_is_not_sent_again() {
        let first = asking(&[]);
        assert_eq!(first.status(), StatusCode::OK);
        let tag: &'static str = header(&first, header::ETAG).to_owned().leak();
        assert_eq!(asking(&[(header::IF_NONE_MATCH, tag)]).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(asking(&[(header::IF_NONE_MATCH, "\"other\"")]).status(), StatusCode::OK);
        let other_encoding = [(header::IF_NONE_MATCH, tag), (header::ACCEPT_ENCODING, "br")];
        assert_eq!(asking(&other_encoding).status(), StatusCode::OK, "another encoding has another ETag");
    }

    #[test]
    fn etags_are_distinct_and_follow_from_the_content() {
        let mut seen = std::collections::HashMap::new();
        let encodings = all().iter().flat_map(|file| [Some(file.plain), file.brotli, file.gzip]);
        for Encoded { bytes, etag } in encodings.flatten() {
            assert!(etag.len() == 18 && etag.starts_with('"') && etag.ends_with('"'), "{etag}");
            assert_eq!(*seen.entry(etag).or_insert(bytes), bytes, "{etag}");
        }
    }

    #[test]
    fn only_files_named_by_their_content_are_cached_for_ever() {
        assert!(FILE.caching().contains("immutable"));
        assert_eq!(File { path: "/index.html", ..FILE }.caching(), "no-cache");
    }
}
