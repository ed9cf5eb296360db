//! The explorer's index of the archive.

use explorer::Tally;
use futures_util::future::join_all;
use server::store::{ExploredMove, Store, TableStage, TableSummary};

use crate::make::{id, names, open, over};

fn mv(key: u64, code: u32, wins: [u32; 4], draws: u32) -> ExploredMove {
    ExploredMove { key, code, tally: Tally { wins, draws } }
}

pub(crate) async fn finished_games_are_counted_once_the_oldest_first(store: &Store, other: &Store) {
    let tables = [
        ("b", over(20, "doh", "anne", "draw")),
        ("a", over(10, "doh", "anne", "draw")),
        ("private", TableSummary { is_listed: false, ..over(40, "doh", "anne", "draw") }),
        ("playing", TableSummary { stage: TableStage::Playing, ..over(50, "doh", "anne", "") }),
        ("closed", TableSummary { stage: TableStage::Closed, ..over(60, "doh", "anne", "") }),
    ];
    open(store, tables).await;
    assert_eq!(names(&other.unindexed_games(9).await.unwrap()), ["b", "a"]);
    assert_eq!(names(&other.unindexed_games(1).await.unwrap()), ["b"]);
    // Both servers found the game at the same time.
    let moves = vec![mv(7, 3, [1, 0, 0, 0], 0), mv(9, 3, [0, 1, 0, 0], 0)];
    let twice =
        join_all([store.index_game(&id("b"), moves.clone()), other.index_game(&id("b"), moves)]).await;
    assert_eq!(twice, [Ok(()), Ok(())]);
    store.index_game(&id("b"), vec![mv(7, 3, [1, 0, 0, 0], 0)]).await.unwrap();
    assert_eq!(other.moves_played("doh", 7).await.unwrap(), [mv(7, 3, [1, 0, 0, 0], 0)]);
    assert_eq!(names(&other.unindexed_games(9).await.unwrap()), ["a"]);
    // A game without moves is counted as well, and one that does not exist is not.
    store.index_game(&id("a"), vec![]).await.unwrap();
    store.index_game(&id("nothing"), vec![mv(7, 3, [1, 0, 0, 0], 0)]).await.unwrap();
    assert_eq!(other.unindexed_games(9).await, Ok(vec![]));
    assert_eq!(other.moves_played("doh", 7).await.unwrap().len(), 1);
    // A game that is shown later is counted then.
    store.set_listed(&id("private"), true).await.unwrap();
    assert_eq!(names(&other.unindexed_games(9).await.unwrap()), ["private"]);
}

pub(crate) async fn the_counts_of_a_position_add_up(store: &Store, other: &Store) {
    open(
        store,
        [
            ("a", over(1, "doh", "", "draw")),
            ("b", over(2, "doh", "", "draw")),
            ("c", over(3, "fives", "", "draw")),
        ],
    )
    .await;
    // Keys use all 64 bits.
    let key = u64::MAX - 1;
    store.index_game(&id("a"), vec![mv(key, 5, [0, 1, 0, 0], 0), mv(1, 5, [0, 0, 0, 1], 0)]).await.unwrap();
    let again = vec![mv(key, u32::MAX, [1, 0, 0, 0], 0), mv(key, 5, [0, 0, 1, 0], 2)];
    store.index_game(&id("b"), again).await.unwrap();
    store.index_game(&id("c"), vec![mv(key, 5, [0, 0, 0, 0], 1)]).await.unwrap();
    let found = [mv(key, 5, [0, 1, 1, 0], 2), mv(key, u32::MAX, [1, 0, 0, 0], 0)];
    assert_eq!(other.moves_played("doh", key).await.unwrap(), found, "the most played first");
    assert_eq!(other.moves_played("fives", key).await.unwrap(), [mv(key, 5, [0, 0, 0, 0], 1)]);
    assert_eq!(other.moves_played("doh", 2).await, Ok(vec![]));
}

pub(crate) async fn games_that_are_counted_concurrently_are_each_counted_once(store: &Store, other: &Store) {
    let games: Vec<String> = (0..60).map(|game| format!("g{game}")).collect();
    open(store, games.iter().map(|name| (name.as_str(), over(1, "doh", "", "draw")))).await;
    // All games begin with the same moves and continue with their own; both servers count all of them.
    let moves = |game: u64| {
        let mut keys: Vec<u64> = (0..10).chain([100 + game, 100 + game / 2]).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(|key| mv(key, 1, [1, 0, 0, 0], 0)).collect::<Vec<_>>()
    };
    let count =
        async |store: &Store, game: u64| store.index_game(&id(&format!("g{game}")), moves(game)).await;
    let both = (0..60).map(|game| count(store, game)).chain((0..60).rev().map(|game| count(other, game)));
    for done in join_all(both.collect::<Vec<_>>()).await {
        done.unwrap();
    }
    for key in 0..10 {
        assert_eq!(other.moves_played("doh", key).await.unwrap(), [mv(key, 1, [60, 0, 0, 0], 0)], "{key}");
    }
    assert_eq!(store.unindexed_games(9).await, Ok(vec![]));
}
