//! The dialogue in the terminal: questions on the standard output, answers from the standard input.

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use rules::Lang;

use crate::errors::Failure;
use crate::output::{FAINT, HEADING};

/// The longest line that is read.
const MAX_LINE: u64 = 1 << 16;

/// A terminal, or pipes in its place.
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

    /// Writes a text on its own lines.
    pub(crate) fn say(&mut self, text: impl Display) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// The output, for long texts.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Asks a question and reads a trimmed line. `None` at the end of the input.
    ///
    /// Invalid UTF-8 is replaced; such an answer is then refused like any other that cannot be read.
    pub(crate) fn ask(&mut self, question: impl Display) -> Result<Option<String>, Failure> {
        write!(self.out, "{HEADING}{question}{HEADING:#} ")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(MAX_LINE).read_until(b'\n', &mut bytes);
        if !self.is_terminal {
            writeln!(self.out)?;
        }
        match read {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
            Err(error) => Err(Failure::input(format!("The standard input cannot be read: {error}."))),
        }
    }

    /// Shows on a terminal what the program waits for, until [`Prompt::clear_wait`].
    pub(crate) fn wait(&mut self, text: impl Display) -> Result<(), Failure> {
        if self.is_terminal {
            write!(self.out, "{FAINT}{text}{FAINT:#}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Removes the text of [`Prompt::wait`].
    pub(crate) fn clear_wait(&mut self) -> Result<(), Failure> {
        if self.is_terminal {
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(())
    }

    /// Clears the screen and its scrollback.
    pub(crate) fn clear(&mut self) -> Result<(), Failure> {
        if self.is_terminal {
            // The screen, what has scrolled off it, and the cursor to the corner.
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }
}
