//! What a test asks a player at a table to do, and to see.

use std::time::{Duration, Instant};

use client::TableClient;
use table::{Notification, RequestKind, Snapshot};

/// Far longer than anything takes: a test that waits so long has failed.
const FOREVER: Duration = Duration::from_secs(120);

/// The request for any free seat.
pub fn join(name: &str) -> RequestKind {
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    RequestKind::Join { seat: None, name: name.to_owned(), contribution }
}

/// Sends a request that must be done, however often the client has to reconnect for the answer.
///
/// # Panics
/// If it is refused, or not answered in time.
pub async fn does(player: &mut TableClient, ask: RequestKind) {
    player.request(ask.clone()).await;
    let answer = async {
        loop {
            match player.next().await.unwrap() {
                Notification::Done(done) if done.kind == ask => return,
                Notification::Refused { request: Some(refused), code, reason } if refused.kind == ask => {
                    panic!("{ask} was refused: {code}, {}", reason.en)
                }
                _ => {}
            }
        }
    };
    tokio::time::timeout(FOREVER, answer).await.expect("an answer in time");
}

/// Waits until a player's view of the table is as described. Returns how long that took.
///
/// # Panics
/// If that does not happen in time.
pub async fn sees(player: &mut TableClient, what: impl Fn(&Snapshot) -> bool) -> Duration {
    let began = Instant::now();
    let seen = async {
        while !player.table().is_some_and(&what) {
            player.next().await.unwrap();
        }
    };
    tokio::time::timeout(FOREVER, seen).await.expect("it is seen in time");
    began.elapsed()
}
