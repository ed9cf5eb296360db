//! Whatever somebody sends, they get a clear refusal, nothing is lost, and a game that is played meanwhile is not
//! disturbed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use client::{News, Player, Visitor, Wrong};
use common::Running;
use crowd::{Seats, agree, play_out, seated};
use futures_util::{SinkExt, StreamExt};
use table::{Answer, Ask, Guest, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};

const FOREVER: Duration = Duration::from_secs(30);
const JOIN: &str = "join seat=- name=Eve contribution=000102030405060708090a0b0c0d0e0f";

/// A game that is played all the while.
async fn a_game(server: &Running) -> JoinHandle<Seats> {
    let setup = "super - open,open 600+0 random";
    let mut seats = seated(server.address, &[server.address], setup, 1, Duration::from_millis(60)).await;
    tokio::spawn(async move {
        play_out(&mut seats, FOREVER).await;
        seats
    })
}

/// The game was played to its end, on one connection each, and nobody was refused for what others did.
async fn is_undisturbed(server: &Running, game: JoinHandle<Seats>) {
    let seats = game.await.unwrap();
    agree(server.address, &seats).await;
    for bot in &seats.bots {
        assert_eq!(bot.player.connections(), 1);
        let own = ["other-ply", "your-turn", "over"];
        assert!(bot.refused.iter().all(|code| own.contains(&code.as_str())), "{:?}", bot.refused);
    }
}

/// Says something as it is: the whole answer.
async fn raw(address: SocketAddr, said: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // Whoever says too much may be cut off while speaking.
    let _ = stream.write_all(said.as_ref()).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(FOREVER, stream.read_to_end(&mut answer)).await.expect("an answer in time");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status and the code of the refusal.
fn refusal(answer: &str) -> (u16, String) {
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    match body.parse() {
        Ok(Answer::Refused { code, fr, en, .. }) => {
            assert!(!fr.is_empty() && !en.is_empty() && fr != en, "{body}");
            (status, code)
        }
        _ => (status, format!("no refusal: {answer}")),
    }
}

fn refused(wrong: &Wrong) -> &str {
    match wrong {
        Wrong::Refused { code, .. } => code,
        Wrong::Lost(error) => panic!("{error}"),
    }
}

type Socket = WebSocketStream<TcpStream>;

/// Opens a socket at a table, with more headers.
async fn socket(address: SocketAddr, id: &str, headers: &[(&'static str, &str)]) -> Result<Socket, Error> {
    let mut request = format!("ws://{address}/api/tables/{id}/socket").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let stream = TcpStream::connect(address).await.unwrap();
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

/// The code with which what was sent is refused; `closed` if the connection is.
async fn answer(socket: &mut Socket) -> String {
    let wait = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(line))) if line.starts_with("refused") => {
                    let Ok(Answer::Refused { code, fr, en, .. }) = line.parse() else { panic!("{line}") };
                    assert!(!fr.is_empty() && fr != en && line.len() < 2000, "{line}");
                    return code;
                }
                Some(Ok(Message::Close(Some(frame)))) => return format!("closed {}", u16::from(frame.code)),
                None | Some(Err(_) | Ok(Message::Close(_))) => return "closed".to_owned(),
                Some(Ok(_)) => {}
            }
        }
    };
    tokio::time::timeout(FOREVER, wait).await.expect("an answer in time")
}

