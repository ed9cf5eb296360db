//! A client's conversation with a real table: each rule of `Conversation`, and random networks that lose and repeat
//! lines and cut connections. Afterwards every client agrees with the table, and every request was carried out once or
//! refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::{BTreeMap, VecDeque};

use common::host::Host;
use common::{bytes, games, join, random_move, random_request, random_setup};
use rules::{Rng, Seat, Viewer};
use table::{
    Conversation, GuestId, Notification, Phrase, Request, RequestKind, SILENCE_TIMEOUT, Secret, Table, Time,
    Update,
};

const GUESTS: u32 = 5;

/// A client with one connection at a time, and the lines on their way in both directions.
struct Person {
    guest: GuestId,
    conversation: Conversation,
    connection: Option<usize>,
    to_host: VecDeque<String>,
    from_host: VecDeque<String>,
    /// Every request that was made, and whether it was carried out, once it is answered.
    requests: BTreeMap<u64, Option<bool>>,
    welcomes: usize,
}

impl Person {
    fn new(guest: u64) -> Person {
        Person {
            guest: GuestId(guest),
            conversation: Conversation::new(),
            connection: None,
            to_host: VecDeque::new(),
            from_host: VecDeque::new(),
            requests: BTreeMap::new(),
            welcomes: 0,
        }
    }

    fn connect(&mut self, host: &mut Host) {
        self.connection = Some(host.connect(self.guest));
        self.conversation.connected(host.now);
        self.handle(host);
    }

    /// The connection ends; lines on their way are lost.
    fn cut(&mut self, host: &mut Host) {
        if let Some(id) = self.connection.take() {
            host.disconnect(id);
        }
        self.to_host.clear();
        self.from_host.clear();
        self.conversation.disconnected();
    }

    fn request(&mut self, host: &mut Host, kind: RequestKind) -> u64 {
        let number = self.conversation.request(kind, host.now);
        assert_eq!(self.requests.insert(number, None), None, "a number is used once");
        self.handle(host);
        number
    }

    /// Sends the lines of the conversation, and handles its notifications.
    fn handle(&mut self, host: &mut Host) {
        while let Some(line) = self.conversation.next_line() {
            self.to_host.push_back(line);
        }
        while let Some(notification) = self.conversation.next_notification() {
            match notification {
                Notification::Reconnect => self.cut(host),
                Notification::Welcomed => self.welcomes += 1,
                Notification::Updated(_) => {}
                Notification::Done(request) => self.answered(&request, true),
                Notification::Refused { request: Some(request), .. } => self.answered(&request, false),
                // A repeated hello.
                Notification::Refused { request: None, code, .. } => assert_eq!(code, "unreadable"),
                Notification::Incompatible(line) => panic!("{line}"),
            }
        }
    }

    fn answered(&mut self, request: &Request, is_done: bool) {
        let before = self.requests.insert(request.number, Some(is_done));
        assert_eq!(before, Some(None), "{request} is answered once");
    }

    fn deliver_to_host(&mut self, host: &mut Host) -> bool {
        let (Some(id), Some(line)) = (self.connection, self.to_host.pop_front()) else { return false };
        host.receive(id, &line);
        true
    }

    fn deliver_from_host(&mut self, host: &mut Host) -> bool {
        let Some(id) = self.connection else { return false };
        self.from_host.extend(host.take_lines(id));
        match self.from_host.pop_front() {
            Some(line) => {
                self.conversation.receive(&line, host.now);
                self.handle(host);
                true
            }
            None => {
                if !host.is_open(id) {
                    self.cut(host);
                }
                false
            }
        }
    }

    /// Connects if necessary, and delivers everything without faults.
    fn sync(&mut self, host: &mut Host) {
        if self.connection.is_none() {
            self.connect(host);
        }
        while self.deliver_to_host(host) || self.deliver_from_host(host) {}
    }

    fn table(&self) -> &table::Snapshot {
        self.conversation.table().unwrap()
    }

