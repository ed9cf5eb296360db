//! A game: who sits there, and whether in the end all agree on it.

use std::net::SocketAddr;
use std::time::Duration;

use client::{ApiClient, TableClient};
use rules::{AnyGame, Kind};
use table::{Occupant, Snapshot, TableId};

use crate::bot::Bot;

/// A table of every game with every number of players, and of every game with an engine, as texts of setups.
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

/// A table and those who will sit there.
#[derive(Debug)]
pub struct Seats {
    /// The table.
    pub id: TableId,
    /// The players.
    pub bots: Vec<Bot>,
}

/// Opens a table at a server; its players come by the addresses in turn and sit down when they play.
///
/// # Panics
///
/// If the server does not let them.
pub async fn seated(server: SocketAddr, by: &[SocketAddr], setup: &str, seed: u64, pace: Duration) -> Seats {
    let opener = ApiClient::new(server).await.unwrap();
    let id = opener.create_table(setup).await.unwrap();
    let mut bots = Vec::new();
    for (number, name) in ["Anne", "Luc", "Zoé", "Max"].iter().enumerate().take(setup.matches("open").count())
    {
        let api = ApiClient::new(server).await.unwrap().at(by[number % by.len()]);
        let seed = seed.wrapping_mul(31).wrapping_add(number as u64);
        bots.push(Bot::new(TableClient::new(api, id.clone()), name, seed, pace));
    }
    Seats { id, bots }
}

/// Lets everyone play to the end, each in a task of their own.
///
/// # Panics
///
/// If that takes longer than `limit`, or somebody cannot go on.
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

/// What of a table does not depend on when one looks.
fn lasting(table: &Snapshot) -> Snapshot {
    let mut table = table.clone();
    table.offers.clear();
    for sitter in &mut table.seats {
        if let Occupant::Human { gone, .. } = sitter {
            *gone = None;
        }
    }
    table
}

/// What somebody sees who comes now.
async fn fresh(api: ApiClient, id: &TableId) -> Snapshot {
    let mut player = TableClient::new(api, id.clone());
    let wait = async {
        while player.table().is_none() {
            player.next().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), wait).await.expect("whoever comes is shown the table");
    player.table().unwrap().clone()
}

/// Checks that the game is over, that the players, each of them coming anew and a spectator agree on it, that the
/// record says the same and its shuffles are fair, and that no acknowledged move is lost.
///
/// # Panics
///
/// If not.
pub async fn agree(server: SocketAddr, seats: &Seats) {
    let Seats { id, bots } = seats;
    let spectator = ApiClient::new(server).await.unwrap();
    let public = fresh(spectator.clone(), id).await;
    assert!(public.end.is_some(), "{id} is not over");
    let moves: Vec<&str> =
        public.moves.iter().map(|step| step.mv.as_str()).filter(|mv| !mv.starts_with('+')).collect();
    for bot in bots {
        let again = fresh(bot.client.api().at(server), id).await;
        assert_eq!(lasting(bot.table()), lasting(&again), "{id}: what was heard, and what is so");
        assert_eq!(bot.table().moves, public.moves, "{id}: a player and a spectator");
        for (ply, mv) in &bot.acknowledged {
            assert_eq!(moves.get(*ply as usize), Some(&mv.as_str()), "{id}: an acknowledged move is lost");
        }
    }
    let record = spectator.get(&format!("/games/{id}.trois")).await.unwrap();
    let record = rules::Record::parse(&record, None).unwrap();
    assert_eq!(record.end().to_string(), public.position().unwrap().to_string());
    table::verify(&record).unwrap();
}
