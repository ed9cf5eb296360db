//! What both stores do. `other` is a second server on the same database, where the database can be shared.

use server::store::{Append, Outage, Search, Store, StoreError, TableStage, TableSummary};
use table::{GuestId, TableId, Time};

use crate::make::{id, next, open, opening, summary};
pub(crate) use crate::upkeep::*;

fn names(ids: &[TableId]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

pub(crate) async fn events_come_back_as_they_were_written(store: &Store, other: &Store) {
    let lines = ["1000 by=- created", "é « % ' \" \\ ; --", ""].map(str::to_owned).to_vec();
    let first = Append { id: id("t"), version: 0, events: lines.clone(), summary: summary(1) };
    store.append(first).await.unwrap();
    store.append(next("t", 3, summary(2))).await.unwrap();
    let all = [lines, vec!["t 3".to_owned()]].concat();
    assert_eq!(other.events(&id("t"), 0).await, Ok(all.clone()));
    assert_eq!(other.events(&id("t"), 2).await, Ok(all[2..].to_vec()));
    assert_eq!(other.events(&id("t"), 4).await, Ok(vec![]));
    assert_eq!(other.events(&id("other"), 0).await, Ok(vec![]));
}

pub(crate) async fn an_append_at_another_version_writes_nothing(store: &Store, other: &Store) {
    open(store, [("t", summary(1))]).await;
    store.append(next("t", 1, summary(2))).await.unwrap();
    let late = TableSummary {
        listing: "late".to_owned(),
        names: "late".to_owned(),
        guests: vec![(GuestId(9), 2, true)],
        ..summary(3)
    };
    for version in [0, 1, 3, 100] {
        let slower = Append {
            id: id("t"),
            version,
            events: vec!["late 1".to_owned(), "late 2".to_owned()],
            summary: late.clone(),
        };
        assert_eq!(other.append(slower).await, Err(StoreError::Conflict), "{version}");
    }
    assert_eq!(other.append(next("nowhere", 1, late)).await, Err(StoreError::Conflict));
    assert_eq!(store.events(&id("t"), 0).await, Ok(vec!["t 0".to_owned(), "t 1".to_owned()]));
    assert_eq!(store.lobby(9, 0).await, Ok(vec!["listed at 2".to_owned()]));
    assert_eq!(store.games_of(GuestId(9), 9).await, Ok(vec![]));
    // Without events, only the summary is changed.
    let unchanged = Append { id: id("t"), version: 2, events: vec![], summary: summary(4) };
    store.append(unchanged).await.unwrap();
    assert_eq!(store.lobby(9, 0).await, Ok(vec!["listed at 4".to_owned()]));
    store.append(next("t", 2, summary(5))).await.unwrap();
}

pub(crate) async fn of_concurrent_appends_exactly_one_succeeds(store: &Store, other: &Store) {
    const TABLES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    open(store, TABLES.map(|name| (name, summary(1)))).await;
    for version in 1..=20 {
        let rivals = (0..6).flat_map(|rival| TABLES.map(|name| (rival, name)));
        let tasks = rivals.map(|(rival, name)| {
            let store = if rival % 2 == 0 { store.clone() } else { other.clone() };
            let events = vec![format!("{version} by {rival}"), format!("{rival} was it")];
            let version = 2 * version - 1;
            let append = Append { id: id(name), version, events, summary: summary(2) };
            (name, tokio::spawn(async move { store.append(append).await }))
        });
        let mut winners = Vec::new();
        for (name, task) in tasks.collect::<Vec<_>>() {
            match task.await.unwrap() {
                Ok(()) => winners.push(name),
                Err(error) => assert_eq!(error, StoreError::Conflict),
            }
        }
        winners.sort_unstable();
        assert_eq!(winners, TABLES);
    }
    for name in TABLES {
        let events = store.events(&id(name), 1).await.unwrap();
        assert_eq!(events.len(), 40);
        for (round, pair) in events.chunks(2).enumerate() {
            let rival = pair[1].strip_suffix(" was it").unwrap();
            assert_eq!(pair[0], format!("{} by {rival}", round + 1));
        }
    }
}

pub(crate) async fn a_table_is_created_once(store: &Store, other: &Store) {
    store.append(opening("t", summary(1))).await.unwrap();
    let again = opening("t", TableSummary { listing: "again".to_owned(), ..summary(2) });
    assert_eq!(other.append(again).await, Err(StoreError::Conflict));
    // Ids differ by case.
    other.append(opening("T", TableSummary { is_listed: false, ..summary(3) })).await.unwrap();
    assert_eq!(store.lobby(9, 0).await, Ok(vec!["listed at 1".to_owned()]));
}

pub(crate) async fn the_store_knows_whether_a_table_is_listed_and_who_created_it(
    store: &Store,
    other: &Store,
) {
    open(
        store,
        [
            ("a", summary(1)),
            ("b", TableSummary { is_listed: false, opener: GuestId(u64::MAX), ..summary(2) }),
        ],
    )
    .await;
    assert_eq!(other.listed_and_opener(&id("a")).await, Ok(Some((true, GuestId(1)))));
    assert_eq!(other.listed_and_opener(&id("b")).await, Ok(Some((false, GuestId(u64::MAX)))));
    assert_eq!(other.listed_and_opener(&id("c")).await, Ok(None));
}

pub(crate) async fn due_tables_are_unfinished_and_the_most_overdue_comes_first(store: &Store, other: &Store) {
    let due = |wake_at: Option<u64>, stage| TableSummary { wake_at: wake_at.map(Time), stage, ..summary(1) };
    let tables = [
        ("late", due(Some(50), TableStage::Playing)),
        ("later", due(Some(40), TableStage::Waiting)),
        ("now", due(Some(60), TableStage::Playing)),
        ("soon", due(Some(61), TableStage::Playing)),
        ("never", due(None, TableStage::Playing)),
        ("over", due(Some(10), TableStage::Over)),
        ("closed", due(Some(10), TableStage::Closed)),
    ];
    open(store, tables).await;
    assert_eq!(names(&other.due(Time(60), 9).await.unwrap()), ["later", "late", "now"]);
    assert_eq!(names(&other.due(Time(60), 1).await.unwrap()), ["later"]);
    store.append(next("later", 1, due(Some(100), TableStage::Playing))).await.unwrap();
    assert_eq!(names(&other.due(Time(60), 9).await.unwrap()), ["late", "now"]);
}

pub(crate) async fn the_lobby_has_listed_waiting_tables_the_newest_first(store: &Store, other: &Store) {
    let with = |at, stage, is_listed| TableSummary { stage, is_listed, ..summary(at) };
    let tables = [
        ("first", with(10, TableStage::Waiting, true)),
        ("third", with(30, TableStage::Waiting, true)),
        ("second", with(20, TableStage::Waiting, true)),
        ("private", with(40, TableStage::Waiting, false)),
        ("playing", with(50, TableStage::Playing, true)),
        ("over", with(60, TableStage::Over, true)),
        ("closed", with(70, TableStage::Closed, true)),
    ];
    open(store, tables).await;
    assert_eq!(other.lobby(9, 0).await.unwrap(), ["third", "second", "first"]);
    assert_eq!(other.lobby(2, 0).await.unwrap(), ["third", "second"]);
    // A guest who joins does not make a table newer.
    let touched = TableSummary { listing: "first".to_owned(), ..summary(80) };
    store.append(next("first", 1, touched)).await.unwrap();
    assert_eq!(other.lobby(9, 0).await.unwrap(), ["third", "second", "first"]);
    store.append(next("second", 1, with(90, TableStage::Playing, true))).await.unwrap();
    assert_eq!(other.lobby(9, 0).await.unwrap(), ["third", "first"]);
}

pub(crate) async fn the_lobby_is_fair_to_guests_leaves_out_empty_tables_and_has_pages(
    store: &Store,
    other: &Store,
) {
    let of = |at, opener: u64| TableSummary { opener: GuestId(opener), ..summary(at) };
    let empty = |at| TableSummary { is_joinable: false, guests: vec![], ..of(at, 8) };
    let names: Vec<String> = (0..40).map(|number| format!("spam{number}")).collect();
    let spam = names.iter().zip(100..).map(|(name, at)| (name.as_str(), of(at, 9)));
    open(store, [("anne", of(10, 1)), ("luc", of(20, 2)), ("luc-older", of(5, 2))]).await;
    open(store, spam).await;
    let names: Vec<String> = (0..40).map(|number| format!("empty{number}")).collect();
    open(store, names.iter().zip(200..).map(|(name, at)| (name.as_str(), empty(at)))).await;
    let first = ["spam39", "luc", "anne", "spam38", "luc-older", "spam37"];
    assert_eq!(other.lobby(6, 0).await.unwrap(), first);
    assert_eq!(other.lobby(4, 2).await.unwrap(), first[2..]);
    assert_eq!(other.lobby(99, 40).await.unwrap(), ["spam2", "spam1", "spam0"]);
    assert_eq!(other.lobby(9, 43).await.unwrap(), [""; 0]);
    // The last player gets up, and later somebody sits down again.
    store
        .append(next("anne", 1, TableSummary { is_joinable: false, guests: vec![], ..of(300, 1) }))
        .await
        .unwrap();
    assert_eq!(other.lobby(2, 0).await.unwrap(), ["spam39", "luc"]);
    store.append(next("anne", 2, TableSummary { listing: "anne".to_owned(), ..of(301, 1) })).await.unwrap();
    assert_eq!(other.lobby(3, 0).await.unwrap(), first[..3]);
}

pub(crate) async fn pairing_finds_the_tables_of_others_the_newest_first(store: &Store, other: &Store) {
    let setup = summary(1).setup;
    let of = |at, guest: u64| TableSummary {
        guests: vec![(GuestId(guest), 1, false)],
        opener: GuestId(guest),
        ..summary(at)
    };
    let tables = [
        ("other-setup", TableSummary { setup: "doh".to_owned(), ..of(1, 2) }),
        ("private", TableSummary { is_listed: false, ..of(2, 2) }),
        ("playing", TableSummary { stage: TableStage::Playing, ..of(3, 2) }),
        ("empty", TableSummary { guests: vec![], is_joinable: false, ..of(4, 2) }),
        ("newer", of(30, 3)),
        ("older", of(20, 2)),
    ];
    open(store, tables).await;
    let found = async |guest: u64| other.pairing_candidates(&setup, GuestId(guest), 9).await.unwrap();
    assert_eq!(found(1).await, ["newer", "older"]);
    assert_eq!(found(2).await, ["newer"]);
    assert_eq!(other.pairing_candidates(&setup, GuestId(1), 1).await.unwrap(), ["newer"]);
    // A guest is not paired with a table at which they are seated.
    let both = TableSummary { guests: vec![(GuestId(3), 1, false), (GuestId(1), 2, false)], ..of(40, 3) };
    store.append(next("newer", 1, both)).await.unwrap();
    store.append(next("older", 1, TableSummary { stage: TableStage::Playing, ..of(50, 2) })).await.unwrap();
    assert_eq!(found(1).await, [""; 0]);
    assert_eq!(found(3).await, [""; 0]);
    assert_eq!(found(4).await, ["listed at 40"]);
    assert_eq!(other.pairing_candidates("unheard of", GuestId(1), 9).await, Ok(vec![]));
}

pub(crate) async fn own_games_begin_with_those_where_it_is_the_guests_turn_and_end_with_finished_ones(
    store: &Store,
    other: &Store,
) {
    let mine = |at, stage, seat, to_move| TableSummary {
        stage,
        guests: vec![(GuestId(7), seat, to_move), (GuestId(8), 3 - seat, false)],
        ..summary(at)
    };
    let tables = [
        ("over", mine(90, TableStage::Over, 1, false)),
        ("over-later", mine(95, TableStage::Over, 2, false)),
        ("waiting", mine(40, TableStage::Waiting, 1, false)),
        ("playing", mine(50, TableStage::Playing, 1, false)),
        ("my-turn", mine(10, TableStage::Playing, 2, true)),
        ("my-turn-too", mine(20, TableStage::Playing, 1, true)),
        ("closed", mine(99, TableStage::Closed, 1, false)),
        ("not-mine", summary(98)),
    ];
    open(store, tables).await;
    let list = async |limit| {
        let mine = other.games_of(GuestId(7), limit).await.unwrap();
        mine.into_iter().map(|(listing, seat)| format!("{listing} {seat}")).collect::<Vec<_>>()
    };
    let all = ["my-turn-too 1", "my-turn 2", "playing 1", "waiting 1", "over-later 2", "over 1"];
    assert_eq!(list(9).await, all);
    assert_eq!(list(5).await, all[..5]);
    assert_eq!(list(3).await, all[..3]);
    // An event after the end (a rematch) makes the game the latest of the finished ones.
    let after = TableSummary { listing: "over".to_owned(), ..mine(100, TableStage::Over, 1, false) };
    store.append(next("over", 1, after)).await.unwrap();
    let closed = TableSummary { listing: "waiting".to_owned(), ..mine(101, TableStage::Closed, 1, false) };
    store.append(next("waiting", 1, closed)).await.unwrap();
    assert_eq!(list(9).await, ["my-turn-too 1", "my-turn 2", "playing 1", "over 1", "over-later 2"]);
}

pub(crate) async fn a_seat_belongs_to_the_guest_who_has_it_now(store: &Store, other: &Store) {
    let seated = |at, guests: &[(u64, u8)]| TableSummary {
        guests: guests.iter().map(|&(guest, seat)| (GuestId(guest), seat, false)).collect(),
        listing: "t".to_owned(),
        ..summary(at)
    };
    let seat = async |guest| other.games_of(GuestId(guest), 9).await.unwrap().first().map(|mine| mine.1);
    open(store, [("t", seated(1, &[(1, 1), (2, 2), (3, 3)]))]).await;
    assert_eq!([seat(1).await, seat(2).await, seat(3).await], [Some(1), Some(2), Some(3)]);
    // Random seating changes all seats at once.
    store.append(next("t", 1, seated(2, &[(3, 1), (1, 2), (2, 3)]))).await.unwrap();
    assert_eq!([seat(1).await, seat(2).await, seat(3).await], [Some(2), Some(3), Some(1)]);
    // One player leaves, another continues on another device.
    store.append(next("t", 2, seated(3, &[(4, 1), (1, 2)]))).await.unwrap();
    assert_eq!([seat(1).await, seat(2).await, seat(3).await, seat(4).await], [Some(2), None, None, Some(1)]);
}

pub(crate) async fn unfinished_tables_count_once(store: &Store, other: &Store) {
    let with = |stage, opener: u64, guests: &[u64]| TableSummary {
        stage,
        opener: GuestId(opener),
        guests: guests.iter().zip(1..).map(|(&guest, seat)| (GuestId(guest), seat, false)).collect(),
        ..summary(1)
    };
    let tables = [
        ("opened", with(TableStage::Waiting, 1, &[])),
        ("both", with(TableStage::Playing, 1, &[1, 2])),
        ("sits", with(TableStage::Playing, 2, &[2, 1])),
        ("over", with(TableStage::Over, 1, &[1, 2])),
        ("closed", with(TableStage::Closed, 1, &[1])),
        ("others", with(TableStage::Playing, 2, &[2, 3])),
    ];
    open(store, tables).await;
    let counts = [other.unfinished_count(GuestId(1)).await, other.unfinished_count(GuestId(3)).await];
    assert_eq!(counts, [Ok(3), Ok(1)]);
    store.append(next("both", 1, with(TableStage::Over, 1, &[1, 2]))).await.unwrap();
    assert_eq!(other.unfinished_count(GuestId(1)).await, Ok(2));
    assert_eq!(other.unfinished_count(GuestId(4)).await, Ok(0));
}

/// The summary of a finished game.
fn over(at: u64, kind: &str, names: &str, outcome: &str) -> TableSummary {
    let (kind, names, outcome) = (kind.to_owned(), names.to_owned(), outcome.to_owned());
    TableSummary { stage: TableStage::Over, kind, names, outcome, ..summary(at) }
}

fn search() -> Search {
    Search { limit: 9, ..Search::default() }
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
        (Search { limit: 2, ..search() }, &["c", "b"]),
        (Search { limit: 0, ..search() }, &[]),
        (Search { kind: kind(), ..search() }, &["c", "a"]),
        (Search { kind: some("cards"), ..search() }, &[]),
        (Search { name: some("anne"), ..search() }, &["c", "b", "a"]),
        (Search { name: some("zoé"), ..search() }, &["b"]),
        (Search { outcome: some("draw"), ..search() }, &["c", "b"]),
        (Search { before: Some(Time(30)), ..search() }, &["b", "a"]),
        (Search { kind: kind(), name: some("luc"), outcome: some("win1"), ..search() }, &["a"]),
        (Search { kind: kind(), before: Some(Time(30)), ..search() }, &["a"]),
    ] {
        assert_eq!(other.archive(search.clone()).await.unwrap(), found, "{search:?}");
    }
}

