//! The contract of both stores. `other` is a second server on the same database, where the database can be shared.

mod appends;
mod archive;
mod explorer;
mod guests;
mod lists;
mod upkeep;

pub(crate) use self::explorer::*;
pub(crate) use appends::*;
pub(crate) use archive::*;
pub(crate) use guests::*;
pub(crate) use lists::*;
pub(crate) use upkeep::*;
