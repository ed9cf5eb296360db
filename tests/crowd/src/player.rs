//! Makes a player's requests in tests, and waits for what the player sees.

use std::time::{Duration, Instant};

use client::TableClient;
use table::{Notification, RequestKind, Snapshot};

/// Far longer than anything takes. A test that waits this long has failed.
const FOREVER: Duration = Duration::from_secs(120);

/// The request for any free seat.
pub fn join(name: &str) -> RequestKind {
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    RequestKind::Join { seat: None, name: name.to_owned(), contribution }
}

/// Sends a request and waits until the server has carried it out, however often the client has to reconnect for the
/// answer.
///
/// # Panics
/// If it is refused, or not answered in time.
pub async fn do_request(player: &mut TableClient, kind: RequestKind) {
    player.request(kind.clone()).await;
    let answer = async {
        loop {
            match player.next().await.unwrap() {
                Notification::Done(done) if done.kind == kind => return,
                Notification::Refused { request: Some(refused), code, reason } if refused.kind == kind => {
                    panic!("{kind} was refused: {code}, {}", reason.en)
                }
                _ => {}
            }
        }
    };
    tokio::time::timeout(FOREVER, answer).await.expect("an answer in time");
}

/// Waits until a player's view of the table meets a condition. Returns how long that took.
///
/// # Panics
/// If that does not happen in time.
pub async fn wait_until(player: &mut TableClient, condition: impl Fn(&Snapshot) -> bool) -> Duration {
    let began = Instant::now();
    let seen = async {
        while !player.table().is_some_and(&condition) {
            player.next().await.unwrap();
        }
    };
    tokio::time::timeout(FOREVER, seen).await.expect("it is seen in time");
    began.elapsed()
}
