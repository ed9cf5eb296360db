//! Shared by the tests of the table: a table with a fake clock, and random requests.

#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod host;
pub(crate) mod worlds;

use rules::{AnyGame, Kind, Lang, Rng, Say, Seat, Viewer};
use table::{
    Actor, Answer, Claim, Contribution, Delivery, Event, GuestId, Message, Offer, Phrase, Refusal, Replica,
    Request, RequestKind, Secret, Setup, Table, Time,
};

/// A table, its time, and the number of each guest's last request.
pub(crate) struct Play {
    pub(crate) table: Table,
    pub(crate) now: Time,
    pub(crate) numbers: Vec<u64>,
}

/// The events as they are stored, without time and cause.
pub(crate) fn texts(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| event.kind.to_string()).collect()
}

pub(crate) fn bytes<const N: usize>(rng: &mut Rng) -> [u8; N] {
    std::array::from_fn(|_| rng.below(256) as u8)
}

impl Play {
    pub(crate) fn new(setup: &str) -> Play {
        Play::with_secret(setup, Secret::new([42; 32]))
    }

    pub(crate) fn with_secret(setup: &str, secret: Secret) -> Play {
        let setup: Setup = setup.parse().unwrap_or_else(|error| panic!("{setup}: {error}"));
        Play { table: Table::new(setup, Time(1_000), secret), now: Time(1_000), numbers: vec![0; 8] }
    }

    /// A table at which guests 0, 1… sit in all open seats, in order.
    pub(crate) fn full(setup: &str) -> Play {
        let mut play = Play::new(setup);
        for guest in 0..4 {
            if !play.table.is_started() {
                play.ask(guest, &join(guest));
            }
        }
        assert!(play.table.is_started());
        play
    }

