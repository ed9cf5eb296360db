//! Lists of tables: those that are due, the lobby, pairing, own games, running games.

use server::store::{Append, DueAgain, Store, TableStage, TableSummary, UnfinishedTables};
use table::{GuestId, Time};

use crate::make::{id, names, next, open, opening, over, summary};

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

pub(crate) async fn tables_that_were_woken_in_vain_are_postponed(store: &Store, other: &Store) {
    let due = |wake_at: Option<u64>, stage| TableSummary { wake_at: wake_at.map(Time), stage, ..summary(1) };
    let tables = [
        ("stuck", due(Some(40), TableStage::Playing)),
        ("moved", due(Some(41), TableStage::Playing)),
        ("starving", due(Some(50), TableStage::Playing)),
        ("timeless", due(None, TableStage::Playing)),
        ("over", due(Some(10), TableStage::Over)),
    ];
    open(store, tables).await;
    let again = ["stuck", "moved", "timeless", "over", "nowhere"].map(|name| DueAgain {
        id: id(name),
        version: (name != "stuck").then_some(1),
        at: Time(90),
    });
    assert_eq!(names(&other.due(Time(60), 2).await.unwrap()), ["stuck", "moved"]);
    // One of them has a later event in the meantime, and is due later.
    store.append(next("moved", 1, due(Some(70), TableStage::Playing))).await.unwrap();
    store.postpone(&again, Time(60)).await.unwrap();
    assert_eq!(names(&other.due(Time(60), 2).await.unwrap()), ["starving"]);
    assert_eq!(names(&other.due(Time(89), 9).await.unwrap()), ["starving", "moved"]);
    assert_eq!(names(&other.due(Time(90), 9).await.unwrap()), ["starving", "moved", "stuck"]);
}

/// A move may leave `wake_at` as it is if that is earlier. The table is then found early, and postponed to the time at
/// which it is really due.
pub(crate) async fn a_table_is_found_no_later_than_it_is_due(store: &Store, other: &Store) {
    let due = |wake_at: Option<u64>| TableSummary {
        wake_at: wake_at.map(Time),
        stage: TableStage::Playing,
        is_joinable: false,
        ..summary(1)
    };
    let moved = |version, wake_at| Append { has_seats_changed: false, ..next("t", version, due(wake_at)) };
    let is_due = async |at| !other.due(Time(at), 9).await.unwrap().is_empty();
    open(store, [("t", due(Some(50)))]).await;
    store.append(moved(1, Some(80))).await.unwrap();
    assert!(is_due(80).await && !is_due(49).await);
    store.append(moved(2, Some(30))).await.unwrap();
    assert!(is_due(30).await && !is_due(29).await, "a player with less time");
    store.append(moved(3, None)).await.unwrap();
    assert!(!is_due(1000).await, "no clock runs");
    store.append(moved(4, Some(60))).await.unwrap();
    assert!(is_due(60).await && !is_due(59).await);
    // The table is woken, but a move is made before it is postponed.
    let again = |version, at| DueAgain { id: id("t"), version, at: Time(at) };
    store.append(moved(5, Some(65))).await.unwrap();
    store.postpone(&[again(Some(5), 90)], Time(60)).await.unwrap();
    assert!(is_due(65).await, "not postponed: it is due earlier by now");
    store.postpone(&[again(Some(6), 65)], Time(60)).await.unwrap();
    assert!(is_due(65).await && !is_due(64).await);
    store.append(moved(6, Some(40))).await.unwrap();
    assert!(is_due(40).await);
    let events = other.events(&id("t"), 0).await.unwrap();
    assert_eq!(events.len(), 7, "each move was written once");
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
    let touched = TableSummary { listing: Some("first".into()), ..summary(80) };
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
    // The last player leaves, and later a player joins again.
    store
        .append(next("anne", 1, TableSummary { is_joinable: false, guests: vec![], ..of(300, 1) }))
        .await
        .unwrap();
    assert_eq!(other.lobby(2, 0).await.unwrap(), ["spam39", "luc"]);
    store.append(next("anne", 2, TableSummary { listing: Some("anne".into()), ..of(301, 1) })).await.unwrap();
    assert_eq!(other.lobby(3, 0).await.unwrap(), first[..3]);
}

