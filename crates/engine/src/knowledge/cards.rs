//! The card game, whose hands are hidden: search over sampled deals.
//!
//! Two methods were built and measured against each other at equal time (see `docs/strength.md`):
//!
//! - [`Method::InformationSet`]: single-observer information-set search, one tree for what the player sees;
//! - [`Method::PerfectInformation`]: perfect-information Monte Carlo, a small tree for each of many sampled deals, whose
//!   results for each move are added up.
//!
//! Both count cards exactly: the view knows which cards are unseen, and a sampled deal uses exactly those. Once nothing
//! is hidden (with an empty draw pile, the unseen cards are the opponent's hand), an ordinary tree is searched, in
//! which decided positions are proven. A small network evaluates a new position instead of a playout.

mod evaluation;
mod features;
mod guide;
mod perfect_information;

use rules::cards::Move;
use rules::{Cards, Rng, Seat, View};

use self::evaluation::CardsNetwork;
use self::guide::CardsGuide;
pub use self::perfect_information::PerfectInformationSearch;
use super::{Knowledge, Strength, levels};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::network::{NetworkChoice, NetworkError, NetworkSource, UnusedNetwork};
use crate::search::ismcts::{InformationSetSearch, IsmctsTree, WeightedWorlds};
use crate::search::mcts::{MctsParameters, MctsTree, TreeSearch};
use crate::search::{Search, Status};

/// How hidden cards are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One tree for what the player sees.
    InformationSet,
    /// A tree for each sampled deal.
    PerfectInformation {
        /// How many playouts each deal gets.
        playouts: u32,
    },
}

/// The parameters of a search of the card game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardsSettings {
    /// How hidden cards are searched.
    pub method: Method,
    /// The parameters of the trees.
    pub tree: MctsParameters,
    /// Whether the network evaluates new positions, instead of playouts.
    pub evaluates: bool,
}

impl CardsSettings {
    /// The strongest settings that were measured.
    pub const BEST: CardsSettings = CardsSettings {
        method: Method::InformationSet,
        tree: MctsParameters { exploration: 0.18, caution: 0.05, expand_at: 1, ..MctsParameters::GUIDED },
        evaluates: true,
    };

    /// The strongest settings with playouts instead of the network.
    pub const PLAYOUTS: CardsSettings = CardsSettings {
        tree: MctsParameters { exploration: 0.45, caution: 0.2, ..CardsSettings::BEST.tree },
        evaluates: false,
        ..CardsSettings::BEST
    };
}

/// The trees of searches of the card game, kept for their allocated memory.
#[derive(Default)]
pub struct CardsMemory {
    information_set: IsmctsTree<Cards>,
    open: MctsTree<Cards>,
    network: NetworkChoice<CardsNetwork>,
}

impl Knowledge for Cards {
    type Memory = CardsMemory;
    type Search = CardsSearch;

    /// Calibrated with `trois levels`, each level against the one below; see `docs/strength.md`.
    const LEVELS: [Strength; 10] = levels([
        (16, 0.62),
        (24, 0.42),
        (35, 0.29),
        (51, 0.196),
        (75, 0.133),
        (110, 0.09),
        (120, 0.06),
        (150, 0.028),
        (400, 0.0),
    ]);

    fn can_see(view: &View<Cards>, seat: Seat) -> bool {
        super::is_viewer(view, seat) && view.position().hidden(seat) == 0
    }

    fn start(view: &View<Cards>, limits: &Limits, memory: CardsMemory) -> CardsSearch {
        let settings = match memory.network {
            NetworkChoice::BuiltIn | NetworkChoice::Loaded(_) => CardsSettings::BEST,
            NetworkChoice::HandWritten => CardsSettings::PLAYOUTS,
        };
        start_cards(view, limits, &settings, memory)
    }

    fn use_network(memory: &mut CardsMemory, source: NetworkSource<'_>) -> Result<(), NetworkError> {
        memory.network.choose(source, CardsNetwork::read)
    }

    fn unused_network(&self, memory: &CardsMemory) -> Option<UnusedNetwork> {
        memory.network.unused(true, CardsNetwork::standard)
    }

    fn forget(memory: &CardsMemory) -> CardsMemory {
        CardsMemory { network: memory.network.clone(), ..CardsMemory::default() }
    }
}

