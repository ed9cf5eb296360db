//! Strangers who make the server write: tables, rematches, seats that are taken and left.

use std::time::{Duration, Instant};

use client::{ApiClient, ClientError, TableClient};
use crowd::{DurationStats, length};
use table::{Offer, RequestKind};

use crate::common::Running;
use crate::make::*;

/// The writes that one address has at once by default, and those that come back while a test runs.
fn budget(began: Instant) -> u64 {
    budget_of(300, began)
}

/// The same for a server where a guest may write this much per minute.
fn budget_of(per_minute: u64, began: Instant) -> u64 {
    10 * per_minute + (per_minute / 6 + 1) * (began.elapsed().as_secs() + 1)
}

/// What a guest of [`spendable_server`] may write per minute: in the long version as much as by default, and otherwise so
/// little that even a slow machine can spend it.
fn spendable() -> u64 {
    if is_long() { 300 } else { 100 }
}

/// A server whose budget the test can spend.
async fn spendable_server() -> Running {
    Running::start_with(|settings| {
        default_limits(settings);
        settings.writes_per_minute = spendable() as u32;
    })
    .await
}

/// The number of sockets of each guest in the test that writes over several sockets.
const SOCKETS_PER_GUEST: usize = 20;

/// The most bytes that one event may cause to be written to disk: it changes some pages of the database, which are written
/// to its log and later to their places. Events that wait at the same time share them.
const MAX_BYTES_PER_EVENT: u64 = 32 * 1024;

/// The cost of taking or leaving a seat in writes, beyond its event.
const SEAT_CHANGE: u64 = 8;

/// The most bytes that an idle server writes to disk in a second: heartbeats.
const MAX_IDLE_BYTES: u64 = 64 * 1024;

/// How long an attack lasts.
fn duration() -> Duration {
    Duration::from_secs(length("ATTACK_SECONDS", 3))
}

