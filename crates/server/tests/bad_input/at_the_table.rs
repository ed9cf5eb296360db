//! Bad lines, frames, seats and cookies at a table.

use client::{ApiClient, TableClient};
use futures_util::{SinkExt, StreamExt};
use table::{GuestId, RequestKind, TableId};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::common::Running;
use crate::make::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_without_meaning_are_refused_with_a_reason_and_change_nothing() {
    let server = Running::start().await;
    let game = background_game(&server).await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("morpion - open,open untimed first").await.unwrap().to_string();
    let mut eve = socket(server.address, &id, &[]).await.unwrap();
    let long = format!("1 {}", "x".repeat(1100));
    let longest = "y".repeat(8192);
    let before = [
        "1 resign",
        "",
        " ",
        "hello",
        "hello version=5",
        "hello version=5 seen=0",
        "hello version=5 seat=9x seen=0",
        "hello version=5 seat=- seen=-1",
        "HELLO version=1 seen=0",
    ];
    for line in before.into_iter().chain([long.as_str(), &longest, "\0", "%", "é\u{202e}", JOIN]) {
        assert_eq!(send_line(&mut eve, line).await, "unreadable", "{line:.50}");
    }
    assert_eq!(send_line(&mut eve, "hello version=1 seen=0").await, "other-version");
    eve.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
    let said = eve.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(said.starts_with("refused request=0 code=unreadable fr=Cette%20trame%20est%20binaire"), "{said}");
    eve.send(Message::text("hello version=5 seat=- seen=0")).await.unwrap();
    let after = [
        "hello version=5 seat=- seen=0",
        "0 resign",
        "-1 resign",
        "18446744073709551616 resign",
        "1 dance",
        "1 resign now",
    ];
    for line in
        after.into_iter().chain([long.as_str(), &longest, "1 move ply=x move=5", "1 join seat=1 name=Eve"])
    {
        assert_eq!(send_line(&mut eve, line).await, "unreadable", "{line:.50}");
    }
    assert_eq!(send_line(&mut eve, &format!("1 {JOIN}")).await, "no-guest");
    check_undisturbed(&server, game).await;
    let (_, listed) =
        (opener.get("/healthz").await.unwrap(), opener.get(&format!("/api/tables/{id}")).await.unwrap());
    assert!(listed.contains("seat1=open seat2=open"), "{listed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_are_too_large_or_invalid_close_their_connection_only() {
    let server = Running::start().await;
    let game = background_game(&server).await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("morpion - open,open untimed first").await.unwrap().to_string();
    for size in [8193, 1 << 20] {
        let mut eve = socket(server.address, &id, &[]).await.unwrap();
        eve.send(Message::text("hello version=5 seat=- seen=0")).await.unwrap();
        // The server may have hung up before the end.
        let _ = eve.send(Message::text("x".repeat(size))).await;
        let ended = answer(&mut eve).await;
        assert_eq!(ended, "closed 1009", "{size}");
    }
    let wrong = [
        Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true),
        Frame::message(vec![1], OpCode::Data(Data::Reserved(5)), true),
        Frame::message(vec![1], OpCode::Data(Data::Continue), true),
    ];
    for frame in wrong {
        let mut eve = socket(server.address, &id, &[]).await.unwrap();
        eve.send(Message::Frame(frame)).await.unwrap();
        let ended = answer(&mut eve).await;
        assert!(ended.starts_with("closed"), "{ended}");
    }
    // Bytes that are not a frame.
    let mut eve = socket(server.address, &id, &[]).await.unwrap();
    eve.get_mut().write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    assert!(answer(&mut eve).await.starts_with("closed"));
    check_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taken_seats_missing_tables_and_foreign_cookies_are_refused() {
    let server = Running::start().await;
    let other = Running::start().await;
    let game = background_game(&server).await;
    let anne = ApiClient::new(server.address).await.unwrap();
    let id = anne.create_table("morpion - open,open untimed first").await.unwrap();
    let mut players = Vec::new();
    for name in ["Anne", "Luc"] {
        let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
        let line = format!("1 join seat=- name={name} contribution=000102030405060708090a0b0c0d0e0f");
        let join: table::Request = line.parse().unwrap();
        assert_eq!(ask(&mut player, join.kind.clone()).await, "done");
        assert_eq!(ask(&mut player, join.kind).await, "already-seated");
        let taken: table::Request = format!("1 {}", JOIN.replace("seat=-", "seat=1")).parse().unwrap();
        let mut stranger = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
        let code = ask(&mut stranger, taken.kind).await;
        assert_eq!(code, if players.is_empty() { "seat-taken" } else { "already-started" });
        let none: table::Request = format!("1 {}", JOIN.replace("seat=-", "seat=9")).parse().unwrap();
        let code = ask(&mut stranger, none.kind).await;
        assert_eq!(code, if players.is_empty() { "no-such-seat" } else { "already-started" });
        assert_eq!(ask(&mut stranger, RequestKind::Resign).await, "not-seated");
        players.push(player);
    }
    assert_eq!(ask(&mut players[0], RequestKind::Resign).await, "done");
    for player in &mut players {
        assert_eq!(ask(player, RequestKind::Move { ply: 0, mv: "5".to_owned() }).await, "over");
    }
    // A cookie of another server, and a forged one.
    let foreign = ApiClient::new(other.address).await.unwrap();
    let foreign = foreign.at(server.address);
    assert_eq!(refused(&foreign.get("/api/mine").await.unwrap_err()), "no-guest");
    // A post with it is the first post of a new guest.
    assert!(foreign.create_table("morpion - open,open untimed first").await.is_ok());
    let forged = ApiClient::with_cookie(server.address, &format!("trois={}.{}", GuestId(1), "0".repeat(64)));
    assert_eq!(refused(&forged.get("/api/mine").await.unwrap_err()), "no-guest");
    let open = anne.create_table("morpion - open,open untimed first").await.unwrap();
    let join: table::Request = format!("1 {JOIN}").parse().unwrap();
    assert_eq!(ask(&mut TableClient::new(forged, open.clone()), join.kind.clone()).await, "no-guest");
    assert_eq!(ask(&mut TableClient::new(foreign, open.clone()), join.kind).await, "no-guest");
    let nowhere: TableId = "AAAAAAAAAAAAAAAA".parse().unwrap();
    assert_eq!(
        refused(&TableClient::new(anne.clone(), nowhere.clone()).next().await.unwrap_err()),
        "no-such-table"
    );
    for path in [
        "/api/tables/AAAAAAAAAAAAAAAA",
        "/games/AAAAAAAAAAAAAAAA.trois",
        "/embed/AAAAAAAAAAAAAAAA",
        "/games/x",
    ] {
        assert_eq!(refused(&anne.get(path).await.unwrap_err()), "no-such-table", "{path}");
    }
    assert_eq!(refused(&anne.get(&format!("/games/{open}.trois")).await.unwrap_err()), "not-over");
    check_undisturbed(&server, game).await;
}
