//! A game being played by several people: seats, clocks, offers, take-backs, presence, fair shuffles, and what each
//! viewer is told. No socket, no clock, no database: the time comes in, events come out.
//!
//! ```
//! use table::{Actor, Guest, Request, Secret, Table, Time};
//! use rules::Viewer;
//!
//! let setup = "morpion - open,open 300+5 first".parse().unwrap();
//! let mut table = Table::new(setup, Time(0), Secret::new([7; 32]));
//! let ask = |table: &mut Table, who: u64, line: &str| {
//!     let request: Request = line.parse().unwrap();
//!     let events = table.handle(Actor::Guest(Guest(who)), &request, Time(1000)).unwrap();
//!     // Here a server writes the events down.
//!     for event in events {
//!         table.apply(event).unwrap();
//!     }
//! };
//! ask(&mut table, 8, "1 join seat=- name=Anne contribution=000102030405060708090a0b0c0d0e0f");
//! ask(&mut table, 9, "1 join seat=- name=Luc contribution=101112131415161718191a1b1c1d1e1f");
//! ask(&mut table, 8, "2 move ply=0 move=5");
//! let last = table.message_for(table.version() - 1, Viewer::Public).unwrap();
//! assert_eq!(last.to_string(), "5 1000 moved seat=1 ply=0 step=5:2 clocks=305000,300000@2:1000");
//! ```
//!
//! - [`Table`] is the log of [`Event`]s and what it adds up to. Deciding ([`Table::handle`]) and changing
//!   ([`Table::apply`]) are apart, so that events are written down before they are true.
//! - [`Request`] is what clients ask; [`Refusal`] why not; [`Answer`] what they are answered.
//! - [`Message`] is what one viewer is told; [`Snapshot`] all of it at once; [`Client`] follows them, and
//!   [`Outbox`] holds what is not answered yet.
//! - [`Listing`] is one line about a table in a list of them.
//! - [`verify`](fn@verify) checks the shuffles of a record.

mod client;
mod clock;
mod consent;
mod decide;
mod event;
mod fair;
mod fold;
mod listing;
mod message;
mod name;
mod offers;
mod outbox;
mod phrase;
mod presence;
mod protocol;
mod refusal;
mod request;
mod say;
mod setup;
mod snapshot;
mod state;
mod table;
mod tell;
mod time;
mod verify;
mod wire;

pub use client::{Client, Heard};
pub use clock::{Clocks, Control};
pub use decide::Actor;
pub use event::{Absence, Cause, Ending, Event, TableId, What};
pub use fair::{Commitment, Contribution, Secret};
pub use fold::Unfit;
pub use listing::Listing;
pub use message::{Message, Step, Told};
pub use name::Name;
pub use offers::{Offer, Standing};
pub use outbox::Outbox;
pub use phrase::Phrase;
pub use protocol::{Answer, Hello, VERSION};
pub use refusal::Refusal;
pub use request::{Ask, Claim, LONGEST_LINE, Request};
pub use setup::{Guest, Level, Place, Setup, Starts};
pub use snapshot::{End, Premove, Sitter, Snapshot};
pub use table::Table;
pub use time::Time;
pub use verify::{Flaw, Proof, verify};
