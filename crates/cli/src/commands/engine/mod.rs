//! `trois engine`: the Universal Game Interface on the standard streams, as `docs/engine-protocol.md` tells it.
//!
//! Three threads: one listens, one thinks, and this one, which talks. It takes what the others send in turn, so
//! every answer is whole and nothing is shared.

mod info;
mod listen;
mod order;
mod search;
mod table;
mod time;

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use engine::Analysis;
use rules::{AnyMove, Seat, Viewer};

use crate::errors::Failure;
use crate::thinking::StopFlag;
use order::Order;
use search::{Thinker, Thought};
use table::Table;
use time::Go;

/// How many events may wait.
const WAITING: usize = 256;

/// How long a search that would end by itself may go on once nobody speaks to us any more.
const PATIENCE: Duration = Duration::from_secs(10);

/// What reaches the thread that talks.
enum Event {
    /// A line of the standard input, or what is wrong with it.
    Line(Result<String, String>),
    /// There are no more lines.
    End,
    /// News of the search.
    Progress(Analysis<AnyMove>),
    /// The search is over.
    Thought(Thought),
}

/// A search that is under way.
struct Running {
    stop: StopFlag,
    seat: Seat,
    ends: bool,
}

struct Session<'o> {
    out: &'o mut dyn Write,
    events: Receiver<Event>,
    /// Lines that came while a search was ending.
    waiting: VecDeque<Event>,
    thinker: Thinker,
    table: Table,
    running: Option<Running>,
    /// What was told last of the search.
    told: Vec<String>,
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let (sender, events) = sync_channel(WAITING);
    let thinker = Thinker::start(sender.clone());
    listen::start(sender);
    let table = Table::new().map_err(Failure::Internal)?;
    Session { out, events, waiting: VecDeque::new(), thinker, table, running: None, told: Vec::new() }.talk()
}

impl Session<'_> {
    fn talk(mut self) -> Result<(), Failure> {
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                // Both other threads hold the channel open, so it never breaks off.
                None => self.events.recv().unwrap_or(Event::End),
            };
            match event {
                Event::Line(Ok(line)) if line.trim().is_empty() => {}
                Event::Line(line) => {
                    let order = line.as_deref().map_err(Clone::clone).and_then(Order::read);
                    match order {
                        Ok(Order::Quit) => return self.stop(),
                        Ok(order) => self.obey(order)?,
                        Err(what) => self.error(&what)?,
                    }
                }
                Event::End => return self.finish(),
                event => self.hear(event)?,
            }
            self.out.flush()?;
        }
    }

    fn obey(&mut self, order: Order<'_>) -> Result<(), Failure> {
        let changes =
            matches!(order, Order::NewGame | Order::SetOption { .. } | Order::Position { .. } | Order::Go(_));
        if changes && self.running.is_some() {
            return self.error("a search is running: only isready, query, stop and quit are heard");
        }
        match order {
            Order::Ugi => self.introduce(),
            Order::IsReady => self.say("readyok"),
            Order::NewGame => {
                self.thinker.forget();
                let done = self.table.new_game();
                self.or_error(done)
            }
            Order::SetOption { name, value } => {
                let done = self.table.set_option(name, value);
                self.or_error(done)
            }
            Order::Position { start, moves } => {
                let done = self.table.go_to(start, moves);
                self.or_error(done)
            }
            Order::Go(go) => self.go(&go),
            Order::Stop if self.running.is_none() => self.say("info string no search is running"),
            Order::Stop | Order::Quit => self.stop(),
            Order::Query(query) => {
                let answer = self.table.answer(query);
                self.say(format!("response {answer}").trim_end())
            }
        }
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        self.say(&format!("id name Trois {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Trois developers")?;
        for option in Table::list_options() {
            self.say(&option)?;
        }
        self.say("ugiok")
    }

    /// Begins to think. The engine gets what the player to move may see, and nothing else.
    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        let seat = self.table.position.turn().seat();
        let view = self.table.position.view(seat.map_or(Viewer::Public, Viewer::Seat));
        let stop = self.thinker.think(view, self.table.limits(go));
        self.told.clear();
        self.running = Some(Running { stop, seat: seat.unwrap_or(Seat::ONE), ends: go.ends() });
        Ok(())
    }

    /// Takes news of the search.
    fn hear(&mut self, event: Event) -> Result<(), Failure> {
        let seat = self.running.as_ref().map_or(Seat::ONE, |running| running.seat);
        match event {
            Event::Progress(analysis) => self.inform(&analysis, seat),
            Event::Thought(thought) => {
                self.running = None;
                let mv = match thought {
                    Thought::Found(analysis) => {
                        self.inform(&analysis, seat)?;
                        self.say(&format!("info string value {}", analysis.value()))?;
                        Some(analysis.chosen)
                    }
                    Thought::Nothing(reason) => {
                        self.error(&reason.to_string())?;
                        None
                    }
                    Thought::Broken => {
                        self.error("the engine failed, which is a fault of trois: please report it")?;
                        self.table.position.moves().first().copied()
                    }
                };
                self.say(&mv.map_or_else(|| "bestmove none".to_owned(), |mv| format!("bestmove {mv}")))
            }
            Event::Line(_) | Event::End => {
                self.waiting.push_back(event);
                Ok(())
            }
        }
    }

    fn inform(&mut self, analysis: &Analysis<AnyMove>, seat: Seat) -> Result<(), Failure> {
        let lines = info::info(analysis, seat, self.table.position.seats(), self.table.lines);
        if lines != self.told {
            lines.iter().try_for_each(|line| self.say(line))?;
            self.told = lines;
        }
        Ok(())
    }

    /// Ends the search, if there is one, and waits for its answer: what comes next finds none running.
    fn stop(&mut self) -> Result<(), Failure> {
        if let Some(running) = &self.running {
            running.stop.set();
        }
        while self.running.is_some() {
            let Ok(event) = self.events.recv() else { break };
            self.hear(event)?;
        }
        Ok(())
    }

    /// Nobody speaks to us any more. A search that would end by itself may do so, but not for ever.
    fn finish(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while self.running.as_ref().is_some_and(|running| running.ends) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) => self.hear(event)?,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
            self.out.flush()?;
        }
        self.stop()
    }

    fn or_error(&mut self, done: Result<(), String>) -> Result<(), Failure> {
        done.or_else(|what| self.error(&what))
    }

    fn error(&mut self, what: &str) -> Result<(), Failure> {
        self.say(&format!("info string error {what}"))
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.out, "{line}")?;
        Ok(())
    }
}