pub(crate) async fn games_are_searched_by_length_and_opening(store: &Store, other: &Store) {
    let listing = |name: &str, ply: u32, moves: &str| format!("{name} ply={ply} end=draw opening={moves}");
    let tables = [("a", 9, "5,1,9,3"), ("b", 12, "5,10"), ("c", 100, "5"), ("d", 7, "1,5,9,3")];
    for (at, (name, ply, moves)) in (1..).zip(tables) {
        let summary =
            TableSummary { listing: listing(name, ply, moves), ..over(at, "morpion", "anne", "draw") };
        store.append(opening(name, summary)).await.unwrap();
    }
    // Listings that were stored before they had openings are not found by one.
    store
        .append(opening(
            "old",
            TableSummary { listing: "old ply=9 end=draw".to_owned(), ..over(9, "morpion", "", "draw") },
        ))
        .await
        .unwrap();
    let kind = || some("morpion");
    for (search, found) in [
        (Search { min_moves: Some(10), ..search() }, &["c", "b"][..]),
        (Search { max_moves: Some(9), ..search() }, &["old", "d", "a"]),
        (Search { min_moves: Some(8), max_moves: Some(12), kind: kind(), ..search() }, &["old", "b", "a"]),
        (Search { opening: some("5"), ..search() }, &["c", "b", "a"]),
        (Search { opening: some("5,1"), kind: kind(), ..search() }, &["a"]),
        (Search { opening: some("5,1,9,3"), ..search() }, &["a"]),
        (Search { opening: some("9"), ..search() }, &[]),
        (Search { opening: some("%"), ..search() }, &[]),
        (Search { opening: some("5"), max_moves: Some(50), ..search() }, &["b", "a"]),
    ] {
        let names: Vec<String> = other.archive(search.clone()).await.unwrap();
        let names: Vec<&str> = names.iter().filter_map(|listing| listing.split(' ').next()).collect();
        assert_eq!(names, found, "{search:?}");
    }
}

