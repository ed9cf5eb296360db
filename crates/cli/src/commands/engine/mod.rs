//! `trois engine`: the Universal Game Interface on the standard streams, as `docs/engine-protocol.md` describes it.
//!
//! Three threads: one reads standard input, one searches, and this one writes. It handles the inputs of the others one
//! after the other, so that answers are never interleaved and no state is shared.

mod command;
mod info;
mod search_thread;
mod setup;
mod stdin;
mod time;

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use engine::Analysis;
use rules::{AnyMove, Seat, Viewer};

use crate::errors::Failure;
use crate::thinking::StopFlag;
use command::{UgiCommand, is_empty};
use search_thread::{SearchResult, SearchThread};
use setup::GameSetup;
pub(crate) use setup::MAX_THREADS;
use time::Go;

/// How many inputs the queue holds.
const QUEUE_LENGTH: usize = 256;

/// How long a search with a limit may run after the end of the input.
const FINISH_TIMEOUT: Duration = Duration::from_secs(10);

/// What the main thread receives.
enum Input {
    /// A line of the standard input, or what is wrong with it.
    Line(Result<String, String>),
    /// There are no more lines.
    End,
    /// The search has a new result.
    Progress(Analysis<AnyMove>),
    /// The search has ended.
    Finished(SearchResult),
}

/// The current search.
struct RunningSearch {
    stop: StopFlag,
    seat: Seat,
    /// Whether the search ends without `stop`.
    ends_by_itself: bool,
}

struct UgiSession<'o> {
    out: &'o mut dyn Write,
    inputs: Receiver<Input>,
    /// Lines that arrived while a search was ending.
    waiting: VecDeque<Input>,
    search_thread: SearchThread,
    setup: GameSetup,
    running: Option<RunningSearch>,
    /// The last `info` lines, which are not repeated.
    last_info: Vec<String>,
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let (sender, inputs) = sync_channel(QUEUE_LENGTH);
    let search_thread = SearchThread::start(sender.clone());
    stdin::start(sender);
    let setup = GameSetup::new().map_err(Failure::Internal)?;
    UgiSession {
        out,
        inputs,
        waiting: VecDeque::new(),
        search_thread,
        setup,
        running: None,
        last_info: Vec::new(),
    }
    .run_loop()
}

