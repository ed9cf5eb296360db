//! How times, guests, stages and listings are stored: databases have signed 64-bit integers.

use rules::Seat;
use table::{GuestId, Listing, Time};

use super::TableStage;

/// The stored form of a time. Later times than the type can hold become its maximum.
pub(crate) fn from_time(time: Time) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// The time for a stored number.
pub(crate) fn to_time(number: i64) -> Time {
    Time(number.try_into().unwrap_or(0))
}

/// The bits of a guest's id.
pub(crate) fn from_guest(guest: GuestId) -> i64 {
    guest.0.cast_signed()
}

/// The guest with these bits.
pub(crate) fn to_guest(number: i64) -> GuestId {
    GuestId(number.cast_unsigned())
}

/// The stored form of a count.
pub(crate) fn from_count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The stored form of a stage. Below 2, the game is unfinished.
pub(crate) fn from_stage(stage: TableStage) -> i16 {
    match stage {
        TableStage::Waiting => 0,
        TableStage::Playing => 1,
        TableStage::Over => 2,
        TableStage::Closed => 3,
    }
}

/// The stage for a stored number.
pub(crate) fn to_stage(number: i16) -> TableStage {
    match number {
        0 => TableStage::Waiting,
        1 => TableStage::Playing,
        2 => TableStage::Over,
        _ => TableStage::Closed,
    }
}

/// The listing of a table as it is now. The stored text may be that of an earlier version, after which only its time, its turn
/// and its ply have changed.
pub(crate) fn current_listing(stored: String, at: i64, turn: Option<i16>, ply: i64) -> String {
    let turn = turn.and_then(|turn| Seat::from_number(u8::try_from(turn).ok()?));
    let ply = u32::try_from(ply).unwrap_or_default();
    Listing::with_progress(&stored, to_time(at), turn, ply).unwrap_or(stored)
}
