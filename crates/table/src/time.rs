//! Moments in time. The table has no clock: its caller passes the current time.

use std::fmt;
use std::str::FromStr;

use rules::TextError;

use crate::line_codec;

/// A moment, in milliseconds since 1970. (Any fixed moment would do, but the dates of records follow from it.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment this many milliseconds later.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// The milliseconds since an earlier moment; 0 if it is not earlier.
    pub const fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Time {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Time, TextError> {
        line_codec::number(text).map(Time)
    }
}
