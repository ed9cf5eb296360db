//! Posts, names and paths.

use client::{ApiClient, TableClient};
use table::{GuestId, RequestKind, TableId};
use tokio_tungstenite::tungstenite::Error;

use crate::common::Running;
use crate::make::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_and_cross_site_posts_are_refused_with_a_reason() {
    let server = Running::start().await;
    let game = background_game(&server).await;
    let at = server.address;
    let cookie = format!("trois={}", crate::common::settings(server.folder()).cookie_key.sign(GuestId(7)));
    let post = |path: &str, headers: &str, body: &str| {
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        )
    };
    let good = format!("cookie: {cookie}\r\nx-trois: 1\r\n");
    let setup = "morpion - open,open untimed first";
    assert!(raw(at, post("/api/tables", &good, setup)).await.starts_with("HTTP/1.1 201"));
    let long = "x".repeat(5000);
    let cases = [
        (format!("cookie: {cookie}\r\n"), setup, 403, "foreign-page"),
        (format!("{good}origin: https://evil.example\r\n"), setup, 403, "foreign-page"),
        (format!("{good}origin: null\r\n"), setup, 403, "foreign-page"),
        (format!("{good}sec-fetch-site: cross-site\r\n"), setup, 403, "foreign-page"),
        ("x-trois: 1\r\ncookie: trois=\u{1}\u{2}\r\n".to_owned(), setup, 400, ""),
        (good.clone(), "", 400, "unreadable"),
        (good.clone(), "chess - open,open untimed first", 400, "unreadable"),
        (good.clone(), "morpion - open,open 0+5 first", 400, "unreadable"),
        (good.clone(), "morpion - open,open 0 first", 400, "unreadable"),
        (good.clone(), "morpion - open,guest:0000000000000001 untimed first", 400, "unreadable"),
        (good.clone(), "morpion - open untimed first", 400, "unreadable"),
        (good.clone(), "morpion - engine:11,open untimed first", 400, "unreadable"),
        (good.clone(), "doh players=99 open,open untimed first", 400, "unreadable"),
        (good.clone(), long.as_str(), 413, "unreadable"),
    ];
    for (headers, body, status, code) in &cases {
        let answer = raw(at, post("/api/tables", headers, body)).await;
        let found = refusal(&answer);
        assert_eq!(found.0, *status, "{headers}{body:.60}: {answer}");
        assert!(code.is_empty() || found.1 == *code, "{headers}{body:.60}: {answer}");
    }
    // A first post without a cookie makes a guest.
    let answer = raw(at, post("/api/tables", "x-trois: 1\r\n", setup)).await;
    assert!(answer.starts_with("HTTP/1.1 201") && answer.contains("\r\nset-cookie: trois="), "{answer}");
    let mut latin = post("/api/tables", &good, "xx").into_bytes();
    latin.truncate(latin.len() - 2);
    latin.extend([0xff, 0xfe]);
    let answer = raw(at, latin).await;
    assert_eq!(refusal(&answer), (400, "unreadable".to_owned()));
    assert!(answer.contains("What%20was%20sent%20is%20not%20text:%20it%20must%20be%20UTF-8."), "{answer}");
    let answer = raw(at, post("/api/me", &good, &long)).await;
    assert!(answer.contains("This%20text%20is%20too%20long:%20at%20most%204096%20bytes."), "{answer}");
    for (line, status) in [
        ("POST /api/tables?listed=perhaps", 400),
        ("POST /api/tables?listed=%ff", 400),
        ("DELETE /api/tables", 405),
        ("GET /api/nothing", 404),
        ("GET /api/tables/%ff", 400),
        ("GET /api/archive?result=victory", 400),
        ("GET /api/lobby/socket", 400),
    ] {
        let answer = raw(
            at,
            format!("{line} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n{good}content-length: 0\r\n\r\n"),
        )
        .await;
        assert_eq!(refusal(&answer), (status, "unreadable".to_owned()), "{line}: {answer}");
        assert!(!answer.contains("Something%20is%20missing"), "{line}: {answer}");
    }
    let id = TableId::clone(&game_id(&server).await).to_string();
    let foreign = socket(at, &id, &[("origin", "https://evil.example"), ("cookie", &cookie)]).await;
    assert!(matches!(foreign, Err(Error::Http(response)) if response.status() == 403));
    check_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_cleaned_and_escaped_wherever_they_are_shown() {
    let server = Running::start().await;
    let id = game_id(&server).await;
    let evil = "<b onload=\"x\">&'\u{202e}\u{7}\r\n</b>";
    let mut players = Vec::new();
    for _ in 0..2 {
        let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
        assert_eq!(ask(&mut player, crowd::join(evil)).await, "done");
        players.push(player);
    }
    assert_eq!(ask(&mut players[0], RequestKind::Resign).await, "done");
    let get = async |path: String| {
        raw(server.address, format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await
    };
    let embedded = get(format!("/embed/{id}")).await;
    assert!(embedded.contains("&lt;b onload=&quot;x&quot;&gt;&amp;&#39;"), "{embedded}");
    assert!(embedded.contains("content-security-policy: default-src 'none'"), "{embedded}");
    for path in [
        format!("/embed/{id}"),
        format!("/games/{id}.svg"),
        format!("/api/tables/{id}"),
        "/metrics".to_owned(),
    ] {
        let page = get(path).await;
        let (head, body) = page.split_once("\r\n\r\n").unwrap();
        assert!(!body.contains('\u{202e}') && !body.contains('\u{7}'), "{body}");
        assert!(!body.contains("<b ") || head.contains("text/plain"), "{body}");
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paths_reach_nothing_but_what_is_served() {
    let server = Running::start().await;
    let key = std::fs::read_to_string(server.folder().join("cookie.key")).unwrap();
    for path in [
        "/games/../cookie.key",
        "/games/..%2f..%2fcookie.key",
        "/games/%2e%2e/cookie.key",
        "/games/cookie.key",
        "/games/..%5ccookie.key",
        "/assets/../cookie.key",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/../../../../etc/passwd",
        "//etc/passwd.x",
        "/games/%00.trois",
        "/embed/..%2f..%2fetc%2fpasswd",
    ] {
        let answer =
            raw(server.address, format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await;
        assert!(!answer.contains(key.trim()) && !answer.contains("root:"), "{path}: {answer}");
        // Any other address is a page of the app.
        let is_page = path.starts_with("/..");
        assert!(is_page || answer.starts_with("HTTP/1.1 4"), "{path}: {answer:.200}");
    }
}