pub(crate) async fn running_games_are_listed_the_last_begun_first(store: &Store, other: &Store) {
    let playing = |at| TableSummary { stage: TableStage::Playing, ..summary(at) };
    let tables = [
        ("a", playing(10)),
        ("b", playing(20)),
        ("private", TableSummary { is_listed: false, ..playing(30) }),
        ("waiting", summary(40)),
        ("over", over(50, "doh", "anne", "draw")),
        ("c", playing(60)),
    ];
    open(store, tables).await;
    assert_eq!(other.running(10).await.unwrap(), ["c", "b", "a"]);
    assert_eq!(other.running(2).await.unwrap(), ["c", "b"]);
    // A move changes nothing in the order.
    store.append(next("a", 1, TableSummary { listing: "a".to_owned(), ..playing(70) })).await.unwrap();
    assert_eq!(other.running(10).await.unwrap(), ["c", "b", "a"]);
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
        assert_eq!(other.archive(Search { name: some(name), ..search() }).await, Ok(found), "{name:?}");
    }
    let nothing = Search { kind: some("\0"), outcome: some("\0"), ..search() };
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
        let page = other.archive(Search { before, limit: 7, ..Search::default() }).await.unwrap();
        assert!(!page.is_empty());
        seen.extend(page);
    }
    seen.reverse();
    assert_eq!(seen, games);
}

