//! Several real `trois serve` on one PostgreSQL, and servers whose database or disk fails. `cargo xtask servers` is the
//! long version.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use client::{ApiClient, ClientError, TableClient};
use cluster::Cluster;
use crowd::{
    Balancer, Bot, DurationStats, Seats, ServerProcess, check_agreement, do_request, free_port, join, length,
    open_table, play_out, setup, wait_until,
};
use rules::Rng;
use table::{Notification, Occupant, Offer, Phrase, RequestKind, Snapshot, TableId};

/// A test that waits this long has failed: nothing takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// Servers that share a database.
struct Servers {
    url: String,
    key: PathBuf,
    addresses: Vec<SocketAddr>,
    processes: Vec<Option<ServerProcess>>,
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Servers {
    fn start(name: &str, count: usize, url: String) -> Servers {
        let key = folder(name).join("cookie.key");
        let addresses = (0..count).map(|_| free_port()).collect();
        let mut servers = Servers { url, key, addresses, processes: Vec::new() };
        for index in 0..count {
            servers.processes.push(None);
            servers.start_again(index);
        }
        servers
    }

    fn start_again(&mut self, index: usize) {
        let arguments =
            ["--database", &self.url, "--cookie-key-file", self.key.to_str().unwrap(), "--engines", "1"];
        let program = Path::new(env!("CARGO_BIN_EXE_trois"));
        let process =
            tokio::task::block_in_place(|| ServerProcess::start(program, self.addresses[index], &arguments));
        self.processes[index] = Some(process);
    }

    fn kill(&mut self, index: usize) {
        if let Some(process) = self.processes[index].take() {
            process.kill();
        }
    }
}

async fn connect_and_join(address: SocketAddr, id: &TableId, name: &str) -> TableClient {
    let mut player = TableClient::new(ApiClient::new(address).await.unwrap(), id.clone());
    wait_until(&mut player, |_| true).await;
    do_request(&mut player, join(name)).await;
    player
}

fn is_gone(table: &Snapshot, seat: usize) -> bool {
    matches!(table.seats.get(seat), Some(Occupant::Human { gone: Some(_), .. }))
}

fn now() -> table::Time {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    table::Time(since.as_millis() as u64)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_three_servers_play_every_game_to_its_end() {
    let servers = Servers::start("apart", 3, Cluster::shared().database());
    let mut tasks = Vec::new();
    for number in 0..length("SERVER_GAMES", 9_usize) {
        let addresses = servers.addresses.clone();
        tasks.push(tokio::spawn(async move {
            let at = addresses[number % 3];
            let mut by = addresses.clone();
            by.rotate_left(number / 9 % 3);
            let pace = Duration::from_millis(5);
            let mut seats = open_table(at, &by, &setup(number, "3600+0"), number as u64, pace).await;
            play_out(&mut seats, TEST_TIMEOUT).await;
            for address in addresses {
                check_agreement(address, &seats).await;
            }
            seats.bots.iter().map(|bot| bot.acknowledged.len()).sum::<usize>()
        }));
    }
    let mut moves = 0;
    let games = tasks.len();
    for task in tasks {
        moves += task.await.unwrap();
    }
    println!(
        "servers: {games} games, {moves} moves, everyone at another of three servers: all agree at all three"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_are_killed_one_after_the_other_lose_nothing_and_clocks_keep_running() {
    let (kills, games) = (length("SERVER_KILLS", 2_usize), length("KILLED_GAMES", 9_usize));
    let url = Cluster::shared().database();
    let mut servers = Servers::start("killed", 3, url.clone());
    let balancer = Balancer::start(servers.addresses.clone()).await;
    let began = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..games {
        let (address, pace) = (balancer.address, Duration::from_millis(length("KILLED_PACE", 80)));
        let mut seats = open_table(address, &[address], &setup(number, "3600+0"), number as u64, pace).await;
        tasks.push(tokio::spawn(async move {
            play_out(&mut seats, 5 * TEST_TIMEOUT).await;
            seats
        }));
    }
    let mut rng = Rng::new(length("SEED", 1));
    let mut killed = 0;
    while killed < kills && !tasks.iter().all(tokio::task::JoinHandle::is_finished) {
        tokio::time::sleep(Duration::from_millis(300 + u64::from(rng.below(1500)))).await;
        let index = rng.below(3) as usize;
        servers.kill(index);
        killed += 1;
        tokio::time::sleep(Duration::from_millis(rng.below(2000).into())).await;
        servers.start_again(index);
    }
    let mut moves = 0;
    for task in tasks {
        let seats: Seats = task.await.unwrap();
        for address in &servers.addresses {
            check_agreement(*address, &seats).await;
        }
        moves += seats.bots.iter().map(|bot| bot.acknowledged.len()).sum::<usize>();
    }
    let downs = Cluster::shared().sql(&url, "SELECT count(*) FROM outages");
    println!(
        "servers: {killed} kills of one of three in {:.0} s, {games} games, {moves} acknowledged moves: none lost, all agree; {downs} times counted as down",
        began.elapsed().as_secs_f64()
    );
    assert_eq!(downs, "0", "two servers were always there: no clock stood still");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_a_killed_server_disconnect_and_reconnect_and_its_engines_are_replaced() {
    let mut servers = Servers::start("presence", 2, Cluster::shared().database());
    let [one, two] = servers.addresses[..] else { panic!("two servers") };
    let opener = ApiClient::new(one).await.unwrap();
    let id = opener.create_table("super - open,open 600+0 first").await.unwrap();
    let (mut anne, mut luc) =
        (connect_and_join(one, &id, "Anne").await, connect_and_join(two, &id, "Luc").await);
    wait_until(&mut anne, |table| !table.order.is_empty()).await;
    do_request(&mut anne, RequestKind::Move { ply: 0, mv: "5.5".to_owned() }).await;
    wait_until(&mut luc, |table| table.ply() == 1 && !is_gone(table, 0)).await;
    // An engine thinks at the first server, and a spectator watches at the second.
    let table = opener.create_table("doh players=2 open,engine:1 600+0 first").await.unwrap();
    let mut zoe = connect_and_join(one, &table, "Zoé").await;
    let mut watcher = TableClient::new(ApiClient::new(two).await.unwrap(), table.clone());
    wait_until(&mut watcher, |table| !table.order.is_empty()).await;
    let mv = zoe.table().unwrap().position().unwrap().random_move(&mut Rng::new(1)).unwrap().to_string();
    do_request(&mut zoe, RequestKind::Move { ply: 0, mv }).await;
    servers.kill(0);
    let gone_after = wait_until(&mut luc, |table| is_gone(table, 0)).await;
    // Engines think only where a player is connected.
    zoe.switch_server(two);
    let engine_after = wait_until(&mut zoe, |table| table.ply() >= 2).await;
    wait_until(&mut watcher, |table| table.ply() >= 2).await;
    println!(
        "servers: who was at the one that was killed is seen to be gone after {gone_after:?}; its engine's move comes {engine_after:?} after that"
    );
    anne.switch_server(two);
    do_request(&mut anne, RequestKind::Say(Phrase::Hello)).await;
    wait_until(&mut luc, |table| !is_gone(table, 0)).await;
    do_request(&mut luc, RequestKind::Move { ply: 1, mv: "5.1".to_owned() }).await;
    wait_until(&mut anne, |table| table.ply() == 2).await;
    // The restarted server serves the moves that were played in the meantime.
    servers.start_again(0);
    anne.switch_server(one);
    do_request(&mut anne, RequestKind::Move { ply: 2, mv: "1.1".to_owned() }).await;
    wait_until(&mut luc, |table| table.ply() == 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_clock_runs_while_all_servers_are_down() {
    let cluster = Cluster::shared();
    let (url, opened_at) = (cluster.database(), now());
    let mut servers = Servers::start("down", 2, url.clone());
    let [one, two] = servers.addresses[..] else { panic!("two servers") };
    let opener = ApiClient::new(one).await.unwrap();
    let id = opener.create_table("super - open,open 600+0 first").await.unwrap();
    let (mut anne, mut luc) =
        (connect_and_join(one, &id, "Anne").await, connect_and_join(two, &id, "Luc").await);
    for player in [&mut anne, &mut luc] {
        wait_until(player, |table| !table.order.is_empty()).await;
    }
    // Twice, and no client is connected to the table in between.
    for outages in 1..=2 {
        servers.kill(0);
        servers.kill(1);
        // Longer than the shortest outage that is credited.
        tokio::time::sleep(Duration::from_secs(3)).await;
        servers.start_again(0);
        while cluster.sql(&url, "SELECT count(*) FROM outages") != outages.to_string() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    servers.start_again(1);
    // By the times that the servers wrote: an outage is credited from the last event of the game on.
    let down: u64 = cluster
        .sql(
            &url,
            "SELECT sum(to_at - greatest(from_at, (SELECT max(at) FROM
                (SELECT split_part(line, ' ', 1)::bigint AS at FROM events) AS happened WHERE at < to_at)))
            FROM outages",
        )
        .parse()
        .unwrap();
    let left = |table: &Snapshot| table.clocks.left(now())[0];
    for player in [&mut anne, &mut luc] {
        wait_until(player, |table| left(table) + now().since(opened_at) >= 600_000 + down).await;
    }
    let used = 600_000 - left(anne.table().unwrap());
    println!(
        "servers: all down for {:.1} s of {:.1} s: {used} ms charged",
        down as f64 / 1000.0,
        now().since(opened_at) as f64 / 1000.0
    );
    do_request(&mut anne, RequestKind::Move { ply: 0, mv: "5.5".to_owned() }).await;
    wait_until(&mut luc, |table| table.ply() == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_pairing_and_a_rematch_work_across_servers() {
    let servers = Servers::start("lobby", 2, Cluster::shared().database());
    let [one, two] = servers.addresses[..] else { panic!("two servers") };
    let (first, second) = (ApiClient::new(one).await.unwrap(), ApiClient::new(two).await.unwrap());
    let setup = "morpion - open,open 300+5 random";
    let id: TableId = first.post("/api/pair", setup).await.unwrap().parse().unwrap();
    let mut anne = TableClient::new(first, id.clone());
    wait_until(&mut anne, |_| true).await;
    do_request(&mut anne, join("Anne")).await;
    assert!(second.get("/api/lobby").await.unwrap().contains(&id.to_string()));
    assert_eq!(second.post("/api/pair", setup).await.unwrap(), id.to_string());
    let mut luc = TableClient::new(second.clone(), id.clone());
    wait_until(&mut luc, |_| true).await;
    do_request(&mut luc, join("Luc")).await;
    assert_eq!(second.get("/api/lobby").await.unwrap(), "");
    wait_until(&mut anne, |table| !table.order.is_empty()).await;
    do_request(&mut anne, RequestKind::Resign).await;
    wait_until(&mut luc, |table| table.end.is_some()).await;
    do_request(&mut luc, RequestKind::Offer(Offer::Rematch)).await;
    wait_until(&mut anne, |table| !table.offers.is_empty()).await;
    do_request(&mut anne, RequestKind::Accept(Offer::Rematch)).await;
    for player in [&mut anne, &mut luc] {
        wait_until(player, |table| table.rematch.is_some()).await;
    }
    let next = anne.table().unwrap().rematch.clone().unwrap();
    assert_eq!(luc.table().unwrap().rematch.as_ref(), Some(&next));
    for (player, name) in [(&mut anne, "Anne"), (&mut luc, "Luc")] {
        player.switch_table(next.clone());
        wait_until(player, |_| true).await;
        do_request(player, join(name)).await;
    }
    for player in [&mut anne, &mut luc] {
        wait_until(player, |table| !table.order.is_empty()).await;
    }
}

/// Whether `/healthz` reports success.
async fn is_healthy(address: SocketAddr) -> bool {
    ApiClient::with_cookie(address, "").get("/healthz").await.is_ok_and(|body| body == "ok")
}

/// Waits until `condition` holds. Returns how long it took.
async fn wait_for(condition: impl AsyncFn() -> bool) -> Duration {
    let began = Instant::now();
    let wait = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, wait).await.expect("it happens in time");
    began.elapsed()
}

/// Plays games while the store fails, and to their end after it is repaired. Returns how long the servers took to
/// notice and to recover, and how many moves were refused.
async fn play_through_outage(
    addresses: &[SocketAddr],
    fail: impl AsyncFnOnce(),
    repair: impl FnOnce(),
) -> (DurationStats, usize) {
    let at = addresses[0];
    // One player is to move all the time.
    let api = ApiClient::new(at).await.unwrap();
    let id = api.create_table("super - open,open 600+0 first").await.unwrap();
    let (mut anne, mut luc) =
        (connect_and_join(at, &id, "Anne").await, connect_and_join(at, &id, "Luc").await);
    wait_until(&mut anne, |table| !table.order.is_empty()).await;
    let began = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..8 {
        let pace = Duration::from_millis(100);
        let mut seats = open_table(at, addresses, &setup(number, "3600+0"), number as u64, pace).await;
        tasks.push(tokio::spawn(async move {
            play_out(&mut seats, 5 * TEST_TIMEOUT).await;
            seats
        }));
    }
    fail().await;
    let failed_at = Instant::now();
    let noticed = wait_for(async || !is_healthy(at).await).await;
    match api.create_table("morpion - open,open untimed first").await {
        Err(ClientError::Refused { code, .. }) => assert_eq!(code, "unavailable"),
        other => panic!("{other:?}"),
    }
    // Connected players stay connected, and their requests are refused.
    anne.request(RequestKind::Move { ply: 0, mv: "5.5".to_owned() }).await;
    let wait = async {
        loop {
            if let Notification::Refused { code, .. } = anne.next().await.unwrap() {
                return code;
            }
        }
    };
    assert_eq!(tokio::time::timeout(TEST_TIMEOUT, wait).await.unwrap(), "unavailable");
    tokio::time::sleep(Duration::from_secs(4)).await;
    repair();
    let down = failed_at.elapsed();
    let recovered = wait_for(async || is_healthy(at).await).await;
    let left = |table: &Snapshot| table.clocks.left(now())[0];
    wait_until(&mut luc, |table| {
        let up = began.elapsed().saturating_sub(down) + Duration::from_secs(2);
        left(table) + up.as_millis() as u64 > 600_000
    })
    .await;
    println!(
        "gone: for {:.1} s, of {:.1} s since the game began {} ms were charged",
        down.as_secs_f64(),
        began.elapsed().as_secs_f64(),
        600_000 - left(luc.table().unwrap())
    );
    do_request(&mut anne, RequestKind::Move { ply: 0, mv: "5.5".to_owned() }).await;
    wait_until(&mut luc, |table| table.ply() == 1).await;
    let mut refusals = 0;
    for task in tasks {
        let seats: Seats = task.await.unwrap();
        check_agreement(at, &seats).await;
        let codes = seats.bots.iter().flat_map(|bot: &Bot| &bot.refused);
        refusals += codes.filter(|code| *code == "unavailable").count();
    }
    (DurationStats::from_iter([noticed, recovered]), refusals)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_is_down_requests_are_refused_and_play_resumes_afterwards() {
    let cluster = Cluster::start();
    let servers = Servers::start("gone", 2, cluster.database());
    let fail = async || {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        tokio::task::block_in_place(|| cluster.stop());
    };
    let (figures, refusals) = play_through_outage(&servers.addresses, fail, || {
        tokio::task::block_in_place(|| cluster.start_again());
    })
    .await;
    println!("gone: PostgreSQL, {refusals} moves refused meanwhile; noticed and well again: {figures}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg(target_os = "linux")]
async fn while_the_disk_is_full_requests_are_refused_and_play_resumes_afterwards() {
    let (folder, address) = (folder("full"), free_port());
    let mut command = Command::new("env");
    command.args(["--ignore-signal=XFSZ", "prlimit", "--fsize=900000:", "--", env!("CARGO_BIN_EXE_trois")]);
    let arguments = ["--data", folder.to_str().unwrap(), "--games-per-guest", "100000"];
    let process = tokio::task::block_in_place(|| ServerProcess::start_by(command, address, &arguments));
    let fill = async || {
        // Until nothing can be written any more, not even a heartbeat.
        let api = ApiClient::new(address).await.unwrap();
        while api.create_table("morpion - open,open untimed first").await.is_ok() || is_healthy(address).await
        {
        }
    };
    let id = process.id().to_string();
    let make_room = || {
        let room = Command::new("prlimit").args(["--pid", &id, "--fsize=unlimited:"]).status();
        assert!(room.unwrap().success());
    };
    let (figures, refusals) = play_through_outage(&[address], fill, make_room).await;
    println!("gone: a full disk, {refusals} moves refused meanwhile; noticed and well again: {figures}");
    drop(process);
    let _ = std::fs::remove_dir_all(&folder);
}
