//! Thousands of random matches, with every kind of request at every moment, from players, engines, strangers, over a
//! failing network and with a failing server. The invariants hold all the time.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{
    Play, bytes, check_refusal, check_replica, checked_messages, games, join, random_answer, random_move,
    random_request, random_setup, receive,
};
use rules::{Rng, Seat, Viewer};
use table::{Actor, Claim, Event, GuestId, Replica, Request, RequestKind, Secret, Table, verify};

const GUESTS: u64 = 5;

/// One match in so many reserves the last seat for the last guest, who comes after [`LATE_ROUNDS`].
const LATE_MATCHES: u32 = 8;

/// For how many rounds the last guest is awaited: long enough for a log that is compacted.
const LATE_ROUNDS: u32 = 400;

/// How long a game is idle, in ms, before it may be abandoned.
const IDLE: u64 = 60_000;

/// A guest with a bad connection, who follows the table from their seat or as a spectator.
struct Follower {
    guest: GuestId,
    replica: Replica,
    /// The viewer at the time of the last connection.
    viewer: Viewer,
    /// The version of the table then.
    version: usize,
}

impl Follower {
    fn new(guest: GuestId, table: &Table) -> Follower {
        let viewer = table.viewer(guest);
        Follower {
            guest,
            replica: Replica::new(&table.snapshot_for(viewer)).unwrap(),
            viewer,
            version: table.version(),
        }
    }

    /// Receives what was missed, sometimes over a connection that repeats and skips.
    fn listen(&mut self, table: &Table, rng: &mut Rng) {
        let viewer = table.viewer(self.guest);
        // Seating messages tell viewers their seat, and before the start all viewers have the same message numbers. A
        // replica whose seat has changed without a seating message restarts from a snapshot.
        let has_seating_messages = !table.is_started() && table.seating_changed_since(self.version);
        if self.viewer != viewer && !has_seating_messages {
            self.replica = Replica::new(&table.snapshot_for(viewer)).unwrap();
        }
        (self.viewer, self.version) = (viewer, table.version());
        let missed = table.messages_since(self.viewer, self.replica.number());
        if rng.below(4) == 0 && missed.len() > 2 {
            self.replica.receive(&missed[1]);
            self.replica.receive(&missed[0]);
            self.replica.receive(&missed[0]);
            let rest = table.messages_since(self.viewer, self.replica.number());
            receive(&mut self.replica, &rest);
        } else {
            receive(&mut self.replica, &missed);
        }
        check_replica(&self.replica, table, self.viewer);
    }
}

/// A random wait: often none, sometimes an hour, sometimes weeks.
fn wait(rng: &mut Rng) -> u64 {
    match rng.below(200) {
        0..=99 => 0,
        100..=180 => rng.below(3_000).into(),
        181..=196 => rng.below(90_000).into(),
        197 | 198 => rng.below(3_600_000).into(),
        _ => u64::from(rng.below(1_000)) * 2_000_000,
    }
}

fn check_clocks(play: &Play) {
    let left = play.table.time_left(play.now);
    let most = 86_400_000 * 14 + 3_600_000 * 1_000;
    assert!(left.iter().all(|&left| left <= most), "{left:?}");
    match play.table.wake_at() {
        None => {}
        Some(end) => {
            assert!(play.table.to_move().is_some(), "only the clock of the player to move runs");
            assert!(play.table.tick(table::Time(end.0.saturating_sub(1)).min(play.now)).is_empty());
            assert!(!play.table.tick(end).is_empty(), "a tick at that time has events");
            if play.now < end {
                assert!(play.table.tick(table::Time(end.0 - 1)).is_empty(), "a tick before it has none");
            }
        }
    }
    assert!(play.table.wake_at().is_none() || !play.table.is_over());
}

fn check_replay(table: &Table) {
    let lines: Vec<String> = table.events().map(ToString::to_string).collect();
    let events: Vec<Event> = lines.iter().map(|line| line.parse().unwrap()).collect();
    assert!(events.iter().eq(table.events()), "events read as they are written");
    let again = Table::replay(events).unwrap();
    for viewer in [Viewer::Public, Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO)] {
        assert_eq!(again.snapshot_for(viewer), table.snapshot_for(viewer));
        assert!((0..table.version()).all(|i| again.message_for(i, viewer) == table.message_for(i, viewer)));
    }
    assert_eq!(again.wake_at(), table.wake_at());
    assert_eq!(again.rematch_setup(), table.rematch_setup());
    assert!(
        (0..GUESTS).all(|guest| again.last_request(GuestId(guest)) == table.last_request(GuestId(guest)))
    );
}

