//! Events: what is appended, and what is refused.

use server::store::{Append, ArchiveSearch, Outage, Store, StoreError, TableStage, TableSummary};
use table::{GuestId, Time};

use crate::make::{id, names, next, open, opening, origin, summary};

pub(crate) async fn events_are_read_as_they_were_written(store: &Store, other: &Store) {
    let lines = ["1000 by=- created", "é « % ' \" \\ ; --", ""].map(str::to_owned).to_vec();
    let first = Append {
        id: id("t"),
        version: 0,
        events: lines.clone(),
        is_compaction: false,
        summary: summary(1),
        has_seats_changed: true,
        opened_from: None,
    };
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
        listing: Some("late".into()),
        names: "late".into(),
        guests: vec![(GuestId(9), 2)],
        turn: Some(2),
        ..summary(3)
    };
    for version in [0, 1, 3, 100] {
        let slower = Append {
            id: id("t"),
            version,
            events: vec!["late 1".to_owned(), "late 2".to_owned()],
            is_compaction: false,
            summary: late.clone(),
            has_seats_changed: true,
            opened_from: None,
        };
        assert_eq!(other.append(slower).await, Err(StoreError::Conflict), "{version}");
    }
    assert_eq!(other.append(next("nowhere", 1, late)).await, Err(StoreError::Conflict));
    assert_eq!(store.events(&id("t"), 0).await, Ok(vec!["t 0".to_owned(), "t 1".to_owned()]));
    assert_eq!(store.lobby(9, 0).await, Ok(vec!["listed at 2".to_owned()]));
    assert_eq!(store.games_of(GuestId(9), 9).await, Ok(vec![]));
    // Without events, only the summary is changed.
    let unchanged = Append {
        id: id("t"),
        version: 2,
        events: vec![],
        is_compaction: false,
        summary: summary(4),
        has_seats_changed: true,
        opened_from: None,
    };
    store.append(unchanged).await.unwrap();
    assert_eq!(store.lobby(9, 0).await, Ok(vec!["listed at 4".to_owned()]));
    store.append(next("t", 2, summary(5))).await.unwrap();
}

