//! Text from a reader that the caller has opened, in chunks that never split a character.

use std::io::{self, BufRead};
use std::str;

/// The text of a reader, chunk by chunk. A chunk is no longer than the reader's buffer.
#[derive(Debug)]
pub struct TextChunks<R> {
    input: R,
    /// The bytes read so far; those of the last chunk come first.
    bytes: Vec<u8>,
    /// How many bytes the last chunk has.
    used: usize,
    /// How many lines came before `bytes`.
    lines: usize,
}

impl<R: BufRead> TextChunks<R> {
    /// The text of a reader.
    pub fn new(input: R) -> TextChunks<R> {
        TextChunks { input, bytes: Vec::new(), used: 0, lines: 0 }
    }

    /// The next chunk; `None` at the end. Bytes that are not UTF-8 are an error of kind
    /// [`InvalidData`](io::ErrorKind::InvalidData) that names their line.
    #[allow(
        clippy::should_implement_trait,
        reason = "a chunk borrows from the reader, which no iterator allows"
    )]
    pub fn next(&mut self) -> io::Result<Option<&str>> {
        self.lines += self.bytes[..self.used].iter().filter(|&&byte| byte == b'\n').count();
        self.bytes.drain(..self.used);
        self.used = 0;
        loop {
            let more = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                more => more?,
            };
            let count = more.len();
            self.bytes.extend_from_slice(more);
            self.input.consume(count);
            self.used = match str::from_utf8(&self.bytes) {
                Ok(text) => text.len(),
                // A character that is split at the end of the buffer is not an error.
                Err(error) if error.valid_up_to() > 0 || error.error_len().is_none() && count > 0 => {
                    error.valid_up_to()
                }
                Err(_) => {
                    let line = self.lines + 1;
                    let what = format!("line {line} contains a byte that is not valid UTF-8");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
            };
            if self.used > 0 || count == 0 {
                break;
            }
        }
        let text = str::from_utf8(&self.bytes[..self.used]).unwrap_or_default();
        Ok(Some(text).filter(|text| !text.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_join_to_the_text_however_small_the_buffer_is() {
        let text = "Où ?\n“1.” 5 …\n";
        for capacity in 1..8 {
            let mut chunks = TextChunks::new(io::BufReader::with_capacity(capacity, text.as_bytes()));
            let mut joined = String::new();
            while let Some(chunk) = chunks.next().expect("text") {
                joined += chunk;
            }
            assert_eq!(joined, text);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_line() {
        for bytes in [&b"5 1\n9 \xff 2"[..], &b"5 1\n9 \xe2\x80"[..]] {
            let mut chunks = TextChunks::new(io::BufReader::with_capacity(3, bytes));
            let error = loop {
                match chunks.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("{bytes:?} was read"),
                    Err(error) => break error,
                }
            };
            assert_eq!(error.to_string(), "line 2 contains a byte that is not valid UTF-8");
        }
    }
}
