//! `trois engine`: whole conversations over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rules::{AnyGame, Kind, Rng};

use crate::{command, run_with};

/// How long a test waits before it reports that the engine hangs. No answer takes nearly as long.
const HANG: Duration = Duration::from_secs(120);

/// A running `trois engine`, with pipes to its input and from its output.
pub(crate) struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl EngineProcess {
    pub(crate) fn new() -> EngineProcess {
        let mut child = command(&["engine"]).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        EngineProcess { input: child.stdin.take(), child, lines }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    #[track_caller]
    fn read_line(&self) -> String {
        self.lines.recv_timeout(HANG).expect("the engine hangs")
    }

    /// The output up to the first line that begins with `prefix`, which is the last of the result.
    #[track_caller]
    pub(crate) fn read_until(&self, prefix: &str) -> Vec<String> {
        let mut lines = vec![self.read_line()];
        while !lines.last().unwrap().starts_with(prefix) {
            lines.push(self.read_line());
        }
        lines
    }

    #[track_caller]
    pub(crate) fn request(&mut self, line: &str) -> String {
        self.send(line);
        self.read_line()
    }

    /// The move after `bestmove`.
    #[track_caller]
    pub(crate) fn best_move(&self) -> String {
        let lines = self.read_until("bestmove");
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        assert_eq!(words.len(), 2, "{lines:?}");
        words[1].to_owned()
    }

    #[track_caller]
    fn end(mut self) {
        self.input = None;
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

/// The engine's output for a script. It must exit successfully.
#[track_caller]
fn script(input: &[u8]) -> Vec<String> {
    let run = run_with(&["engine"], input);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    run.out.lines().map(str::to_owned).collect()
}

/// Masks the figures that differ from run to run.
fn mask_timings(line: &str) -> String {
    let mut hide = false;
    let words: Vec<&str> = line
        .split(' ')
        .map(|word| {
            let shown = if std::mem::take(&mut hide) { "…" } else { word };
            hide = matches!(word, "nodes" | "nps" | "time");
            shown
        })
        .collect();
    words.join(" ").replace(env!("CARGO_PKG_VERSION"), "…")
}

#[test]
fn the_engine_answers_as_documented() {
    let page = include_str!("../../../../docs/engine-protocol.md");
    let (_, rest) = page.split_once("```transcript\n").unwrap();
    let (transcript, _) = rest.split_once("```").unwrap();
    let mut engine = EngineProcess::new();
    for line in transcript.lines() {
        match line.split_at(2) {
            ("> ", command) => engine.send(command),
            ("< ", expected) => assert_eq!(mask_timings(&engine.read_line()), expected),
            _ => panic!("{line}"),
        }
    }
    assert!(engine.lines.recv_timeout(HANG).is_err());
    engine.end();
}

/// Plays a game against itself through the protocol; the engine and the rules must agree at every move.
#[track_caller]
fn check_self_play(kind: Kind, options: &str, turns: usize) {
    let mut engine = EngineProcess::new();
    engine.send(&format!("setoption name game value {kind}"));
    engine.send(&format!("setoption name options value {options}"));
    engine.send("uginewgame");
    assert_eq!(engine.request("isready"), "readyok");
    let mut game = AnyGame::new(kind, options).unwrap();
    let mut rng = Rng::new(3);
    let mut moves = String::new();
    let mut thought = 0;
    while !game.turn().is_over() && thought < turns {
        engine.send(&format!("position startpos{}{moves}", if moves.is_empty() { "" } else { " moves" }));
        assert_eq!(engine.request("query fen"), format!("response {game}"));
        assert_eq!(engine.request("query players"), format!("response {}", game.seats()));
        let mut legal: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        assert_eq!(engine.request("query legal"), format!("response {}", legal.join(" ")));
        let mv = match game.turn().seat() {
            Some(seat) => {
                assert_eq!(engine.request("query turn"), format!("response {seat}"));
                assert_eq!(engine.request("query p1turn"), format!("response {}", seat.number() == 1));
                thought += 1;
                engine.send("go nodes 200");
                let best = engine.best_move();
                assert!(legal.contains(&best), "{best}: {game}");
                game.parse_move(&best).unwrap()
            }
            None => {
                assert_eq!(engine.request("query turn"), "response chance");
                engine.send("go nodes 200");
                assert_eq!(engine.best_move(), "none");
                game.random_move(&mut rng).unwrap()
            }
        };
        game.play(mv).unwrap();
        moves += &format!(" {mv}");
    }
    if game.turn().is_over() {
        engine.send(&format!("position startpos moves{moves}"));
        assert_eq!(engine.request("query gameover"), "response true");
        assert_eq!(engine.request("query legal"), "response");
        assert_ne!(engine.request("query result"), "response none");
    } else {
        assert_eq!(engine.request("query gameover"), "response false");
        assert_eq!(engine.request("query result"), "response none");
    }
    engine.end();
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// A test for each game: with the defaults, and a little with the other variants.
        mod self_play {
            use rules::Kind;

            $(#[test]
            fn $module() {
                for options in Kind::$kind.info().variants {
                    super::check_self_play(Kind::$kind, options, if options.is_empty() { 12 } else { 6 });
                }
            })*
        }
    };
}
rules::for_each_game!([tests]);

#[test]
fn a_long_game_is_played_through() {
    check_self_play(Kind::Super, "", 81);
}

#[test]
fn malformed_lines_change_nothing() {
    let mut engine = EngineProcess::new();
    engine.send("setoption name game value morpion");
    engine.send("position startpos moves 5 1");
    let before = engine.request("query fen");
    for line in [
        "hello",
        "UGI",
        "ugi please",
        "setoption name game value chess",
        "setoption name options value players=3",
        "setoption name level value 11",
        "setoption name seed value -1",
        "setoption name lines value 0",
        "setoption name network value no-such-file.net",
        "setoption name colour value red",
        "setoption",
        "position",
        "position start",
        "position startpos 5",
        "position startpos moves 5 5",
        "position startpos moves 10",
        "position fen",
        "position fen xo",
        "position fen ........./... 1 moves 5",
        "go fast",
        "go nodes",
        "go nodes x",
        "go movetime 1.5",
        "go depth 99999999999999999999999",
        "query",
        "query everything",
        "stop now",
    ] {
        let answer = engine.request(line);
        assert!(answer.starts_with("info string error "), "{line}: {answer}");
        assert_eq!(engine.request("query fen"), before, "{line}");
    }
    engine.send("   ");
    assert_eq!(engine.request("\t query   fen \r"), before);
    engine.end();
}

#[test]
fn the_engine_listens_while_it_searches_and_stops() {
    let mut engine = EngineProcess::new();
    engine.send("go infinite");
    engine.send("isready");
    engine.read_until("readyok");
    engine.send("query turn");
    assert_eq!(engine.read_until("response").last().unwrap(), "response 1");
    for line in
        ["go nodes 1", "position startpos moves 5.5", "uginewgame", "setoption name level value 1", "what"]
    {
        engine.send(line);
        engine.read_until("info string error");
    }
    engine.send("stop");
    assert_ne!(engine.best_move(), "none");
    assert_eq!(engine.request("stop"), "info string no search is running");
    assert_eq!(engine.request("stop"), "info string no search is running");
    engine.send("go nodes 50");
    assert_ne!(engine.best_move(), "none");
    engine.end();
}

#[test]
fn the_end_of_the_input_or_quit_ends_a_search() {
    for end in ["", "quit\n", "stop\n", "stop\nstop\nquit\n"] {
        let output = script(format!("go infinite\n{end}").as_bytes());
        let best: Vec<&String> = output.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(best.len(), 1, "{end:?} {output:?}");
    }
    // A search that has a limit reaches it.
    let output = script(b"setoption name game value morpion\nposition startpos moves 1 5 2 9\ngo depth 9");
    assert_eq!(output.last().unwrap(), "bestmove 3");
}

#[test]
fn a_search_of_zero_time_gives_a_legal_move() {
    for go in ["go movetime 0", "go p1time 0 p2time 0", "go p1time -20 p1inc 0", "go nodes 0", "go depth 0"] {
        for kind in Kind::ALL.iter().filter(|kind| !kind.has_chance()) {
            let output = script(format!("setoption name game value {kind}\n{go}\n").as_bytes());
            let best = output.last().unwrap().strip_prefix("bestmove ").unwrap();
            let game = AnyGame::new(*kind, "").unwrap();
            assert!(game.check(game.parse_move(best).unwrap()).is_ok(), "{kind} {go}: {best}");
        }
    }
}

#[test]
fn very_long_lines_are_answered() {
    let mut line = b"setoption name game value morpion\nposition startpos moves".to_vec();
    for _ in 0..1_000_000 {
        line.extend(b" 5 1");
    }
    line.extend(b"\nquery fen\n");
    let output = script(&line);
    assert!(output[0].starts_with("info string error move 3, “5”: There is already a cross"), "{output:?}");
    assert_eq!(output[1], "response .../.../... 1");
    let mut line = vec![b'x'; 17 << 20];
    line.extend(b"\nisready\n");
    assert_eq!(script(&line), ["info string error a line has more than 16 MiB: it was not read", "readyok"]);
}

#[test]
fn a_line_that_is_not_utf_8_is_refused() {
    let output = script(b"\xff\xfe\nposition fen \0\nisready");
    assert_eq!(output[0], "info string error a line is not text in UTF-8");
    assert!(output[1].starts_with("info string error "), "{output:?}");
    assert_eq!(output[2], "readyok");
    assert_eq!(output.len(), 3);
}

#[test]
fn the_same_seed_gives_the_same_answers() {
    let answers = |seed: &str| {
        let input = format!("setoption name level value 2\nsetoption name seed value {seed}\ngo nodes 500\n");
        let output = script(input.as_bytes());
        output.iter().map(|line| line.split(" nps").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(answers("7"), answers("7"));
}

#[test]
fn several_lines_are_reported_on_request() {
    let output = script(b"setoption name lines value 3\ngo depth 2\n");
    for rank in 1..=3 {
        assert!(
            output.iter().any(|line| line.starts_with(&format!("info depth 2 multipv {rank} score"))),
            "{output:?}"
        );
    }
}

#[test]
fn the_engine_does_not_search_for_a_hidden_hand() {
    let deal = "+R1 +B1 +R1 +B1 +R2 +B2 +R2 +B2 +R3 +B3";
    let shown = crate::answer(&["show", "cards", "--moves", deal, "--view", "1"]);
    let mine = shown.lines().rev().nth(1).unwrap();
    assert!(mine.contains('?'), "{mine}");
    let output =
        script(format!("setoption name game value cards\nposition fen {mine}\ngo nodes 100\n").as_bytes());
    assert!(output.last().unwrap().starts_with("bestmove R"), "{output:?}");
    let shown = crate::answer(&["show", "cards", "--moves", deal, "--view", "2"]);
    let other = shown.lines().rev().nth(1).unwrap();
    let output =
        script(format!("setoption name game value cards\nposition fen {other}\ngo nodes 100\n").as_bytes());
    assert_eq!(output.last().unwrap(), "bestmove none");
    assert!(output[0].contains("hidden"), "{output:?}");
}

#[test]
fn the_engine_ends_when_its_output_is_closed() {
    let mut engine = EngineProcess::new();
    engine.send("ugi");
    let (_, closed) = channel();
    engine.lines = closed;
    let EngineProcess { mut child, input, .. } = engine;
    let mut input = input.unwrap();
    // At some point the engine cannot write any more, and then it stops reading.
    while writeln!(input, "ugi").is_ok() {}
    assert!(child.wait().unwrap().success());
}

/// Lines of words of the protocol in any order, with every game and with searches that start and end anywhere.
#[test]
fn random_lines_are_answered_and_do_not_end_the_engine() {
    const WORDS: [&str; 31] = [
        "ugi",
        "isready",
        "uginewgame",
        "setoption",
        "name",
        "game",
        "options",
        "level",
        "seed",
        "lines",
        "value",
        "players=3",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "nodes",
        "depth",
        "movetime",
        "infinite",
        "p1time",
        "stop",
        "query",
        "legal",
        "result",
        "turn",
        "5.5",
        "+R1",
        "3",
        "\u{0}é",
    ];
    const LINES: [&str; 12] = [
        "go nodes 50",
        "stop",
        "go infinite",
        "stop",
        "position startpos",
        "query legal",
        "setoption name game value doh",
        "setoption name game value cards",
        "setoption name game value fives",
        "position startpos moves Sc3",
        "go depth 1",
        "uginewgame",
    ];
    let all_words: Vec<&str> = WORDS.into_iter().chain(Kind::ALL.iter().map(|kind| kind.id())).collect();
    let mut rng = Rng::new(11);
    let mut input = String::new();
    let mut searches = 0;
    for _ in 0..1_500 {
        let line = if rng.below(3) == 0 {
            LINES[rng.below(12) as usize].to_owned()
        } else {
            let count = all_words.len() as u32;
            let words: Vec<&str> = (0..rng.below(6)).map(|_| all_words[rng.below(count) as usize]).collect();
            words.join(" ")
        };
        searches += usize::from(line.trim_start().starts_with("go"));
        input += &line;
        input.push('\n');
    }
    let output = script(input.as_bytes());
    let mut best = 0;
    for line in &output {
        let first = line.split(' ').next().unwrap();
        assert!(
            ["id", "option", "ugiok", "readyok", "info", "response", "bestmove"].contains(&first),
            "{line}"
        );
        if first == "bestmove" {
            assert_eq!(line.split(' ').count(), 2, "{line}");
            best += 1;
        }
    }
    assert!(best > 0 && best <= searches, "{best} {searches}");
}
