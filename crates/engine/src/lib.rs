//! An engine that plays the games of three.
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
//! - The engine takes a view, never a position: what is hidden from the player is hidden from the engine.
//! - [`Engine::think`] searches until a limit is reached. [`Engine::start`] and [`Engine::step`] do the same in steps,
//!   for programs with one thread that must do something else in between. Both come to the same analysis.
//! - The engine has no clock, and no thread unless [`Limits::threads`] asks for some. Time is measured by the clock of a
//!   [`TimeLimit`]; an [`Observer`] receives the progress and can stop the search.
//! - [`knowledge`] has one file per game, which says how it is searched and evaluated; [`search`] has the algorithms
//!   that several games share.

/// The code of the README, which the doctests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod analysis;
pub mod bench;
pub mod book;
mod control;
pub mod knowledge;
mod limits;
mod math;
mod network;
mod running;
pub mod search;
pub mod solve;

pub use analysis::{Analysis, Line, Value, winner_moves};
pub use book::BookError;
pub use control::{Observer, SearchControl};
pub use knowledge::Strength;
pub use limits::{Clock, Limits, StepBudget, TimeLimit};
pub use network::{NetworkError, NetworkSource, UnusedNetwork};
pub use rules::Level;
pub use search::Status;

use book::BookLine;
use knowledge::Knowledge;
use rules::{AnyGame, AnyMove, AnyView, Kind, Outcome, Turn, View};
use running::{BookAnswer, GameSearch, RunningSearch};
use search::ismcts::InformationSetSearch;
use search::mcts::{MctsParameters, TreeSearch, Unguided};

/// The engine: its memory from one search to the next, and the current search, if there is one.
#[derive(Default)]
pub struct Engine {
    memories: Memories,
    running: Option<Box<dyn RunningSearch>>,
}

macro_rules! memories {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// The memory of each game.
        #[derive(Default)]
        struct Memories {
            $($module: <rules::$game as Knowledge>::Memory,)*
        }

        impl Memories {
            /// Memories without the results of searches, but with the networks and books that were loaded.
            fn forget(&self) -> Memories {
                Memories { $($module: <rules::$game as Knowledge>::forget(&self.$module),)* }
            }

            fn use_network(&mut self, kind: Kind, source: NetworkSource<'_>) -> Result<(), NetworkError> {
                match kind {
                    $(Kind::$kind => <rules::$game as Knowledge>::use_network(&mut self.$module, source),)*
                }
            }

            fn load_book(&mut self, kind: Kind, text: &str) -> Result<(), BookError> {
                match kind {
                    $(Kind::$kind => <rules::$game as Knowledge>::load_book(&mut self.$module, text),)*
                }
            }
        }
    };
}
rules::for_each_game!([memories]);

/// Why there is nothing to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NothingToSearch {
    /// The game is over.
    Over(Outcome),
    /// A card is to be drawn, so no player chooses.
    Chance,
    /// It is not the viewer's turn, and the hand of the player to move is hidden.
    HiddenHand,
}

impl std::fmt::Display for NothingToSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NothingToSearch::Over(outcome) => {
                write!(f, "the game is over ({outcome}): there is no move to find")
            }
            NothingToSearch::Chance => f.write_str("a card is to be drawn: give the draw, then ask again"),
            NothingToSearch::HiddenHand => f.write_str(
                "the hand of the player to move is hidden from this viewer: ask with that player's view",
            ),
        }
    }
}

impl std::error::Error for NothingToSearch {}

impl Engine {
    /// An engine that remembers nothing.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Ends the current search, if there is one, and forgets everything, as before a new game.
    pub fn forget(&mut self) {
        self.abandon();
        *self = self.fresh();
    }

    /// Another engine with the same networks and books, and an empty memory.
    pub fn fresh(&self) -> Engine {
        Engine { memories: self.memories.forget(), running: None }
    }

    /// Evaluates positions of a game from now on with the built-in network, the network in a file, or none. Ends the
    /// current search and forgets everything. If the file is refused, the error says why, and the engine evaluates the
    /// game without a network.
    pub fn use_network(&mut self, kind: Kind, source: NetworkSource<'_>) -> Result<(), NetworkError> {
        self.abandon();
        let used = self.memories.use_network(kind, source);
        self.forget();
        used
    }

