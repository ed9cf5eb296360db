//! Names, keys and outages.

use server::store::{Outage, Store, StoreError, TableStage, TableSummary};
use table::{GuestId, Time};

use crate::make::{id, names, next, open, summary};

pub(crate) async fn guest_names_are_stored(store: &Store, other: &Store) {
    assert_eq!(store.guest_name(GuestId(u64::MAX)).await, Ok(None));
    store.set_guest_name(GuestId(u64::MAX), "Zoé “Z” O'Neil", Time(1)).await.unwrap();
    store.set_guest_name(GuestId(2), "Luc", Time(1)).await.unwrap();
    assert_eq!(other.guest_name(GuestId(u64::MAX)).await, Ok(Some("Zoé “Z” O'Neil".to_owned())));
    other.set_guest_name(GuestId(u64::MAX), "Zoé", Time(2)).await.unwrap();
    assert_eq!(store.guest_name(GuestId(u64::MAX)).await, Ok(Some("Zoé".to_owned())));
    assert_eq!(store.guest_name(GuestId(2)).await, Ok(Some("Luc".to_owned())));
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
    assert_eq!(store.origin(&id("closed")).await, Ok(None));
    assert_eq!(store.events(&id("closed"), 0).await, Ok(vec![]));
    for kept in ["closed-later", "waiting-1", "waiting-2", "waiting-later", "playing", "over"] {
        assert_eq!(store.events(&id(kept), 0).await.unwrap(), [format!("{kept} 0")]);
        assert!(store.origin(&id(kept)).await.unwrap().is_some(), "{kept}");
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
    assert_eq!(left(700).await, [400, 800], "the game has not been credited with the second");
    store.append(next("t", 1, TableSummary { stage: TableStage::Over, ..summary(750) })).await.unwrap();
    assert_eq!(left(700).await, [800]);
}
