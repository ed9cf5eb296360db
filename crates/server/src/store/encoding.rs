//! How times and guests are kept: databases count in signed 64 bits.

use table::{GuestId, Time};

use super::Stage;

/// A time as a database keeps it. What lies beyond is the end of time.
pub(super) fn from_time(time: Time) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// The time that a database kept.
pub(super) fn to_time(number: i64) -> Time {
    Time(number.try_into().unwrap_or(0))
}

/// The bits of a guest's number.
pub(super) fn from_guest(guest: GuestId) -> i64 {
    guest.0.cast_signed()
}

/// The guest with these bits.
pub(super) fn to_guest(number: i64) -> GuestId {
    GuestId(number.cast_unsigned())
}

/// A count as a database keeps it.
pub(super) fn from_count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The number of a stage: a game is unfinished below 2.
pub(super) fn from_stage(stage: Stage) -> i16 {
    match stage {
        Stage::Waiting => 0,
        Stage::Playing => 1,
        Stage::Over => 2,
        Stage::Closed => 3,
    }
}