async fn says(socket: &mut Socket, line: &str) -> String {
    socket.send(Message::text(line)).await.unwrap();
    answer(socket).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_that_mean_nothing_are_refused_in_words_and_change_nothing() {
    let server = Running::start().await;
    let game = a_game(&server).await;
    let opener = Visitor::new(server.address).await.unwrap();
    let id = opener.open("morpion - open,open untimed first").await.unwrap().to_string();
    let mut eve = socket(server.address, &id, &[]).await.unwrap();
    let long = format!("1 {}", "x".repeat(1100));
    let longest = "y".repeat(8192);
    let before = [
        "1 resign",
        "",
        " ",
        "hello",
        "hello version=1",
        "hello version=1 seen=-1",
        "HELLO version=1 seen=0",
    ];
    for line in before.into_iter().chain([long.as_str(), &longest, "\0", "%", "é\u{202e}", JOIN]) {
        assert_eq!(says(&mut eve, line).await, "unreadable", "{line:.50}");
    }
    assert_eq!(says(&mut eve, "hello version=2 seen=0").await, "other-version");
    eve.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
    assert_eq!(answer(&mut eve).await, "unreadable");
    eve.send(Message::text("hello version=1 seen=0")).await.unwrap();
    let after = [
        "hello version=1 seen=0",
        "0 resign",
        "-1 resign",
        "18446744073709551616 resign",
        "1 dance",
        "1 resign now",
    ];
    for line in
        after.into_iter().chain([long.as_str(), &longest, "1 move ply=x move=5", "1 join seat=1 name=Eve"])
    {
        assert_eq!(says(&mut eve, line).await, "unreadable", "{line:.50}");
    }
    assert_eq!(says(&mut eve, &format!("1 {JOIN}")).await, "no-guest");
    is_undisturbed(&server, game).await;
    let (_, listed) =
        (opener.get("/healthz").await.unwrap(), opener.get(&format!("/api/tables/{id}")).await.unwrap());
    assert!(listed.contains("seat1=open seat2=open"), "{listed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_are_too_large_or_none_end_the_connection_and_nothing_else() {
    let server = Running::start().await;
    let game = a_game(&server).await;
    let opener = Visitor::new(server.address).await.unwrap();
    let id = opener.open("morpion - open,open untimed first").await.unwrap().to_string();
    for size in [8193, 1 << 20] {
        let mut eve = socket(server.address, &id, &[]).await.unwrap();
        eve.send(Message::text("hello version=1 seen=0")).await.unwrap();
        // The server may have hung up before the end.
        let _ = eve.send(Message::text("x".repeat(size))).await;
        let ended = answer(&mut eve).await;
        assert!(ended.starts_with("closed"), "{ended}");
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
    // And what is no frame at all.
    let mut eve = socket(server.address, &id, &[]).await.unwrap();
    eve.get_mut().write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    assert!(answer(&mut eve).await.starts_with("closed"));
    is_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_that_are_not_free_tables_that_are_not_there_and_cookies_that_are_not_ours() {
    let server = Running::start().await;
    let other = Running::start().await;
    let game = a_game(&server).await;
    let anne = Visitor::new(server.address).await.unwrap();
    let id = anne.open("morpion - open,open untimed first").await.unwrap();
    let mut players = Vec::new();
    for name in ["Anne", "Luc"] {
        let mut player = Player::new(Visitor::new(server.address).await.unwrap(), id.clone());
        let line = format!("1 join seat=- name={name} contribution=000102030405060708090a0b0c0d0e0f");
        let join: table::Request = line.parse().unwrap();
        assert_eq!(ask(&mut player, join.ask.clone()).await, "done");
        assert_eq!(ask(&mut player, join.ask).await, "already-seated");
        let taken: table::Request = format!("1 {}", JOIN.replace("seat=-", "seat=1")).parse().unwrap();
        let mut stranger = Player::new(Visitor::new(server.address).await.unwrap(), id.clone());
        let code = ask(&mut stranger, taken.ask).await;
        assert_eq!(code, if players.is_empty() { "seat-taken" } else { "already-started" });
        let none: table::Request = format!("1 {}", JOIN.replace("seat=-", "seat=9")).parse().unwrap();
        let code = ask(&mut stranger, none.ask).await;
        assert_eq!(code, if players.is_empty() { "no-such-seat" } else { "already-started" });
        assert_eq!(ask(&mut stranger, Ask::Resign).await, "not-seated");
        players.push(player);
    }
    assert_eq!(ask(&mut players[0], Ask::Resign).await, "done");
    for player in &mut players {
        assert_eq!(ask(player, Ask::Move { ply: 0, mv: "5".to_owned() }).await, "over");
    }
    // A cookie of another server, and one that somebody made up.
    let foreign = Visitor::new(other.address).await.unwrap();
    let foreign = foreign.at(server.address);
    assert_eq!(refused(&foreign.open("morpion - open,open untimed first").await.unwrap_err()), "no-guest");
    let forged = Visitor::with_cookie(server.address, &format!("trois={}.{}", Guest(1), "0".repeat(64)));
    assert_eq!(refused(&forged.get("/api/mine").await.unwrap_err()), "no-guest");
    let open = anne.open("morpion - open,open untimed first").await.unwrap();
    let join: table::Request = format!("1 {JOIN}").parse().unwrap();
    assert_eq!(ask(&mut Player::new(forged, open.clone()), join.ask.clone()).await, "no-guest");
    assert_eq!(ask(&mut Player::new(foreign, open.clone()), join.ask).await, "no-guest");
    let nowhere: TableId = "AAAAAAAAAAAAAAAA".parse().unwrap();
    assert_eq!(
        refused(&Player::new(anne.clone(), nowhere.clone()).next().await.unwrap_err()),
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
    is_undisturbed(&server, game).await;
}

/// What a request is answered with: `done` or a code.
async fn ask(player: &mut Player, ask: Ask) -> String {
    player.ask(ask.clone()).await;
    let wait = async {
        loop {
            match player.next().await.unwrap() {
                News::Done(done) if done == ask => return "done".to_owned(),
                News::Refused { code, .. } => return code,
                _ => {}
            }
        }
    };
    tokio::time::timeout(FOREVER, wait).await.expect("an answer in time")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn posts_that_are_wrong_or_foreign_are_refused_in_words() {
    let server = Running::start().await;
    let game = a_game(&server).await;
    let at = server.address;
    let cookie = format!("trois={}", common::settings(server.folder()).cookie_key.sign(Guest(7)));
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
        ("x-trois: 1\r\n".to_owned(), setup, 401, "no-guest"),
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
    let mut latin = post("/api/tables", &good, "xx").into_bytes();
    latin.truncate(latin.len() - 2);
    latin.extend([0xff, 0xfe]);
    assert_eq!(refusal(&raw(at, latin).await), (400, "unreadable".to_owned()));
    for (line, status) in [
        ("POST /api/tables?listed=perhaps", 400),
        ("POST /api/tables?listed=%ff", 400),
        ("DELETE /api/tables", 405),
        ("GET /api/nothing", 404),
        ("GET /api/tables/%ff", 400),
        ("GET /api/archive?result=victory", 400),
        ("GET /api/qr.svg?path=//evil.example", 400),
    ] {
        let answer = raw(
            at,
            format!("{line} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n{good}content-length: 0\r\n\r\n"),
        )
        .await;
        assert_eq!(refusal(&answer), (status, "unreadable".to_owned()), "{line}: {answer}");
    }
    let id = TableId::clone(&game_id(&server).await).to_string();
    let foreign = socket(at, &id, &[("origin", "https://evil.example"), ("cookie", &cookie)]).await;
    assert!(matches!(foreign, Err(Error::Http(response)) if response.status() == 403));
    is_undisturbed(&server, game).await;
}

/// Some table.
async fn game_id(server: &Running) -> TableId {
    Visitor::new(server.address).await.unwrap().open("morpion - open,open untimed first").await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_joins_and_a_thousand_posts_a_second_seat_as_many_as_there_are_seats() {
    let server = Running::start().await;
    let game = a_game(&server).await;
    let id = game_id(&server).await;
    let mut joining = Vec::new();
    for _ in 0..50 {
        let visitor = Visitor::new(server.address).await.unwrap();
        let id = id.clone();
        joining.push(tokio::spawn(async move {
            let mut player = Player::new(visitor, id);
            let join: table::Request = format!("1 {JOIN}").parse().unwrap();
            let mut codes = Vec::new();
            for _ in 0..20 {
                codes.push(ask(&mut player, join.ask.clone()).await);
            }
            codes
        }));
    }
    let mut codes = Vec::new();
    for task in joining {
        codes.extend(task.await.unwrap());
    }
    let count = |code: &str| codes.iter().filter(|found| *found == code).count();
    assert_eq!((codes.len(), count("done")), (1000, 2));
    assert_eq!(count("already-started") + count("already-seated"), 998, "{codes:?}");
    // One who asks without listening is told to slow down, and then let go.
    let mut eve = socket(server.address, &id.to_string(), &[]).await.unwrap();
    eve.send(Message::text("hello version=1 seen=0")).await.unwrap();
    for number in 1..1000 {
        if eve.feed(Message::text(format!("{number} {JOIN}"))).await.is_err() {
            break;
        }
    }
    let _ = eve.flush().await;
    let mut told = Vec::new();
    while !told.last().is_some_and(|code: &String| code.starts_with("closed")) {
        told.push(answer(&mut eve).await);
    }
    assert!(told.iter().any(|code| code == "too-fast") && told.len() < 500, "{}", told.len());
    let poster = Visitor::new(server.address).await.unwrap();
    let mut answers = Vec::new();
    for _ in 0..1000 {
        answers.push(poster.post("/api/me", "Eve").await.map_err(|wrong| refused(&wrong).to_owned()));
    }
    let posted = answers.iter().filter(|answer| answer.is_ok()).count();
    assert!((60..200).contains(&posted), "{posted}");
    assert!(answers.iter().flat_map(|answer| answer.as_ref().err()).all(|code| code == "too-fast"));
    is_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_tidied_and_escaped_wherever_they_are_shown() {
    let server = Running::start().await;
    let id = game_id(&server).await;
    let evil = "<b onload=\"x\">&'\u{202e}\u{7}\r\n</b>";
    let mut players = Vec::new();
    for _ in 0..2 {
        let mut player = Player::new(Visitor::new(server.address).await.unwrap(), id.clone());
        let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        assert_eq!(
            ask(&mut player, Ask::Join { seat: None, name: evil.to_owned(), contribution }).await,
            "done"
        );
        players.push(player);
    }
    assert_eq!(ask(&mut players[0], Ask::Resign).await, "done");
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
async fn paths_lead_nowhere_but_to_what_is_served() {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_too_long_to_ask_or_asks_too_much_is_let_go() {
    let server = Running::start_with(|settings| settings.patience = Duration::from_secs(1)).await;
    let game = a_game(&server).await;
    let at = server.address;
    let huge = format!("GET /api/me HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "x".repeat(100_000));
    assert!(raw(at, huge).await.starts_with("HTTP/1.1 431"));
    let many: String = (0..500).map(|number| format!("x{number}: y\r\n")).collect();
    assert!(
        raw(at, format!("GET /api/me HTTP/1.1\r\nhost: x\r\n{many}\r\n")).await.starts_with("HTTP/1.1 431")
    );
    assert!(raw(at, "\u{16}\u{3}\u{1} what\r\n\r\n").await.starts_with("HTTP/1.1 400"));
    // Half a request, nothing at all, and a body that never comes: each has a second.
    let began = Instant::now();
    let half = raw(at, "GET /api/me HTTP/1.1\r\nhost: x\r\nx-slow: ");
    let nothing = raw(at, "");
    let cookie = Visitor::new(at).await.unwrap();
    let body = raw(at, "POST /api/me HTTP/1.1\r\nhost: x\r\nx-trois: 1\r\ncontent-length: 100\r\n\r\nEv");
    let mut slowly = TcpStream::connect(at).await.unwrap();
    let dripping = async {
        // One byte at a time does not make it last longer.
        for byte in b"GET /api/me HTTP/1.1\r\nx-trois: and so on and so on".iter().cycle() {
            if slowly.write_all(&[*byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let (_, _, _, ()) =
        tokio::join!(half, nothing, body, async { tokio::time::timeout(FOREVER, dripping).await.unwrap() });
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    drop(cookie);
    is_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_reads_is_let_go_and_holds_nobody_up() {
    let change = |settings: &mut server::Settings| {
        settings.patience = Duration::from_secs(1);
        settings.lines_per_second = 10_000_000;
    };
    let server = Running::start_with(change).await;
    let game = a_game(&server).await;
    let id = game_id(&server).await;
    let small = TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(4096).unwrap();
    let stream = small.connect(server.address).await.unwrap();
    let request = format!("ws://{}/api/tables/{id}/socket", server.address).into_client_request().unwrap();
    let (mut eve, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    eve.send(Message::text("hello version=1 seen=0")).await.unwrap();
    // Every answer is longer than the question, and none is read: in the end the server hangs up.
    let flood = async { while eve.send(Message::text("1 dance")).await.is_ok() {} };
    tokio::time::timeout(FOREVER, flood).await.expect("the server hangs up");
    // The table is free for others.
    let mut player = Player::new(Visitor::new(server.address).await.unwrap(), id);
    let join: table::Request = format!("1 {JOIN}").parse().unwrap();
    assert_eq!(ask(&mut player, join.ask).await, "done");
    is_undisturbed(&server, game).await;
}
