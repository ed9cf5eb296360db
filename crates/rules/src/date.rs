//! Formats a time as the date in the `Date` tag of a record. Callers pass the time; this module reads no clock.

/// Milliseconds in a day.
pub const DAY: u64 = 86_400_000;

/// The date of a time, such as `2026-11-15`. The time is in milliseconds since 1970: UTC, or shifted by a time zone's
/// offset to get the local date.
pub fn date_of(milliseconds: u64) -> String {
    // Day number to civil date, with years that begin in March (Howard Hinnant, “chrono-compatible low-level date
    // algorithms”): 400 years have 146,097 days.
    let day = milliseconds / DAY + 719_468;
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day_of_month:02}", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_has_its_leap_years() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (5_097_600, "1970-03-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (1_763_164_800, "2025-11-15"),
            (1_794_700_800, "2026-11-15"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date_of(seconds * 1000), date);
        }
    }
}