/// Tries to hand a guest's seat over to another device, and checks the result.
fn hand_over(play: &mut Play, from: GuestId, to: GuestId) {
    let viewers = [from, to].map(|guest| play.table.viewer(guest));
    let streams = |play: &Play| -> Vec<_> {
        let seats =
            (0..play.table.setup().seats().len() as u8).map(|seat| Viewer::Seat(Seat::from_index(seat)));
        seats.chain([Viewer::Public]).map(|viewer| play.stream(viewer)).collect()
    };
    let (version, before, listed) = (play.table.version(), streams(play), play.listing());
    match (play.table.hand_over(from, to, play.now), viewers) {
        (Err(refusal), [Viewer::Public, _]) => assert_eq!(refusal.code(), "not-seated"),
        (Err(refusal), [_, Viewer::Seat(_)]) => assert_eq!(refusal.code(), "already-seated"),
        (Ok(events), [one, two]) if one == two => assert!(events.is_empty(), "a guest keeps their own seat"),
        (Ok(events), [Viewer::Seat(seat), Viewer::Public]) => {
            play.apply(events);
            assert_eq!(play.table.version(), version + 1);
            assert_eq!(play.table.guest(seat), Some(to));
            assert_eq!([from, to].map(|guest| play.table.viewer(guest)), [viewers[1], viewers[0]]);
            // No other viewer learns of it: no message, snapshot, listing or time shows it.
            assert_eq!(streams(play), before);
            assert_eq!(play.listing(), listed);
            // The old device can no longer act in the seat, the new one can.
            assert_eq!(play.refusal(from.0, &RequestKind::Unpremove), "not-seated");
            let code = play.refusal(to.0, &join(to.0));
            assert!(["already-seated", "too-much", "time-is-up"].contains(&code), "{code}");
        }
        (answer, viewers) => panic!("{viewers:?}: {answer:?}"),
    }
}

/// A player takes a seat, leaves, connects or loses the connection while the last guest is awaited.
fn come_or_go(play: &mut Play, rng: &mut Rng) {
    let guest = rng.below(GUESTS as u32 - 1).into();
    let ask = match rng.below(3) {
        0 => return play.presence(guest, rng.below(2) == 0),
        1 => join(guest),
        _ => RequestKind::Leave,
    };
    let _ = play.try_ask(guest, &ask).map_err(|refusal| check_refusal(&refusal));
}

/// Shortens a long log, as the server does after each commit. What players and spectators see stays the same.
fn compact(play: &mut Play) {
    let Some(compacted) = play.table.compacted() else { return };
    let seats = (0..play.table.setup().seats().len() as u8).map(|seat| Viewer::Seat(Seat::from_index(seat)));
    for viewer in seats.chain([Viewer::Public]) {
        assert_eq!(compacted.snapshot_for(viewer), play.table.snapshot_for(viewer));
    }
    play.table = compacted;
}

/// Performs one random action.
fn random_action(play: &mut Play, rng: &mut Rng) {
    if let Some((seat, _, ply)) = play.table.engine_to_move()
        && rng.below(2) == 0
    {
        let position = play.table.view(Viewer::Seat(seat)).position();
        let mv = position.random_move(rng).unwrap().to_string();
        let request = Request { number: 1, kind: RequestKind::Move { ply, mv } };
        let events = play.table.handle(Actor::Engine(seat), &request, play.now).unwrap();
        play.apply(events);
        return;
    }
    match rng.below(100) {
        0..=6 => play.presence(rng.below(GUESTS as u32).into(), rng.below(3) == 0),
        7 if rng.below(2) == 0 => {
            let events = play.table.resume(rng.below(60_000).into(), play.now);
            play.apply(events);
        }
        7 if rng.below(4) == 0 => {
            let events = play.table.close(play.now);
            play.apply(events);
        }
        7 if rng.below(4) == 0 => {
            let events = play.table.abandon(IDLE, play.now);
            play.apply(events);
        }
        7 => {
            let [from, to] = [0; 2].map(|_| GuestId(rng.below(GUESTS as u32).into()));
            hand_over(play, from, to);
        }
        8 => {
            let events = play.table.rematched("another".parse().unwrap(), play.now);
            play.apply(events);
        }
        9 => {
            // Only an engine's seat can act as an engine, and an engine can only move.
            let seat = Seat::from_index(rng.below(6) as u8);
            let ask = random_request(&play.table, 0, rng);
            if play.table.engine_to_move().is_none() {
                let request = Request { number: 1, kind: ask };
                check_refusal(&play.table.handle(Actor::Engine(seat), &request, play.now).unwrap_err());
            }
        }
        10..=14 => {
            // A repeated request does nothing, even with another content.
            let guest = rng.below(GUESTS as u32).into();
            let number = play.numbers[guest as usize];
            let request = Request { number, kind: random_request(&play.table, guest, rng) };
            if number > 0 {
                assert_eq!(
                    play.table.handle(Actor::Guest(GuestId(guest)), &request, play.now),
                    Ok(Vec::new())
                );
            }
        }
        15..=30 => {
            if let Some((guest, ask)) = random_answer(&play.table, rng) {
                let _ = play.try_ask(guest, &ask).map_err(|refusal| check_refusal(&refusal));
            }
        }
        31..=60 => {
            if let Some(guest) = play.to_move() {
                let mv = random_move(&play.table, guest, rng);
                let ask = RequestKind::Move { ply: play.table.ply(), mv };
                let _ = play.try_ask(guest, &ask).map_err(|refusal| check_refusal(&refusal));
            }
        }
        61..=65 if !play.table.late_for_first_move(play.now).is_empty() => {
            let guest = rng.below(GUESTS as u32).into();
            let ask = RequestKind::Claim(Claim::Abort);
            let _ = play.try_ask(guest, &ask).map_err(|refusal| check_refusal(&refusal));
        }
        _ => {
            let guest = rng.below(GUESTS as u32).into();
            let ask = random_request(&play.table, guest, rng);
            let before = play.table.version();
            if let Err(refusal) = play.try_ask(guest, &ask) {
                check_refusal(&refusal);
                assert_eq!(play.table.version(), before);
            }
        }
    }
}