    #[track_caller]
    fn assert_agrees_with(&self, table: &Table) {
        let Update::Table(snapshot) = table.snapshot_for(table.viewer(self.guest)).update else {
            unreachable!()
        };
        assert_eq!(self.table(), &*snapshot);
    }
}

fn host(setup: &str) -> Host {
    Host::new(Table::new(setup.parse().unwrap(), Time(1_000), Secret::new([42; 32])), Time(1_000))
}

/// A table at which guests 0, 1… have joined in order.
fn seated<const N: usize>(setup: &str) -> (Host, [Person; N]) {
    let mut host = host(setup);
    let mut people = std::array::from_fn(|guest| Person::new(guest as u64));
    for person in &mut people {
        person.sync(&mut host);
        person.request(&mut host, join(person.guest.0));
        person.sync(&mut host);
    }
    people.iter_mut().for_each(|person| person.sync(&mut host));
    assert!(host.table.is_started());
    (host, people)
}

fn mv(ply: u32, mv: &str) -> RequestKind {
    RequestKind::Move { ply, mv: mv.to_owned() }
}

#[test]
fn a_client_that_reconnects_notices_that_its_seat_was_handed_over() {
    let (mut host, [mut phone, mut luc]) = seated::<2>("morpion - open,open untimed first");
    // The player has more messages than others, so a spectator's numbers are lower.
    luc.request(&mut host, RequestKind::Premove { ply: 1, mv: "1".to_owned() });
    luc.sync(&mut host);
    phone.request(&mut host, mv(0, "5"));
    phone.sync(&mut host);
    for (old_device, seat) in [(&mut phone, Seat::ONE), (&mut luc, Seat::TWO)] {
        assert_eq!(old_device.conversation.you(), Some(seat));
        old_device.cut(&mut host);
        let events =
            host.table.hand_over(old_device.guest, GuestId(70 + old_device.guest.0), host.now).unwrap();
        host.apply(events);
        old_device.sync(&mut host);
        assert_eq!(old_device.conversation.you(), None, "the seat is gone");
        old_device.assert_agrees_with(&host.table);
        // From now on the old device follows as a spectator.
        let mut new_device = Person::new(70 + old_device.guest.0);
        new_device.sync(&mut host);
        assert_eq!(new_device.conversation.you(), Some(seat));
        let ply = host.table.ply();
        let next = random_move(&host.table, new_device.guest.0, &mut Rng::new(1));
        new_device.request(&mut host, mv(ply, &next));
        new_device.sync(&mut host);
        old_device.sync(&mut host);
        old_device.assert_agrees_with(&host.table);
        let number = old_device.request(&mut host, RequestKind::Resign);
        old_device.sync(&mut host);
        assert_eq!(old_device.requests[&number], Some(false));
        // The seat comes back the same way.
        let events = host.table.hand_over(new_device.guest, old_device.guest, host.now).unwrap();
        host.apply(events);
        old_device.sync(&mut host);
        old_device.sync(&mut host);
        assert_eq!(old_device.conversation.you(), Some(seat));
        old_device.assert_agrees_with(&host.table);
    }
}

#[test]
fn hello_names_the_seat_and_the_last_message() {
    let (mut host, [mut anne, _luc]) = seated::<2>("morpion - open,open untimed first");
    anne.cut(&mut host);
    anne.connect(&mut host);
    let number = host.table.number(Viewer::Seat(Seat::ONE));
    // The message about her own disconnection was sent while she was away.
    assert_eq!(anne.to_host, [format!("hello version=5 seat=1 seen={}", number - 1)]);
}

#[test]
fn a_request_waits_for_the_welcome_and_is_repeated_until_it_is_answered() {
    let (mut host, [mut anne, _luc]) = seated::<2>("morpion - open,open untimed first");
    anne.cut(&mut host);
    let number = anne.request(&mut host, mv(0, "5"));
    assert_eq!(anne.conversation.pending_move(), Some("5"));
    anne.connect(&mut host);
    assert_eq!(anne.to_host.len(), 1, "nothing but hello is sent before the welcome");
    anne.deliver_to_host(&mut host);
    while anne.deliver_from_host(&mut host) {}
    // The server carries it out, and the answer is lost.
    assert!(anne.deliver_to_host(&mut host));
    anne.cut(&mut host);
    assert_eq!(anne.requests[&number], None);
    anne.sync(&mut host);
    assert_eq!(anne.requests[&number], Some(true));
    assert_eq!(host.table.ply(), 1);
    assert_eq!(anne.conversation.pending_move(), None);
    assert!(anne.conversation.unanswered().is_empty());
}

