//! `docs/protocol.md` describes what the code does: the tests replay its transcripts, and check that it has every word
//! and code. With `UPDATE_EXPECT=1` they rewrite the answers in the transcripts.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;

mod common;

use common::host::Host;
use table::{GuestId, Secret, Table, Time};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");

/// A table and its guests, by name; guest number N is the one named Nth.
struct Server {
    host: Host,
    people: Vec<Person>,
}

struct Person {
    name: String,
    connection: Option<usize>,
}

impl Server {
    fn new(setup: &str) -> Server {
        let secret = Secret::new(std::array::from_fn(|i| i as u8));
        let table = Table::new(setup.parse().unwrap(), Time(1000), secret).with_id("abc".parse().unwrap());
        Server { host: Host::new(table, Time(1000)), people: Vec::new() }
    }

    fn person(&mut self, name: &str) -> usize {
        self.people.iter().position(|person| person.name == name).unwrap_or_else(|| {
            self.people.push(Person { name: name.to_owned(), connection: None });
            self.people.len() - 1
        })
    }

    fn line(&mut self, name: &str, line: &str) {
        let index = self.person(name);
        let connect = || self.host.connect(GuestId(index as u64));
        let id = *self.people[index].connection.get_or_insert_with(connect);
        self.host.receive(id, line);
    }

    /// The lines that everyone has received since the last call.
    fn received(&mut self) -> String {
        let mut text = String::new();
        for person in &mut self.people {
            let Some(id) = person.connection else { continue };
            for line in self.host.take_lines(id) {
                writeln!(text, "{}< {line}", person.name).unwrap();
            }
        }
        text
    }

    fn directive(&mut self, what: &str) {
        let now = self.host.now;
        if let Some(name) = what.strip_suffix(" goes") {
            let index = self.person(name);
            self.host.disconnect(self.people[index].connection.take().unwrap());
        } else if let Some((name, device)) = what.split_once(" goes on with ") {
            let (from, to) = (self.person(name) as u64, self.person(device) as u64);
            let events = self.host.table.hand_over(GuestId(from), GuestId(to), now).unwrap();
            self.host.apply(events);
        } else if let Some(id) = what.strip_prefix("the next table is ") {
            let events = self.host.table.rematched(id.parse().unwrap(), now);
            self.host.apply(events);
        } else if what == "the keepalive" {
            self.host.keepalive();
        } else {
            let down_for: u64 = what.strip_prefix("the server was down for ").unwrap().parse().unwrap();
            self.host.now = now.plus(down_for);
            let events = self.host.table.resume(down_for, self.host.now);
            self.host.apply(events);
        }
    }
}

/// A transcript with the answers that the code gives.
fn replayed(transcript: &str) -> String {
    let mut server: Option<Server> = None;
    let mut text = String::new();
    for line in transcript.lines().filter(|line| !line.contains("< ")) {
        writeln!(text, "{line}").unwrap();
        if let Some(setup) = line.strip_prefix("= ") {
            server = Some(Server::new(setup));
            continue;
        }
        let server = server.as_mut().unwrap();
        if let Some(now) = line.strip_prefix("@ ") {
            server.host.now = now.parse().unwrap();
        } else if let Some(what) = line.strip_prefix("! ") {
            server.directive(what);
        } else {
            let (name, said) = line.split_once("> ").unwrap();
            server.line(name, said);
        }
        text += &server.received();
    }
    text
}

#[test]
fn the_documented_transcripts_are_what_the_code_answers() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let mut parts = page.split("```transcript\n");
    let mut written = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (transcript, rest) = part.split_once("```\n").unwrap();
        write!(written, "```transcript\n{}```\n{rest}", replayed(transcript)).unwrap();
        count += 1;
    }
    assert!(count >= 4);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(PAGE, &written).unwrap();
    } else {
        for (replayed, documented) in written.lines().zip(page.lines()) {
            assert_eq!(replayed, documented);
        }
        assert_eq!(written, page);
    }
}

/// The quoted words before `=>`, or after it, in a part of a source file.
fn words(source: &str, from: &str, before_arrow: bool) -> Vec<String> {
    let (_, part) = source.split_once(from).unwrap();
    let part = part.split("\n}\n").next().unwrap().split("\n    }\n").next().unwrap();
    let arrows = part.lines().filter_map(|line| line.split_once(" => "));
    let sides = arrows.map(|(left, right)| if before_arrow { left } else { right });
    let quoted = sides.filter_map(|side| side.trim().strip_prefix('"')?.split('"').next());
    quoted.map(str::to_owned).collect()
}

#[test]
fn every_word_of_the_protocol_is_documented() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let requests = words(include_str!("../src/request.rs"), "\nfn kind(", true);
    let messages = words(include_str!("../src/message.rs"), "\nfn update(", true);
    let codes = words(include_str!("../src/refusal.rs"), "const fn code(", false);
    assert!(
        requests.len() == 13 && messages.len() >= 21 && codes.len() >= 30,
        "{requests:?} {messages:?} {codes:?}"
    );
    for word in requests.iter().chain(&messages).chain(&codes) {
        assert!(page.contains(&format!("`{word}`")), "{word} is not in docs/protocol.md");
    }
    for phrase in table::Phrase::ALL {
        let line = format!("`{phrase}` ({})", phrase.words().en);
        assert!(page.contains(&line), "{line} is not in docs/protocol.md");
    }
    for clock in ["untimed", "300+5", "3d"] {
        assert!(
            clock.parse::<table::TimeControl>().is_ok() && page.contains(&format!("`{clock}`")),
            "{clock}"
        );
    }
}