pub(crate) async fn a_rare_name_is_found_behind_thousands_of_games(store: &Store, other: &Store) {
    open(store, [("old", over(1, "doh", "zoé \"%_\\ o'neil\nluc", "win2"))]).await;
    let games = (0..2500).map(|number| {
        let summary = over(10 + number, "morpion", "anne\nluc", "draw");
        let game = opening(&format!("g{number}"), TableSummary { listing: "later".to_owned(), ..summary });
        store.append(game)
    });
    for game in futures_util::future::join_all(games).await {
        game.unwrap();
    }
    let old = vec!["old".to_owned()];
    for name in ["zoé", "zoé \"%_\\ o'neil", "oé \"", "\"%_", "o'neil", "%_\\"] {
        assert_eq!(other.archive(Search { name: some(name), ..search() }).await, Ok(old.clone()), "{name}");
    }
    for name in ["nobody", "zoe", "neil luc", "zoé%", "zo_"] {
        assert_eq!(other.archive(Search { name: some(name), ..search() }).await, Ok(vec![]), "{name}");
    }
    let luc = Search { name: some("luc"), outcome: some("win2"), ..search() };
    assert_eq!(other.archive(luc).await, Ok(old.clone()));
    assert_eq!(other.archive(Search { outcome: some("win2"), ..search() }).await, Ok(old.clone()));
    let luc = Search { name: some("luc"), before: Some(Time(10)), ..search() };
    assert_eq!(other.archive(luc).await, Ok(old));
    assert_eq!(other.archive(Search { name: some("luc"), ..search() }).await.unwrap().len(), 9);
}

