//! The contract of upkeep: what ends or is deleted after a while, and the admin log.

use server::store::{DueAgain, Store, TableStage, TableSummary};
use table::{GuestId, Time};

use crate::make::{id, next, open, origin, summary};

fn with(at: u64, stage: TableStage, wake_at: Option<u64>) -> TableSummary {
    TableSummary { stage, wake_at: wake_at.map(Time), ..summary(at) }
}

pub(crate) async fn idle_games_have_no_clock_that_will_end_them(store: &Store, other: &Store) {
    let tables = [
        ("later", with(20, TableStage::Playing, None)),
        ("idle", with(10, TableStage::Playing, None)),
        ("overdue", with(11, TableStage::Playing, Some(40))),
        ("timed", with(10, TableStage::Playing, Some(60))),
        ("recent", with(50, TableStage::Playing, None)),
        ("waiting", with(10, TableStage::Waiting, None)),
        ("over", with(10, TableStage::Over, None)),
    ];
    open(store, tables).await;
    // A player came back and went, without doing anything.
    let seen = TableSummary { acted_at: Time(10), ..with(70, TableStage::Playing, None) };
    store.append(next("idle", 1, seen)).await.unwrap();
    let idle = async |limit| -> Vec<String> {
        other.idle_games(Time(50), Time(50), limit).await.unwrap().iter().map(ToString::to_string).collect()
    };
    assert_eq!(idle(9).await, ["idle", "overdue", "later"]);
    assert_eq!(idle(2).await, ["idle", "overdue"]);
    // A table that is woken again and again, because its engine never gets to think, is still idle.
    let again = DueAgain { id: id("overdue"), version: None, at: Time(59) };
    store.postpone(&[again], Time(50)).await.unwrap();
    assert_eq!(other.idle_games(Time(50), Time(60), 2).await.unwrap(), [id("idle"), id("overdue")]);
}

pub(crate) async fn finished_games_are_deleted_after_their_time(store: &Store, other: &Store) {
    let tables = [
        ("old", with(49, TableStage::Over, None)),
        ("new", with(50, TableStage::Over, None)),
        ("playing", with(10, TableStage::Playing, None)),
    ];
    open(store, tables).await;
    other.delete_finished(Time(50)).await.unwrap();
    assert_eq!(store.origin(&id("old")).await, Ok(None));
    assert_eq!(store.events(&id("old"), 0).await, Ok(vec![]));
    for kept in ["new", "playing"] {
        assert_eq!(store.events(&id(kept), 0).await.unwrap().len(), 1, "{kept}");
    }
}

/// Games that are not listed were played by invitation, or their server found that they were hardly played.
pub(crate) async fn hardly_played_games_that_are_not_listed_are_deleted(store: &Store, other: &Store) {
    const START: u64 = 1_000_000;
    let game = |ended_at: u64, ply: u32, is_listed: bool, stage: TableStage| TableSummary {
        ply,
        is_listed,
        ..with(ended_at, stage, None)
    };
    let over = TableStage::Over;
    let tables = [
        ("played", START + 5_000, 4, false, over),
        ("long", START + 60_000, 12, false, over),
        ("few-moves", START + 60_000, 3, false, over),
        ("no-moves", START + 60_000, 0, false, over),
        ("seconds", START + 4_999, 12, false, over),
        ("listed", START + 60_000, 3, true, over),
        ("late", START + 90_000, 3, false, over),
        ("playing", START + 60_000, 3, false, TableStage::Playing),
    ];
    open(store, tables.map(|(id, _, _, listed, _)| (id, game(START, 0, listed, TableStage::Waiting)))).await;
    for (id, ended_at, ply, is_listed, stage) in tables {
        store.append(next(id, 1, game(ended_at, ply, is_listed, stage))).await.unwrap();
    }
    let left = async || {
        let mut left = Vec::new();
        for (id_text, ..) in tables {
            if !store.events(&id(id_text), 0).await.unwrap().is_empty() {
                left.push(id_text);
            }
        }
        left
    };
    other.delete_unplayed(Time(START + 60_001), Time(START + 90_000)).await.unwrap();
    assert_eq!(left().await.len(), tables.len(), "nothing ended in between");
    other.delete_unplayed(Time(0), Time(START + 90_000)).await.unwrap();
    assert_eq!(left().await, ["played", "long", "listed", "late", "playing"]);
}

pub(crate) async fn names_are_kept_while_their_guests_have_games(store: &Store, other: &Store) {
    // Guest 1 has a seat at a table.
    open(store, [("t", with(10, TableStage::Over, None))]).await;
    for (guest, at) in [(1, 10), (2, 49), (3, 50)] {
        store.set_guest_name(GuestId(guest), "Anne", Time(at)).await.unwrap();
    }
    other.delete_names(Time(50)).await.unwrap();
    for (guest, is_kept) in [(1, true), (2, false), (3, true)] {
        assert_eq!(store.guest_name(GuestId(guest)).await.unwrap().is_some(), is_kept, "{guest}");
    }
}

pub(crate) async fn a_table_can_be_taken_off_the_lists(store: &Store, other: &Store) {
    open(store, [("t", TableSummary { is_joinable: true, ..summary(1) })]).await;
    assert_eq!(other.lobby(9, 0).await.unwrap().len(), 1);
    store.set_listed(&id("t"), false).await.unwrap();
    assert_eq!(other.lobby(9, 0).await.unwrap().len(), 0);
    assert_eq!(other.origin(&id("t")).await, Ok(Some(origin(false, GuestId(1)))));
    assert_eq!(other.admin_log_after(0).await, Ok(vec![]));
}
