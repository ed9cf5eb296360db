//! Failures of commands, and their exit status.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong: one or two sentences that say what is wrong and what would be right.
    Input(String),
    /// The answer could not be written.
    Output(io::Error),
    /// A measurement missed its goal: a sentence that says which.
    #[cfg(feature = "server")]
    MissedGoal(String),
    /// A failure of the program itself.
    Internal(String),
}

impl Failure {
    /// A failure because of wrong input.
    pub(crate) fn input(what: impl fmt::Display) -> Failure {
        Failure::Input(what.to_string())
    }

    /// Prints the failure on the standard error stream and returns its exit status. A closed pipe counts as success:
    /// the reader has read all it wanted.
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        // If even this cannot be written, there is no other way to report it.
        let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {self}");
        match self {
            Failure::Input(_) => ExitCode::from(2),
            #[cfg(feature = "server")]
            Failure::MissedGoal(_) => ExitCode::FAILURE,
            Failure::Output(_) | Failure::Internal(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(what) => f.write_str(what),
            #[cfg(feature = "server")]
            Failure::MissedGoal(what) => f.write_str(what),
            Failure::Output(error) => write!(f, "The answer could not be written: {error}."),
            Failure::Internal(what) => write!(f, "{what} This is a fault of trois: please report it."),
        }
    }
}

/// Only writing uses `?` on an [`io::Error`]; [`crate::input`] names the source of its own errors.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
