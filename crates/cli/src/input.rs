//! Reads files and the standard input as text, up to a limit.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::errors::Failure;

/// The most bytes that are read from one source.
const LIMIT: u64 = 16 << 20;

/// The name of the standard input at the start of a sentence.
const STDIN: &str = "The standard input";

/// The text of a file; `-` is the standard input.
pub(crate) fn read_file(path: &Path) -> Result<String, Failure> {
    let (source, name) = open(path)?;
    read_all(source, &name)
}

/// A file to read bit by bit, and its name at the start of a sentence; `-` is the standard input.
pub(crate) fn open(path: &Path) -> Result<(Box<dyn BufRead>, String), Failure> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin().lock()), STDIN.to_owned()));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok((Box::new(BufReader::with_capacity(1 << 16, file)), name)),
        Err(error) => Err(Failure::input(format!("{name} cannot be opened: {error}."))),
    }
}

/// The whole standard input.
pub(crate) fn read_stdin() -> Result<String, Failure> {
    read_all(io::stdin().lock(), STDIN)
}

/// The next line of the standard input, without its end; `None` after the last.
pub(crate) fn read_line(stdin: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    stdin.take(LIMIT + 1).read_until(b'\n', &mut bytes).map_err(|error| unreadable(STDIN, &error))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let line = decode(bytes, STDIN)?;
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}

fn read_all(source: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    source.take(LIMIT + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    decode(bytes, name)
}

fn decode(bytes: Vec<u8>, name: &str) -> Result<String, Failure> {
    if bytes.len() as u64 > LIMIT {
        let mebibytes = LIMIT >> 20;
        return Err(Failure::input(format!("{name} is larger than {mebibytes} MiB. No game is that long.")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::input(format!("{name} cannot be read: line {line} contains a byte that is not valid UTF-8."))
    })
}

/// The failure for a file that was opened and cannot be read.
pub(crate) fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::input(format!("{name} cannot be read: {error}."))
}