pub(crate) async fn the_lobby_is_fair_to_addresses(store: &Store, other: &Store) {
    let of = async |name: &str, at, opener: u64, from| {
        let summary = TableSummary { opener: GuestId(opener), listing: Some(name.into()), ..summary(at) };
        store.append(Append { opened_from: from, ..opening(name, summary) }).await.unwrap();
    };
    of("anne", 10, 1, Some(-5)).await;
    of("unknown", 20, 2, None).await;
    of("flood-older", 30, 100, Some(7)).await;
    // One address, many guests with a table each; and one honest guest behind the same address.
    for number in 0..40 {
        of(&format!("flood{number}"), 100 + number, 100 + number, Some(7)).await;
    }
    of("neighbour", 50, 3, Some(7)).await;
    let lobby = other.lobby(99, 0).await.unwrap();
    assert_eq!(lobby[..5], ["flood39", "unknown", "anne", "flood38", "flood37"]);
    assert_eq!(
        lobby[lobby.len() - 2..],
        ["neighbour", "flood-older"],
        "each guest has a first before one has a second"
    );
}

pub(crate) async fn pairing_finds_the_tables_of_others_the_longest_waiting_first(
    store: &Store,
    other: &Store,
) {
    let setup = summary(1).setup;
    let of = |at, guest: u64| TableSummary {
        guests: vec![(GuestId(guest), 1)],
        opener: GuestId(guest),
        ..summary(at)
    };
    let tables = [
        ("other-setup", TableSummary { setup: "doh".into(), ..of(1, 2) }),
        ("private", TableSummary { is_listed: false, ..of(2, 2) }),
        ("playing", TableSummary { stage: TableStage::Playing, ..of(3, 2) }),
        ("empty", TableSummary { guests: vec![], is_joinable: false, ..of(4, 2) }),
        ("newer", of(30, 3)),
        ("older", of(20, 2)),
    ];
    open(store, tables).await;
    let found = async |guest: u64| other.pairing_candidates(&setup, GuestId(guest), 9).await.unwrap();
    assert_eq!(found(1).await, ["older", "newer"]);
    assert_eq!(found(2).await, ["newer"]);
    assert_eq!(other.pairing_candidates(&setup, GuestId(1), 1).await.unwrap(), ["older"]);
    // A guest is not paired with a table at which they are seated.
    let both = TableSummary { guests: vec![(GuestId(3), 1), (GuestId(1), 2)], ..of(40, 3) };
    store.append(next("newer", 1, both)).await.unwrap();
    store.append(next("older", 1, TableSummary { stage: TableStage::Playing, ..of(50, 2) })).await.unwrap();
    assert_eq!(found(1).await, [""; 0]);
    assert_eq!(found(3).await, [""; 0]);
    assert_eq!(found(4).await, ["listed at 40"]);
    assert_eq!(other.pairing_candidates("unheard of", GuestId(1), 9).await, Ok(vec![]));
}

pub(crate) async fn pairing_is_fair_to_addresses_and_guests(store: &Store, other: &Store) {
    let setup = summary(1).setup;
    let of = async |name: &str, at, opener: u64, from| {
        let summary = TableSummary { opener: GuestId(opener), listing: Some(name.into()), ..summary(at) };
        store.append(Append { opened_from: from, ..opening(name, summary) }).await.unwrap();
    };
    // One address opens a hundred tables by three guests, both before and after the others.
    for number in 0..100 {
        of(
            &format!("flood{number}"),
            if number < 50 { number } else { 1000 + number },
            100 + number % 3,
            Some(7),
        )
        .await;
    }
    of("anne", 500, 1, Some(-5)).await;
    of("unknown", 400, 2, None).await;
    of("club-1", 300, 3, Some(8)).await;
    of("club-2", 301, 4, Some(8)).await;
    let found = other.pairing_candidates(&setup, GuestId(9), 500).await.unwrap();
    // First one table of each address, of those with few tables first; then the second of each.
    assert_eq!(found[..8], ["unknown", "anne", "club-1", "flood0", "club-2", "flood1", "flood2", "flood3"]);
    assert_eq!(found.len(), 104);
    assert_eq!(other.pairing_candidates(&setup, GuestId(9), 1).await.unwrap(), ["unknown"]);
}

