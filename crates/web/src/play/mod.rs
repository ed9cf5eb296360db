//! Playing on this device. [`LocalSession`] holds the game and passes each event on to the part whose job it is:
//! [`game_clock`], [`curtain`], [`hint`], [`announcements`]. The other files are the components that show it.

pub mod announcements;
pub mod autosave;
pub mod curtain;
pub mod engine_status;
pub mod game_clock;
pub mod hint;
pub mod local_session;
pub mod moves;
pub mod new_game_form;
pub mod player_clocks;
pub mod premove;
pub mod share_panel;
pub mod status;
pub mod toolbar;
pub mod warm_up;

pub use autosave::autosave;
pub use curtain::CurtainOverlay;
pub use engine_status::{EngineStatus, short_count};
pub use local_session::LocalSession;
pub use moves::Moves;
pub use new_game_form::NewGameForm;
pub use player_clocks::PlayerClocks;
pub use share_panel::SharePanel;
pub use status::Status;
pub use toolbar::Toolbar;
pub use warm_up::warm_up;
