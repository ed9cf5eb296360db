//! Runs the real `trois` as users do: its answers, its refusals, and its exit status.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analyse;
mod arena;
mod bench;
mod cards;
mod engine;
mod engine_files;
mod explore;
mod games;
mod help;
#[cfg(feature = "server")]
mod licenses;
#[cfg(feature = "server")]
mod load;
mod moves;
#[cfg(feature = "server")]
mod operate;
mod perft;
mod play;
mod puzzles;
mod replay;
mod review;
#[cfg(feature = "server")]
mod serve;
mod show;
mod solve;
mod streams;
mod verify;

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The result of a run of `trois`.
#[derive(Debug)]
struct Run {
    status: Option<i32>,
    out: String,
    err: String,
}

/// A `trois` that speaks English and has no terminal.
fn command<A: AsRef<OsStr>>(args: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trois"));
    command.args(args).env("LC_ALL", "C").env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `trois` with this standard input.
fn run_with<A: AsRef<OsStr>>(args: &[A], input: &[u8]) -> Run {
    finish(command(args), input)
}

fn finish(mut command: Command, input: &[u8]) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A program may close its input before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `trois`, which must succeed and print nothing on the standard error stream. Returns its output.
#[track_caller]
fn answer(args: &[&str]) -> String {
    answer_to(args, "")
}

/// The same, with this standard input.
#[track_caller]
fn answer_to(args: &[&str], input: &str) -> String {
    let run = run_with(args, input.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{args:?}");
    run.out
}

/// Runs `trois`, which must answer with one JSON object on one line.
#[track_caller]
fn json(args: &[&str]) -> Value {
    let out = answer(args);
    assert_eq!(out.lines().count(), 1, "{args:?} {out}");
    let value: Value = serde_json::from_str(&out).unwrap();
    assert!(value.is_object());
    value
}

/// Runs `trois`, which must refuse: nothing on the standard output, exit status 2. Returns the error message.
#[track_caller]
fn refusal(args: &[&str]) -> String {
    refusal_of(args, b"")
}

/// The same, with this standard input.
#[track_caller]
fn refusal_of<A: AsRef<OsStr> + std::fmt::Debug>(args: &[A], input: &[u8]) -> String {
    let run = run_with(args, input);
    assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{args:?}: {}", run.err);
    assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    assert!(!run.err.contains("panicked"), "{args:?}: {}", run.err);
    run.err.trim_start_matches("error: ").trim_end().to_owned()
}

/// An empty folder for one test.
fn folder(test: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