pub(crate) async fn unfinished_tables_are_counted_by_address(store: &Store, other: &Store) {
    let of = async |name: &str, from, stage| {
        let summary = TableSummary { stage, is_listed: false, ..summary(1) };
        store.append(Append { opened_from: from, ..opening(name, summary) }).await.unwrap();
    };
    of("a", Some(7), TableStage::Waiting).await;
    of("b", Some(7), TableStage::Waiting).await;
    of("playing", Some(7), TableStage::Playing).await;
    of("closed", Some(7), TableStage::Closed).await;
    of("other", Some(-7), TableStage::Waiting).await;
    of("unknown", None, TableStage::Waiting).await;
    let counted = async |address| {
        let UnfinishedTables { waiting, playing } = other.unfinished_tables_from(address).await.unwrap();
        (waiting, playing)
    };
    assert_eq!([counted(7).await, counted(-7).await], [(2, 1), (1, 0)]);
    store.append(next("a", 1, TableSummary { stage: TableStage::Playing, ..summary(2) })).await.unwrap();
    assert_eq!([counted(7).await, counted(0).await], [(1, 2), (0, 0)]);
    store.append(next("playing", 1, TableSummary { stage: TableStage::Over, ..summary(2) })).await.unwrap();
    assert_eq!(counted(7).await, (1, 1));
}

pub(crate) async fn own_games_begin_with_those_where_it_is_the_guests_turn_and_end_with_finished_ones(
    store: &Store,
    other: &Store,
) {
    let mine = |at, stage, seat, to_move| TableSummary {
        stage,
        guests: vec![(GuestId(7), seat), (GuestId(8), 3 - seat)],
        turn: Some(if to_move { seat } else { 3 - seat }),
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
    let after = TableSummary { listing: Some("over".into()), ..mine(100, TableStage::Over, 1, false) };
    store.append(next("over", 1, after)).await.unwrap();
    let closed = TableSummary { listing: Some("waiting".into()), ..mine(101, TableStage::Closed, 1, false) };
    store.append(next("waiting", 1, closed)).await.unwrap();
    assert_eq!(list(9).await, ["my-turn-too 1", "my-turn 2", "playing 1", "over 1", "over-later 2"]);
}

pub(crate) async fn a_seat_belongs_to_the_guest_who_has_it_now(store: &Store, other: &Store) {
    let seated = |at, guests: &[(u64, u8)]| TableSummary {
        guests: guests.iter().map(|&(guest, seat)| (GuestId(guest), seat)).collect(),
        listing: Some("t".into()),
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
        guests: guests.iter().zip(1..).map(|(&guest, seat)| (GuestId(guest), seat)).collect(),
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

pub(crate) async fn running_games_are_listed_those_with_the_latest_moves_first(store: &Store, other: &Store) {
    let playing = |at| TableSummary { stage: TableStage::Playing, opener: GuestId(at), ..summary(at) };
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
    let moved = TableSummary { listing: Some("a".into()), opener: GuestId(10), ..playing(70) };
    store.append(next("a", 1, moved)).await.unwrap();
    assert_eq!(other.running(10).await.unwrap(), ["a", "c", "b"]);
}

pub(crate) async fn running_games_are_listed_fairly(store: &Store, other: &Store) {
    let of = async |name: &str, at, opener: u64, from| {
        let playing = TableSummary { stage: TableStage::Playing, is_joinable: false, ..summary(at) };
        let summary = TableSummary { opener: GuestId(opener), listing: Some(name.into()), ..playing };
        store.append(Append { opened_from: from, ..opening(name, summary) }).await.unwrap();
    };
    of("anne", 10, 1, Some(-5)).await;
    of("unknown", 20, 2, None).await;
    // A stranger plays forty games at once, and moves faster than all others.
    for number in 0..40 {
        of(&format!("bots{number}"), 100 + number, 100 + number % 2, Some(7)).await;
    }
    of("neighbour", 50, 3, Some(7)).await;
    let shown = other.running(12).await.unwrap();
    assert_eq!(shown[..6], ["bots39", "unknown", "anne", "bots38", "neighbour", "bots37"]);
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
