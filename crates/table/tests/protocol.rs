//! `docs/protocol.md` says what the code does: its conversations are had, and every word and code is in it. With
//! `UPDATE_EXPECT=1` the answers in the conversations are written anew.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;

use rules::Viewer;
use table::{Actor, Answer, Event, GuestId, Hello, Message, Refusal, Request, Secret, Table, Time};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");

/// A server as small as can be: one table, connections by name.
struct Server {
    table: Table,
    now: Time,
    people: Vec<Person>,
}

struct Person {
    name: String,
    is_listening: bool,
    heard: Vec<String>,
}

impl Server {
    fn new(setup: &str) -> Server {
        let secret = Secret::new(std::array::from_fn(|i| i as u8));
        Server {
            table: Table::new(setup.parse().unwrap(), Time(1000), secret),
            now: Time(1000),
            people: Vec::new(),
        }
    }

    fn person(&mut self, name: &str) -> usize {
        self.people.iter().position(|person| person.name == name).unwrap_or_else(|| {
            self.people.push(Person { name: name.to_owned(), is_listening: false, heard: Vec::new() });
            self.people.len() - 1
        })
    }

    fn apply(&mut self, events: Vec<Event>) {
        let before = self.table.version();
        events.into_iter().for_each(|event| self.table.apply(event).unwrap());
        for index in 0..self.people.len() {
            let viewer = self.table.viewer(GuestId(index as u64));
            let messages: Vec<Message> =
                (before..self.table.version()).filter_map(|i| self.table.message_for(i, viewer)).collect();
            if self.people[index].is_listening {
                self.people[index].heard.extend(messages.iter().map(ToString::to_string));
            }
        }
    }

    fn hello(&mut self, index: usize, line: &str) -> Result<(), Refusal> {
        let hello = Hello::parse(line)?;
        let guest = GuestId(index as u64);
        let events = self.table.presence(guest, true, self.now);
        self.apply(events);
        let viewer = self.table.viewer(guest);
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let welcome = Answer::Welcome { you, last_request: self.table.last_request(guest) };
        let missed = self.table.messages_since(viewer, hello.seen);
        let person = &mut self.people[index];
        person.is_listening = true;
        person.heard.push(welcome.to_string());
        person.heard.extend(missed.iter().map(ToString::to_string));
        Ok(())
    }

    fn line(&mut self, name: &str, line: &str) {
        let index = self.person(name);
        let is_request = self.people[index].is_listening || line.starts_with(|c: char| c.is_ascii_digit());
        if !is_request {
            if let Err(refusal) = self.hello(index, line) {
                self.people[index].heard.push(Answer::refused(0, &refusal).to_string());
            }
            return;
        }
        let answer = match line.parse::<Request>() {
            Err(error) => Answer::refused(Request::number_of(line), &error.into()),
            Ok(request) => match self.table.handle(Actor::Guest(GuestId(index as u64)), &request, self.now) {
                Err(refusal) => Answer::refused(request.number, &refusal),
                Ok(events) => {
                    self.apply(events);
                    Answer::Done { request: request.number }
                }
            },
        };
        assert_eq!(answer.to_string().parse().as_ref(), Ok(&answer));
        if self.people[index].is_listening {
            self.people[index].heard.push(answer.to_string());
        }
    }

    fn happening(&mut self, what: &str) {
        if let Some(name) = what.strip_suffix(" goes") {
            let index = self.person(name);
            self.people[index].is_listening = false;
            let events = self.table.presence(GuestId(index as u64), false, self.now);
            self.apply(events);
        } else if let Some(id) = what.strip_prefix("the next table is ") {
            let events = self.table.rematched(id.parse().unwrap(), self.now);
            self.apply(events);
        } else {
            let down_for: u64 = what.strip_prefix("the server was down for ").unwrap().parse().unwrap();
            self.now = self.now.plus(down_for);
            let events = self.table.resume(down_for, self.now);
            self.apply(events);
        }
    }
}

/// The conversation with the answers that the code gives.
fn had(conversation: &str) -> String {
    let mut server: Option<Server> = None;
    let mut text = String::new();
    for line in conversation.lines().filter(|line| !line.contains("< ")) {
        writeln!(text, "{line}").unwrap();
        if let Some(setup) = line.strip_prefix("= ") {
            server = Some(Server::new(setup));
            continue;
        }
        let server = server.as_mut().unwrap();
        if let Some(now) = line.strip_prefix("@ ") {
            server.now = now.parse().unwrap();
        } else if let Some(what) = line.strip_prefix("! ") {
            server.happening(what);
        } else {
            let (name, said) = line.split_once("> ").unwrap();
            server.line(name, said);
        }
        for person in &mut server.people {
            for heard in person.heard.drain(..) {
                writeln!(text, "{}< {heard}", person.name).unwrap();
            }
        }
    }
    text
}

#[test]
fn the_documented_conversations_are_had() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let mut parts = page.split("```transcript\n");
    let mut written = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (conversation, rest) = part.split_once("```\n").unwrap();
        write!(written, "```transcript\n{}```\n{rest}", had(conversation)).unwrap();
        count += 1;
    }
    assert!(count >= 4);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(PAGE, &written).unwrap();
    } else {
        for (had, documented) in written.lines().zip(page.lines()) {
            assert_eq!(had, documented);
        }
        assert_eq!(written, page);
    }
}

/// The words in quotes that stand before `=>`, or after it, in a part of a source file.
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
}
