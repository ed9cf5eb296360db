//! Time as the table knows it: milliseconds that somebody else counted. There is no clock in here.

use std::fmt;
use std::str::FromStr;

use rules::TextError;

use crate::line_codec;

/// A moment, in milliseconds since some fixed moment (1970, on a server).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment so many milliseconds later.
    #[must_use]
    pub const fn plus(self, milliseconds: u64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// The day, in universal time, if the moments are counted from 1970: `2026-11-15`.
    pub fn date(self) -> String {
        // The calendar from the number of the day, with years that begin in March (Hinnant, “chrono-compatible
        // low-level date algorithms”).
        let day = self.0 / 86_400_000 + 719_468;
        let (era, of_era) = (day / 146_097, day % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
        format!("{:04}-{month:02}-{of_month:02}", era * 400 + year)
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
        line_codec::number(text).map(Time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_has_its_leap_years() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (1_763_164_800, "2025-11-15"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(Time(seconds * 1000).date(), date);
        }
    }
}