    /// Why the network that was chosen does not evaluate a position, if it does not.
    pub fn unused_network(&self, view: &AnyView) -> Option<UnusedNetwork> {
        macro_rules! unused {
            ([$any_view:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
                match $any_view {
                    $(AnyView::$kind(view) => view.position().unused_network(&self.memories.$module),)*
                }
            };
        }
        rules::for_each_game!([unused] view)
    }

    /// Uses the opening book in a text, in place of the built-in one, where [`Limits::book`] allows it. Ends the
    /// current search. If the text is refused, the engine has no book for the game.
    pub fn load_book(&mut self, kind: Kind, text: &str) -> Result<(), BookError> {
        self.abandon();
        self.memories.load_book(kind, text)
    }

    /// The opening book's entry for a position, whatever the limits of a search.
    pub fn book_line(&self, game: &AnyGame) -> Option<BookLine<AnyMove>> {
        macro_rules! look_up {
            ([$any_game:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
                match $any_game {
                    $(AnyGame::$kind(game) => {
                        game.book_line(&self.memories.$module).map(|line| line.map(AnyMove::$kind))
                    })*
                }
            };
        }
        rules::for_each_game!([look_up] game)
    }

    /// Searches for the move to play in `view` until a limit is reached or the observer stops it.
    pub fn think(
        &mut self,
        view: &AnyView,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Analysis<AnyMove>, NothingToSearch> {
        self.think_as(view, limits, None, observer)
    }

    /// The same with a strength in place of the level's, for calibrating levels.
    pub fn think_as(
        &mut self,
        view: &AnyView,
        limits: &Limits,
        strength: Option<Strength>,
        observer: &mut dyn Observer,
    ) -> Result<Analysis<AnyMove>, NothingToSearch> {
        self.abandon();
        let mut search = self.start_search(view, limits, strength)?;
        while search.step(StepBudget::UNLIMITED, observer) == Status::Running {}
        let analysis = search.analysis();
        search.end(&mut self.memories);
        Ok(analysis)
    }

    /// The outcome under best play by every seat, and the number of moves until then. `None` unless the game is solved
    /// for every position, and for a redacted position.
    pub fn exact(&mut self, game: &AnyGame) -> Option<(Outcome, u32)> {
        macro_rules! exact {
            ([$any_game:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
                match $any_game {
                    $(AnyGame::$kind(game) => game.exact(&mut self.memories.$module),)*
                }
            };
        }
        rules::for_each_game!([exact] game)
    }

    /// Starts a search for the move to play in `view`, in place of the current one, if there is one. The engine
    /// searches only in [`step`](Engine::step).
    pub fn start(&mut self, view: &AnyView, limits: &Limits) -> Result<(), NothingToSearch> {
        self.abandon();
        self.running = Some(self.start_search(view, limits, None)?);
        Ok(())
    }

    /// Continues the current search until it has ended or the budget is spent. Without a search it returns
    /// [`Status::Finished`].
    pub fn step(&mut self, budget: StepBudget) -> Status {
        self.running.as_mut().map_or(Status::Finished, |search| search.step(budget, &mut ()))
    }

    /// What the current search has found so far. It has a legal move from the start.
    pub fn analysis(&self) -> Option<Analysis<AnyMove>> {
        self.running.as_ref().map(|search| search.analysis())
    }

    /// Ends the current search at once and returns the best that it has found. Its memory helps the next search.
    pub fn stop(&mut self) -> Option<Analysis<AnyMove>> {
        let mut search = self.running.take()?;
        search.stop();
        while search.step(StepBudget::UNLIMITED, &mut ()) == Status::Running {}
        let analysis = search.analysis();
        search.end(&mut self.memories);
        Some(analysis)
    }

    /// Ends the current search and keeps its memory.
    fn abandon(&mut self) {
        self.stop();
    }

    fn start_search(
        &mut self,
        view: &AnyView,
        limits: &Limits,
        strength: Option<Strength>,
    ) -> Result<Box<dyn RunningSearch>, NothingToSearch> {
        macro_rules! start {
            ([$any_view:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
                match $any_view {
                    $(AnyView::$kind(view) => {
                        check(view)?;
                        let memories = &mut self.memories;
                        if let Some(answer) =
                            BookAnswer::find(view, limits, strength, &memories.$module, AnyMove::$kind)
                        {
                            return Ok(Box::new(answer));
                        }
                        let search = GameSearch::start(
                            view, limits, strength, memories, AnyMove::$kind, |all| &mut all.$module,
                        );
                        Ok(Box::new(search))
                    })*
                }
            };
        }
        rules::for_each_game!([start] view)
    }
}

/// Searches by Monte-Carlo tree search with these parameters, even if the engine has a better search for the game. With
/// [`MctsParameters::PLAIN`] it is the baseline that other players are measured against. Levels are ignored.
pub fn think_uct(
    view: &AnyView,
    limits: &Limits,
    parameters: &MctsParameters,
) -> Result<Analysis<AnyMove>, NothingToSearch> {
    macro_rules! search {
        ([$any_view:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
            match $any_view {
                $(AnyView::$kind(view) => uct(view, limits, parameters, AnyMove::$kind),)*
            }
        };
    }
    rules::for_each_game!([search] view)
}

fn uct<G: Knowledge>(
    view: &View<G>,
    limits: &Limits,
    parameters: &MctsParameters,
    any: fn(G::Move) -> AnyMove,
) -> Result<Analysis<AnyMove>, NothingToSearch> {
    check(view)?;
    let analysis = if G::INFO.hides {
        search::run(InformationSetSearch::new(view, limits, parameters, Unguided, Default::default()), limits)
            .0
    } else {
        search::run(
            TreeSearch::new(view.position(), limits, parameters, Unguided, Default::default()),
            limits,
        )
        .0
    };
    Ok(analysis.map(any))
}

/// Whether there is something to search.
fn check<G: Knowledge>(view: &View<G>) -> Result<(), NothingToSearch> {
    match view.position().turn() {
        Turn::Over(outcome) => Err(NothingToSearch::Over(outcome)),
        Turn::Chance => Err(NothingToSearch::Chance),
        Turn::Seat(seat) if !G::can_see(view, seat) => Err(NothingToSearch::HiddenHand),
        Turn::Seat(_) => Ok(()),
    }
}
