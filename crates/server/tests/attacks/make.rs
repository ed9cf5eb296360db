//! Guests at addresses of their own, and what they do at tables.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use client::{ApiClient, TableClient};
pub(crate) use crowd::report_attack as report;
use table::{Notification, RequestKind, Snapshot, TableId};

use crate::common::Running;

/// How long a test waits for an expected change.
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The longest that a bystander may wait in the long version, on a machine that does nothing else.
pub(crate) const MAX_DELAY: Duration = Duration::from_secs(1);

/// Whether this is the long version, `cargo xtask attack`, in which delays count.
pub(crate) fn is_long() -> bool {
    std::env::var_os("ATTACK_SECONDS").is_some()
}

/// The address of the attacker, and that of a bystander.
pub(crate) const EVE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
pub(crate) const ANNE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

/// A server at its default limits, behind a proxy: so each client can have an address of its own.
pub(crate) async fn server() -> Running {
    Running::start_with(default_limits).await
}

pub(crate) fn default_limits(settings: &mut server::ServerSettings) {
    settings.is_behind_proxy = true;
    settings.is_unlimited = false;
}

/// A new guest at this address.
pub(crate) async fn guest(server: &Running, address: IpAddr) -> ApiClient {
    ApiClient::new_from(server.address, address).await.unwrap()
}

pub(crate) fn join() -> RequestKind {
    crowd::join("Eve")
}

/// Sends a request, and returns `done` or the code of the refusal: `too-fast` too if the server lets the guest open no
/// socket. The client itself would keep trying until the address has a budget again, which the other attackers spend.
pub(crate) async fn ask(player: &mut TableClient, kind: RequestKind) -> String {
    player.request(kind.clone()).await;
    let answer = async {
        loop {
            match tokio::time::timeout(Duration::from_secs(1), player.next()).await.map(Result::unwrap) {
                Ok(Notification::Done(done)) if done.kind == kind => return "done".to_owned(),
                Ok(Notification::Refused { code, .. }) => return code,
                Err(_) if player.refused_with() == Some(429) => return "too-fast".to_owned(),
                Ok(_) | Err(_) => {}
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, answer).await.expect("an answer in time")
}

/// Waits until a player's view of the table meets a condition.
pub(crate) async fn wait_until(player: &mut TableClient, condition: impl Fn(&Snapshot) -> bool) {
    let seen = async {
        while !player.table().is_some_and(&condition) {
            player.next().await.unwrap();
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, seen).await.expect("it is seen in time");
}

/// A guest who creates a table and takes a seat. It fails if the server refuses.
pub(crate) async fn create_and_join(api: &ApiClient, setup: &str) -> Option<TableClient> {
    let id = api.create_table(setup).await.ok()?;
    let mut player = TableClient::new(api.clone(), id);
    (ask(&mut player, join()).await == "done").then_some(player)
}

/// Plays a random move as soon as it is the player's turn, and returns its ply.
pub(crate) async fn move_at_random(player: &mut TableClient) -> u32 {
    let is_turn = |table: &Snapshot| {
        let to_move = table.position().ok().and_then(|position| position.turn().seat());
        to_move.is_some() && to_move == table.you
    };
    wait_until(player, is_turn).await;
    let table = player.table().unwrap();
    let (ply, position) = (table.ply(), table.position().unwrap());
    let mv = position.random_move(&mut rules::Rng::new(ply.into())).unwrap().to_string();
    assert_eq!(ask(player, RequestKind::Move { ply, mv }).await, "done");
    ply
}

/// Plays a random move, and waits for the next move of an engine. Returns how long that took.
pub(crate) async fn time_engine_reply(player: &mut TableClient) -> Duration {
    let began = Instant::now();
    let ply = move_at_random(player).await;
    wait_until(player, |table| table.ply() >= ply + 2 || table.end.is_some()).await;
    began.elapsed()
}

/// The value of one metric of the server.
pub(crate) async fn metric(server: &Running, name: &str) -> u64 {
    let text = server.state.metrics_text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is no figure of the server")).parse().unwrap()
}

/// The number of moves that were made at a table.
pub(crate) async fn ply(server: &Running, id: &TableId) -> u32 {
    let listing = ApiClient::with_cookie(server.address, "").get(&format!("/api/tables/{id}")).await.unwrap();
    listing.parse::<table::Listing>().unwrap().ply
}
