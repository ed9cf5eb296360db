//! Super Morpion: alpha-beta search on its own position type, evaluated by a network or, for the tiebreak without
//! majority, by weights fitted to games.

mod book;
mod evaluation;
mod features;
mod handwritten;
mod network;
mod patterns;
mod position;
mod symmetry;
mod weights;

use rules::super_morpion::Move;
use rules::{Game, SuperMorpion, View};

use self::book::BookChoice;
use self::evaluation::SuperMorpionEvaluation;
use self::network::Network;
use self::position::{Position, name};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::book::{BookError, BookLine};
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::network::{NetworkChoice, NetworkError, NetworkSource, UnusedNetwork};
use crate::search::alphabeta::{self, AlphaBeta};
use crate::search::{Search, Status};

impl Knowledge for SuperMorpion {
    type Memory = SuperMorpionMemory;
    type Search = SuperMorpionSearch;

    /// Level 1 scores 36 % (200 games) against a player who completes a line if possible and blocks the opponent's.
    /// Every other level scores 70 to 84 % against the one below (60 to 200 games a step); level 10 gets stronger with
    /// more time.
    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, nodes: u64, blur: f32) -> Strength {
            Strength { nodes, depth, blur, slips: 1.0 }
        }
        [
            level(1, 500, 0.27),
            level(1, 500, 0.143),
            level(1, 500, 0.078),
            level(2, 2000, 0.058),
            level(3, 4000, 0.039),
            level(4, 10_000, 0.018),
            level(u32::MAX, 600, 0.0),
            level(u32::MAX, 2600, 0.0),
            level(u32::MAX, 11_000, 0.0),
            Strength::FULL,
        ]
    };

    const BOOK: Option<&'static str> = Some(book::TEXT);

    fn start(view: &View<SuperMorpion>, limits: &Limits, memory: SuperMorpionMemory) -> SuperMorpionSearch {
        let game = view.position();
        let SuperMorpionMemory { search, network, book } = memory;
        let evaluation = SuperMorpionEvaluation::new(game.options().tiebreak(), &network);
        let search = AlphaBeta::new(evaluation, Position::new(game), name, limits, search);
        SuperMorpionSearch { search, network, book }
    }

    fn use_network(memory: &mut SuperMorpionMemory, source: NetworkSource<'_>) -> Result<(), NetworkError> {
        memory.network.choose(source, Network::read)
    }

    fn unused_network(&self, memory: &SuperMorpionMemory) -> Option<UnusedNetwork> {
        memory.network.unused(evaluation::has_network(self.options().tiebreak()), Network::standard)
    }

    fn load_book(memory: &mut SuperMorpionMemory, text: &str) -> Result<(), BookError> {
        let (book, result) = BookChoice::read(text);
        memory.book = book;
        result
    }

    fn book_line(&self, memory: &SuperMorpionMemory) -> Option<BookLine<Move>> {
        memory.book.get().and_then(|book| book.line(self))
    }

    fn forget(memory: &SuperMorpionMemory) -> SuperMorpionMemory {
        let SuperMorpionMemory { network, book, .. } = memory;
        SuperMorpionMemory {
            search: alphabeta::AlphaBetaMemory::default(),
            network: network.clone(),
            book: book.clone(),
        }
    }
}

/// What one search leaves to the next.
#[derive(Default)]
pub struct SuperMorpionMemory {
    search: alphabeta::AlphaBetaMemory,
    network: NetworkChoice<Network>,
    book: BookChoice,
}

/// An alpha-beta search of Super Morpion.
pub struct SuperMorpionSearch {
    search: AlphaBeta<SuperMorpionEvaluation, Move>,
    network: NetworkChoice<Network>,
    book: BookChoice,
}

impl Search for SuperMorpionSearch {
    type Move = Move;
    type Memory = SuperMorpionMemory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        self.search.step(control)
    }

    fn analysis(&self) -> Analysis<Move> {
        self.search.analysis()
    }

    fn into_memory(self) -> SuperMorpionMemory {
        SuperMorpionMemory { search: self.search.into_memory(), network: self.network, book: self.book }
    }
}
