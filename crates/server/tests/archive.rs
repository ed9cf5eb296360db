//! Finished games as pictures and as embedded pages.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use client::{ApiClient, TableClient};
use common::Running;
use crowd::{do_request, join};
use table::{Offer, RequestKind, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A game of Anne and Luc in which Luc resigns at once.
async fn resigned_game(server: &Running) -> TableId {
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("cards numbers=9,target=3 open,open untimed first").await.unwrap();
    let mut players = Vec::new();
    for name in ["Anne", "Luc"] {
        let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
        do_request(&mut player, join(name)).await;
        players.push(player);
    }
    do_request(&mut players[1], RequestKind::Resign).await;
    id
}

/// The whole response to a request with this `Accept-Language`.
async fn get(server: &Running, path: &str, languages: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\naccept-language: {languages}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    response
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_of_a_resigned_game_says_so_in_the_readers_language() {
    let server = Running::start().await;
    let id = resigned_game(&server).await;
    let path = format!("/games/{id}.svg");
    let english = get(&server, &path, "de,en").await;
    assert!(english.contains("<title>Anne won. By resignation.</title>"), "{english}");
    assert!(english.contains("vary: accept-language"), "{english}");
    let french = get(&server, &path, "fr-FR,fr;q=0.9,en;q=0.8").await;
    assert!(french.contains("<title>Anne a gagné. Par abandon.</title>"), "{french}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_of_a_game_is_drawn_in_the_theme_and_on_the_board_that_the_address_names() {
    let server = Running::start().await;
    let id = resigned_game(&server).await;
    let wood = boards::Look { board: boards::BoardTheme::Wood, ..boards::Look::default() };
    let walnut = boards::Palette::with_look(boards::Theme::Dark, wood).colour(boards::Paint::Ground);
    let dark = get(&server, &format!("/games/{id}.svg?theme=dark&board=wood&pieces=nonsense"), "en").await;
    assert!(dark.contains(walnut), "{dark}");
    let usual = get(&server, &format!("/games/{id}.svg"), "en").await;
    assert!(!usual.contains(walnut), "{usual}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_embedded_page_has_the_whole_picture_the_names_the_result_and_the_makers_of_the_game() {
    let server = Running::start().await;
    let id = resigned_game(&server).await;
    let page = get(&server, &format!("/embed/{id}"), "fr").await;
    assert!(page.contains("<p>Anne – Luc · Anne a gagné. Par abandon.</p>"), "{page}");
    assert!(page.contains("<link rel=\"stylesheet\" href=\"/embed/style.css\">"), "{page}");
    assert!(
        page.contains("style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"),
        "{page}"
    );
    assert!(
        get(&server, &format!("/embed/{id}"), "en").await.contains("Anne – Luc · Anne won. By resignation.")
    );
    for lang in rules::Lang::ALL {
        let page = get(&server, &format!("/embed/{id}"), &lang.to_string()).await;
        let byline = rules::Kind::Cards.info().byline.get(lang);
        assert!(page.contains(&format!(" · {byline}</small>")), "{byline} is not in {page}");
    }
    let style = get(&server, "/embed/style.css", "fr").await;
    assert!(style.contains("content-type: text/css") && style.contains("object-fit: contain"), "{style}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_of_a_game_shows_what_everyone_sees_and_is_cached_once_the_game_is_over() {
    let server = Running::start().await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("morpion - open,open untimed first").await.unwrap();
    let mut players = Vec::new();
    for name in ["Anne", "Luc"] {
        let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
        do_request(&mut player, join(name)).await;
        players.push(player);
    }
    do_request(&mut players[0], RequestKind::Move { ply: 0, mv: "5".to_owned() }).await;
    let address = format!("/games/{id}.svg?theme=dark&ply=1");
    let expected = get(&server, &address, "en").await;
    assert!(
        expected.contains("<title>")
            && expected.contains(boards::Palette::new(boards::Theme::Dark).colour(boards::Paint::Board)),
        "{expected}"
    );
    for stale in ["?theme=dark&ply=1", "?theme=dark&ply=0", "?theme=dark", "", "?ply=nonsense&theme=pink"] {
        let picture = get(&server, &format!("/games/{id}.svg{stale}"), "en").await;
        assert!(
            picture.contains("cache-control: no-store") && picture.contains("<svg"),
            "{stale}: {picture}"
        );
    }
    // A move that is taken back: after another one, the same address shows another position.
    do_request(&mut players[0], RequestKind::Offer(Offer::TakeBack)).await;
    do_request(&mut players[1], RequestKind::Accept(Offer::TakeBack)).await;
    do_request(&mut players[0], RequestKind::Move { ply: 0, mv: "1".to_owned() }).await;
    let other = get(&server, &address, "en").await;
    let body = |response: &str| response.split_once("\r\n\r\n").unwrap().1.to_owned();
    assert!(other.contains("cache-control: no-store") && body(&other) != body(&expected), "{other}");
    // The record is not available before the end.
    assert!(get(&server, &format!("/games/{id}.trois"), "en").await.starts_with("HTTP/1.1 409"));
    do_request(&mut players[0], RequestKind::Resign).await;
    let last = get(&server, &address, "en").await;
    assert!(last.contains("cache-control: public, max-age=86400"), "{last}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_archive_is_searched_by_opening_and_length_and_refuses_invalid_conditions() {
    let server = Running::start().await;
    for (query, status) in [
        ("min=1&max=20&opening=5,1", 200),
        ("min=many", 400),
        ("length=3", 400),
        ("before=1700000000000", 200),
        ("before=1700000000000,Abc-_1", 200),
        ("before=1700000000000,", 400),
        ("before=yesterday,Abc", 400),
    ] {
        let response = get(&server, &format!("/api/archive?{query}"), "en").await;
        assert!(response.starts_with(&format!("HTTP/1.1 {status}")), "{query}: {response}");
    }
}
