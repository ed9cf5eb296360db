//! The files of the app and the headers of responses, in a program with or without the app.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use common::Running;
use server::files;

mod common;

/// Runs a test with a server.
fn with_server(test: impl FnOnce(SocketAddr)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let server = runtime.block_on(Running::start());
    test(server.address);
    runtime.shutdown_background();
}

/// The head and the body of a response.
fn ask(address: SocketAddr, method: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let body = answer.split_off(end + 4);
    (String::from_utf8(answer).unwrap(), body)
}

#[test]
fn every_response_forbids_what_the_app_does_not_need() {
    with_server(|address| {
        for path in ["/", "/healthz", "/nothing.js", "/play/super"] {
            let (head, _) = ask(address, "GET", path, "");
            assert!(
                head.contains(
                    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"
                ),
                "{head}"
            );
            assert!(!head.contains("unsafe-inline") && !head.contains("'unsafe-eval'"), "{head}");
            for name in ["x-content-type-options: nosniff", "referrer-policy:", "frame-ancestors 'none'"] {
                assert!(head.contains(name), "{path}: {name}\n{head}");
            }
        }
    });
}

#[test]
fn every_page_comes_in_the_language_of_the_reader_with_its_own_content() {
    if files::all().is_empty() {
        return;
    }
    with_server(|address| {
        let page = |path: &str, headers: &str| {
            let (head, body) = ask(address, "GET", path, headers);
            assert!(
                head.starts_with("HTTP/1.1 200") && head.contains("content-type: text/html"),
                "{path}: {head}"
            );
            assert!(head.contains("vary: accept-encoding, accept-language, cookie"), "{path}: {head}");
            String::from_utf8(body).unwrap()
        };
        let (french, english) = ("accept-language: fr-FR,fr;q=0.9,en;q=0.8\r\n", "accept-language: en\r\n");
        for path in ["/", "/settings", "/play/super", "/t/abc", "/no/such/page"] {
            assert!(page(path, french).contains("<html lang=\"fr\""), "{path}");
            assert!(page(path, english).contains("<html lang=\"en\""), "{path}");
            assert_eq!(page(path, &format!("{french}cookie: lang=en\r\n")), page(path, english), "{path}");
        }
        assert_eq!(page("/settings/", french), page("/settings", french));
        assert_eq!(page("/t/abc", french), page("/t/def", french));
        assert_eq!(page("/puzzles/doh/abcdefg", french), page("/puzzles/doh", french));
        assert_eq!(page("/puzzles/doh/abcdefg/x", french), page("/no/such/page", french));
        assert_eq!(page("/no/such/page", french), page("/play/chess", french));
        // `cargo xtask play` builds pages without pictures, which are all the same.
        if files::find_page("/settings", rules::Lang::Fr)
            .is_some_and(|page| page.path().ends_with("/settings.html"))
        {
            assert_ne!(page("/settings", french), page("/", french));
            assert!(page("/settings", french).contains("<h1>Réglages</h1>"));
        }
    });
}

#[test]
fn a_missing_file_is_not_found() {
    with_server(|address| {
        for path in [
            "/assets/app-0000000000000000.js",
            "/nothing.png",
            "/pages/fr/index.html",
            "/.stamp",
            "/../Cargo.toml",
        ] {
            let (head, _) = ask(address, "GET", path, "");
            assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
        }
        assert!(ask(address, "POST", "/", "content-length: 0\r\n").0.starts_with("HTTP/1.1 405"));
        assert_eq!(ask(address, "GET", "/healthz", "").1, b"ok");
    });
}

#[test]
fn every_file_is_served_whole_compressed_and_with_its_type() {
    with_server(|address| {
        if files::all().is_empty() {
            // Built without the app, the server says how to build it.
            let (head, body) = ask(address, "GET", "/", "");
            assert!(head.starts_with("HTTP/1.1 503"), "{head}");
            assert!(String::from_utf8(body).unwrap().contains("cargo xtask web"));
        }
        for file in files::all().iter().filter(|file| !file.path().starts_with("/pages/")) {
            let (head, body) = ask(address, "GET", file.path(), "accept-encoding: br\r\n");
            assert!(head.starts_with("HTTP/1.1 200"), "{head}");
            assert_eq!(body.len(), file.transfer_size(), "{}", file.path());
            assert!(!head.contains("octet-stream"), "{}: {head}", file.path());
            let (head, body) = ask(address, "HEAD", file.path(), "accept-encoding: br\r\n");
            assert!(
                head.contains(&format!("content-length: {}", file.transfer_size())) && body.is_empty(),
                "{head}"
            );
        }
    });
}

#[test]
fn puzzles_are_given_to_programs_with_their_licence() {
    with_server(|address| {
        let (head, body) = ask(address, "GET", "/api/puzzle/daily?game=doh", "");
        assert!(
            head.starts_with("HTTP/1.1 200") && head.contains("content-type: application/json"),
            "{head}"
        );
        let body = String::from_utf8(body).unwrap();
        assert!(
            body.contains("\"game\":\"doh\"") && body.contains("\"license\":\"MIT OR Apache-2.0\""),
            "{body}"
        );
        let (head, body) = ask(address, "GET", "/api/puzzle/daily?game=doh&date=2025-12-31", "");
        assert!(head.starts_with("HTTP/1.1 400"), "{head}");
        let body = String::from_utf8(body).unwrap();
        assert!(
            body.starts_with("refused request=0 code=unreadable") && body.contains("2026-01-01"),
            "{body}"
        );
        if let Some(file) = files::find("/puzzles/doh.txt") {
            assert_eq!(file.content(), puzzles::collection_text(rules::Kind::Doh).as_bytes());
            let (head, _) = ask(address, "GET", "/puzzles/doh.txt", "");
            assert!(head.contains("link: <https://spdx.org/licenses/MIT>; rel=\"license\""), "{head}");
        }
    });
}
