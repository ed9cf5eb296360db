//! A game played by several people: seats, clocks, offers, take-backs, presence, fair shuffles, and a redacted stream of
//! messages for each viewer. Sans I/O: no socket, no clock, no database. The time comes in, events come out.
//!
//! ```
//! use table::{Actor, GuestId, Request, Secret, Table, Time};
//! use rules::Viewer;
//!
//! let setup = "morpion - open,open 300+5 first".parse().unwrap();
//! let mut table = Table::new(setup, Time(0), Secret::new([7; 32]));
//! let ask = |table: &mut Table, who: u64, line: &str| {
//!     let request: Request = line.parse().unwrap();
//!     let events = table.handle(Actor::Guest(GuestId(who)), &request, Time(1000)).unwrap();
//!     // Here a server stores the events.
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
//! - [`Table`] is a log of [`Event`]s and the state that follows from it. Deciding ([`Table::handle`]) and changing
//!   ([`Table::apply`]) are separate, so that a server stores events before they take effect.
//! - A client sends [`Request`]s and gets an [`Answer`] to each: done, or a [`Refusal`].
//! - [`Message`] is an update for one viewer, and [`Snapshot`] the whole table as one viewer sees it. [`Replica`] is a
//!   client's copy of the table, and [`Conversation`] the client's side of the protocol, for any transport.
//! - [`Backoff`] and [`Reconnector`] say when to reconnect.
//! - [`Listing`] is one line about a table in a list of them.
//! - [`verify`](fn@verify) checks the shuffles of a record.

mod apply;
mod backoff;
mod clock;
mod compaction;
mod contribution;
mod conversation;
mod decide;
mod event;
mod fair;
mod line_codec;
mod listing;
mod log;
mod message;
mod name;
mod offers;
mod outbox;
mod phrase;
mod presence;
mod protocol;
mod receipt;
mod record;
mod redact;
mod refusal;
mod replica;
mod request;
mod say;
mod setup;
mod shared_vec;
mod snapshot;
mod state;
mod table;
mod time;
mod verify;

pub use apply::ApplyError;
pub use backoff::{Backoff, ConnectionState, ReconnectAction, Reconnector};
pub use clock::{Clocks, TimeControl};
pub use compaction::CompactedLog;
pub use contribution::{Contribution, PlayerKey, PlayerSecret, SignatureCheck};
pub use conversation::{Conversation, Notification, SILENCE_TIMEOUT};
pub use decide::Actor;
pub use event::{Cause, EndReason, Event, EventKind, StandInReason, TableId};
pub use fair::{Commitment, Secret, ShuffleVersion};
pub use listing::Listing;
pub use message::{Message, SeenMove, Update};
pub use name::Name;
pub use offers::{Offer, StandingOffer};
pub use phrase::Phrase;
pub use protocol::{Answer, Hello, VERSION};
pub use receipt::{Receipt, ReceiptMismatch, ReceiptProof};
pub use record::{COMMITMENT_TAG, TABLE_TAG};
pub use refusal::Refusal;
pub use replica::{Delivery, Replica};
pub use request::{Claim, LONGEST_LINE, Request, RequestKind};
pub use setup::{GuestId, STAND_IN_LEVEL, SeatSetup, Seating, Setup};
pub use snapshot::{End, Occupant, Premove, Snapshot};
pub use table::Table;
pub use time::Time;
pub use verify::{PlayerCheck, Verified, VerifyError, verify};