#[test]
fn a_gap_a_keepalive_ahead_and_a_lost_welcome_each_cause_a_reconnection() {
    let (mut host, [mut anne, mut luc]) = seated::<2>("morpion - open,open untimed first");
    let say = RequestKind::Say(Phrase::Hello);
    // A gap.
    luc.request(&mut host, say.clone());
    luc.request(&mut host, RequestKind::Say(Phrase::Thanks));
    luc.sync(&mut host);
    anne.from_host.extend(host.take_lines(anne.connection.unwrap()));
    anne.from_host.pop_front();
    anne.deliver_from_host(&mut host);
    assert_eq!(anne.connection, None);
    anne.sync(&mut host);
    anne.assert_agrees_with(&host.table);
    // A keepalive that names a lost message.
    luc.request(&mut host, say);
    luc.sync(&mut host);
    host.keepalive();
    anne.from_host.extend(host.take_lines(anne.connection.unwrap()));
    anne.from_host.pop_front();
    anne.deliver_from_host(&mut host);
    assert_eq!(anne.connection, None);
    // A welcome that is lost.
    anne.connect(&mut host);
    anne.deliver_to_host(&mut host);
    anne.from_host.extend(host.take_lines(anne.connection.unwrap()));
    anne.from_host.pop_front();
    anne.deliver_from_host(&mut host);
    assert_eq!(anne.connection, None);
    anne.sync(&mut host);
    anne.assert_agrees_with(&host.table);
    // A keepalive that names what is known changes nothing.
    host.keepalive();
    anne.sync(&mut host);
    assert_eq!(anne.welcomes, 3);
}

#[test]
fn a_client_accepts_a_server_that_was_restored_to_an_older_state() {
    let (mut host, [mut anne, mut luc]) = seated::<2>("morpion - open,open untimed first");
    let backup = host.table.clone();
    anne.request(&mut host, mv(0, "5"));
    anne.sync(&mut host);
    luc.sync(&mut host);
    let mut restored = Host::new(backup, host.now);
    for person in [&mut anne, &mut luc] {
        person.cut(&mut host);
        person.sync(&mut restored);
        person.assert_agrees_with(&restored.table);
        assert_eq!(person.table().ply(), 0);
    }
}

#[test]
fn another_version_and_a_line_that_cannot_be_read_end_the_conversation() {
    let refusal = "refused request=0 code=other-version fr=x en=x";
    for line in [refusal, "welcome version=6 you=- asked=0", "7 8 exploded seat=1", "surprise", ""] {
        let mut conversation = Conversation::new();
        conversation.connected(Time(0));
        assert_eq!(conversation.next_line().as_deref(), Some("hello version=5 seat=- seen=0"));
        conversation.receive(line, Time(1));
        assert_eq!(conversation.next_notification(), Some(Notification::Incompatible(line.to_owned())));
        conversation.disconnected();
        conversation.connected(Time(2));
        conversation.receive("welcome version=5 you=- asked=0", Time(3));
        assert_eq!((conversation.next_line(), conversation.next_notification()), (None, None));
        assert_eq!(conversation.deadline(), None);
    }
}

#[test]
fn a_refused_hello_is_reported_and_repeated_after_the_timeout() {
    let mut conversation = Conversation::new();
    conversation.connected(Time(0));
    conversation.next_line();
    conversation.receive("refused request=0 code=too-fast fr=Doucement. en=Slow%20down.", Time(10));
    let refused = conversation.next_notification().unwrap();
    assert!(
        matches!(&refused, Notification::Refused { request: None, code, reason } if code == "too-fast" && reason.en == "Slow down."),
        "{refused:?}"
    );
    let deadline = conversation.deadline().unwrap();
    conversation.tick(Time(deadline.0 - 1));
    assert_eq!(conversation.next_notification(), None);
    conversation.tick(deadline);
    assert_eq!(conversation.next_notification(), Some(Notification::Reconnect));
}

