//! Parses any lines as requests, events, messages, answers and listings. Any requests, in any order and at any time,
//! must leave a table whose log replays and whose viewers see what they may.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{Lang, Say, Seat, Viewer};
use table::{
    Actor, Answer, Event, GuestId, Hello, Listing, Message, Receipt, Replica, Request, Secret, Setup, Table, Time, verify,
};

/// A line that parses must round-trip.
fn round_trips<T: rules::Text>(line: &str) {
    if let Ok(value) = line.parse::<T>() {
        let written = value.to_string();
        assert_eq!(written.parse::<T>().as_ref(), Ok(&value), "{written}");
    }
}

fn apply(table: &mut Table, events: Vec<Event>) {
    for event in events {
        table.apply(event).expect("what was decided can happen");
    }
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let setup = lines.next().and_then(|line| line.parse::<Setup>().ok());
    let setup = setup.unwrap_or_else(|| "cards - open,open 60+2 random".parse().expect("a table"));
    let mut table = Table::new(setup, Time(0), Secret::new([9; 32]));
    let mut now = Time(0);
    let viewers = [Viewer::Public, Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO)];
    let replicas = viewers.map(|viewer| Replica::new(&table.snapshot_for(viewer)).expect("a snapshot"));
    for (index, line) in lines.enumerate().take(200) {
        round_trips::<Request>(line);
        round_trips::<Event>(line);
        round_trips::<Message>(line);
        round_trips::<Answer>(line);
        round_trips::<Listing>(line);
        round_trips::<Receipt>(line);
        let _ = Hello::parse(line);
        let (who, rest) = line.split_at_checked(1).unwrap_or((line, ""));
        let guest = GuestId(u64::from(who.bytes().next().unwrap_or(0) % 5));
        now = now.plus(rest.len() as u64 * 17);
        let due = table.tick(now);
        apply(&mut table, due);
        // A line is a request without its number, a change of presence, or an event from a damaged log.
        if let Ok(request) = format!("{} {rest}", index + 1).parse::<Request>() {
            let actor = if who == "e" { Actor::Engine(Seat::TWO) } else { Actor::Guest(guest) };
            match table.handle(actor, &request, now) {
                Ok(events) => apply(&mut table, events),
                Err(refusal) => {
                    assert_ne!(refusal.code(), "fault", "{request}");
                    assert!(Lang::ALL.iter().all(|&lang| !refusal.say(lang).is_empty()));
                }
            }
        } else if rest == "there" || rest == "gone" {
            let events = table.presence(guest, rest == "there", now);
            apply(&mut table, events);
        } else if let Ok(event) = line.parse::<Event>() {
            let mut damaged = table.clone();
            if damaged.apply(event).is_ok() {
                viewers.iter().for_each(|&viewer| drop(damaged.snapshot_for(viewer).to_string()));
                damaged.tick(now.plus(1 << 40));
                damaged.record();
            }
        }
    }
    let log: Vec<Event> = table
        .events()
        .map(|event| event.to_string().parse().expect("events read as they are written"))
        .collect();
    let again = Table::replay(log).expect("the log replays");
    if let Some(record) = table.record() {
        assert!(verify(&record).is_ok(), "a finished game verifies");
    }
    for (viewer, mut replica) in viewers.into_iter().zip(replicas) {
        let snapshot = table.snapshot_for(viewer);
        assert_eq!(again.snapshot_for(viewer), snapshot);
        assert_eq!(snapshot.to_string().parse().as_ref(), Ok(&snapshot));
        if viewer == Viewer::Public {
            for message in table.messages_since(viewer, replica.number()) {
                replica.receive(&message);
            }
            assert_eq!(Some(&replica), Replica::new(&snapshot).as_ref());
        }
    }
});
