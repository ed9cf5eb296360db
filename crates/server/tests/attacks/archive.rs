//! Strangers who fill the lobby and the archive, and who search it.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use client::{ApiClient, TableClient};
use cluster::Cluster;
use crowd::{DurationStats, length};
use futures_util::StreamExt;
use futures_util::future::join_all;
use server::store::{Append, Postgres, Sqlite, Store, TableStage, TableSummary};
use server::{Database, WallClock};
use table::{GuestId, Offer, RequestKind, Time};

use crate::common::{Folder, Running};
use crate::frames::socket;
use crate::make::*;

const SETUP: &str = "morpion - open,open 600+0 first";

async fn listed(api: &ApiClient) -> Option<table::TableId> {
    api.post("/api/tables?listed=yes", SETUP).await.ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_strangers_do_not_hide_a_player_who_waits() {
    let server = server().await;
    let anne = guest(&server, ANNE).await;
    let id = listed(&anne).await.unwrap();
    let mut waiting = TableClient::new(anne, id.clone());
    assert_eq!(ask(&mut waiting, join()).await, "done");
    let anne = waiting.api().clone();
    // The player keeps answering the server's pings.
    let waiting = tokio::spawn(async move { while waiting.next().await.is_ok() {} });
    // Each stranger has an address of their own, joins some tables and leaves the others empty.
    let mut opened = 0;
    let mut seated = Vec::new();
    for stranger in 0..length::<u8>("ATTACK_STRANGERS", 4) {
        let address = [203, 0, 113, stranger].into();
        let api = guest(&server, address).await;
        while let Some(id) = listed(&api).await {
            opened += 1;
            let mut player = TableClient::new(api.clone(), id);
            if ask(&mut player, join()).await == "done" {
                seated.push(player);
            }
        }
    }
    let lobby = anne.get("/api/lobby").await.unwrap();
    let position =
        lobby.lines().position(|line| line.contains(&id.to_string())).expect("the player is shown");
    report(
        &format!("{opened} newer listed tables of strangers: the place of a waiting player in the lobby"),
        &(position + 1).to_string(),
    );
    waiting.abort();
    assert!(opened >= 20, "{opened}");
    assert!(position < length::<usize>("ATTACK_STRANGERS", 4) + 1, "{position}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_who_comes_and_goes_makes_the_server_send_the_lobby_once_a_second_at_most() {
    let server = server().await;
    let eve = guest(&server, EVE).await;
    let id = listed(&eve).await.unwrap();
    let mut player = TableClient::new(eve, id);
    let began = Instant::now();
    let until = began + Duration::from_secs(length("ATTACK_SECONDS", 3));
    let mut lobby = socket(&server, "/api/lobby/socket").await;
    let (mut granted, mut lists) = (0, 0);
    let attack = async {
        while Instant::now() < until {
            for request in [join(), RequestKind::Leave] {
                let answer = ask(&mut player, request).await;
                assert!(["done", "too-fast", "not-seated"].contains(&answer.as_str()), "{answer}");
                granted += u64::from(answer == "done");
                // Long enough for the lobby to notice.
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    };
    let bystander = async {
        while let Some(Ok(message)) = lobby.next().await {
            lists += u64::from(message.to_text().unwrap().starts_with("open"));
        }
    };
    tokio::select! {
        () = attack => {}
        () = bystander => panic!("the lobby has closed"),
    }
    report(
        &format!("{granted} seats taken and left: lists sent to each visitor of the lobby"),
        &lists.to_string(),
    );
    // The list as it was, a first change, and one for each second.
    assert!(granted >= 4 && lists <= began.elapsed().as_secs() + 2, "{granted} {lists}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_were_not_really_played_are_not_in_the_archive() {
    let server = server().await;
    let (one, two) = (guest(&server, EVE).await, guest(&server, EVE).await);
    let id = listed(&one).await.unwrap();
    let mut players = [one, two].map(|api| TableClient::new(api, id.clone()));
    for _ in 0..3 {
        for (player, kind) in [
            (0, join()),
            (1, join()),
            (0, RequestKind::Resign),
            (0, RequestKind::Offer(Offer::Rematch)),
            (1, RequestKind::Accept(Offer::Rematch)),
        ] {
            assert_eq!(ask(&mut players[player], kind).await, "done");
        }
        wait_until(&mut players[0], |table| table.rematch.is_some()).await;
        let next = players[0].table().unwrap().rematch.clone().unwrap();
        players.iter_mut().for_each(|player| player.switch_table(next.clone()));
    }
    let archive = players[0].api().get("/api/archive").await.unwrap();
    assert_eq!(archive, "", "games that were resigned at once");
    report("games of one address that were resigned at once, in the archive", "0");
}

/// A server whose clock the test can put ahead.
async fn server_with_clock(ahead: &Arc<AtomicU64>) -> Running {
    let ahead = Arc::clone(ahead);
    let clock = WallClock::new(move || WallClock::system().now().plus(ahead.load(Ordering::Relaxed)));
    Running::start_with(|settings| {
        default_limits(settings);
        settings.clock = clock;
    })
    .await
}

/// Plays four moves that take a minute, and resigns.
async fn long_game(server: &Running, ahead: &AtomicU64, addresses: [IpAddr; 2]) -> String {
    let apis = [guest(server, addresses[0]).await, guest(server, addresses[1]).await];
    let id = apis[0].post("/api/tables?listed=yes", "morpion - open,open untimed first").await.unwrap();
    let mut players = apis.map(|api| TableClient::new(api, id.parse().unwrap()));
    for player in &mut players {
        assert_eq!(ask(player, join()).await, "done");
    }
    for (ply, mv) in (0..).zip(["1", "2", "3", "5"]) {
        let kind = RequestKind::Move { ply, mv: mv.to_owned() };
        assert_eq!(ask(&mut players[ply as usize % 2], kind).await, "done");
    }
    ahead.fetch_add(60_000, Ordering::Relaxed);
    assert_eq!(ask(&mut players[0], RequestKind::Resign).await, "done");
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_one_address_do_not_fill_a_page_of_the_archive() {
    let ahead = Arc::new(AtomicU64::new(0));
    let server = server_with_clock(&ahead).await;
    let mut played = Vec::new();
    for _ in 0..14 {
        played.push(long_game(&server, &ahead, [EVE, EVE]).await);
    }
    let game = long_game(&server, &ahead, [EVE, ANNE]).await;
    let archive = guest(&server, ANNE).await.get("/api/archive").await.unwrap();
    let listed = played.iter().filter(|id| archive.contains(*id)).count();
    report("14 slow games between two guests of one address: listed in the archive", &listed.to_string());
    assert_eq!(listed, 10);
    assert!(archive.contains(&game), "a game between two addresses is listed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pairing_prefers_a_waiting_player_to_the_many_tables_of_one_address() {
    let server = server().await;
    let setup = "morpion - open,open untimed first";
    let open = async |address| {
        let api = guest(&server, address).await;
        let id = api.post("/api/tables?listed=yes", setup).await.unwrap();
        let mut player = TableClient::new(api, id.parse().unwrap());
        assert_eq!(ask(&mut player, join()).await, "done");
        (id, player)
    };
    let pair = async |address| guest(&server, address).await.post("/api/pair", setup).await.unwrap();
    let mut flood = Vec::new();
    for _ in 0..12 {
        flood.push(open(EVE).await);
    }
    let (anne, waiting) = open(ANNE).await;
    let newcomer = [203, 0, 113, 1].into();
    assert_eq!(pair(newcomer).await, anne, "although she came last");
    // When Anne is away, a table where a player waits comes first, and hers comes before those of strangers who left
    // too.
    drop(waiting);
    let is_away = async || {
        let line = server_line(&server, &anne).await;
        !line.contains("seat1=human:-:")
    };
    while !is_away().await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_ne!(pair(newcomer).await, anne);
    let ids: Vec<String> = flood.iter().map(|(id, _)| id.clone()).collect();
    drop(flood);
    for id in &ids {
        while server_line(&server, id).await.contains("seat1=human:-:") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    assert_eq!(pair(newcomer).await, anne);
}

/// Puts finished games into the archive of a server that is not running.
async fn fill_archive(store: &Store, games: u64) {
    let append = |number: u64| Append {
        id: format!("archived{number}").parse().unwrap(),
        version: 0,
        events: vec!["not read".to_owned()],
        is_compaction: false,
        summary: TableSummary {
            ply: 9,
            listing: Some(format!("listed {} ply=9 end=draw", "x".repeat(200)).into()),
            kind: "morpion".parse().unwrap(),
            stage: TableStage::Over,
            is_listed: true,
            is_joinable: false,
            setup: "morpion - open,open 600+0 first".into(),
            wake_at: None,
            at: Time(number),
            acted_at: Time(number),
            names: format!("player{}\nother{}", number % 1000, number % 777).into(),
            outcome: "draw".to_owned(),
            guests: vec![(GuestId(number), 1), (GuestId(number + 1), 2)],
            turn: None,
            opener: GuestId(number),
        },
        has_seats_changed: true,
        opened_from: None,
    };
    let numbers: Vec<u64> = (1..=games).collect();
    for some in numbers.chunks(500) {
        for written in join_all(some.iter().map(|number| store.append(append(*number)))).await {
            written.unwrap();
        }
    }
}

/// The listing of a table.
async fn server_line(server: &Running, id: &str) -> String {
    ApiClient::with_cookie(server.address, "").get(&format!("/api/tables/{id}")).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_of_one_address_are_limited_on_sqlite() {
    let games = length::<u64>("ATTACK_ARCHIVE", 200);
    let folder = Folder::new();
    fill_archive(&Store::Sqlite(Sqlite::open(folder.path()).unwrap()), games).await;
    let server = Running::restart(&folder, default_limits).await.keeping(folder);
    search_without_end(&server, &format!("SQLite, {games} games")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_of_one_address_are_limited_on_postgresql() {
    let games = length::<u64>("ATTACK_ARCHIVE", 200);
    let url = Cluster::shared().database();
    fill_archive(&Store::Postgres(Postgres::open(&url).await.unwrap()), games).await;
    search_without_end(&server_on(&url).await, &format!("PostgreSQL, {games} games")).await;
}

/// A server on PostgreSQL, with the default limits.
async fn server_on(url: &str) -> Running {
    Running::start_with(|settings| {
        default_limits(settings);
        settings.database = Database::Postgres(url.to_owned());
    })
    .await
}

/// Searches that PostgreSQL cancels only after a second, from one address that does not wait for the answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_searches_of_one_address_break_no_search_of_another() {
    // It takes the place of the function that compares names.
    const SLOW: &str = "CREATE FUNCTION public.strpos(text, text) RETURNS integer LANGUAGE plpgsql AS
        $$ BEGIN
            IF $2 LIKE 'slow%' THEN PERFORM pg_sleep(5); END IF;
            RETURN pg_catalog.strpos($1, $2);
        END $$";
    let url = Cluster::shared().database();
    fill_archive(&Store::Postgres(Postgres::open(&url).await.unwrap()), 10).await;
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(SLOW).await.unwrap();
    let name: String = client.query_one("SELECT current_database()", &[]).await.unwrap().get(0);
    let first = format!("ALTER DATABASE \"{name}\" SET search_path = public, pg_catalog");
    client.batch_execute(&first).await.unwrap();
    let server = server_on(&url).await;
    let eve = ApiClient::with_cookie(server.address, "").from_address(EVE);
    let attack = join_all((0..20).map(|_| eve.get("/api/archive?name=slow-search")));
    assert!(tokio::time::timeout(Duration::from_millis(200), attack).await.is_err(), "they are slow");
    let anne = ApiClient::with_cookie(server.address, "").from_address(ANNE);
    let (mut delays, mut failed) = (DurationStats::default(), 0);
    for _ in 0..4 {
        let began = Instant::now();
        failed += u64::from(anne.get("/api/archive?name=player").await.is_err());
        delays.add(began.elapsed());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    report("20 slow searches of one address on PostgreSQL: a bystander's search", &delays.to_string());
    assert_eq!(failed, 0, "{delays}");
    assert!(!is_long() || delays.max() < MAX_DELAY, "{delays}");
}

/// An address searches as often as it can, and a bystander now and then.
async fn search_without_end(server: &Running, store: &str) {
    let eve = ApiClient::with_cookie(server.address, "").from_address(EVE);
    let until = Instant::now() + Duration::from_secs(length("ATTACK_SECONDS", 1));
    let mut figures = DurationStats::default();
    let (mut done, mut refused) = (0, 0);
    // A search for an unknown name, and one that matches every name and no length of a game.
    let searches = ["/api/archive?name=nobody-has-this-name", "/api/archive?name=player&min=9999"];
    let attack = async {
        while Instant::now() < until {
            let responses = join_all(searches.iter().cycle().take(20).map(|search| eve.get(search))).await;
            done += responses.iter().filter(|answer| answer.is_ok()).count();
            refused += responses.iter().filter(|answer| answer.is_err()).count();
        }
    };
    let bystander = async {
        let anne = ApiClient::with_cookie(server.address, "").from_address(ANNE);
        while Instant::now() < until {
            let began = Instant::now();
            // Above the rate the bystander would be refused as well.
            anne.get("/api/archive?name=anne").await.unwrap();
            figures.add(began.elapsed());
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
    };
    tokio::join!(attack, bystander);
    report(&format!("searches by one address ({store})"), &format!("{done} answered, {refused} refused"));
    report(&format!("searches by one address ({store}): a bystander's search"), &figures.to_string());
    assert!(figures.count() > 0 && (!is_long() || figures.max() < MAX_DELAY), "{figures}");
    assert!(done <= 30 + 2 * (length::<usize>("ATTACK_SECONDS", 1) + 2) && refused > 0, "{done} {refused}");
}
