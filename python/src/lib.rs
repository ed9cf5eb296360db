//! The Python module `trois`: what the rules, the engine and the environments are in Python.
//!
//! One file per class. Wrong input becomes an exception with a sentence ([`errors`]); work that takes time runs without
//! the interpreter lock.

mod batch;
mod convert;
mod env;
mod errors;
mod game;
mod info;
mod open_game;
mod picture;
mod raster;
mod stroke_font;
mod svg_path;
mod think;
mod view;

use pyo3::prelude::*;

/// The part of `trois` that is written in Rust.
#[pymodule]
mod _trois {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::env::Env;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::info::{GameInfo, OptionInfo, SpaceInfo, games};
    #[pymodule_export]
    use crate::open_game::{new, parse, read, read_all};
    #[pymodule_export]
    use crate::think::{Analysis, Engine, Line, Solution, exact, solve};
    #[pymodule_export]
    use crate::view::View;
}
