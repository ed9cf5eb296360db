//! A server in memory: one table, and connections that carry lines in both directions, like those of the real server.

use rules::Viewer;
use table::{Actor, Answer, Event, GuestId, Hello, Request, Table, Time};

/// One table and everyone connected to it.
pub(crate) struct Host {
    pub(crate) table: Table,
    pub(crate) now: Time,
    connections: Vec<Connection>,
    last_connection: usize,
}

struct Connection {
    id: usize,
    guest: GuestId,
    /// The viewer of this connection; `None` before hello.
    viewer: Option<Viewer>,
    outgoing: Vec<String>,
}

impl Host {
    pub(crate) fn new(table: Table, now: Time) -> Host {
        Host { table, now, connections: Vec::new(), last_connection: 0 }
    }

    /// Opens a connection of this guest. Returns its id.
    pub(crate) fn connect(&mut self, guest: GuestId) -> usize {
        self.last_connection += 1;
        let id = self.last_connection;
        self.connections.push(Connection { id, guest, viewer: None, outgoing: Vec::new() });
        id
    }

    /// Ends a connection. A guest without another one counts as gone.
    pub(crate) fn disconnect(&mut self, id: usize) {
        let Some(index) = self.connections.iter().position(|connection| connection.id == id) else { return };
        let guest = self.connections.remove(index).guest;
        if !self.connections.iter().any(|connection| connection.guest == guest) {
            let events = self.table.presence(guest, false, self.now);
            self.apply(events);
        }
    }

    pub(crate) fn is_open(&self, id: usize) -> bool {
        self.connections.iter().any(|connection| connection.id == id)
    }

    /// The lines that were sent on a connection since the last call.
    pub(crate) fn take_lines(&mut self, id: usize) -> Vec<String> {
        let connection = self.connections.iter_mut().find(|connection| connection.id == id);
        connection.map(|connection| std::mem::take(&mut connection.outgoing)).unwrap_or_default()
    }

    /// Applies events and sends each connection what its viewer may know of them. A connection whose viewer has changed
    /// is closed.
    pub(crate) fn apply(&mut self, events: Vec<Event>) {
        let from = self.table.version();
        events.into_iter().for_each(|event| self.table.apply(event).unwrap());
        let Host { table, connections, .. } = self;
        connections.retain_mut(|connection| {
            let viewer = table.viewer(connection.guest);
            match connection.viewer {
                None => return true,
                Some(before) if before != viewer && !table.seating_changed_since(from) => return false,
                Some(_) => connection.viewer = Some(viewer),
            }
            let messages = (from..table.version()).filter_map(|index| table.message_for(index, viewer));
            connection.outgoing.extend(messages.map(|message| message.to_string()));
            true
        });
    }

    /// Handles a line that arrived on a connection.
    pub(crate) fn receive(&mut self, id: usize, line: &str) {
        let Some(connection) = self.connections.iter().find(|connection| connection.id == id) else { return };
        let (guest, is_greeted) = (connection.guest, connection.viewer.is_some());
        if !is_greeted {
            return match Hello::parse(line) {
                Ok(hello) => self.welcome(id, guest, hello),
                Err(refusal) => self.send(id, &Answer::refused(0, &refusal)),
            };
        }
        let answer = match line.parse::<Request>() {
            Err(error) => Answer::refused(Request::number_of(line), &error.into()),
            Ok(request) => match self.table.handle(Actor::Guest(guest), &request, self.now) {
                Err(refusal) => Answer::refused(request.number, &refusal),
                Ok(events) => {
                    self.apply(events);
                    Answer::Done { request: request.number }
                }
            },
        };
        assert_eq!(answer.to_string().parse().as_ref(), Ok(&answer));
        self.send(id, &answer);
    }

    fn welcome(&mut self, id: usize, guest: GuestId, hello: Hello) {
        let events = self.table.presence(guest, true, self.now);
        self.apply(events);
        let (welcome, missed) = self.table.welcome(Some(guest), hello);
        self.send(id, &welcome);
        missed.iter().for_each(|message| self.send(id, message));
        let viewer = self.table.viewer(guest);
        for connection in self.connections.iter_mut().filter(|connection| connection.id == id) {
            connection.viewer = Some(viewer);
        }
    }

    fn send(&mut self, id: usize, line: &impl ToString) {
        for connection in self.connections.iter_mut().filter(|connection| connection.id == id) {
            connection.outgoing.push(line.to_string());
        }
    }

    /// Sends every connection its keepalive.
    pub(crate) fn keepalive(&mut self) {
        for connection in &mut self.connections {
            if let Some(viewer) = connection.viewer {
                let still = Answer::Still { number: self.table.number(viewer) };
                connection.outgoing.push(still.to_string());
            }
        }
    }
}
