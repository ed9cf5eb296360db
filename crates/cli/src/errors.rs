//! What can go wrong, and the exit status that tells it.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something is wrong with what was asked: one or two sentences that say what, and what would be right.
    Input(String),
    /// The answer could not be written.
    Output(io::Error),
    /// A measurement missed its goal: a sentence that says which.
    #[cfg(feature = "server")]
    Missed(String),
    /// Something failed that should not.
    Internal(String),
}

impl Failure {
    /// Something is wrong with what was asked.
    pub(crate) fn input(what: impl fmt::Display) -> Failure {
        Failure::Input(what.to_string())
    }

    /// Says it on the standard error stream, and which exit status it deserves. A reader who has seen enough and
    /// closed the pipe is no failure.
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        // Nothing is left to be done if even this cannot be written.
        let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {self}");
        match self {
            Failure::Input(_) => ExitCode::from(2),
            #[cfg(feature = "server")]
            Failure::Missed(_) => ExitCode::FAILURE,
            Failure::Output(_) | Failure::Internal(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(what) => f.write_str(what),
            #[cfg(feature = "server")]
            Failure::Missed(what) => f.write_str(what),
            Failure::Output(error) => write!(f, "The answer could not be written: {error}."),
            Failure::Internal(what) => write!(f, "{what} This is a fault of trois: please report it."),
        }
    }
}

/// Only writing uses `?` on an [`io::Error`]; what is read is named where it is read, in [`crate::input`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
