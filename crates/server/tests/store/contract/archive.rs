//! Searches in the archive.

use server::store::{ArchiveSearch, Store, TableStage, TableSummary};
use table::Time;

use crate::make::{id, next, open, opening, over};

fn search() -> ArchiveSearch {
    ArchiveSearch { limit: 9, ..ArchiveSearch::default() }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

pub(crate) async fn a_search_combines_all_conditions(store: &Store, other: &Store) {
    let tables = [
        ("a", over(10, "morpion", "anne\nluc", "win1")),
        ("b", over(20, "doh", "anne\nzoé", "draw")),
        ("c", over(30, "morpion", "marianne\nluc", "draw")),
        ("private", TableSummary { is_listed: false, ..over(40, "morpion", "anne", "draw") }),
        ("playing", TableSummary { stage: TableStage::Playing, ..over(50, "morpion", "anne", "") }),
        ("closed", TableSummary { stage: TableStage::Closed, ..over(60, "morpion", "anne", "") }),
    ];
    open(store, tables).await;
    let kind = || some("morpion");
    for (search, found) in [
        (search(), &["c", "b", "a"][..]),
        (ArchiveSearch { limit: 2, ..search() }, &["c", "b"]),
        (ArchiveSearch { limit: 0, ..search() }, &[]),
        (ArchiveSearch { kind: kind(), ..search() }, &["c", "a"]),
        (ArchiveSearch { kind: some("cards"), ..search() }, &[]),
        (ArchiveSearch { name: some("anne"), ..search() }, &["c", "b", "a"]),
        (ArchiveSearch { name: some("zoé"), ..search() }, &["b"]),
        (ArchiveSearch { outcome: some("draw"), ..search() }, &["c", "b"]),
        (ArchiveSearch { before: Some(Time(30)), ..search() }, &["b", "a"]),
        (ArchiveSearch { kind: kind(), name: some("luc"), outcome: some("win1"), ..search() }, &["a"]),
        (ArchiveSearch { kind: kind(), before: Some(Time(30)), ..search() }, &["a"]),
    ] {
        assert_eq!(other.archive(search.clone()).await.unwrap(), found, "{search:?}");
    }
}

pub(crate) async fn games_are_searched_by_length_and_opening(store: &Store, other: &Store) {
    let listing = |name: &str, ply: u32, moves: &str| format!("{name} ply={ply} end=draw opening={moves}");
    let tables = [("a", 9, "5,1,9,3"), ("b", 12, "5,10"), ("c", 100, "5"), ("d", 7, "1,5,9,3")];
    for (at, (name, ply, moves)) in (1..).zip(tables) {
        let summary = TableSummary {
            listing: Some(listing(name, ply, moves).into()),
            ..over(at, "morpion", "anne", "draw")
        };
        store.append(opening(name, summary)).await.unwrap();
    }
    // Listings that were stored before they had openings are not found by one.
    store
        .append(opening(
            "old",
            TableSummary { listing: Some("old ply=9 end=draw".into()), ..over(9, "morpion", "", "draw") },
        ))
        .await
        .unwrap();
    let kind = || some("morpion");
    for (search, found) in [
        (ArchiveSearch { min_moves: Some(10), ..search() }, &["c", "b"][..]),
        (ArchiveSearch { max_moves: Some(9), ..search() }, &["old", "d", "a"]),
        (
            ArchiveSearch { min_moves: Some(8), max_moves: Some(12), kind: kind(), ..search() },
            &["old", "b", "a"],
        ),
        (ArchiveSearch { opening: some("5"), ..search() }, &["c", "b", "a"]),
        (ArchiveSearch { opening: some("5,1"), kind: kind(), ..search() }, &["a"]),
        (ArchiveSearch { opening: some("5,1,9,3"), ..search() }, &["a"]),
        (ArchiveSearch { opening: some("9"), ..search() }, &[]),
        (ArchiveSearch { opening: some("%"), ..search() }, &[]),
        (ArchiveSearch { opening: some("5"), max_moves: Some(50), ..search() }, &["b", "a"]),
    ] {
        let names: Vec<String> = other.archive(search.clone()).await.unwrap();
        let names: Vec<&str> = names.iter().filter_map(|listing| listing.split(' ').next()).collect();
        assert_eq!(names, found, "{search:?}");
    }
}

pub(crate) async fn names_are_searched_literally(store: &Store, other: &Store) {
    let tables = [
        ("plain", over(10, "doh", "a-b\nc", "draw")),
        ("percent", over(20, "doh", "100%", "draw")),
        ("under", over(30, "doh", "a_b", "draw")),
        ("back", over(40, "doh", "a\\b", "draw")),
        ("quote", over(50, "doh", "o'neil\"", "draw")),
        ("empty", over(60, "doh", "", "draw")),
    ];
    open(store, tables).await;
    for (name, found) in [
        ("%", &["percent"][..]),
        ("_", &["under"]),
        ("\\", &["back"]),
        ("'", &["quote"]),
        ("\"", &["quote"]),
        ("a_b", &["under"]),
        ("a*b", &[]),
        ("b\nc", &[]),
        ("\0", &[]),
        ("", &["empty", "quote", "back", "under", "percent", "plain"]),
    ] {
        let found: Vec<String> = found.iter().copied().map(str::to_owned).collect();
        assert_eq!(
            other.archive(ArchiveSearch { name: some(name), ..search() }).await,
            Ok(found),
            "{name:?}"
        );
    }
    let nothing = ArchiveSearch { kind: some("\0"), outcome: some("\0"), ..search() };
    assert_eq!(other.archive(nothing).await, Ok(vec![]));
}

pub(crate) async fn the_archive_is_paged_by_time(store: &Store, other: &Store) {
    let games: Vec<String> = (0..20).map(|game| format!("game{game}")).collect();
    let tables = games.iter().zip(1..).map(|(name, at)| (name.as_str(), over(at, "doh", "anne", "draw")));
    open(store, tables).await;
    let mut seen = Vec::new();
    while seen.len() < 20 {
        // The game with index n ended at n + 1.
        let before = Some(Time(21 - seen.len() as u64));
        let page =
            other.archive(ArchiveSearch { before, limit: 7, ..ArchiveSearch::default() }).await.unwrap();
        assert!(!page.is_empty());
        seen.extend(page);
    }
    seen.reverse();
    assert_eq!(seen, games);
}

pub(crate) async fn games_that_ended_at_the_same_time_are_all_found_page_by_page(
    store: &Store,
    other: &Store,
) {
    let at = |name: &str| if name < "g3" { 1 } else { 2 };
    let names: Vec<String> = (0..9).map(|game| format!("g{game}")).collect();
    for name in &names {
        let listing = format!("{name} ply=9 end=draw opening=5");
        let summary =
            TableSummary { listing: Some(listing.into()), ..over(at(name), "morpion", "anne", "draw") };
        store.append(opening(name, summary)).await.unwrap();
    }
    let names: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    for search in [
        ArchiveSearch::default(),
        ArchiveSearch { kind: some("morpion"), outcome: some("draw"), ..search() },
        ArchiveSearch { min_moves: Some(9), ..search() },
        ArchiveSearch { name: some("an"), ..search() },
        ArchiveSearch { name: some("anne"), ..search() },
        ArchiveSearch { name: some("anne"), opening: some("5"), ..search() },
    ] {
        let mut seen: Vec<String> = Vec::new();
        loop {
            let last = seen.last().cloned();
            let (before, after) = (last.as_deref().map(|name| Time(at(name))), last.as_deref().map(id));
            let page = other.archive(ArchiveSearch { before, after, limit: 2, ..search.clone() });
            let page = page.await.unwrap();
            if page.is_empty() {
                break;
            }
            seen.extend(page.iter().filter_map(|listing| Some(listing.split(' ').next()?.to_owned())));
        }
        assert_eq!(seen, names, "{search:?}");
    }
    // Without the game, or with one that was deleted meanwhile, the time alone counts.
    for after in [None, Some(id("deleted"))] {
        let found = other.archive(ArchiveSearch { before: Some(Time(2)), after, ..search() }).await.unwrap();
        assert_eq!(found.len(), 3);
    }
}

pub(crate) async fn a_rare_name_is_found_behind_thousands_of_games(store: &Store, other: &Store) {
    open(store, [("old", over(1, "doh", "zoé \"%_\\ o'neil\nluc", "win2"))]).await;
    let games = (0..2500).map(|number| {
        let summary = over(10 + number, "morpion", "anne\nluc", "draw");
        let game = opening(&format!("g{number}"), TableSummary { listing: Some("later".into()), ..summary });
        store.append(game)
    });
    for game in futures_util::future::join_all(games).await {
        game.unwrap();
    }
    let old = vec!["old".to_owned()];
    for name in ["zoé", "zoé \"%_\\ o'neil", "oé \"", "\"%_", "o'neil", "%_\\"] {
        assert_eq!(
            other.archive(ArchiveSearch { name: some(name), ..search() }).await,
            Ok(old.clone()),
            "{name}"
        );
    }
    for name in ["nobody", "zoe", "neil luc", "zoé%", "zo_"] {
        assert_eq!(other.archive(ArchiveSearch { name: some(name), ..search() }).await, Ok(vec![]), "{name}");
    }
    let luc = ArchiveSearch { name: some("luc"), outcome: some("win2"), ..search() };
    assert_eq!(other.archive(luc).await, Ok(old.clone()));
    assert_eq!(other.archive(ArchiveSearch { outcome: some("win2"), ..search() }).await, Ok(old.clone()));
    let luc = ArchiveSearch { name: some("luc"), before: Some(Time(10)), ..search() };
    assert_eq!(other.archive(luc).await, Ok(old));
    assert_eq!(other.archive(ArchiveSearch { name: some("luc"), ..search() }).await.unwrap().len(), 9);
}

pub(crate) async fn games_that_are_no_longer_listed_are_not_found(store: &Store, other: &Store) {
    open(store, [("a", over(1, "doh", "zoé", "draw")), ("b", over(2, "doh", "zoé", "draw"))]).await;
    let found = async || {
        let by_name = other.archive(ArchiveSearch { name: some("zoé"), ..search() }).await.unwrap();
        assert_eq!(by_name, other.archive(search()).await.unwrap());
        by_name
    };
    assert_eq!(found().await, ["b", "a"]);
    store.set_listed(&id("b"), false).await.unwrap();
    assert_eq!(found().await, ["a"]);
    store.set_listed(&id("b"), true).await.unwrap();
    assert_eq!(found().await, ["b", "a"]);
}

pub(crate) async fn an_append_does_not_change_whether_a_finished_game_is_listed(
    store: &Store,
    other: &Store,
) {
    let game =
        |is_listed| TableSummary { is_listed, listing: Some("t".into()), ..over(1, "doh", "zoé", "draw") };
    let playing = TableSummary { stage: TableStage::Playing, ..game(true) };
    open(store, [("t", playing), ("shown", TableSummary { stage: TableStage::Playing, ..game(true) })]).await;
    store.append(next("t", 1, game(false))).await.unwrap();
    store
        .append(next("shown", 1, TableSummary { listing: Some("shown".into()), ..game(true) }))
        .await
        .unwrap();
    assert_eq!(other.archive(search()).await.unwrap(), ["shown"], "the end decides");
    // Another server does not know that the game was not really played.
    other.append(next("t", 2, game(true))).await.unwrap();
    other
        .append(next("shown", 2, TableSummary { listing: Some("shown".into()), ..game(false) }))
        .await
        .unwrap();
    assert_eq!(store.archive(search()).await.unwrap(), ["shown"]);
}
