//! What the games look like and how they are touched. No DOM, no rules.
//!
//! A position and a [`Look`] (who looks, what is picked up, what was just played) become a [`Scene`]: items with
//! a stable key, painted by meaning ([`Paint`]) rather than by colour, and places that can be touched. A scene
//! becomes SVG by [`Scene::svg`], or is patched into a page by whoever has one.
//!
//! Touches become moves by comparing them with the [`paths`](Drawn::paths) of the legal moves, so no user
//! interface holds rules, and a refused touch has the reason that the rules give:
//!
//! ```
//! use boards::{Spot, Touched};
//! use rules::{AnyGame, Kind};
//!
//! let game = AnyGame::new(Kind::Doh, "").unwrap();
//! let large = Spot::Piece(2);
//! assert!(matches!(boards::touch(&game, &[], large), Touched::Picked(_)));
//! assert!(matches!(boards::touch(&game, &[large], Spot::Place(12)), Touched::Played(_)));
//! assert!(matches!(boards::touch(&game, &[large], Spot::Place(0)), Touched::Refused(_)));
//! ```

mod ahead;
mod any;
mod drawn;
mod look;
mod marks;
mod overlay;
mod paint;
mod scene;
mod svg;
mod touch;
mod walk;

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;

pub use ahead::{Ahead, Chosen};
pub use any::{
    draw, legal_spots, name, paths, say_move, say_refusal, say_turn, say_why, seat_name, shown, touch,
};
pub use drawn::{Drawn, Path};
pub use look::{Look, Verdict};
pub use paint::{Paint, Palette, Theme};
pub use scene::{Item, Place, Point, Scene, Shape, Spot, Style};
pub use touch::{Refusal, Touched};
pub use walk::{Direction, walk};
