//! The analysis board: a game with variations ([`tree`]), the engine that analyses it ([`analysis_board`]), and the
//! panels around it. [`review`] tells what each move gave away. [`import`] reads games, lists of moves, positions and
//! links; [`persistence`] saves them on the device.

pub mod analysis_board;
pub mod arrow_tools;
pub mod arrows;
pub mod engine_lines;
pub mod explorer;
pub mod graph;
pub mod import;
pub mod import_panel;
pub mod notation;
pub mod persistence;
pub mod players;
pub mod plot;
pub mod position_editor;
pub mod review;
pub mod tree;
