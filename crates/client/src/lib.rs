//! A client of a Trois server over real sockets: opens tables, takes a seat, plays, and reconnects by itself. Used by
//! `trois load`, by the tests, and by programs that play.
//!
//! - [`ApiClient`] is one guest's access to the server's HTTP API.
//! - [`TableClient`] is that guest at one table.

mod api_client;
mod table_client;

pub use api_client::{ApiClient, ClientError};
pub use table_client::TableClient;
