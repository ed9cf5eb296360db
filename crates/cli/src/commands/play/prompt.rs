//! Talking to the person at the terminal: questions on the standard output, answers from the standard input.

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use rules::Lang;

use crate::errors::Failure;
use crate::output::{FAINT, HEADING};

/// The most that is read at once: no order is longer.
const LINE: u64 = 1 << 16;

/// A terminal, or a pipe that plays one.
pub(crate) struct Prompt<'o> {
    out: &'o mut dyn Write,
    pub(crate) lang: Lang,
    is_terminal: bool,
}

impl<'o> Prompt<'o> {
    pub(crate) fn new(out: &'o mut dyn Write, lang: Lang) -> Prompt<'o> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Prompt { out, lang, is_terminal }
    }

    /// Says something, on lines of its own.
    pub(crate) fn say(&mut self, text: impl Display) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Where long texts are written.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Asks for a line, without the white space around it. `None` when nobody answers any more.
    ///
    /// What is not UTF-8 is read as well as it can be: it will be refused as an answer, in words.
    pub(crate) fn ask(&mut self, question: impl Display) -> Result<Option<String>, Failure> {
        write!(self.out, "{HEADING}{question}{HEADING:#} ")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(LINE).read_until(b'\n', &mut bytes);
        if !self.is_terminal {
            writeln!(self.out)?;
        }
        match read {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
            Err(error) => Err(Failure::input(format!("The standard input cannot be read: {error}."))),
        }
    }

    /// Says on a terminal what is being waited for, until [`Prompt::wait_no_more`].
    pub(crate) fn wait(&mut self, text: impl Display) -> Result<(), Failure> {
        if self.is_terminal {
            write!(self.out, "{FAINT}{text}{FAINT:#}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Takes what [`Prompt::wait`] has said off the screen.
    pub(crate) fn wait_no_more(&mut self) -> Result<(), Failure> {
        if self.is_terminal {
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(())
    }

    /// Takes away everything that stands on the screen.
    pub(crate) fn clear(&mut self) -> Result<(), Failure> {
        if self.is_terminal {
            // The screen, what has scrolled off it, and the cursor to the corner.
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }
}
