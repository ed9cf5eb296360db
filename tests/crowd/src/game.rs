//! A game: who sits there, and whether in the end all agree on it.

use std::net::SocketAddr;
use std::time::Duration;

use client::{Player, Visitor};
use table::{Occupant, Snapshot, TableId};

use crate::bot::Bot;

/// Every kind of game, for two, three and four, some with engines.
pub const SETUPS: [&str; 9] = [
    "morpion - open,open CLOCK random",
    "super - open,open CLOCK random",
    "doh players=2 open,open CLOCK first",
    "cards numbers=9,target=3 open,open CLOCK random",
    "fives players=2,repetition=3 open,open CLOCK random",
    "doh players=3 open,open,open CLOCK random",
    "doh players=4 open,open,open,open CLOCK random",
    "fives players=3,repetition=3 open,open,open CLOCK random",
    "cards numbers=9,target=2 engine:1,open CLOCK first",
];

/// One of the setups, with this clock.
pub fn setup(number: usize, clock: &str) -> String {
    SETUPS[number % SETUPS.len()].replace("CLOCK", clock)
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
    let opener = Visitor::new(server).await.unwrap();
    let id = opener.open(setup).await.unwrap();
    let mut bots = Vec::new();
    for (number, name) in ["Anne", "Luc", "Zoé", "Max"].iter().enumerate().take(setup.matches("open").count())
    {
        let visitor = Visitor::new(server).await.unwrap().at(by[number % by.len()]);
        let seed = seed.wrapping_mul(31).wrapping_add(number as u64);
        bots.push(Bot::new(Player::new(visitor, id.clone()), name, seed, pace));
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
async fn fresh(visitor: Visitor, id: &TableId) -> Snapshot {
    let mut player = Player::new(visitor, id.clone());
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
    let spectator = Visitor::new(server).await.unwrap();
    let public = fresh(spectator.clone(), id).await;
    assert!(public.end.is_some(), "{id} is not over");
    let moves: Vec<&str> =
        public.moves.iter().map(|step| step.mv.as_str()).filter(|mv| !mv.starts_with('+')).collect();
    for bot in bots {
        let again = fresh(bot.player.visitor().at(server), id).await;
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
