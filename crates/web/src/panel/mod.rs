//! Panels beside a board, shared by all pages: they know neither where the game comes from nor who plays it.

pub mod copy;
pub mod ended_mark;
pub mod first_time;
pub mod history_nav;
pub mod move_list;
pub mod picture_files;
pub mod players;
pub mod result_card;
pub mod score_plot;
pub mod setup_choices;
pub mod share_files;
pub mod sound_offer;
pub mod status;
pub mod time_control;
pub mod tool_button;
pub mod tools;

pub use copy::{CopyField, CopyText};
pub use ended_mark::EndedMark;
pub use first_time::{FirstTime, is_first_time};
pub use history_nav::HistoryNav;
pub use move_list::{ListItem, ListItems, MoveEntry, MoveList, PlayerColumn, parts_view};
pub use picture_files::{PictureFiles, SharedPicture};
pub use players::{PlayerRow, PlayersAround, time_left};
pub use result_card::ResultCard;
pub use setup_choices::{OptionChoice, SeatChoice, seats_of, with_side};
pub use share_files::{ShareFiles, SharedGame};
pub use sound_offer::SoundOffer;
pub use status::StatusLine;
pub use time_control::{TimeControlChoice, clock_name};
pub use tool_button::ToolButton;
pub use tools::Tools;