pub(crate) async fn exactly_one_of_concurrent_appends_succeeds(store: &Store, other: &Store) {
    const TABLES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    open(store, TABLES.map(|name| (name, summary(1)))).await;
    for version in 1..=20 {
        let rivals = (0..6).flat_map(|rival| TABLES.map(|name| (rival, name)));
        let tasks = rivals.map(|(rival, name)| {
            let store = if rival % 2 == 0 { store.clone() } else { other.clone() };
            let events = vec![format!("{version} by {rival}"), format!("{rival} was it")];
            let version = 2 * version - 1;
            let append = Append {
                id: id(name),
                version,
                events,
                is_compaction: false,
                summary: summary(2),
                has_seats_changed: true,
                opened_from: None,
            };
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

pub(crate) async fn a_compaction_deletes_all_but_the_first_event_and_the_last(store: &Store, other: &Store) {
    open(store, [("t", summary(1)), ("u", summary(1))]).await;
    for version in 1..10 {
        store.append(next("t", version, summary(2))).await.unwrap();
        store.append(next("u", version, summary(2))).await.unwrap();
    }
    let compact = |version: usize| Append {
        events: vec!["not written".to_owned(), format!("compacted {}", version + 2)],
        is_compaction: true,
        ..next("t", version, summary(3))
    };
    for wrong in [9, 11] {
        assert_eq!(other.append(compact(wrong)).await, Err(StoreError::Conflict));
    }
    assert_eq!(store.events(&id("t"), 0).await.unwrap().len(), 10, "a conflict deletes nothing");
    other.append(compact(10)).await.unwrap();
    let compacted = ["t 0", "compacted 12"].map(str::to_owned).to_vec();
    assert_eq!(store.events(&id("t"), 0).await, Ok(compacted.clone()));
    assert_eq!(store.events(&id("t"), 5).await, Ok(compacted[1..].to_vec()));
    assert_eq!(store.events(&id("t"), 12).await, Ok(vec![]));
    store.append(next("t", 12, summary(4))).await.unwrap();
    assert_eq!(store.events(&id("t"), 11).await.unwrap(), ["compacted 12", "t 12"]);
    assert_eq!(store.events(&id("u"), 0).await.unwrap().len(), 10, "other tables keep theirs");
}

pub(crate) async fn a_move_changes_what_lists_show(store: &Store, other: &Store) {
    let guests = vec![(GuestId(1), 1), (GuestId(2), 2)];
    let playing = |at: u64, turn| TableSummary {
        stage: TableStage::Playing,
        is_joinable: false,
        guests: guests.clone(),
        turn: Some(turn),
        wake_at: Some(Time(at + 50)),
        ..summary(at)
    };
    store.append(opening("a", playing(10, 1))).await.unwrap();
    store.append(opening("b", playing(20, 2))).await.unwrap();
    let moved = Append { has_seats_changed: false, ..next("a", 1, playing(30, 2)) };
    other.append(moved.clone()).await.unwrap();
    assert_eq!(store.append(moved).await, Err(StoreError::Conflict));
    assert_eq!(store.events(&id("a"), 0).await, Ok(vec!["a 0".to_owned(), "a 1".to_owned()]));
    let listings = ["listed at 30".to_owned(), "listed at 20".to_owned()];
    assert_eq!(store.running(9).await, Ok(listings.to_vec()));
    assert_eq!(names(&store.due(Time(59), 9).await.unwrap()), [""; 0]);
    assert_eq!(store.due(Time(80), 9).await.unwrap().len(), 2, "both are found by the time they are due");
    // It is the second guest's turn at both tables, and the later move comes first.
    let games = [("listed at 30".to_owned(), 2), ("listed at 20".to_owned(), 2)];
    assert_eq!(store.games_of(GuestId(2), 9).await, Ok(games.to_vec()));
    let end = TableSummary { stage: TableStage::Over, wake_at: None, turn: None, ..playing(40, 1) };
    store.append(next("a", 2, end)).await.unwrap();
    let found = store.archive(ArchiveSearch { limit: 9, ..ArchiveSearch::default() }).await;
    assert_eq!(found, Ok(vec!["listed at 40".to_owned()]));
}

pub(crate) async fn a_move_without_a_listing_shows_its_time_its_turn_and_its_ply(
    store: &Store,
    other: &Store,
) {
    let listing = |at: u64, turn: &str, ply: u32, end: &str| {
        format!(
            "listed id=a at={at} game=morpion options= clock=300+5 starts=first started=yes seats=2 seat1=open seat2=open you=- turn={turn} ply={ply} end={end} opening=5,1"
        )
    };
    let playing = |at, turn, ply| TableSummary {
        stage: TableStage::Playing,
        is_joinable: false,
        turn,
        ply,
        listing: None,
        ..summary(at)
    };
    let first = TableSummary { listing: Some(listing(10, "1", 4, "-").into()), ..playing(10, Some(1), 4) };
    store.append(opening("a", first)).await.unwrap();
    let shown = async |at, turn: &str, ply| {
        let expected = listing(at, turn, ply, "-");
        assert_eq!(other.running(9).await.unwrap(), [expected.as_str()]);
        assert_eq!(other.games_of(GuestId(1), 9).await.unwrap(), [(expected, 1)]);
    };
    shown(10, "1", 4).await;
    for (version, turn) in [(1, 2), (2, 1)] {
        let (at, ply) = (20 + version as u64, 4 + version as u32);
        let summary = playing(at, Some(turn), ply);
        let moved = Append { has_seats_changed: false, ..next("a", version, summary) };
        store.append(moved).await.unwrap();
        shown(at, &turn.to_string(), ply).await;
    }
    // A player is gone: that is written with the listing, and later moves leave it.
    let gone = listing(30, "1", 6, "-").replace("seat2=open", "seat2=reserved");
    let summary = TableSummary { listing: Some(gone.into()), ..playing(30, Some(1), 6) };
    store.append(Append { has_seats_changed: false, ..next("a", 3, summary) }).await.unwrap();
    store.append(Append { has_seats_changed: false, ..next("a", 4, playing(40, Some(2), 7)) }).await.unwrap();
    let expected = listing(40, "2", 7, "-").replace("seat2=open", "seat2=reserved");
    assert_eq!(other.running(9).await.unwrap(), [expected]);
    // The end is written whole.
    let end = listing(50, "-", 8, "win1:rules");
    let over =
        TableSummary { stage: TableStage::Over, listing: Some(end.clone().into()), ..playing(50, None, 8) };
    store.append(next("a", 5, over)).await.unwrap();
    assert_eq!(other.games_of(GuestId(1), 9).await.unwrap(), [(end.clone(), 1)]);
    let search =
        ArchiveSearch { min_moves: Some(8), max_moves: Some(8), limit: 9, ..ArchiveSearch::default() };
    assert_eq!(other.archive(search).await.unwrap(), [end]);
}

pub(crate) async fn a_table_is_created_once(store: &Store, other: &Store) {
    store.append(opening("t", summary(1))).await.unwrap();
    let again = opening("t", TableSummary { listing: Some("again".into()), ..summary(2) });
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
    assert_eq!(other.origin(&id("a")).await, Ok(Some(origin(true, GuestId(1)))));
    assert_eq!(other.origin(&id("b")).await, Ok(Some(origin(false, GuestId(u64::MAX)))));
    assert_eq!(other.origin(&id("c")).await, Ok(None));
}

pub(crate) async fn numbers_of_any_size_are_stored(store: &Store, other: &Store) {
    for (name, guest, at) in [("zero", 0, 0), ("middle", 1 << 63, 1 << 62), ("most", u64::MAX, (1 << 63) - 1)]
    {
        let guests = vec![(GuestId(guest), 255)];
        let extreme = TableSummary {
            guests,
            opener: GuestId(guest),
            wake_at: Some(Time(u64::MAX)),
            stage: TableStage::Playing,
            ..summary(at)
        };
        open(store, [(name, extreme)]).await;
        assert_eq!(other.games_of(GuestId(guest), u32::MAX).await, Ok(vec![(name.to_owned(), 255)]));
        assert_eq!(other.origin(&id(name)).await, Ok(Some(origin(true, GuestId(guest)))));
    }
    assert_eq!(other.due(Time((1 << 63) - 2), u32::MAX).await, Ok(vec![]));
    store.heartbeat(Time(0), 0).await.unwrap();
    let whole = Some(Outage { from: Time(0), to: Time((1 << 63) - 1) });
    assert_eq!(store.heartbeat(Time((1 << 63) - 1), u64::MAX / 4).await, Ok(whole));
    assert_eq!(other.events(&id("zero"), usize::MAX).await, Ok(vec![]));
    assert_eq!(
        other.archive(ArchiveSearch { limit: u32::MAX, ..ArchiveSearch::default() }).await,
        Ok(vec![])
    );
}
