//! Plays a game with bots, and checks that all participants agree on it afterwards.

use std::net::SocketAddr;
use std::time::Duration;

use client::{ApiClient, TableClient};
use rules::{AnyGame, Kind};
use table::{Occupant, Snapshot, TableId};

use crate::bot::Bot;

/// Setup texts: a table for every game and number of players, and one for every game with an engine.
pub fn setups(clock: &str) -> Vec<String> {
    let table = |kind: Kind, options: &str, first: &str| {
        let game = AnyGame::new(kind, options).unwrap();
        let seats =
            [first].into_iter().chain(vec!["open"; usize::from(game.seats()) - 1]).collect::<Vec<_>>();
        let options = Some(game.options()).filter(|text| !text.is_empty()).unwrap_or_else(|| "-".to_owned());
        format!("{kind} {options} {} {clock} random", seats.join(","))
    };
    let with = |kind: Kind, players: &String| {
        let quick = kind.info().quick;
        if players.is_empty() || quick.is_empty() {
            format!("{players}{quick}")
        } else {
            format!("{players},{quick}")
        }
    };
    let people = Kind::ALL.iter().flat_map(|&kind| {
        kind.options_by_players()
            .iter()
            .map(|players| table(kind, &with(kind, players), "open"))
            .collect::<Vec<_>>()
    });
    let engines = Kind::ALL.iter().map(|&kind| table(kind, kind.info().quick, "engine:1"));
    people.chain(engines).collect()
}

/// One of the setups, with this clock.
pub fn setup(number: usize, clock: &str) -> String {
    let mut setups = setups(clock);
    setups.swap_remove(number % setups.len())
}

/// A table and its bots.
#[derive(Debug)]
pub struct Seats {
    /// The table.
    pub id: TableId,
    /// The players.
    pub bots: Vec<Bot>,
}

/// Opens a table on a server. Its bots connect to the addresses in turn, and join when they play.
///
/// # Panics
///
/// If the server refuses.
pub async fn open_table(
    server: SocketAddr,
    addresses: &[SocketAddr],
    setup: &str,
    seed: u64,
    pace: Duration,
) -> Seats {
    let opener = ApiClient::new(server).await.unwrap();
    let id = opener.create_table(setup).await.unwrap();
    let mut bots = Vec::new();
    for (number, name) in ["Anne", "Luc", "Zoé", "Max"].iter().enumerate().take(setup.matches("open").count())
    {
        let api = ApiClient::new(server).await.unwrap().at(addresses[number % addresses.len()]);
        let seed = seed.wrapping_mul(31).wrapping_add(number as u64);
        bots.push(Bot::new(TableClient::new(api, id.clone()), name, seed, pace));
    }
    Seats { id, bots }
}

/// Lets all bots play to the end, each in its own task.
///
/// # Panics
///
/// If that takes longer than `limit`, or a bot fails.
pub async fn play_out(seats: &mut Seats, limit: Duration) {
    let tasks: Vec<_> = seats
        .bots
        .drain(..)
        .map(|mut bot| {
            tokio::spawn(async move {
                bot.play().await.unwrap();
                bot
            })
        })
        .collect();
    for task in tasks {
        let bot = tokio::time::timeout(limit, task).await.unwrap_or_else(|_| panic!("{} is stuck", seats.id));
        seats.bots.push(bot.unwrap());
    }
}

/// A snapshot without the parts that depend on when it was taken: standing offers and absences.
fn without_absences(table: &Snapshot) -> Snapshot {
    let mut table = table.clone();
    table.offers.clear();
    for occupant in &mut table.seats {
        if let Occupant::Human { gone, .. } = occupant {
            *gone = None;
        }
    }
    table
}

/// The snapshot that a new connection receives.
async fn new_snapshot(api: ApiClient, id: &TableId) -> Snapshot {
    let mut player = TableClient::new(api, id.clone());
    let wait = async {
        while player.table().is_none() {
            player.next().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), wait).await.expect("a new connection gets the table");
    player.table().unwrap().clone()
}

/// Checks that the game is over, that the bots, their new connections and a spectator agree on it, that the record
/// agrees and its shuffles are fair, and that no acknowledged move is lost.
///
/// # Panics
///
/// If a check fails.
pub async fn check_agreement(server: SocketAddr, seats: &Seats) {
    let Seats { id, bots } = seats;
    let spectator = ApiClient::new(server).await.unwrap();
    let public = new_snapshot(spectator.clone(), id).await;
    assert!(public.end.is_some(), "{id} is not over");
    let moves: Vec<&str> =
        public.moves.iter().map(|step| step.mv.as_str()).filter(|mv| !mv.starts_with('+')).collect();
    for bot in bots {
        let again = new_snapshot(bot.client.api().at(server), id).await;
        assert_eq!(
            without_absences(bot.table()),
            without_absences(&again),
            "{id}: the player's replica, and a new snapshot"
        );
        assert_eq!(bot.table().moves, public.moves, "{id}: the moves of a player and of a spectator");
        for (ply, mv) in &bot.acknowledged {
            assert_eq!(moves.get(*ply as usize), Some(&mv.as_str()), "{id}: an acknowledged move is lost");
        }
    }
    let record = spectator.get(&format!("/games/{id}.trois")).await.unwrap();
    let record = rules::Record::parse(&record, None).unwrap();
    assert_eq!(record.end().to_string(), public.position().unwrap().to_string());
    table::verify(&record).unwrap();
}