pub(crate) async fn games_that_are_no_longer_listed_are_not_found(store: &Store, other: &Store) {
    open(store, [("a", over(1, "doh", "zoé", "draw")), ("b", over(2, "doh", "zoé", "draw"))]).await;
    let found = async || {
        let by_name = other.archive(Search { name: some("zoé"), ..search() }).await.unwrap();
        assert_eq!(by_name, other.archive(search()).await.unwrap());
        by_name
    };
    assert_eq!(found().await, ["b", "a"]);
    let hidden = TableSummary { is_listed: false, ..over(2, "doh", "zoé", "draw") };
    store.append(next("b", 1, hidden)).await.unwrap();
    assert_eq!(found().await, ["a"]);
    let shown = TableSummary { listing: "b".to_owned(), ..over(2, "doh", "zoé", "draw") };
    store.append(next("b", 2, shown)).await.unwrap();
    assert_eq!(found().await, ["b", "a"]);
}

pub(crate) async fn games_being_played_are_counted(store: &Store, other: &Store) {
    assert_eq!(other.playing_count().await, Ok(0));
    let stages =
        [TableStage::Playing, TableStage::Waiting, TableStage::Over, TableStage::Closed, TableStage::Playing];
    let tables = stages.into_iter().zip(["a", "b", "c", "d", "e"]);
    open(store, tables.map(|(stage, name)| (name, TableSummary { stage, is_listed: false, ..summary(1) })))
        .await;
    assert_eq!(other.playing_count().await, Ok(2));
    store.append(next("a", 1, TableSummary { stage: TableStage::Over, ..summary(2) })).await.unwrap();
    assert_eq!(other.playing_count().await, Ok(1));
}

