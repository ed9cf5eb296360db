//! The thread that reads standard input line by line.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::thread;

use super::Input;

/// The longest line that is accepted: room for more moves than any game has.
const MAX_LINE: u64 = 16 << 20;

/// Starts the thread. Its last input is [`Input::End`].
pub(crate) fn start(inputs: SyncSender<Input>) {
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Some(line) = next(&mut stdin) {
            if inputs.send(Input::Line(line)).is_err() {
                return;
            }
        }
        let _ = inputs.send(Input::End);
    });
}

/// The next line, or what is wrong with it; `None` at the end of the input or after a read error.
fn next(input: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if read as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
        return Some(Err(format!("a line has more than {} MiB: it was not read", MAX_LINE >> 20)));
    }
    Some(String::from_utf8(bytes).map_err(|_| "a line is not text in UTF-8".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let mut text = vec![b'x'; MAX_LINE as usize + 10];
        text.extend(b"\nugi\n\xff\nquit");
        let mut input = text.as_slice();
        assert!(next(&mut input).unwrap().unwrap_err().contains("16 MiB"));
        assert_eq!(next(&mut input), Some(Ok("ugi\n".to_owned())));
        assert!(next(&mut input).unwrap().unwrap_err().contains("UTF-8"));
        assert_eq!(next(&mut input), Some(Ok("quit".to_owned())));
        assert_eq!(next(&mut input), None);
    }
}
