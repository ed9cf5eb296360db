//! Time as the table knows it: milliseconds that somebody else counted. There is no clock in here.

use std::fmt;
use std::str::FromStr;

use rules::TextError;

use crate::wire;

/// A moment, in milliseconds since some fixed moment (1970, on a server).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment so many milliseconds later.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// How many milliseconds have gone by since an earlier moment; 0 if it is not earlier.
    pub const fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Time {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Time, TextError> {
        wire::number(text).map(Time)
    }
}