/// The probability that `mover`, who is to play, wins a position whose hands are all known, as the built-in network
/// estimates it.
pub fn expected_share(game: &Cards, mover: Seat) -> f32 {
    CardsNetwork::standard().map_or(0.5, |network| network.share(game, mover))
}

/// Starts an information-set search whose deals are drawn from `worlds`, which a player holds possible, by their
/// weights. It needs a view with a hidden hand and a draw pile.
pub fn start_with_worlds(
    view: &View<Cards>,
    worlds: WeightedWorlds<Cards>,
    limits: &Limits,
    parameters: &CardsSettings,
    memory: CardsMemory,
) -> CardsSearch {
    let CardsMemory { information_set, open, network } = memory;
    let evaluation = if parameters.evaluates { network.get(CardsNetwork::standard) } else { None };
    let guide = CardsGuide::new(evaluation);
    let search =
        InformationSetSearch::with_worlds(view, worlds, limits, &parameters.tree, guide, information_set);
    CardsSearch { running: CardsSearchKind::InformationSet(Box::new(search), open), network }
}

/// Starts a search of the card game by a chosen method.
pub fn start_cards(
    view: &View<Cards>,
    limits: &Limits,
    parameters: &CardsSettings,
    memory: CardsMemory,
) -> CardsSearch {
    let tree = parameters.tree;
    let CardsMemory { information_set, open, network } = memory;
    let evaluation = if parameters.evaluates { network.get(CardsNetwork::standard) } else { None };
    let guide = CardsGuide::new(evaluation);
    let position = view.position();
    let is_open = [Seat::ONE, Seat::TWO].into_iter().all(|seat| position.hidden(seat) == 0);
    // Without a draw pile, all unseen cards are in the other hand.
    let running = if is_open || position.draw_pile_size() == 0 {
        let deal = view.imagine(&mut Rng::new(limits.seed));
        let search = TreeSearch::new(&deal, limits, &tree, guide, open);
        CardsSearchKind::Open(Box::new(search), information_set)
    } else {
        match parameters.method {
            Method::InformationSet => {
                let search = InformationSetSearch::new(view, limits, &tree, guide, information_set);
                CardsSearchKind::InformationSet(Box::new(search), open)
            }
            Method::PerfectInformation { playouts } => {
                let tree = MctsParameters { playouts: playouts.into(), ..tree };
                let search = PerfectInformationSearch::new(view, limits, tree, guide, open);
                CardsSearchKind::PerfectInformation(Box::new(search), information_set)
            }
        }
    };
    CardsSearch { running, network }
}

/// A search of the card game.
pub struct CardsSearch {
    running: CardsSearchKind,
    network: NetworkChoice<CardsNetwork>,
}

/// The search of one kind, and the memory of the other kinds.
enum CardsSearchKind {
    /// Nothing is hidden.
    Open(Box<TreeSearch<Cards, CardsGuide>>, IsmctsTree<Cards>),
    /// One tree for what the player sees.
    InformationSet(Box<InformationSetSearch<Cards, CardsGuide>>, MctsTree<Cards>),
    /// A tree for each sampled deal.
    PerfectInformation(Box<PerfectInformationSearch>, IsmctsTree<Cards>),
}

impl Search for CardsSearch {
    type Move = Move;
    type Memory = CardsMemory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        match &mut self.running {
            CardsSearchKind::Open(search, _) => search.step(control),
            CardsSearchKind::InformationSet(search, _) => search.step(control),
            CardsSearchKind::PerfectInformation(search, _) => search.step(control),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        match &self.running {
            CardsSearchKind::Open(search, _) => search.analysis(),
            CardsSearchKind::InformationSet(search, _) => search.analysis(),
            CardsSearchKind::PerfectInformation(search, _) => search.analysis(),
        }
    }

    fn into_memory(self) -> CardsMemory {
        let (information_set, open) = match self.running {
            CardsSearchKind::Open(search, information_set) => (information_set, search.into_memory()),
            CardsSearchKind::InformationSet(search, open) => (search.into_memory(), open),
            CardsSearchKind::PerfectInformation(search, information_set) => {
                (information_set, search.into_memory())
            }
        };
        CardsMemory { information_set, open, network: self.network }
    }
}