pub(crate) async fn guest_names_are_stored(store: &Store, other: &Store) {
    assert_eq!(store.guest_name(GuestId(u64::MAX)).await, Ok(None));
    store.set_guest_name(GuestId(u64::MAX), "Zoé “Z” O'Neil", Time(1)).await.unwrap();
    store.set_guest_name(GuestId(2), "Luc", Time(1)).await.unwrap();
    assert_eq!(other.guest_name(GuestId(u64::MAX)).await, Ok(some("Zoé “Z” O'Neil")));
    other.set_guest_name(GuestId(u64::MAX), "Zoé", Time(2)).await.unwrap();
    assert_eq!(store.guest_name(GuestId(u64::MAX)).await, Ok(some("Zoé")));
    assert_eq!(store.guest_name(GuestId(2)).await, Ok(some("Luc")));
}

pub(crate) async fn handover_keys_work_once_and_expire(store: &Store, other: &Store) {
    open(store, [("a", summary(1)), ("b", summary(1))]).await;
    let (a, b) = (id("a"), id("b"));
    let guest = GuestId(0xfedc_ba98_7654_3210);
    store.put_handover_key("key", &a, guest, Time(100)).await.unwrap();
    assert_eq!(other.take_handover_key("key", &b, Time(50)).await, Ok(None), "of another table");
    assert_eq!(other.take_handover_key("kez", &a, Time(50)).await, Ok(None), "another key");
    assert_eq!(other.take_handover_key("key", &a, Time(101)).await, Ok(None), "too late");
    assert_eq!(other.take_handover_key("key", &a, Time(100)).await, Ok(Some(guest)));
    assert_eq!(store.take_handover_key("key", &a, Time(50)).await, Ok(None), "used");
    assert_eq!(
        store.put_handover_key("key", &id("nowhere"), guest, Time(100)).await,
        Err(StoreError::Conflict)
    );
    // Two devices at once.
    for round in 0..10 {
        let key = format!("key{round}");
        store.put_handover_key(&key, &a, guest, Time(100)).await.unwrap();
        let (one, two) = tokio::join!(
            store.take_handover_key(&key, &a, Time(1)),
            other.take_handover_key(&key, &a, Time(1))
        );
        let got = [one.unwrap(), two.unwrap()];
        assert!(got == [Some(guest), None] || got == [None, Some(guest)], "{got:?}");
    }
}

