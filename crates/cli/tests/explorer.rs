//! A real `trois serve` is killed again and again while it counts the games of its archive for the explorer: each game is
//! counted once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use cluster::Cluster;
use crowd::{ServerProcess, free_port, length};
use rules::Rng;
use server::store::{Append, Postgres, Sqlite, Store, TableStage, TableSummary};
use table::{Actor, GuestId, Secret, Table, TableId, Time};

/// A finished game: some moves, and then the player to move resigns.
fn random_game(rng: &mut Rng) -> Table {
    let setup = "morpion - open,open untimed first".parse().unwrap();
    let mut table = Table::new(setup, Time(1000), Secret::new([7; 32]));
    let mut ask = |guest: u64, line: String| {
        let events = table.handle(Actor::Guest(GuestId(guest)), &line.parse().unwrap(), Time(2000)).unwrap();
        events.into_iter().for_each(|event| table.apply(event).unwrap());
    };
    for guest in [1, 2] {
        ask(guest, "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f".to_owned());
    }
    let mut cells: Vec<u32> = (1..=9).collect();
    rng.shuffle(&mut cells);
    for (ply, cell) in (0..4).zip(cells) {
        ask(1 + ply % 2, format!("{} move ply={ply} move={cell}", ply + 2));
    }
    ask(1, "99 resign".to_owned());
    table
}

async fn append_game(store: &Store, number: usize, table: &Table) {
    let summary = TableSummary {
        listing: Some(format!("game {number}").into()),
        kind: table.setup().kind(),
        stage: TableStage::Over,
        is_listed: true,
        is_joinable: false,
        setup: table.setup().to_string().into(),
        wake_at: None,
        at: Time(2000),
        acted_at: Time(2000),
        names: "".into(),
        outcome: "win2".to_owned(),
        guests: vec![],
        turn: None,
        ply: 0,
        opener: GuestId(1),
    };
    let events = table.events().map(ToString::to_string).collect();
    let id: TableId = format!("g{number:07}").parse().unwrap();
    let append = Append {
        id,
        version: 0,
        events,
        summary,
        has_seats_changed: true,
        opened_from: None,
        is_compaction: false,
    };
    store.append(append).await.unwrap();
}

/// Where a server keeps its games.
enum Database {
    Folder(PathBuf),
    Postgres(String),
}

impl Database {
    async fn open(&self) -> Store {
        match self {
            Database::Folder(folder) => Store::Sqlite(Sqlite::open(folder).unwrap()),
            Database::Postgres(url) => Store::Postgres(Postgres::open(url).await.unwrap()),
        }
    }

    /// The arguments with which `trois serve` uses it.
    fn arguments(&self) -> [&str; 2] {
        match self {
            Database::Folder(folder) => ["--data", folder.to_str().unwrap()],
            Database::Postgres(url) => ["--database", url],
        }
    }

    /// How many games the index has counted, by the first moves.
    fn counted_games(&self) -> u64 {
        let start = rules::AnyGame::new(rules::Kind::Morpion, "").unwrap();
        let key = explorer::PositionKey::of(&start).unwrap().key;
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let moves = runtime.block_on(async { self.open().await.moves_played("morpion", key).await.unwrap() });
        // The player to move resigned at the end of every game.
        assert!(moves.iter().all(|found| found.tally.wins[1] == found.tally.games()));
        moves.iter().map(|found| u64::from(found.tally.games())).sum()
    }
}

/// Kills a server again and again while it counts, until every game is counted.
fn kill_while_counting(database: &Database, extra: &[&str]) {
    let games = length("EXPLORER_GAMES", 1500_usize);
    let mut rng = Rng::new(length("SEED", 1));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = database.open().await;
        let tables: Vec<Table> = (0..games).map(|_| random_game(&mut rng)).collect();
        let writes = tables.iter().enumerate().map(|(number, table)| append_game(&store, number, table));
        futures_util::future::join_all(writes).await;
    });
    drop(runtime);
    let program = Path::new(env!("CARGO_BIN_EXE_trois"));
    let arguments = [&database.arguments(), extra].concat();
    let (mut kills, mut amid, mut before) = (0, 0, 0);
    while before < games as u64 {
        let server = ServerProcess::start(program, free_port(), &arguments);
        std::thread::sleep(Duration::from_millis(rng.below(120).into()));
        server.kill();
        kills += 1;
        let now = database.counted_games();
        assert!(now >= before && kills < 500, "{before} games were counted, now {now}");
        amid += u32::from(now > before && now < games as u64);
        before = now;
    }
    println!("explorer: {kills} kills, {amid} of them amid counting; {games} games, each counted once");
    assert_eq!(before, games as u64);
    assert!(amid > 0, "no server was killed while it counted");
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_server_that_is_killed_while_it_counts_counts_every_game_once() {
    let folder = folder("explorer");
    kill_while_counting(&Database::Folder(folder.clone()), &[]);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_server_on_postgresql_that_is_killed_while_it_counts_counts_every_game_once() {
    let folder = folder("explorer-key");
    std::fs::create_dir_all(&folder).unwrap();
    let key = folder.join("cookie.key");
    let cluster = Cluster::start();
    let database = Database::Postgres(cluster.database());
    kill_while_counting(&database, &["--cookie-key-file", key.to_str().unwrap()]);
    let _ = std::fs::remove_dir_all(&folder);
}
