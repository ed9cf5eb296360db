//! Games against engines of the highest level that are opened and left.

use std::net::IpAddr;
use std::time::Duration;

use client::{ApiClient, TableClient};
use crowd::{DurationStats, length};
use server::{ServerSettings, WallClock};
use table::{RequestKind, TableId};

use crate::common::Running;
use crate::make::*;

/// Tables at which the guest who joins moves first.
const TWO: &str = "super - open,engine:10 untimed first";
const EASY: &str = "super - open,engine:1 untimed first";
const THREE: &str = "fives players=3 open,engine:10,engine:10 untimed first";

/// One engine thinks at a time, so that the figures do not depend on the machine.
fn one_engine(settings: &mut ServerSettings) {
    default_limits(settings);
    settings.engines = 1;
}

/// Guests of one address open this many games and make the first move in each. When the budget of one guest is spent,
/// another guest continues, until the server refuses that too.
async fn open_games(server: &Running, address: IpAddr, tables: usize) -> Vec<TableClient> {
    let mut players = Vec::new();
    while let Ok(api) = ApiClient::new_from(server.address, address).await {
        while players.len() < tables {
            let Some(mut player) = create_and_join(&api, TWO).await else { break };
            let mv = player.table().unwrap().position().unwrap().random_move(&mut rules::Rng::new(1));
            let kind = RequestKind::Move { ply: 0, mv: mv.unwrap().to_string() };
            if ask(&mut player, kind).await != "done" {
                break;
            }
            players.push(player);
        }
        if players.len() >= tables {
            break;
        }
    }
    players
}

/// Waits until no engine thinks or waits.
async fn wait_for_idle_engines(server: &Running) {
    let rest = async {
        while metric(server, "trois_engine_queue").await + metric(server, "trois_engine_thinking").await > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, rest).await.expect("the engines come to rest");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bystander_does_not_wait_for_the_engines_of_a_stranger() {
    let server = Running::start_with(one_engine).await;
    let anne = guest(&server, ANNE).await;
    let mut idle = [DurationStats::default(), DurationStats::default()];
    let mut busy = idle.clone();
    let moves = length("ATTACK_ENGINE_MOVES", 1);
    let measure = async |figures: &mut [DurationStats; 2]| {
        for (figures, setup) in figures.iter_mut().zip([EASY, TWO]) {
            let mut player = create_and_join(&anne, setup).await.unwrap();
            for _ in 0..moves {
                figures.add(time_engine_reply(&mut player).await);
            }
        }
    };
    measure(&mut idle).await;
    let tables = length("ATTACK_ENGINE_TABLES", 24);
    let attack = open_games(&server, EVE, tables).await;
    let before = metric(&server, "trois_engine_queue").await;
    assert!(before as usize > attack.len() / 2, "{before} of {} searches wait", attack.len());
    measure(&mut busy).await;
    let is_long = moves > 1;
    if !is_long {
        // The bystander has half of the time: at most a few of the other searches have ended by then.
        let after = metric(&server, "trois_engine_queue").await;
        assert!(before <= after + 6, "{before} searches waited, now {after}");
    }
    let opened = attack.len();
    report(&format!("{opened} games against level 10: a bystander's level 1, idle"), &idle[0].to_string());
    report(
        &format!("{opened} games against level 10: a bystander's level 1, attacked"),
        &busy[0].to_string(),
    );
    report(&format!("{opened} games against level 10: a bystander's level 10, idle"), &idle[1].to_string());
    report(
        &format!("{opened} games against level 10: a bystander's level 10, attacked"),
        &busy[1].to_string(),
    );
    if is_long {
        // What docs/reliability.md promises. Only the long version measures.
        assert!(busy[0].max() <= Duration::from_secs(1), "level 1: {}", busy[0]);
        assert!(busy[1].max() <= 3 * idle[1].max(), "level 10: {}, idle {}", busy[1], idle[1]);
    }
}

/// Opens a game against two engines in which the guest resigns, so that engines play all three seats.
async fn game_after_resignation(server: &Running) -> (ApiClient, TableId) {
    let api = guest(server, ANNE).await;
    let id = api.create_table(THREE).await.unwrap();
    let mut player = TableClient::new(api.clone(), id.clone());
    assert_eq!(ask(&mut player, join()).await, "done");
    assert_eq!(ask(&mut player, RequestKind::Resign).await, "done");
    (api, id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_stop_when_all_players_have_left_and_continue_when_one_comes_back() {
    let server = Running::start_with(one_engine).await;
    let (api, id) = game_after_resignation(&server).await;
    // The player counts as gone after three seconds.
    let line = async || api.get(&format!("/api/tables/{id}")).await.unwrap();
    while line().await.contains("human:-:") {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    wait_for_idle_engines(&server).await;
    let made = ply(&server, &id).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(ply(&server, &id).await, made, "the engines play on although no player is connected");
    let mut again = TableClient::new(api, id);
    wait_until(&mut again, |table| table.ply() > made).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_starts_no_search_for_absent_players() {
    let server = Running::start_with(one_engine).await;
    let tables = length("ATTACK_ENGINE_TABLES", 24);
    let attack = open_games(&server, EVE, tables).await;
    let opened = attack.len() as u64;
    drop(attack);
    let folder = server.stop().await.unwrap();
    // The tables are due ten seconds after their last event, and the clock of the new server is ahead by more. It
    // wakes those in which an engine is to move, and writes there that no player is connected.
    let later = |settings: &mut ServerSettings| {
        one_engine(settings);
        settings.clock = WallClock::new(|| WallClock::system().now().plus(15_000));
    };
    let server = Running::restart(&folder, later).await.keeping(folder);
    let woken = async {
        while metric(&server, "trois_events_total").await == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, woken).await.expect("a table is woken");
    // All that are due are woken at once.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let searches = metric(&server, "trois_engine_searches_total").await;
    assert_eq!(searches, 0);
    report(&format!("restart with {opened} games against level 10: searches for absent players"), "0");
}

/// Guests of one address resign at tables where engines of the lowest level then continue, and stay connected.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_that_continue_after_a_resignation_are_charged_to_the_guest() {
    const PER_MINUTE: u32 = 60;
    let server = Running::start_with(|settings| {
        default_limits(settings);
        settings.writes_per_minute = PER_MINUTE;
    })
    .await;
    let mut watching = Vec::new();
    let guests = 4;
    for _ in 0..guests {
        let api = guest(&server, EVE).await;
        // Until the guest's budget is spent.
        while let Some(mut player) =
            create_and_join(&api, "fives players=3 open,engine:1,engine:1 untimed first").await
        {
            let _ = ask(&mut player, RequestKind::Resign).await;
            watching.push(player);
        }
    }
    let before = metric(&server, "trois_events_total").await;
    let measured = Duration::from_secs(6);
    tokio::time::sleep(measured).await;
    let events = metric(&server, "trois_events_total").await - before;
    let tables = watching.len() as u64;
    report(
        &format!(
            "{tables} games of engines that {guests} guests have left by resigning: events in {measured:?}"
        ),
        &events.to_string(),
    );
    // The budget that is refilled in that time, and one search that had begun at each table.
    let most = guests * (u64::from(PER_MINUTE) / 60) * (measured.as_secs() + 1) + tables;
    assert!(tables > guests && events <= most, "{events} events at {tables} tables");
    // Another address can still play against engines of the same level.
    let mut anne = create_and_join(&guest(&server, ANNE).await, EASY).await.unwrap();
    time_engine_reply(&mut anne).await;
}