pub(crate) async fn an_outage_is_recorded_once(store: &Store, other: &Store) {
    assert_eq!(store.heartbeat(Time(1000), 500).await, Ok(None), "the first ever");
    assert_eq!(other.heartbeat(Time(1400), 500).await, Ok(None));
    assert_eq!(store.heartbeat(Time(1900), 500).await, Ok(None), "the other was there");
    assert_eq!(other.heartbeat(Time(1700), 500).await, Ok(None), "a clock that is behind");
    for round in 0..10 {
        let from = Time(1900 + 1000 * round);
        let to = from.plus(1000);
        let (a, b, c, d) = tokio::join!(
            store.heartbeat(to, 500),
            other.heartbeat(to, 500),
            store.heartbeat(to, 500),
            other.heartbeat(to, 500)
        );
        let outages: Vec<Outage> = [a, b, c, d].into_iter().filter_map(Result::unwrap).collect();
        assert_eq!(outages, [Outage { from, to }]);
    }
    assert_eq!(store.outages(Time(0)).await.unwrap().len(), 10);
}

pub(crate) async fn outages_are_returned_in_order(store: &Store, other: &Store) {
    for now in [100, 200, 205, 300] {
        store.heartbeat(Time(now), 50).await.unwrap();
    }
    let (first, second) =
        (Outage { from: Time(100), to: Time(200) }, Outage { from: Time(205), to: Time(300) });
    assert_eq!(other.outages(Time(0)).await, Ok(vec![first, second]));
    assert_eq!(other.outages(Time(199)).await, Ok(vec![first, second]));
    assert_eq!(other.outages(Time(200)).await, Ok(vec![second]));
    assert_eq!(other.outages(Time(300)).await, Ok(vec![]));
}

