//! `trois --help` and `trois completions`.

use crate::{answer, refusal, run_with};

const COMMANDS: [&str; 20] = [
    "play",
    "puzzle",
    "games",
    "rules",
    "show",
    "moves",
    "replay",
    "verify",
    "analyse",
    "review",
    "solve",
    "puzzles",
    "engine",
    "arena",
    "levels",
    "perft",
    "bench",
    "load",
    "licenses",
    "completions",
];

#[test]
fn every_command_has_help_with_examples() {
    let help = answer(&["--help"]);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = answer(&[command, "--help"]);
        assert!(help.contains("Examples:\n  "), "{help}");
        assert!(help.contains(&format!("trois {command}")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn without_a_command_the_help_is_printed_as_an_error() {
    let run = run_with::<&str>(&[], b"");
    assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("Usage: trois <COMMAND>"), "{}", run.err);
}

#[test]
fn the_version_is_printed() {
    assert_eq!(answer(&["--version"]), format!("trois {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_unknown_command_is_refused_with_the_nearest() {
    assert!(refusal(&["move", "super"]).contains("'moves'"));
    assert!(refusal(&["moves", "super", "--jsn"]).contains("'--json'"));
}

#[test]
fn every_shell_has_completions_that_know_the_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = answer(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("trois"), "{shell}");
        assert!(script.lines().count() > 50, "{shell}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(answer(&["completions", shell]).contains("morpion"), "{shell}");
    }
    assert!(refusal(&["completions", "cmd"]).contains("[possible values: bash"));
}
