//! An external program as a player, which speaks the protocol of `docs/engine-protocol.md`.
//!
//! If it exits, does not answer in time or sends nonsense, it loses that game and is started again for the next one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rules::{AnyGame, AnyMove};

use super::players::{Budget, PlayerView};

/// How long a program may take to start, or to get ready for a game.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a program may exceed its time.
const GRACE: Duration = Duration::from_secs(2);

/// How long a program may take for a move without a time limit.
const MOVE_TIMEOUT: Duration = Duration::from_secs(120);

/// The longest line that is read from a program.
const MAX_LINE: u64 = 1 << 20;

/// How many lines may wait to be read.
const QUEUE_CAPACITY: usize = 1024;

pub(crate) struct Program {
    words: Vec<String>,
    budget: Budget,
    start: AnyGame,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    /// Starts the program and checks that it speaks the protocol.
    pub(crate) fn start(words: &[String], budget: Budget, start: &AnyGame) -> Result<Program, String> {
        let mut program = Program { words: words.to_vec(), budget, start: start.clone(), process: None };
        program.ensure_running()?;
        Ok(program)
    }

    /// Prepares for a new game. A program that has ended since the last one is started again.
    pub(crate) fn begin(&mut self) -> Result<(), String> {
        let is_old = self.process.is_some();
        self.get_ready().or_else(|what| if is_old { self.get_ready() } else { Err(what) })
    }

    fn get_ready(&mut self) -> Result<(), String> {
        let done = self.ensure_running().and_then(|process| {
            process.send_line("uginewgame")?;
            process.request("isready", START_TIMEOUT, |line| (line == "readyok").then_some(()))
        });
        self.kill_on_error(done)
    }

    /// Asks for a move.
    pub(crate) fn choose(&mut self, seen: &PlayerView<'_>) -> Result<AnyMove, String> {
        let position = match seen.moves {
            Some([]) => "position startpos".to_owned(),
            Some(moves) => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                format!("position startpos moves {}", moves.join(" "))
            }
            None => format!("position fen {}", seen.view.position()),
        };
        let Budget { time, nodes, depth, .. } = self.budget;
        let mut go = "go".to_owned();
        for (name, number) in [
            ("movetime", time.map(|time| time.as_millis() as u64)),
            ("nodes", nodes),
            ("depth", depth.map(u64::from)),
        ] {
            if let Some(number) = number {
                go += &format!(" {name} {number}");
            }
        }
        let timeout = time.map_or(MOVE_TIMEOUT, |time| time + GRACE);
        let answer = self.ensure_running().and_then(|process| {
            process.send_line(&position)?;
            process.request(&go, timeout, |line| line.strip_prefix("bestmove").map(|mv| mv.trim().to_owned()))
        });
        let answer = self.kill_on_error(answer)?;
        // Extra spaces in an answer are accepted.
        let word = answer.split_whitespace().next().unwrap_or_default();
        let shown: String = word.chars().take(40).collect();
        self.start.parse_move(word).map_err(|_| format!("answered “{shown}”, which is not a move"))
    }

    /// The process, which is started if it is not running.
    fn ensure_running(&mut self) -> Result<&mut Process, String> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.words, &self.start)?,
        };
        Ok(self.process.insert(process))
    }

    /// Kills the process after a failure.
    fn kill_on_error<T>(&mut self, done: Result<T, String>) -> Result<T, String> {
        if done.is_err() {
            self.process = None;
        }
        done
    }
}

impl Process {
    fn start(words: &[String], start: &AnyGame) -> Result<Process, String> {
        let (program, arguments) = words.split_first().ok_or("names no program")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no standard streams".to_owned());
        };
        let (sender, lines) = sync_channel(QUEUE_CAPACITY);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while matches!(output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        let mut process = Process { child, input, lines };
        process.handshake(start)?;
        Ok(process)
    }

    /// Performs the handshake and sets the game up, with the options that the program has.
    fn handshake(&mut self, start: &AnyGame) -> Result<(), String> {
        let mut options = Vec::new();
        self.request("ugi", START_TIMEOUT, |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                options.extend(option.split_whitespace().next().map(str::to_lowercase));
            }
            (line == "ugiok").then_some(())
        })?;
        let has = |name: &str| options.iter().any(|option| option == name);
        if has("game") {
            self.send_line(&format!("setoption name game value {}", start.kind()))?;
        }
        let chosen = start.options();
        if has("options") && !chosen.is_empty() {
            self.send_line(&format!("setoption name options value {chosen}"))?;
        }
        self.request("isready", START_TIMEOUT, |line| (line == "readyok").then_some(()))
    }

    fn send_line(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| self.ended())
    }

    /// Sends a line and waits for an answer that `wanted` accepts.
    fn request<T>(
        &mut self,
        line: &str,
        timeout: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.send_line(line)?;
        let deadline = Instant::now() + timeout;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(answer) => {
                    if let Some(answer) = wanted(&answer) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let command = line.split(' ').next().unwrap_or_default();
                    let seconds = timeout.as_secs_f64();
                    return Err(format!("did not answer “{command}” within {seconds:.1} s"));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// The error for a program that has exited.
    fn ended(&mut self) -> String {
        match self.wait() {
            Some(status) => format!("has ended ({status})"),
            None => "has closed its streams".to_owned(),
        }
    }

    /// Waits a moment for the program to end.
    fn wait(&mut self) -> Option<ExitStatus> {
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

/// Kills the process.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        // A program that follows the protocol ends by itself; others are killed.
        if self.wait().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
