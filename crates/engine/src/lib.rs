//! What is good: an engine that thinks about any of the five games.
//!
//! ```
//! use engine::{Engine, Limits};
//! use rules::{AnyGame, Kind, Seat, Viewer};
//!
//! let game = AnyGame::new(Kind::Morpion, "").unwrap();
//! let view = game.view(Viewer::Seat(Seat::ONE));
//! let analysis = Engine::new().think(&view, &Limits::default(), &mut ()).unwrap();
//! assert!(game.check(analysis.chosen).is_ok());
//! ```
//!
//! - [`Engine::think`] takes a view, never a position: what is hidden from the player is hidden from the engine.
//! - The core knows no clock and no thread. Time is asked of [`Limits::clock`]; whoever waits is told, and can stop
//!   the search, through [`Report`].
//! - [`Knowledge`], one file per game, says how that game is thought about; what is common to
//!   several is in [`search`].

/// The code of the README, which the doctests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod analysis;
pub mod bench;
pub mod knowledge;
mod limits;
pub mod search;
pub mod solve;

pub use analysis::{Analysis, Line, Value};
pub use knowledge::Strength;
pub use limits::{Control, Level, Limits, Report};

use knowledge::Knowledge;
use rules::{AnyMove, AnyView, Cards, Doh, Fives, Morpion, Outcome, SuperMorpion, Turn, View};
use search::mcts::{self, Settings, Unguided};

/// A thinker, and what it remembers from one thought to the next.
#[derive(Default)]
pub struct Engine {
    morpion: <Morpion as Knowledge>::Memory,
    super_morpion: <SuperMorpion as Knowledge>::Memory,
    doh: <Doh as Knowledge>::Memory,
    fives: <Fives as Knowledge>::Memory,
    cards: <Cards as Knowledge>::Memory,
}

/// Why there is nothing to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoThought {
    /// The game is over.
    Over(Outcome),
    /// A card is to be drawn: nobody chooses.
    Chance,
    /// It is not the viewer's turn, and the hand of the player to move is hidden.
    HiddenHand,
}

impl std::fmt::Display for NoThought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoThought::Over(outcome) => write!(f, "the game is over ({outcome}): there is no move to find"),
            NoThought::Chance => f.write_str("a card is to be drawn: give the draw, then ask again"),
            NoThought::HiddenHand => f.write_str(
                "the hand of the player to move is hidden from this viewer: ask with that player's view",
            ),
        }
    }
}

impl std::error::Error for NoThought {}

impl Engine {
    /// An engine that remembers nothing yet.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        *self = Engine::default();
    }

    /// Thinks about the move to play in `view` until a limit is reached or `report` says stop.
    pub fn think(
        &mut self,
        view: &AnyView,
        limits: &Limits,
        report: &mut dyn Report,
    ) -> Result<Analysis<AnyMove>, NoThought> {
        self.think_as(view, limits, None, report)
    }

    /// The same with a strength in place of the one that the level has: for finding out what levels should be.
    pub fn think_as(
        &mut self,
        view: &AnyView,
        limits: &Limits,
        strength: Option<Strength>,
        report: &mut dyn Report,
    ) -> Result<Analysis<AnyMove>, NoThought> {
        let asked = Asked { limits, strength, report };
        match view {
            AnyView::Morpion(view) => asked.think(view, &mut self.morpion, AnyMove::Morpion),
            AnyView::Super(view) => asked.think(view, &mut self.super_morpion, AnyMove::Super),
            AnyView::Doh(view) => asked.think(view, &mut self.doh, AnyMove::Doh),
            AnyView::Fives(view) => asked.think(view, &mut self.fives, AnyMove::Fives),
            AnyView::Cards(view) => asked.think(view, &mut self.cards, AnyMove::Cards),
        }
    }
}

/// Thinks by Monte-Carlo tree search with these settings, whatever there is that is better for the game: with
/// [`Settings::PLAIN`] the ground zero on which every other player must stand. Levels play no part.
pub fn think_uct(
    view: &AnyView,
    limits: &Limits,
    settings: &Settings,
    report: &mut dyn Report,
) -> Result<Analysis<AnyMove>, NoThought> {
    match view {
        AnyView::Morpion(view) => uct(view, limits, settings, report, AnyMove::Morpion),
        AnyView::Super(view) => uct(view, limits, settings, report, AnyMove::Super),
        AnyView::Doh(view) => uct(view, limits, settings, report, AnyMove::Doh),
        AnyView::Fives(view) => uct(view, limits, settings, report, AnyMove::Fives),
        AnyView::Cards(view) => uct(view, limits, settings, report, AnyMove::Cards),
    }
}

fn uct<G: Knowledge>(
    view: &View<G>,
    limits: &Limits,
    settings: &Settings,
    report: &mut dyn Report,
    any: fn(G::Move) -> AnyMove,
) -> Result<Analysis<AnyMove>, NoThought> {
    check(view)?;
    let mut to_any = limits::Translated { report, any };
    let mut control = Control::new(limits, &mut to_any);
    let analysis = if G::HIDES {
        search::ismcts::Search::default().think(view, limits, settings, &mut Unguided, &mut control)
    } else {
        mcts::Search::default().think(view.position(), limits, settings, &mut Unguided, &mut control)
    };
    Ok(analysis.map(any))
}

/// Whether there is something to think about.
fn check<G: Knowledge>(view: &View<G>) -> Result<(), NoThought> {
    match view.position().turn() {
        Turn::Over(outcome) => Err(NoThought::Over(outcome)),
        Turn::Chance => Err(NoThought::Chance),
        Turn::Seat(seat) if !G::can_see(view, seat) => Err(NoThought::HiddenHand),
        Turn::Seat(_) => Ok(()),
    }
}

/// What is asked of the engine, whatever the game.
struct Asked<'a> {
    limits: &'a Limits,
    strength: Option<Strength>,
    report: &'a mut dyn Report,
}

impl Asked<'_> {
    fn think<G: Knowledge>(
        self,
        view: &View<G>,
        memory: &mut G::Memory,
        any: fn(G::Move) -> AnyMove,
    ) -> Result<Analysis<AnyMove>, NoThought> {
        check(view)?;
        let strength = self.strength.unwrap_or_else(|| view.position().strength(self.limits.level));
        let strength = strength.at_this_move(self.limits.seed);
        let limits = strength.narrow(self.limits);
        let mut to_any = limits::Translated { report: self.report, any };
        let mut control = Control::new(&limits, &mut to_any);
        let analysis = G::think(view, &limits, memory, &mut control);
        let chosen = strength.choose(&analysis, view.position(), limits.seed);
        Ok(analysis.map(any).choosing(any(chosen)))
    }
}
