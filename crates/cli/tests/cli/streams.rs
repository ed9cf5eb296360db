//! Common to all commands: pipes that close, full disks, arguments that are not text, colours.

use std::process::Stdio;

use crate::{command, finish};

#[test]
fn a_closed_pipe_is_no_error() {
    for args in [
        &["completions", "bash"][..],
        &["perft", "morpion", "9"],
        &["games"],
        &["rules", "super"],
        &["moves", "super", "--json"],
        &["play", "super", "--seats", "random,random"],
        &["analyse", "morpion"],
        &["solve", "morpion"],
        &["arena", "random", "random", "--games", "2"],
        &["levels", "doh", "--games", "2", "--to", "2", "--nodes", "10"],
    ] {
        let mut child = command(args).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = command(&["games"]);
    command.stdout(Stdio::from(full));
    let run = finish(command, b"");
    assert_eq!(run.status, Some(1));
    assert!(run.err.starts_with("error: The answer could not be written: "), "{}", run.err);
}

#[test]
#[cfg(unix)]
fn arguments_that_are_not_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"5 \xff");
    for args in
        [["moves", "morpion", "--moves"], ["moves", "morpion", "--position"], ["moves", "super", "--options"]]
    {
        let mut args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
        args.push(odd);
        assert!(crate::refusal_of(&args, b"").contains("invalid UTF-8"), "{args:?}");
    }
    let said = crate::refusal_of(&[OsStr::new("replay"), odd], b"");
    assert!(said.contains("cannot be opened"), "{said}");
}

#[test]
fn colours_are_for_terminals() {
    for args in [
        &["games"][..],
        &["rules", "super"],
        &["--help"],
        &["bench", "perft", "morpion", "--seconds", "0.01"],
        &["analyse", "morpion"],
        &["arena", "random", "random", "--games", "2"],
    ] {
        let plain = finish(command(args), b"");
        assert!(!plain.out.contains('\x1b'), "{args:?}");
    }
    let wrong = finish(command(&["moves", "morpion", "--moves", "x"]), b"");
    assert!(!wrong.err.contains('\x1b'));
    let mut forced = command(&["games"]);
    forced.env("CLICOLOR_FORCE", "1");
    assert!(finish(forced, b"").out.contains('\x1b'));
    let mut refused = command(&["games"]);
    refused.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert!(!finish(refused, b"").out.contains('\x1b'));
}