#[test]
fn timeouts_grow_without_answers_and_silence_has_its_own_timeout() {
    let mut conversation = Conversation::new();
    let mut now = Time(0);
    let mut waits = Vec::new();
    for _ in 0..10 {
        conversation.connected(now);
        let deadline = conversation.deadline().unwrap();
        waits.push(deadline.since(now) / 1_000);
        now = deadline;
        conversation.tick(now);
        assert_eq!(conversation.next_notification(), Some(Notification::Reconnect));
        assert_eq!(conversation.deadline(), None);
    }
    assert_eq!(waits, [4, 8, 12, 16, 20, 24, 28, 32, 32, 32]);
    conversation.connected(now);
    conversation.receive("welcome version=5 you=- asked=0", now);
    assert_eq!(conversation.deadline(), Some(now.plus(SILENCE_TIMEOUT)));
    conversation.request(RequestKind::Resign, now.plus(1_000));
    assert_eq!(conversation.deadline(), Some(now.plus(5_000)), "answers came again");
    // A keepalive is no answer.
    conversation.receive("still number=0", now.plus(2_000));
    assert_eq!(conversation.deadline(), Some(now.plus(5_000)));
    conversation.receive(&format!("done request={}", now.0 + 1_000), now.plus(3_000));
    assert_eq!(conversation.deadline(), Some(now.plus(3_000 + SILENCE_TIMEOUT)));
}

#[test]
fn lines_of_an_abandoned_connection_change_nothing() {
    let mut conversation = Conversation::new();
    conversation.receive("welcome version=5 you=- asked=0", Time(0));
    conversation.connected(Time(0));
    conversation.next_line();
    conversation.receive("welcome version=5 you=- asked=0", Time(0));
    // The client does not know the table yet.
    conversation.receive("still number=4", Time(0));
    conversation.receive("done request=7", Time(0));
    assert_eq!(conversation.next_notification(), Some(Notification::Welcomed));
    assert_eq!(conversation.next_notification(), Some(Notification::Reconnect));
    assert_eq!(conversation.next_notification(), None);
}

#[test]
fn requests_are_numbered_above_those_that_the_server_knows() {
    let mut conversation = Conversation::new();
    conversation.connected(Time(100));
    conversation.next_line();
    conversation.receive("welcome version=5 you=- asked=9000", Time(100));
    assert_eq!(conversation.request(RequestKind::Leave, Time(200)), 9_001);
    assert_eq!(conversation.next_line().as_deref(), Some("9001 leave"));
}