/// Two guests of one address resign a game and agree on a rematch until the server refuses, over and over. Returns how
/// many games there were.
async fn rematches(server: &Running, until: Instant) -> u32 {
    let (one, two) = (guest(server, EVE).await, guest(server, EVE).await);
    let Ok(id) = one.post("/api/tables?listed=yes", "morpion - open,open untimed first").await else {
        return 0;
    };
    let mut players = [one, two].map(|api| TableClient::new(api, id.parse().unwrap()));
    let mut games = 0;
    while Instant::now() < until {
        for (player, kind) in [
            (0, join()),
            (1, join()),
            (0, RequestKind::Resign),
            (0, RequestKind::Offer(Offer::Rematch)),
            (1, RequestKind::Accept(Offer::Rematch)),
        ] {
            if ask(&mut players[player], kind).await == "too-fast" {
                return games;
            }
        }
        let [one, two] = &mut players;
        wait_until(one, |table| table.rematch.is_some()).await;
        let next = one.table().unwrap().rematch.clone().unwrap();
        one.switch_table(next.clone());
        two.switch_table(next);
        games += 1;
    }
    games
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rematches_are_charged_like_other_tables() {
    let server = spendable_server().await;
    let began = Instant::now();
    let until = began + duration();
    let mut games = 0;
    while Instant::now() < until {
        let pairs = (0..8).map(|_| rematches(&server, until));
        games += futures_util::future::join_all(pairs).await.iter().sum::<u32>();
        if ApiClient::new_from(server.address, EVE).await.is_err() {
            break;
        }
    }
    let opened = metric(&server, "trois_tables_opened_total").await;
    report("rematches from one address: games opened", &format!("{opened} in {:?}", began.elapsed()));
    assert!(games > 3, "the attack was refused from the start");
    // A game has a table and five changes of who sits or plays.
    assert!(opened * (20 + 2 * SEAT_CHANGE) <= budget_of(spendable(), began), "{opened} tables");
    // Other guests can play.
    assert!(
        create_and_join(&guest(&server, ANNE).await, "morpion - open,open untimed first").await.is_some()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_and_leaving_seats_is_charged() {
    let server = spendable_server().await;
    let anne = guest(&server, ANNE).await;
    let id = anne.create_table("doh players=3 open,open,open untimed first").await.unwrap();
    let began = Instant::now();
    let before = metric(&server, "trois_events_total").await;
    // Two at a time, so that the game does not start; a guest whose budget is spent is followed by another.
    let churn = (0..2).map(|_| async {
        while began.elapsed() < duration() {
            let Ok(api) = ApiClient::new_from(server.address, EVE).await else { return };
            let mut player = TableClient::new(api, id.clone());
            while ask(&mut player, join()).await == "done"
                && ask(&mut player, RequestKind::Leave).await == "done"
            {
                if began.elapsed() > duration() {
                    return;
                }
            }
        }
    });
    futures_util::future::join_all(churn).await;
    let events = metric(&server, "trois_events_total").await - before;
    report(
        "taking and leaving seats from one address: events written",
        &format!("{events} in {:?}", began.elapsed()),
    );
    let most = budget_of(spendable(), began) / (1 + SEAT_CHANGE);
    assert!((most / 4..=most).contains(&events), "{events} events of at most {most}");
    assert!(
        create_and_join(&anne, "morpion - open,open untimed first").await.is_some(),
        "other guests can play"
    );
}

/// Guests of one address, each with many sockets at a table of its own, over which it takes a seat and leaves it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_of_one_address_together_write_no_more_than_its_budget() {
    let server = spendable_server().await;
    let began = Instant::now();
    let until = began + duration();
    let (events, written) = (metric(&server, "trois_events_total").await, bytes_written());
    let sockets = length("ATTACK_SOCKETS", 40);
    let mut players = Vec::new();
    while players.len() < sockets {
        let api = guest(&server, EVE).await;
        let id = api.create_table("doh players=3 open,open,open untimed first").await.unwrap();
        let more = SOCKETS_PER_GUEST.min(sockets - players.len());
        players.extend((0..more).map(|_| TableClient::new(api.clone(), id.clone())));
    }
    let writing = players.iter_mut().map(|player| async {
        while Instant::now() < until {
            for kind in [join(), RequestKind::Leave] {
                // Another socket of the guest may have been faster: any answer will do.
                if ask(player, kind).await == "too-fast" {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    });
    futures_util::future::join_all(writing).await;
    let events = metric(&server, "trois_events_total").await - events;
    let (written, seconds) = (bytes_written() - written, began.elapsed().as_secs_f64());
    report(
        &format!("{sockets} sockets of one address write for {seconds:.0} s"),
        &format!(
            "{events} events, {:.0} KB/s written to disk, {:.1} KB for each event",
            written as f64 / 1000.0 / seconds,
            written as f64 / 1000.0 / events as f64
        ),
    );
    // Otherwise other tests write at the same time.
    if is_long() {
        let most = events * MAX_BYTES_PER_EVENT + (seconds as u64 + 1) * MAX_IDLE_BYTES;
        assert!(written <= most, "{written} bytes for {events} events");
    }
    // Each socket may overdraw the budget once.
    let most = budget_of(spendable(), began) / (1 + SEAT_CHANGE) + sockets as u64;
    assert!((10..=most).contains(&events), "{events} events of at most {most}");
    assert!(
        create_and_join(&guest(&server, ANNE).await, "morpion - open,open untimed first").await.is_some()
    );
}

/// The bytes that this process, with the server in it, has caused to be written to disk. Linux only; 0 elsewhere.
fn bytes_written() -> u64 {
    let text = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    let bytes = text.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    bytes.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_waiting_tables_of_an_address_are_limited() {
    let server = Running::start_with(|settings| {
        default_limits(settings);
        settings.waiting_tables_per_address = 5;
    })
    .await;
    let setup = "morpion - open,open untimed first";
    let mut eve = Vec::new();
    let mut refused = None;
    for _ in 0..6 {
        // A guest for each table: no guest has many games.
        let api = guest(&server, EVE).await;
        match api.create_table(setup).await {
            Ok(id) => eve.push((id.clone(), TableClient::new(api, id))),
            Err(ClientError::Refused { code, .. }) => refused = Some(code),
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!((eve.len(), refused.as_deref()), (5, Some("too-many-tables")));
    let neighbour = guest(&server, EVE).await;
    assert!(neighbour.post("/api/pair", setup).await.is_err(), "pairing opens no other table either");
    let anne = guest(&server, ANNE).await;
    assert!(anne.create_table(setup).await.is_ok(), "another address");
    // A game that begins makes room.
    let (id, first) = &mut eve[0];
    let mut other = TableClient::new(neighbour.clone(), id.clone());
    assert_eq!(ask(first, join()).await, "done");
    assert_eq!(ask(&mut other, join()).await, "done");
    assert!(neighbour.create_table(setup).await.is_ok());
}

/// A game against an engine starts as soon as its guest takes the seat, so no table of this attack waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_that_one_address_begins_and_leaves_are_limited() {
    let server = Running::start_with(|settings| {
        default_limits(settings);
        settings.unfinished_tables_per_address = 5;
    })
    .await;
    let setup = "morpion - open,engine:1 untimed first";
    let mut eve = Vec::new();
    for _ in 0..6 {
        // A guest for each game: no guest has many.
        eve.extend(create_and_join(&guest(&server, EVE).await, setup).await);
    }
    assert_eq!(eve.len(), 5);
    let neighbour = guest(&server, EVE).await;
    let refused = neighbour.create_table(setup).await;
    assert!(matches!(refused, Err(ClientError::Refused { code, .. }) if code == "too-many-tables"));
    assert!(create_and_join(&guest(&server, ANNE).await, setup).await.is_some(), "another address");
    // A game that ends makes room.
    assert_eq!(ask(&mut eve[0], RequestKind::Resign).await, "done");
    assert!(create_and_join(&neighbour, setup).await.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_guest_costs_writes_and_reading_creates_none() {
    let server = server().await;
    let visitor = ApiClient::with_cookie(server.address, "").from_address(EVE);
    assert!(!visitor.head("/api/me").await.unwrap().contains("set-cookie"), "a page makes no guest");
    let began = Instant::now();
    let mut guests = 0;
    for _ in 0..length("ATTACK_GUESTS", 400) {
        guests += u64::from(ApiClient::new_from(server.address, EVE).await.is_ok());
    }
    report("guests made from one address", &format!("{guests} in {:?}", began.elapsed()));
    assert!((100..).contains(&guests) && guests * 20 <= budget(began), "{guests}");
    guest(&server, ANNE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ipv6_network_and_clients_that_the_proxy_does_not_name_have_one_budget_each() {
    let server = server().await;
    let made = async |clients: &mut dyn Iterator<Item = ApiClient>| {
        let mut made = 0;
        for client in clients {
            made += u64::from(client.post("/api/guest", "").await.is_ok());
        }
        made
    };
    let began = Instant::now();
    let nobody = ApiClient::with_cookie(server.address, "");
    let mut network =
        (0..400).map(|host| nobody.clone().from_address(format!("2001:db8::{host:x}:1").parse().unwrap()));
    let from_network = made(&mut network).await;
    assert!((100..).contains(&from_network) && from_network * 20 <= budget(began), "{from_network}");
    // Without the header, all clients have what one guest has.
    let unnamed = made(&mut (0..100).map(|_| nobody.clone())).await;
    assert!((10..).contains(&unnamed) && unnamed * 20 <= budget(began) / 10 + 20, "{unnamed}");
    report("guests made by 400 addresses of an IPv6 /64", &from_network.to_string());
    report("guests made without X-Forwarded-For behind a proxy", &unnamed.to_string());
}

/// A guest at many sockets of a table where others play sends requests that the table refuses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_requests_are_paid_for_and_delay_no_player() {
    let server = spendable_server().await;
    let anne = guest(&server, ANNE).await;
    let id = anne.create_table("super - open,open untimed first").await.unwrap();
    let luc = guest(&server, ANNE).await;
    let mut players = [anne, luc].map(|api| TableClient::new(api, id.clone()));
    for player in &mut players {
        assert_eq!(ask(player, join()).await, "done");
    }
    let eve = guest(&server, EVE).await;
    let began = Instant::now();
    let until = began + duration();
    let sockets = length("ATTACK_SOCKETS", 40);
    let flood = (0..sockets).map(|number| {
        let (eve, id) = (eve.clone(), id.clone());
        async move {
            let mut socket = TableClient::new(eve, id);
            let (mut refused, mut too_fast) = (0, 0);
            let kinds = [RequestKind::Offer(Offer::Rematch), join(), RequestKind::Accept(Offer::Rematch)];
            while Instant::now() < until {
                match ask(&mut socket, kinds[number % kinds.len()].clone()).await.as_str() {
                    "too-fast" => too_fast += 1,
                    "not-seated" | "already-started" => refused += 1,
                    other => panic!("{other}"),
                }
                // As many frames as a socket may send.
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            (refused, too_fast)
        }
    });
    let mut delays = DurationStats::default();
    let moves = async {
        let mut turn = 0;
        while Instant::now() < until {
            let asked = Instant::now();
            move_at_random(&mut players[turn]).await;
            delays.add(asked.elapsed());
            if players[turn].table().unwrap().end.is_some() {
                break;
            }
            turn = 1 - turn;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let (answers, ()) = tokio::join!(futures_util::future::join_all(flood), moves);
    let (refused, too_fast) =
        answers.iter().fold((0, 0), |sum: (u64, u64), one| (sum.0 + one.0, sum.1 + one.1));
    report(
        &format!("requests that a table refuses, from {sockets} sockets of one guest: answered"),
        &format!("{refused}, and {too_fast} that were too many"),
    );
    report("requests that a table refuses: a player's move", &delays.to_string());
    let seconds = began.elapsed().as_secs() + 1;
    let budget = spendable() + (spendable() / 60 + 1) * seconds;
    assert!(refused <= 4 * budget && too_fast > 0, "{refused} {too_fast}");
    assert!(delays.count() > 0 && (!is_long() || delays.max() < MAX_DELAY), "{delays}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_refuses_before_the_games_of_a_guest_are_counted() {
    let server = Running::start_with(|settings| {
        default_limits(settings);
        settings.games_per_guest = 1;
    })
    .await;
    let setup = "morpion - open,open untimed first";
    let (anne, eve) = (guest(&server, ANNE).await, guest(&server, EVE).await);
    let id = anne.create_table(setup).await.unwrap();
    eve.create_table(setup).await.unwrap();
    let mut spectator = TableClient::new(eve, id);
    assert_eq!(ask(&mut spectator, RequestKind::Offer(Offer::Rematch)).await, "not-seated");
    let join = RequestKind::Join {
        seat: Some(rules::Seat::from_index(5)),
        name: "Eve".into(),
        contribution: table::Contribution::new([0; 16]),
    };
    assert_eq!(ask(&mut spectator, join).await, "no-such-seat");
    assert_eq!(ask(&mut spectator, crate::make::join()).await, "too-many-games");
}
