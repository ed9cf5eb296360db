//! Doing something many times, a few at a time; and the guests who only wait.

use client::{News, Player, Visitor, Wrong};
use rules::Rng;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::pair::sit;

/// How many things are begun at a time: enough to keep a server busy, and no flood.
const AT_ONCE: usize = 24;

/// How many failures without an end of it are too many.
const MOST_FAILURES: usize = 50;

/// Makes many of something; as many as there were before it was to stop, and the last thing that went wrong, if that
/// was too often.
pub(super) async fn many<T, F>(
    count: usize,
    stop: &watch::Receiver<bool>,
    mut progress: impl FnMut(usize),
    make: impl Fn(usize) -> F,
) -> Result<Vec<T>, Wrong>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Wrong>> + Send + 'static,
{
    let mut made = Vec::with_capacity(count);
    let mut tasks = JoinSet::new();
    let mut failures = 0;
    while made.len() < count && !*stop.borrow() {
        while tasks.len() < AT_ONCE && made.len() + tasks.len() < count {
            tasks.spawn(make(made.len() + tasks.len() + failures));
        }
        match tasks.join_next().await {
            Some(Ok(Ok(one))) => {
                made.push(one);
                progress(made.len());
            }
            Some(Ok(Err(wrong))) => {
                failures += 1;
                if failures > MOST_FAILURES {
                    return Err(wrong);
                }
            }
            Some(Err(_)) | None => break,
        }
    }
    Ok(made)
}

/// Somebody new who opens a table, sits down there and waits.
pub(super) async fn waiting(visitor: Visitor, setup: &str, mut rng: Rng) -> Result<Player, Wrong> {
    let id = visitor.open(setup).await?;
    let mut player = Player::new(visitor, id);
    sit(&mut player, &mut rng).await?;
    Ok(player)
}

/// Listens to what a waiting table says, for ever: it answers the server's pings.
pub(super) async fn listen(mut player: Player) {
    while !matches!(player.next().await, Err(_) | Ok(News::Refused { .. })) {}
}