pub(crate) async fn cleaning_up_deletes_closed_tables_and_returns_abandoned_ones(
    store: &Store,
    other: &Store,
) {
    let with = |at, stage| TableSummary { stage, ..summary(at) };
    let tables = [
        ("closed", with(10, TableStage::Closed)),
        ("closed-later", with(50, TableStage::Closed)),
        ("waiting-2", with(20, TableStage::Waiting)),
        ("waiting-1", with(10, TableStage::Waiting)),
        ("waiting-later", with(50, TableStage::Waiting)),
        ("playing", with(10, TableStage::Playing)),
        ("over", with(10, TableStage::Over)),
    ];
    open(store, tables).await;
    store.put_handover_key("old", &id("playing"), GuestId(1), Time(99)).await.unwrap();
    store.put_handover_key("new", &id("playing"), GuestId(1), Time(100)).await.unwrap();
    store.put_handover_key("gone", &id("closed"), GuestId(1), Time(100)).await.unwrap();
    let waiting = other.clean_up(Time(50), Time(100)).await.unwrap();
    assert_eq!(names(&waiting), ["waiting-1", "waiting-2"]);
    assert_eq!(store.listed_and_opener(&id("closed")).await, Ok(None));
    assert_eq!(store.events(&id("closed"), 0).await, Ok(vec![]));
    for kept in ["closed-later", "waiting-1", "waiting-2", "waiting-later", "playing", "over"] {
        assert_eq!(store.events(&id(kept), 0).await.unwrap(), [format!("{kept} 0")]);
        assert!(store.listed_and_opener(&id(kept)).await.unwrap().is_some(), "{kept}");
    }
    assert_eq!(store.take_handover_key("old", &id("playing"), Time(1)).await, Ok(None));
    assert_eq!(store.take_handover_key("new", &id("playing"), Time(1)).await, Ok(Some(GuestId(1))));
    // Nothing can be appended to a deleted table.
    assert_eq!(store.append(next("closed", 1, summary(60))).await, Err(StoreError::Conflict));
    assert_eq!(names(&other.clean_up(Time(50), Time(100)).await.unwrap()), ["waiting-1", "waiting-2"]);
}

pub(crate) async fn outages_are_kept_while_a_game_needs_them(store: &Store, other: &Store) {
    for now in [100, 200, 400, 800] {
        store.heartbeat(Time(now), 50).await.unwrap();
    }
    open(store, [("t", TableSummary { stage: TableStage::Playing, ..summary(300) })]).await;
    let left = async |before| {
        other.clean_up(Time(before), Time(before)).await.unwrap();
        store.outages(Time(0)).await.unwrap().iter().map(|outage| outage.to.0).collect::<Vec<_>>()
    };
    assert_eq!(left(200).await, [200, 400, 800]);
    assert_eq!(left(700).await, [400, 800], "the game has not been told of the second");
    store.append(next("t", 1, TableSummary { stage: TableStage::Over, ..summary(750) })).await.unwrap();
    assert_eq!(left(700).await, [800]);
}

pub(crate) async fn numbers_of_any_size_are_stored(store: &Store, other: &Store) {
    for (name, guest, at) in [("zero", 0, 0), ("middle", 1 << 63, 1 << 62), ("most", u64::MAX, (1 << 63) - 1)]
    {
        let guests = vec![(GuestId(guest), 255, true)];
        let extreme = TableSummary {
            guests,
            opener: GuestId(guest),
            wake_at: Some(Time(u64::MAX)),
            stage: TableStage::Playing,
            ..summary(at)
        };
        open(store, [(name, extreme)]).await;
        assert_eq!(other.games_of(GuestId(guest), u32::MAX).await, Ok(vec![(name.to_owned(), 255)]));
        assert_eq!(other.listed_and_opener(&id(name)).await, Ok(Some((true, GuestId(guest)))));
    }
    assert_eq!(other.due(Time((1 << 63) - 2), u32::MAX).await, Ok(vec![]));
    store.heartbeat(Time(0), 0).await.unwrap();
    let whole = Some(Outage { from: Time(0), to: Time((1 << 63) - 1) });
    assert_eq!(store.heartbeat(Time((1 << 63) - 1), u64::MAX / 4).await, Ok(whole));
    assert_eq!(other.events(&id("zero"), usize::MAX).await, Ok(vec![]));
    assert_eq!(other.archive(Search { limit: u32::MAX, ..Search::default() }).await, Ok(vec![]));
}
