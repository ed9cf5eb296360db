//! Draws the games and turns touches into moves. This crate knows neither the DOM nor a rule of a game.
//!
//! [`draw()`] turns a position and a [`DrawContext`] (the viewer, the picked spots, the last move) into a [`Scene`]:
//! items with stable keys, painted by meaning ([`Paint`]) rather than by colour, and touch targets. [`Scene::svg`]
//! writes a scene as SVG; the app patches it into its page.
//!
//! [`touch()`] compares the touched spots with the [touch paths](Drawable::touch_paths) of the legal moves. So no user
//! interface holds rules, and a refused touch comes with the reason that the rules give:
//!
//! ```
//! use boards::{Spot, TouchOutcome};
//! use rules::{AnyGame, Kind};
//!
//! let game = AnyGame::new(Kind::Doh, "").unwrap();
//! let large = Spot::Piece(2);
//! assert!(matches!(boards::touch(&game, &[], large), TouchOutcome::Picked(_)));
//! assert!(matches!(boards::touch(&game, &[large], Spot::Place(12)), TouchOutcome::Played(_)));
//! assert!(matches!(boards::touch(&game, &[large], Spot::Place(0)), TouchOutcome::Refused(_)));
//! ```

mod any;
mod draw;
mod draw_context;
pub mod edit;
mod keyboard_nav;
mod look;
mod marks;
mod material;
mod names;
mod notation;
mod overlay;
mod paint;
mod palette;
mod premove;
mod qr;
mod scene;
mod svg;
mod touch;

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;

pub use any::{
    advise_move, draw, legal_spots, move_text, moves_text, notation, refusal_spots, say_end_reason, say_move,
    say_refusal, say_turn, spot_name, touch, touch_paths,
};
pub use draw::{Drawable, TouchPath};
pub use draw_context::{Arrow, DrawContext, MoveEvaluation};
pub use keyboard_nav::{Direction, next_spot};
pub use look::{BoardTheme, Look, PieceTheme};
pub use names::{Names, PlayerName};
pub use notation::NotationPart;
pub use paint::{Paint, Theme};
pub use palette::Palette;
pub use premove::{PremoveTouch, Premoves};
pub use qr::qr_svg;
pub use scene::{Item, Scene, Shape, Spot, Style, TouchTarget, Vec2};
pub use svg::escape;
pub use touch::{TouchOutcome, TouchRefusal};
