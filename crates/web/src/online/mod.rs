//! Playing with others, through the server.
//!
//! - [`socket`]: a WebSocket that reconnects by itself; [`api`]: HTTP requests; [`guest_profile`]: the guest's name on
//!   the server; [`server_clock`]: the server's time.
//! - [`table_session`]: one table as this page follows it; [`announcements`]: what the page says of what happens
//!   there; [`table_board`]: its board.
//! - [`table_labels`]: names of players, options and clocks. The other files are parts of the page of a table, and the
//!   lists of tables.

pub mod announcements;
pub mod api;
mod card_replay;
pub mod confirm_move;
pub mod fair;
pub mod game_over;
pub mod guest_profile;
pub mod hand_over;
pub mod more_tables;
pub mod offers;
pub mod opening_filter;
pub mod other_version;
pub mod pairing;
pub mod phrases;
pub mod qr_code;
pub mod receipt;
pub mod searching;
pub mod server_clock;
pub mod socket;
pub mod table_board;
pub mod table_labels;
pub mod table_list;
pub mod table_session;
pub mod toolbar;
pub mod waiting_room;
