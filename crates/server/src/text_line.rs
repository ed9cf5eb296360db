//! Lines of text for sockets and for the store.

use std::fmt::{Display, Write};

/// The length of most lines.
const USUAL_LENGTH: usize = 128;

/// The text of a value, in a string with room for a whole line: `to_string` begins without room, and would allocate
/// again and again while the line grows.
pub(crate) fn text_line(value: &impl Display) -> String {
    to_string_with_capacity(USUAL_LENGTH, value)
}

/// The text of a value, in a string with this capacity.
pub(crate) fn to_string_with_capacity(capacity: usize, value: &impl Display) -> String {
    let mut line = String::with_capacity(capacity);
    // Writing to a String does not fail.
    let _ = write!(line, "{value}");
    line
}
