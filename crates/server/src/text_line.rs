//! Lines of text for sockets and for the store.

use std::fmt::{Display, Write};

/// As long as most lines are.
const USUAL_LENGTH: usize = 128;

/// The text of a value, with room for a whole line from the start: `to_string` begins with none, and would allocate again
/// and again while the line grows.
pub(crate) fn text_line(value: &impl Display) -> String {
    with_room(USUAL_LENGTH, value)
}

/// The text of a value that is about so long.
pub(crate) fn with_room(length: usize, value: &impl Display) -> String {
    let mut line = String::with_capacity(length);
    // Writing to a String does not fail.
    let _ = write!(line, "{value}");
    line
}
