//! Games at the tables of a real server, over real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use client::{ApiClient, ClientError, TableClient};
use common::Running;
use crowd::{do_request, join, wait_until};
use rules::{Kind, Rng, Turn};
use server::WallClock;
use table::{Claim, Notification, Offer, RequestKind, Snapshot, TableId, Update};

/// A new guest at a table.
async fn new_player(server: &Running, id: &TableId) -> TableClient {
    TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone())
}

/// Waits for a notification that a player must receive.
async fn wait_for_notification<T>(player: &mut TableClient, what: impl Fn(&Notification) -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = what(&player.next().await.unwrap()) {
                return found;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("the notification comes in time")
}

/// Sends a request that must be refused, and returns the code of the reason.
async fn expect_refusal(player: &mut TableClient, kind: RequestKind) -> String {
    player.request(kind.clone()).await;
    wait_for_notification(player, |notification| match notification {
        Notification::Done(done) if done.kind == kind => panic!("{kind} was done"),
        Notification::Refused { code, .. } => Some(code.clone()),
        _ => None,
    })
    .await
}

/// Plays random moves to the end, each chosen from the view of the player to move.
async fn play_out(players: &mut [TableClient], rng: &mut Rng, mut after: impl FnMut(&mut [TableClient])) {
    loop {
        let longest = players.iter().map(|player| player.table().map_or(0, |table| table.moves.len())).max();
        for player in players.iter_mut() {
            wait_until(player, |table| table.moves.len() >= longest.unwrap()).await;
        }
        if players.iter().any(|player| player.table().unwrap().end.is_some()) {
            for player in players.iter_mut() {
                wait_until(player, |table| table.end.is_some()).await;
            }
            return;
        }
        let turn = players[0].table().unwrap().position().unwrap().turn();
        let Turn::Seat(seat) = turn else {
            // A draw of cards is on its way.
            wait_for_notification(&mut players[0], |_| Some(())).await;
            continue;
        };
        let Some(mover) = players.iter_mut().find(|player| player.table().unwrap().you == Some(seat)) else {
            // An engine's turn.
            let before = players[0].table().unwrap().ply();
            wait_until(&mut players[0], |table| table.ply() > before || table.end.is_some()).await;
            continue;
        };
        let table = mover.table().unwrap();
        let position = table.position().unwrap();
        let mv = position.random_move(rng).unwrap().to_string();
        let kind = RequestKind::Move { ply: table.ply(), mv };
        do_request(mover, kind).await;
        after(players);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_to_its_end_by_people_and_engines() {
    // These players move faster than people do.
    let server = Running::start_with(|settings| settings.lines_per_second = 10_000).await;
    let mut rng = Rng::new(1);
    let clocks = ["300+5", "untimed", "3d", "600+0"];
    for (number, setup) in crowd::setups("CLOCK").iter().enumerate() {
        let setup = &setup.replace("CLOCK", clocks[number % clocks.len()]);
        let opener = ApiClient::new(server.address).await.unwrap();
        let id = opener.create_table(setup).await.unwrap();
        let mut players = Vec::new();
        for name in ["Anne", "Luc", "Zoé", "Max"].iter().take(setup.matches("open").count()) {
            let mut player = new_player(&server, &id).await;
            do_request(&mut player, join(name)).await;
            players.push(player);
        }
        for player in &mut players {
            wait_until(player, |table| !table.order.is_empty()).await;
        }
        let mut watcher = new_player(&server, &id).await;
        wait_until(&mut watcher, |_| true).await;
        play_out(&mut players, &mut rng, |_| {}).await;
        wait_until(&mut watcher, |table| table.end.is_some()).await;
        let whole = watcher.table().unwrap().position().unwrap().to_string();
        for player in &players {
            let table = player.table().unwrap();
            assert_eq!(table.position().unwrap().to_string(), whole, "{setup}");
            assert_eq!(table.moves, watcher.table().unwrap().moves, "{setup}");
        }
        // The record can be downloaded, and its shuffles verified.
        let record = opener.get(&format!("/games/{id}.trois")).await.unwrap();
        let record = rules::Record::parse(&record, None).unwrap();
        assert_eq!(record.end().to_string(), whole);
        table::verify(&record).unwrap();
        assert!(opener.get(&format!("/games/{id}.svg")).await.unwrap().starts_with("<svg"));
        assert!(opener.get(&format!("/games/{id}.json")).await.unwrap().starts_with("{\"game\":"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_reconnects_receives_exactly_what_was_missed() {
    let server = Running::start().await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let mut rng = Rng::new(7);
    let mut cuts = Rng::new(8);
    let id = opener.create_table("super - open,open 300+5 first").await.unwrap();
    let mut players = vec![new_player(&server, &id).await, new_player(&server, &id).await];
    for (player, name) in players.iter_mut().zip(["Anne", "Luc"]) {
        do_request(player, join(name)).await;
    }
    play_out(&mut players, &mut rng, |players| {
        for player in players.iter_mut().filter(|_| cuts.below(3) == 0) {
            player.disconnect();
        }
    })
    .await;
    assert!(players.iter().all(|player| player.connections() > 3));
    assert_eq!(players[0].table().unwrap().moves, players[1].table().unwrap().moves);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_server_has_all_games_and_no_clock_ran_during_the_outage() {
    let clock = Arc::new(AtomicU64::new(1_700_000_000_000));
    let server = Running::start_with(|settings| settings.clock = test_clock(&clock)).await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("super - open,open 300+0 first").await.unwrap();
    let (mut anne, mut luc) = (new_player(&server, &id).await, new_player(&server, &id).await);
    do_request(&mut anne, join("Anne")).await;
    do_request(&mut luc, join("Luc")).await;
    wait_until(&mut anne, |table| !table.order.is_empty()).await;
    do_request(&mut anne, RequestKind::Move { ply: 0, mv: "5.5".to_owned() }).await;
    wait_until(&mut luc, |table| table.ply() == 1).await;
    let folder = server.stop().await.unwrap();
    // An hour goes by, in which both would have lost on time.
    clock.fetch_add(3_600_000, Ordering::Relaxed);
    let server = Running::restart(&folder, |settings| settings.clock = test_clock(&clock)).await;
    for player in [&mut anne, &mut luc] {
        player.switch_server(server.address);
        let now = || table::Time(clock.load(Ordering::Relaxed));
        let left_at_least =
            |table: &Snapshot, least| table.clocks.left(now()).iter().all(|left| *left >= least);
        // The clock of the test has not moved while the server ran.
        wait_until(player, |table| table.ply() == 1 && left_at_least(table, 300_000)).await;
    }
    do_request(&mut luc, RequestKind::Move { ply: 1, mv: "5.1".to_owned() }).await;
    wait_until(&mut anne, |table| table.ply() == 2).await;
}

/// A clock that stands still unless the test moves it.
fn test_clock(clock: &Arc<AtomicU64>) -> WallClock {
    let clock = Arc::clone(clock);
    WallClock::new(move || table::Time(clock.load(Ordering::Relaxed)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_runs_out_ends_the_game() {
    let server = Running::start().await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("morpion - open,open 1+0 first").await.unwrap();
    let (mut anne, mut luc) = (new_player(&server, &id).await, new_player(&server, &id).await);
    do_request(&mut anne, join("Anne")).await;
    do_request(&mut luc, join("Luc")).await;
    wait_until(&mut luc, |table| table.end.is_some()).await;
    assert_eq!(luc.table().unwrap().end.unwrap().to_string(), "win2:time");
    let code = expect_refusal(&mut anne, RequestKind::Move { ply: 0, mv: "5".to_owned() }).await;
    assert_eq!(code, "over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_handed_over_to_another_device_with_a_key_that_works_once() {
    let server = Running::start().await;
    let phone = ApiClient::new(server.address).await.unwrap();
    let id = phone.create_table("morpion - open,open untimed first").await.unwrap();
    let mut at_phone = TableClient::new(phone.clone(), id.clone());
    let mut luc = new_player(&server, &id).await;
    do_request(&mut at_phone, join("Anne")).await;
    do_request(&mut luc, join("Luc")).await;
    let key = phone.post(&format!("/api/tables/{id}/hand-over"), "").await.unwrap();
    let laptop = ApiClient::new(server.address).await.unwrap();
    let stranger = ApiClient::new(server.address).await.unwrap();
    let code = |error: ClientError| match error {
        ClientError::Refused { code, .. } => code,
        ClientError::Io(error) => panic!("{error}"),
    };
    let take = format!("/api/tables/{id}/take-over");
    assert_eq!(code(stranger.post(&take, "guessed").await.unwrap_err()), "spent-link");
    assert_eq!(
        code(stranger.post(&format!("/api/tables/{id}/hand-over"), "").await.unwrap_err()),
        "not-seated"
    );
    laptop.post(&take, &key).await.unwrap();
    assert_eq!(code(stranger.post(&take, &key).await.unwrap_err()), "spent-link");
    let mut at_laptop = TableClient::new(laptop, id);
    wait_until(&mut at_laptop, |table| table.you == Some(rules::Seat::ONE)).await;
    do_request(&mut at_laptop, RequestKind::Move { ply: 0, mv: "5".to_owned() }).await;
    wait_until(&mut at_phone, |table| table.you.is_none() && table.ply() == 1).await;
    assert_eq!(expect_refusal(&mut at_phone, RequestKind::Resign).await, "not-seated");
    do_request(&mut luc, RequestKind::Move { ply: 1, mv: "1".to_owned() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_that_slept_while_its_seat_was_handed_over_watches_when_it_wakes_up() {
    let server = Running::start().await;
    let phone = ApiClient::new(server.address).await.unwrap();
    let laptop = ApiClient::new(server.address).await.unwrap();
    let id = phone.create_table("morpion - open,open untimed first").await.unwrap();
    let mut at_phone = TableClient::new(phone.clone(), id.clone());
    let mut at_laptop = TableClient::new(laptop.clone(), id.clone());
    let mut luc = new_player(&server, &id).await;
    do_request(&mut at_phone, join("Anne")).await;
    do_request(&mut luc, join("Luc")).await;
    do_request(&mut at_phone, RequestKind::Move { ply: 0, mv: "5".to_owned() }).await;
    // A premove is private: from now on a spectator's numbers are lower.
    do_request(&mut at_phone, RequestKind::Premove { ply: 2, mv: "9".to_owned() }).await;
    // The laptop watches already.
    wait_until(&mut at_laptop, |table| table.you.is_none() && table.ply() == 1).await;
    let key = phone.post(&format!("/api/tables/{id}/hand-over"), "").await.unwrap();
    at_phone.disconnect();
    laptop.post(&format!("/api/tables/{id}/take-over"), &key).await.unwrap();
    wait_until(&mut at_laptop, |table| table.you == Some(rules::Seat::ONE) && table.premove.is_some()).await;
    assert_eq!(at_phone.table().unwrap().you, Some(rules::Seat::ONE), "the phone sleeps");
    wait_until(&mut at_phone, |table| table.you.is_none() && table.premove.is_none()).await;
    do_request(&mut luc, RequestKind::Move { ply: 1, mv: "1".to_owned() }).await;
    for client in [&mut at_phone, &mut at_laptop] {
        wait_until(client, |table| table.ply() == 3).await;
    }
    assert_eq!(at_phone.table().unwrap().moves, at_laptop.table().unwrap().moves);
    assert_eq!(expect_refusal(&mut at_phone, RequestKind::Resign).await, "not-seated");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_leads_everyone_to_the_next_table_with_seats_swapped() {
    let server = Running::start().await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("morpion - open,open untimed first").await.unwrap();
    let (mut anne, mut luc) = (new_player(&server, &id).await, new_player(&server, &id).await);
    do_request(&mut anne, join("Anne")).await;
    do_request(&mut luc, join("Luc")).await;
    do_request(&mut anne, RequestKind::Resign).await;
    assert_eq!(expect_refusal(&mut anne, RequestKind::Claim(Claim::Win)).await, "over");
    do_request(&mut luc, RequestKind::Offer(Offer::Rematch)).await;
    do_request(&mut anne, RequestKind::Accept(Offer::Rematch)).await;
    let next = |notification: &Notification| match notification {
        Notification::Updated(message) => match &message.update {
            Update::Rematched { table } => Some(table.clone()),
            _ => None,
        },
        _ => None,
    };
    let table = match anne.table().unwrap().rematch.clone() {
        Some(table) => table,
        None => wait_for_notification(&mut anne, next).await,
    };
    anne.switch_table(table.clone());
    luc.switch_table(table);
    do_request(&mut anne, join("Anne")).await;
    do_request(&mut luc, join("Luc")).await;
    wait_until(&mut luc, |table| table.you == Some(rules::Seat::ONE)).await;
    assert_eq!(luc.table().unwrap().kind, Kind::Morpion);
}

/// Waits until the lobby meets a condition.
async fn wait_for_lobby(api: &ApiClient, what: impl Fn(&str) -> bool) {
    let wait = async {
        while !what(&api.get("/api/lobby").await.unwrap()) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("the lobby shows it in time");
}

/// A new guest asks for a quick pairing and joins the table.
async fn pair_and_join(server: &Running, setup: &str, name: &str) -> (TableId, TableClient) {
    let api = ApiClient::new(server.address).await.unwrap();
    let id: TableId = api.post("/api/pair", setup).await.unwrap().parse().unwrap();
    let mut player = TableClient::new(api, id.clone());
    do_request(&mut player, join(name)).await;
    (id, player)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_left_is_not_paired_until_they_are_back() {
    let server = Running::start().await;
    let stranger = ApiClient::new(server.address).await.unwrap();
    let timed = "morpion - open,open 300+5 first";
    let (id, anne) = pair_and_join(&server, timed, "Anne").await;
    let at_anne = format!("id={id} ");
    wait_for_lobby(&stranger, |lobby| lobby.contains(&at_anne)).await;
    let api = anne.api().clone();
    drop(anne);
    wait_for_lobby(&stranger, |lobby| !lobby.contains(&at_anne)).await;
    let (other, mut luc) = pair_and_join(&server, timed, "Luc").await;
    assert_ne!(other, id);
    // Luc leaves: no player is left at the table.
    let at_luc = format!("id={other} ");
    wait_for_lobby(&stranger, |lobby| lobby.contains(&at_luc)).await;
    do_request(&mut luc, RequestKind::Leave).await;
    wait_for_lobby(&stranger, |lobby| !lobby.contains(&at_luc)).await;
    let mut anne = TableClient::new(api, id.clone());
    wait_until(&mut anne, |_| true).await;
    wait_for_lobby(&stranger, |lobby| lobby.contains(&at_anne)).await;
    assert_eq!(pair_and_join(&server, timed, "Zoé").await.0, id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_game_clock_a_player_who_is_away_is_paired() {
    let server = Running::start().await;
    let stranger = ApiClient::new(server.address).await.unwrap();
    for setup in ["morpion - open,open 3d first", "morpion - open,open untimed first"] {
        let (id, anne) = pair_and_join(&server, setup, "Anne").await;
        drop(anne);
        let is_away = |line: &str| line.contains(&format!("id={id} ")) && !line.contains("seat1=human:-:");
        wait_for_lobby(&stranger, |lobby| lobby.lines().any(is_away)).await;
        assert_eq!(pair_and_join(&server, setup, "Luc").await.0, id);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_server_offers_no_table_until_its_players_are_back() {
    let server = Running::start().await;
    let (id, mut anne) = pair_and_join(&server, "morpion - open,open 300+5 first", "Anne").await;
    let folder = server.stop().await.unwrap();
    let server = Running::restart(&folder, |_| {}).await;
    let stranger = ApiClient::new(server.address).await.unwrap();
    assert_eq!(stranger.get("/api/lobby").await.unwrap(), "");
    anne.switch_server(server.address);
    wait_for_notification(&mut anne, |_| Some(())).await;
    wait_for_lobby(&stranger, |lobby| lobby.contains(&format!("id={id} "))).await;
}