/// A random event at the table or on the network.
fn step(host: &mut Host, people: &mut [Person], rng: &mut Rng) {
    host.now = host.now.plus(if rng.below(50) == 0 { 4_000 } else { rng.below(30).into() });
    let events = host.table.tick(host.now);
    host.apply(events);
    let person = &mut people[rng.below(GUESTS) as usize];
    match rng.below(100) {
        0..=34 => drop(person.deliver_to_host(host)),
        35..=69 => drop(person.deliver_from_host(host)),
        // Loss on an open connection, which does not happen with TCP.
        70 => drop(person.to_host.pop_front()),
        71 => drop(person.from_host.pop_front()),
        72..=74 => {
            if let Some(line) = person.from_host.front().cloned() {
                person.from_host.push_front(line);
            }
        }
        75 => {
            if let (Some(id), Some(line)) = (person.connection, person.to_host.pop_front()) {
                host.receive(id, &line);
                host.receive(id, &line);
            }
        }
        76 => person.cut(host),
        77 => {
            // The client notices the end of the connection after the server has received all.
            while person.deliver_to_host(host) {}
            person.cut(host);
        }
        78 => host.keepalive(),
        79 if rng.below(4) == 0 => {
            let other = GuestId(rng.below(GUESTS).into());
            if let Ok(events) = host.table.hand_over(person.guest, other, host.now) {
                host.apply(events);
            }
        }
        80 => {
            person.conversation.tick(host.now);
            person.handle(host);
        }
        81..=89 if person.connection.is_none() => person.connect(host),
        90 if host.table.engine_to_move().is_some() => {
            let (seat, _, ply) = host.table.engine_to_move().unwrap();
            let position = host.table.view(Viewer::Seat(seat)).position();
            let kind = mv(ply, &position.random_move(rng).unwrap().to_string());
            let request = Request { number: 1, kind };
            let events = host.table.handle(table::Actor::Engine(seat), &request, host.now).unwrap();
            host.apply(events);
        }
        91..=95 => {
            // Games make progress only if the player to move moves.
            let mover = host.table.to_move().and_then(|seat| host.table.guest(seat));
            if let Some(person) = mover.and_then(|guest| people.get_mut(guest.0 as usize))
                && person.conversation.unanswered().is_empty()
            {
                let next = random_move(&host.table, person.guest.0, rng);
                person.request(host, mv(host.table.ply(), &next));
            }
        }
        96 if !host.table.is_started() => drop(person.request(host, join(person.guest.0))),
        97.. if person.conversation.unanswered().len() < 4 => {
            let kind = random_request(&host.table, person.guest.0, rng);
            person.request(host, kind);
        }
        _ => {}
    }
}

/// How often a request was carried out. The events that it caused are consecutive.
fn times_carried_out(table: &Table, guest: GuestId, number: u64) -> usize {
    let cause = Some(table::Cause { guest, number });
    let is_caused: Vec<bool> = table.events().map(|event| event.cause == cause).collect();
    is_caused.windows(2).filter(|pair| !pair[0] && pair[1]).count()
}

#[test]
fn after_any_network_faults_all_clients_agree_and_each_request_was_carried_out_once() {
    let (mut done, mut refused, mut connections, mut handed_over) = (0, 0, 0, 0);
    for (index, game) in games().iter().enumerate() {
        for seed in 0..40 {
            let mut rng = Rng::new(seed * 64 + index as u64);
            let setup = random_setup(game, &mut rng);
            let secret = Secret::new(bytes(&mut rng));
            let mut host = Host::new(Table::new(setup.parse().unwrap(), Time(1_000), secret), Time(1_000));
            let mut people: Vec<Person> = (0..GUESTS.into()).map(Person::new).collect();
            for _ in 0..1_500 {
                step(&mut host, &mut people, &mut rng);
            }
            // The network recovers.
            for _ in 0..6 {
                for person in &mut people {
                    person.sync(&mut host);
                }
                host.keepalive();
                host.now = host.now.plus(SILENCE_TIMEOUT);
                for person in &mut people {
                    while person.deliver_from_host(&mut host) {}
                    person.conversation.tick(host.now);
                    person.handle(&mut host);
                }
            }
            people.iter_mut().for_each(|person| person.sync(&mut host));
            people.iter_mut().for_each(|person| person.sync(&mut host));
            let is_hand_over = |event: &&table::Event| matches!(event.kind, table::EventKind::Handed { .. });
            handed_over += host.table.events().filter(is_hand_over).count();
            for person in &people {
                person.assert_agrees_with(&host.table);
                assert_eq!(
                    person.conversation.you().map_or(Viewer::Public, Viewer::Seat),
                    host.table.viewer(person.guest)
                );
                connections += person.welcomes;
                for (&number, answer) in &person.requests {
                    match answer {
                        Some(true) => done += 1,
                        Some(false) => refused += 1,
                        None => panic!("{setup}: {number} has no answer"),
                    }
                    let times = times_carried_out(&host.table, person.guest, number);
                    assert_eq!(times, usize::from(*answer == Some(true)), "{setup}: {number}");
                }
            }
        }
    }
    let counts =
        format!("{done} done, {refused} refused, {connections} connections, {handed_over} hand-overs");
    println!("{counts}");
    assert!(done > 2_000 && refused > 2_000 && connections > 5_000 && handed_over > 100, "{counts}");
}
