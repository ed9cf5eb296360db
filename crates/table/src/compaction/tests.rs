//! Compacted logs, and the tables that they lead to.

use super::*;
use crate::{Actor, Answer, Conversation, GuestId, Hello, Notification, Secret};

/// A table at which a guest waits, and others come, go, lose their connections and change devices.
fn busy_table(rounds: u64) -> Table {
    let setup = "doh players=3 open,open,open untimed random".parse().unwrap();
    let mut table = Table::new(setup, Time(1), Secret::new([7; 32]));
    let contribution = "contribution=000102030405060708090a0b0c0d0e0f";
    request(&mut table, 1, &format!("7 join seat=2 name=A,:%20B {contribution}"), 2);
    for round in 0..rounds {
        let (guest, now) = (100 + round % 50, 3 + round * 10);
        request(&mut table, guest, &format!("{now} join seat=- name=Luc {contribution}"), now);
        apply(&mut table, |table| table.presence(GuestId(guest), false, Time(now + 1)));
        apply(&mut table, |table| table.resume(5, Time(now + 2)));
        apply(&mut table, |table| table.hand_over(GuestId(1), GuestId(2), Time(now + 3)).unwrap());
        apply(&mut table, |table| table.hand_over(GuestId(2), GuestId(1), Time(now + 3)).unwrap());
        request(&mut table, 1, &format!("{now} say phrase=hello"), now + 4);
        request(&mut table, guest, &format!("{} leave", now + 5), now + 5);
    }
    table
}

fn apply(table: &mut Table, events: impl Fn(&Table) -> Vec<Event>) {
    let next = table.after(events(table)).unwrap();
    next.into_iter().for_each(|next| table.replace_with(next));
}

/// Makes a request, which the table may refuse.
fn request(table: &mut Table, guest: u64, line: &str, now: u64) {
    let request = line.parse().unwrap();
    if let Ok(Some(next)) = table.after_request(Actor::Guest(GuestId(guest)), &request, Time(now)) {
        table.replace_with(next);
    }
}

#[test]
fn a_compacted_table_is_the_same_table() {
    let table = busy_table(20);
    let compacted = table.compacted().unwrap();
    assert_eq!(format!("{:?}", compacted.state()), format!("{:?}", table.state()));
    assert_eq!((compacted.version(), compacted.log().kept()), (table.version() + 1, 2));
    for viewer in [Viewer::Public, Viewer::Seat(rules::Seat::from_index(1))] {
        assert_eq!(compacted.snapshot_for(viewer), table.snapshot_for(viewer));
        assert_eq!(compacted.messages_since(viewer, table.number(viewer)), []);
        assert_eq!(compacted.messages_since(viewer, 5), [table.snapshot_for(viewer)]);
    }
    let lines: Vec<String> = compacted.events().map(ToString::to_string).collect();
    let mut again = Table::replay(lines.iter().map(|line| line.parse().unwrap())).unwrap();
    assert!(again.events().eq(compacted.events()));
    assert_eq!(format!("{:?}", again.state()), format!("{:?}", table.state()));
    assert_eq!(
        (again.version(), again.number(Viewer::Public)),
        (compacted.version(), table.number(Viewer::Public))
    );
    // Both tables continue in the same way.
    let mut table = table;
    for table in [&mut table, &mut again] {
        for guest in [8, 9] {
            let line = "1 join seat=- name=Eve contribution=000102030405060708090a0b0c0d0e0f";
            request(table, guest, line, 9000);
        }
        assert!(table.is_started() && table.compacted().is_none());
    }
    assert_eq!(format!("{:?}", again.state()), format!("{:?}", table.state()));
    assert_eq!(again.events_since(again.version() - 3).count(), 3);
}

#[test]
fn the_log_of_a_waiting_table_stays_short_however_many_guests_come() {
    let mut table = busy_table(0);
    let mut longest = (0, 0);
    for guest in 10..2000 {
        let line = "1 join seat=- name=Eve contribution=000102030405060708090a0b0c0d0e0f";
        request(&mut table, guest, line, guest);
        request(&mut table, guest, "2 leave", guest);
        if let Some(compacted) = table.compacted() {
            table = compacted;
        }
        let bytes = table.events().map(|event| event.to_string().len()).sum::<usize>();
        longest = longest.max((table.log().kept(), bytes));
    }
    assert!(longest.0 <= MAX_EVENTS + 2 && longest.1 < 10_000, "{longest:?}");
    assert_eq!(table.last_request(GuestId(1)), 7, "the player who waits is not forgotten");
    assert_eq!(table.last_request(GuestId(1999)), 2, "nor are the last guests");
}

#[test]
fn a_request_whose_events_were_dropped_is_not_carried_out_twice() {
    let mut table = busy_table(20).compacted().unwrap();
    let last = table.last_request(GuestId(100));
    let version = table.version();
    let repeat = |number: u64| format!("{number} leave").parse().unwrap();
    let ask = |number| table.after_request(Actor::Guest(GuestId(100)), &repeat(number), Time(9000));
    assert!(ask(last).unwrap().is_none(), "it is known to be done");
    assert!(ask(last - 1).is_err());
    request(&mut table, 100, &format!("{last} leave"), 9000);
    assert_eq!(table.version(), version);
}

#[test]
fn a_client_that_missed_dropped_events_gets_a_snapshot_and_continues() {
    let before = busy_table(3);
    let mut client = Conversation::new();
    client.connected(Time(1));
    let (welcome, messages) = before.welcome(None, Hello { seat: None, seen: 0 });
    client.receive(&welcome.to_string(), Time(1));
    messages.iter().for_each(|message| client.receive(&message.to_string(), Time(1)));
    let (mut table, known) = (busy_table(20).compacted().unwrap(), before.version());
    assert!(table.was_compacted_since(known) && !table.was_compacted_since(table.version() - 1));
    client.receive(&table.snapshot_for(Viewer::Public).to_string(), Time(2));
    let version = table.version();
    request(&mut table, 8, "1 join seat=- name=Eve contribution=000102030405060708090a0b0c0d0e0f", 9000);
    for index in version..table.version() {
        let message = table.message_for(index, Viewer::Public).unwrap();
        client.receive(&message.to_string(), Time(3));
    }
    client.receive(&Answer::Still { number: table.number(Viewer::Public) }.to_string(), Time(4));
    while let Some(notification) = client.next_notification() {
        assert!(!matches!(notification, Notification::Reconnect | Notification::Incompatible(_)));
    }
    assert_eq!(
        client.table().map(|table| table.seats[0].clone()),
        Some(crate::redact::occupant(&table.state().seats[0]))
    );
}

#[test]
fn a_damaged_line_is_refused() {
    let line = busy_table(20).compacted().unwrap().events().last().unwrap().to_string();
    assert!(line.parse::<Event>().is_ok());
    for (right, wrong) in [
        ("events=", "events=4294967296"),
        ("seats=3", "seats=2"),
        (":A,:%20B", ""),
        ("acted-at=", "acted-at=x"),
    ] {
        assert!(line.contains(right), "{line}");
        assert!(line.replacen(right, wrong, 1).parse::<Event>().is_err(), "{wrong}");
    }
    let table = busy_table(0);
    let seats = line.replace("seats=3", "seats=2").replace("seat3=- ", "").parse().unwrap();
    assert!(table.after(vec![seats]).is_err());
}