impl UgiSession<'_> {
    fn run_loop(mut self) -> Result<(), Failure> {
        loop {
            let input = match self.waiting.pop_front() {
                Some(input) => input,
                // Both other threads keep the channel open.
                None => self.inputs.recv().unwrap_or(Input::End),
            };
            match input {
                Input::Line(Ok(line)) if line.trim().is_empty() => {}
                Input::Line(line) => {
                    let command = line.as_deref().map_err(Clone::clone).and_then(UgiCommand::read);
                    match command {
                        Ok(UgiCommand::Quit) => return self.stop(),
                        Ok(command) => self.execute(command)?,
                        Err(what) => self.error(&what)?,
                    }
                }
                Input::End => return self.finish(),
                input => self.handle_input(input)?,
            }
            self.out.flush()?;
        }
    }

    fn execute(&mut self, command: UgiCommand<'_>) -> Result<(), Failure> {
        let changes = matches!(
            command,
            UgiCommand::NewGame
                | UgiCommand::SetOption { .. }
                | UgiCommand::Position { .. }
                | UgiCommand::Go(_)
        );
        if changes && self.running.is_some() {
            return self.error("a search is running: only isready, query, stop and quit are heard");
        }
        match command {
            UgiCommand::Ugi => self.send_identity(),
            UgiCommand::IsReady => self.send("readyok"),
            UgiCommand::NewGame => {
                self.search_thread.forget();
                let done = self.setup.new_game();
                self.report_error(done)
            }
            UgiCommand::SetOption { name, value } if name.eq_ignore_ascii_case("network") => {
                let path = Some(value).filter(|value| !is_empty(value));
                let done = self.search_thread.use_network(self.setup.kind(), path);
                self.report_error(done)
            }
            UgiCommand::SetOption { name, value } if name.eq_ignore_ascii_case("bookfile") => {
                let path = Some(value).filter(|value| !is_empty(value));
                let done = self.search_thread.load_book(self.setup.kind(), path);
                self.report_error(done)
            }
            UgiCommand::SetOption { name, value } => {
                let done = self.setup.set_option(name, value);
                self.report_error(done)
            }
            UgiCommand::Position { start, moves } => {
                let done = self.setup.set_position(start, moves);
                self.report_error(done)
            }
            UgiCommand::Go(go) => self.go(&go),
            UgiCommand::Stop if self.running.is_none() => self.send("info string no search is running"),
            UgiCommand::Stop | UgiCommand::Quit => self.stop(),
            UgiCommand::Query(query) => {
                let answer = self.setup.answer(query);
                self.send(format!("response {answer}").trim_end())
            }
        }
    }

    fn send_identity(&mut self) -> Result<(), Failure> {
        self.send(&format!("id name Trois {}", env!("CARGO_PKG_VERSION")))?;
        self.send("id author the Trois developers")?;
        for option in GameSetup::list_options() {
            self.send(&option)?;
        }
        self.send("ugiok")
    }

    /// Starts a search of the view of the player to move.
    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        let seat = self.setup.position.turn().seat();
        let view = self.setup.position.view(seat.map_or(Viewer::Public, Viewer::Seat));
        let stop = self.search_thread.think(view, self.setup.limits(go));
        self.last_info.clear();
        self.running = Some(RunningSearch {
            stop,
            seat: seat.unwrap_or(Seat::ONE),
            ends_by_itself: go.ends_by_itself(),
        });
        Ok(())
    }

    /// Handles an input from the search; the others wait.
    fn handle_input(&mut self, input: Input) -> Result<(), Failure> {
        let seat = self.running.as_ref().map_or(Seat::ONE, |running| running.seat);
        match input {
            Input::Progress(analysis) => self.send_info(&analysis, seat),
            Input::Finished(result) => {
                self.running = None;
                let mv = match result {
                    SearchResult::Found(analysis, unused) => {
                        self.send_info(&analysis, seat)?;
                        if let Some(unused) = unused {
                            self.send(&format!("info string network {unused}"))?;
                        }
                        if analysis.is_from_book {
                            self.send("info string book")?;
                        }
                        self.send(&format!("info string value {}", analysis.value()))?;
                        Some(analysis.chosen)
                    }
                    SearchResult::Nothing(reason) => {
                        self.error(&reason.to_string())?;
                        None
                    }
                    SearchResult::Crashed => {
                        self.error("the engine failed, which is a fault of trois: please report it")?;
                        self.setup.position.moves().first().copied()
                    }
                };
                self.send(&mv.map_or_else(|| "bestmove none".to_owned(), |mv| format!("bestmove {mv}")))
            }
            Input::Line(_) | Input::End => {
                self.waiting.push_back(input);
                Ok(())
            }
        }
    }

    fn send_info(&mut self, analysis: &Analysis<AnyMove>, seat: Seat) -> Result<(), Failure> {
        let lines = info::info(analysis, seat, self.setup.position.seats(), self.setup.lines);
        if lines != self.last_info {
            lines.iter().try_for_each(|line| self.send(line))?;
            self.last_info = lines;
        }
        Ok(())
    }

    /// Ends the search, if there is one, and waits for its result.
    fn stop(&mut self) -> Result<(), Failure> {
        if let Some(running) = &self.running {
            running.stop.set();
        }
        while self.running.is_some() {
            let Ok(input) = self.inputs.recv() else { break };
            self.handle_input(input)?;
        }
        Ok(())
    }

    /// Ends the input. A search with a limit may end by itself, but not after the timeout.
    fn finish(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + FINISH_TIMEOUT;
        while self.running.as_ref().is_some_and(|running| running.ends_by_itself) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.inputs.recv_timeout(left) {
                Ok(input) => self.handle_input(input)?,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
            self.out.flush()?;
        }
        self.stop()
    }

    fn report_error(&mut self, done: Result<(), String>) -> Result<(), Failure> {
        done.or_else(|what| self.error(&what))
    }

    fn error(&mut self, what: &str) -> Result<(), Failure> {
        self.send(&format!("info string error {what}"))
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.out, "{line}")?;
        Ok(())
    }
}