/// The setup with another last seat.
fn with_last_seat(setup: &str, last: &str) -> String {
    let mut fields: Vec<&str> = setup.split(' ').collect();
    let (others, _) = fields[2].rsplit_once(',').unwrap();
    let seats = format!("{others},{last}");
    fields[2] = &seats;
    fields.join(" ")
}

fn match_of(game: &str, seed: u64, rounds: u32) -> Play {
    let mut rng = Rng::new(seed);
    let mut setup = random_setup(game, &mut rng);
    let waiting = if rng.below(LATE_MATCHES) == 0 { LATE_ROUNDS } else { 0 };
    if waiting > 0 {
        setup = with_last_seat(&setup, &format!("guest:{:016x}", GUESTS - 1));
    }
    let mut play = Play::with_secret(&setup, Secret::new(bytes(&mut rng)));
    let mut followers: Vec<Follower> =
        (0..GUESTS).map(|guest| Follower::new(GuestId(guest), &play.table)).collect();
    for round in 0..waiting + rounds {
        let version = play.table.version();
        play.wait(wait(&mut rng));
        let due = play.table.wake_at().is_some_and(|end| end <= play.now);
        assert_eq!(play.tick() > 0, due, "a tick has events exactly when it is due");
        if round < waiting {
            come_or_go(&mut play, &mut rng);
        } else {
            random_action(&mut play, &mut rng);
        }
        check_clocks(&play);
        // Each viewer is checked often but not always, which would take most of the time.
        for seat in 0..play.table.setup().seats().len() as u8 {
            checked_messages(&play.table, version, Viewer::Seat(Seat::from_index(seat)));
        }
        compact(&mut play);
        for follower in &mut followers {
            if rng.below(6) == 0 {
                follower.listen(&play.table, &mut rng);
            }
        }
        if play.table.is_over() && rng.below(25) == 0 {
            break;
        }
    }
    for follower in &mut followers {
        follower.listen(&play.table, &mut rng);
    }
    check_replay(&play.table);
    if let Some(record) = play.table.record() {
        verify(&record).unwrap_or_else(|error| panic!("{error}\n{record}"));
        assert_eq!(rules::Record::parse(&record.to_string(), None).as_ref(), Ok(&record));
    }
    if let Some(setup) = play.table.rematch_setup() {
        assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup));
    }
    play
}

/// The number of matches per game; set with `TABLE_MATCHES`.
fn matches() -> u64 {
    std::env::var("TABLE_MATCHES").ok().and_then(|count| count.parse().ok()).unwrap_or(240)
}

#[test]
fn every_request_at_every_moment_leaves_a_consistent_table() {
    let mut endings = std::collections::BTreeMap::new();
    for (index, game) in games().iter().enumerate() {
        for seed in 0..matches() {
            let play = match_of(game, seed * 64 + index as u64, 260);
            for event in play.table.events() {
                let text = event.kind.to_string();
                let why = text.rsplit_once("why=").map(|(_, why)| format!(" {why}"));
                let word = text.split(' ').next().unwrap_or("").to_owned();
                *endings.entry(word + &why.unwrap_or_default()).or_insert(0) += 1;
            }
        }
    }
    // Everything must have happened at least once, or it was not tested.
    for happened in [
        "created",
        "joined",
        "left",
        "started",
        "moved",
        "drawn",
        "premoved",
        "unpremoved",
        "offered",
        "accepted",
        "declined",
        "withdrawn",
        "took-back",
        "stood-in resigned",
        "stood-in gone",
        "stood-in time",
        "returned",
        "handed",
        "gone",
        "back",
        "resumed",
        "said",
        "ended rules",
        "ended resignation",
        "ended agreement",
        "ended time",
        "ended claim",
        "ended closed",
        "ended abandoned",
        "ended aborted",
        "compacted",
        "rematched",
    ] {
        assert!(endings.get(happened).is_some_and(|&times| times > 3), "{happened}: {endings:?}");
    }
    println!("{endings:?}");
}
