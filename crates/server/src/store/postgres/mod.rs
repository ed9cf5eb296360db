//! Being written: for the moment it is never there.

use table::{Guest, TableId, Time};
use tokio::sync::broadcast;

use super::{Append, Change, Down, Fault, Search};

/// A database that several servers share.
#[derive(Clone, Debug)]
pub struct Postgres(broadcast::Sender<Change>);

macro_rules! missing {
    ($($name:ident($($argument:ident: $type:ty),*) -> $value:ty;)*) => {
        impl Postgres {
            /// Opens it.
            pub async fn open(_url: &str) -> Result<Postgres, Fault> {
                Err(Fault::Unavailable("PostgreSQL is not there yet".to_owned()))
            }

            /// Never.
            pub fn changes(&self) -> broadcast::Receiver<Change> {
                self.0.subscribe()
            }

            $(
                /// Never.
                pub async fn $name(&self, $($argument: $type),*) -> Result<$value, Fault> {
                    $(let _ = $argument;)*
                    Err(Fault::Unavailable("PostgreSQL is not there yet".to_owned()))
                }
            )*
        }
    };
}

missing! {
    append(append: Append) -> ();
    events(id: &TableId, from: usize) -> Vec<String>;
    about(id: &TableId) -> Option<(bool, Guest)>;
    due(now: Time, limit: u32) -> Vec<TableId>;
    lobby(limit: u32) -> Vec<String>;
    pair(setup: &str, not: Guest) -> Option<TableId>;
    mine(guest: Guest, limit: u32) -> Vec<(String, u8)>;
    unfinished(guest: Guest) -> u32;
    archive(search: Search) -> Vec<String>;
    playing() -> u32;
    name(guest: Guest) -> Option<String>;
    set_name(guest: Guest, name: &str, now: Time) -> ();
    put_key(key: &str, id: &TableId, guest: Guest, until: Time) -> ();
    take_key(key: &str, id: &TableId, now: Time) -> Option<Guest>;
    beat(now: Time, patience: u64) -> Option<Down>;
    downs(after: Time) -> Vec<Down>;
    tidy(before: Time, now: Time) -> Vec<TableId>;
}