    pub(crate) fn apply(&mut self, events: Vec<Event>) {
        for event in events {
            self.table.apply(event).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    /// Makes a request of the guest with this number.
    pub(crate) fn try_ask(&mut self, guest: u64, ask: &RequestKind) -> Result<Vec<Event>, Refusal> {
        let number = self.numbers[guest as usize] + 1;
        let request = Request { number, kind: ask.clone() };
        assert_eq!(request.to_string().parse(), Ok(request.clone()), "a request reads as it is written");
        let events = self.table.handle(Actor::Guest(GuestId(guest)), &request, self.now)?;
        self.numbers[guest as usize] = number;
        self.apply(events.clone());
        Ok(events)
    }

    /// Makes a request of the guest with this number, which must be granted.
    #[track_caller]
    pub(crate) fn ask(&mut self, guest: u64, ask: &RequestKind) -> Vec<Event> {
        self.try_ask(guest, ask).unwrap_or_else(|refusal| panic!("{ask}: {refusal}"))
    }

    /// Makes a request that is refused, and returns the code of the refusal. The refusal must have a sentence in each
    /// language.
    #[track_caller]
    pub(crate) fn refusal(&mut self, guest: u64, ask: &RequestKind) -> &'static str {
        let refusal = self.try_ask(guest, ask).expect_err("this is refused");
        check_refusal(&refusal);
        refusal.code()
    }

    pub(crate) fn moves(&mut self, moves: &[(u64, &str)]) {
        for &(guest, mv) in moves {
            let ply = self.table.ply();
            self.ask(guest, &RequestKind::Move { ply, mv: mv.to_owned() });
        }
    }

    pub(crate) fn tick(&mut self) -> usize {
        let events = self.table.tick(self.now);
        let count = events.len();
        self.apply(events);
        count
    }

    pub(crate) fn presence(&mut self, guest: u64, is_connected: bool) {
        let events = self.table.presence(GuestId(guest), is_connected, self.now);
        self.apply(events);
    }

    pub(crate) fn wait(&mut self, milliseconds: u64) {
        self.now = self.now.plus(milliseconds);
    }

    /// The guest to move, as the tests number them.
    pub(crate) fn to_move(&self) -> Option<u64> {
        self.table.to_move().and_then(|seat| self.table.guest(seat)).map(|guest| guest.0)
    }

    /// The listing that everyone can read.
    pub(crate) fn listing(&self) -> String {
        self.table.listing("abc".parse().unwrap(), Viewer::Public).to_string()
    }

    /// The texts of all messages for a viewer from the beginning, and of a snapshot at the end.
    pub(crate) fn stream(&self, viewer: Viewer) -> Vec<String> {
        let messages = (0..self.table.version()).filter_map(|index| self.table.message_for(index, viewer));
        messages.chain([self.table.snapshot_for(viewer)]).map(|message| message.to_string()).collect()
    }
}

/// Checks that a refusal has a sentence in each language, and that its answer survives being parsed.
#[track_caller]
pub(crate) fn check_refusal(refusal: &Refusal) {
    for lang in Lang::ALL {
        let sentence = refusal.say(lang);
        assert!(sentence.len() > 10 && sentence.ends_with('.'), "{sentence}");
    }
    assert_ne!(refusal.code(), "fault", "{refusal:?}");
    let answer = Answer::refused(3, refusal);
    assert_eq!(answer.to_string().parse(), Ok(answer));
}

pub(crate) fn join(guest: u64) -> RequestKind {
    let names = ["Anne", "Luc", "Zoé", "Max", "Eve", "Tom", "Lea", "Kim"];
    RequestKind::Join {
        seat: None,
        name: names[guest as usize % 8].to_owned(),
        contribution: Contribution::new([guest as u8; 16]),
    }
}

/// Every variant of every game, as the beginning of a setup.
pub(crate) fn games() -> Vec<String> {
    let game = |kind: Kind, options: &str| {
        let options = AnyGame::new(kind, options).unwrap().options();
        if options.is_empty() { format!("{kind} - ") } else { format!("{kind} {options} ") }
    };
    let all =
        Kind::ALL.iter().flat_map(|&kind| kind.info().variants.iter().map(move |&options| (kind, options)));
    all.map(|(kind, options)| game(kind, options)).collect()
}

/// A random setup for a game: engines, reserved seats, any clock.
pub(crate) fn random_setup(game: &str, rng: &mut Rng) -> String {
    let (kind, options) = game.trim_end().split_once(' ').unwrap();
    let kind: Kind = kind.parse().unwrap();
    let seats = AnyGame::new(kind, if options == "-" { "" } else { options }).unwrap().seats();
    let mut seats_text: Vec<String> = (0..seats)
        .map(|seat| match rng.below(6) {
            0 => format!("engine:{}", 1 + rng.below(10)),
            1 => format!("guest:{seat:016x}"),
            _ => "open".to_owned(),
        })
        .collect();
    if seats_text.iter().all(|seat| seat.starts_with("engine")) {
        seats_text[0] = "open".to_owned();
    }
    let clock = ["untimed", "1+0", "60+2", "300+5", "1d", "14d"][rng.below(6) as usize];
    let starts = ["first", "random"][rng.below(2) as usize];
    format!("{game}{} {clock} {starts}", seats_text.join(","))
}

/// Any request, sensible or not.
pub(crate) fn random_request(table: &Table, guest: u64, rng: &mut Rng) -> RequestKind {
    let offer = [Offer::Draw, Offer::TakeBack, Offer::Rematch][rng.below(3) as usize];
    let ply = match rng.below(8) {
        0 => rng.below(100),
        _ => table.ply(),
    };
    if table.is_over() && rng.below(3) == 0 {
        return RequestKind::Offer(Offer::Rematch);
    }
    match rng.below(44) {
        0 => RequestKind::Join {
            seat: Some(Seat::from_index(rng.below(9) as u8)).filter(|_| rng.below(2) == 0),
            name: ["", "x", "A very long name, longer than what is kept of it", "\u{202e}é =%\n"]
                [rng.below(4) as usize]
                .to_owned(),
            contribution: Contribution::new(bytes(rng)),
        },
        1 | 2 => join(guest),
        3 => RequestKind::Leave,
        4 => RequestKind::Resign,
        5 | 20 | 21 => {
            RequestKind::Claim([Claim::Win, Claim::Draw, Claim::Engine, Claim::Abort][rng.below(4) as usize])
        }
        6 | 22 => RequestKind::Return,
        7 => RequestKind::Say(Phrase::ALL[rng.below(Phrase::ALL.len() as u32) as usize]),
        8 | 9 => RequestKind::Offer(offer),
        10 | 11 => RequestKind::Accept(offer),
        12 => RequestKind::Decline(offer),
        13 => RequestKind::Withdraw(offer),
        14 => RequestKind::Unpremove,
        15..=18 => RequestKind::Premove { ply: ply + rng.below(4), mv: random_move(table, guest, rng) },
        19 => RequestKind::Move {
            ply,
            mv: ["", "5", "+R1", "nonsense", "a1-c3", "9.9"][rng.below(6) as usize].to_owned(),
        },
        _ => RequestKind::Move { ply, mv: random_move(table, guest, rng) },
    }
}

/// A random answer to a standing offer, if there is one.
pub(crate) fn random_answer(table: &Table, rng: &mut Rng) -> Option<(u64, RequestKind)> {
    let table::Update::Table(snapshot) = table.snapshot_for(Viewer::Public).update else { return None };
    let standing = snapshot.offers.first()?;
    let seat = Seat::from_index(rng.below(snapshot.seats.len() as u32) as u8);
    let ask = match rng.below(6) {
        0 => RequestKind::Decline(standing.offer),
        1 => RequestKind::Withdraw(standing.offer),
        2 => RequestKind::Offer(standing.offer),
        _ => RequestKind::Accept(standing.offer),
    };
    Some((table.guest(seat)?.0, ask))
}

/// A move that is legal as far as the guest can see, or any text.
pub(crate) fn random_move(table: &Table, guest: u64, rng: &mut Rng) -> String {
    let position = table.view(table.viewer(GuestId(guest))).position();
    position.random_move(rng).map_or_else(|| "1".to_owned(), |mv| mv.to_string())
}

/// The messages for a viewer after `version`, checking that each text survives being parsed.
pub(crate) fn checked_messages(table: &Table, version: usize, viewer: Viewer) -> Vec<Message> {
    let messages: Vec<Message> =
        (version..table.version()).filter_map(|index| table.message_for(index, viewer)).collect();
    for message in &messages {
        assert_eq!(message.to_string().parse().as_ref(), Ok(message), "{message}");
    }
    messages
}

/// Checks that a replica that received what it missed equals a new one, and shows the position that the server shows.
#[track_caller]
pub(crate) fn check_replica(replica: &Replica, table: &Table, viewer: Viewer) {
    let fresh = Replica::new(&table.snapshot_for(viewer)).unwrap();
    assert_eq!(replica, &fresh);
    let position = replica.table().position().unwrap();
    if table.is_over() {
        let record = table.record();
        assert!(record.is_none_or(|record| *record.end() == position), "all is shown after the end");
    } else {
        assert_eq!(position, table.view(viewer).position(), "{viewer:?}");
    }
    assert_eq!(replica.table().ply(), table.ply());
}

pub(crate) fn receive(replica: &mut Replica, messages: &[Message]) {
    for message in messages {
        assert_eq!(replica.receive(message), Delivery::New, "{message}");
        assert_eq!(replica.clone().receive(message), Delivery::Duplicate);
    }
}
