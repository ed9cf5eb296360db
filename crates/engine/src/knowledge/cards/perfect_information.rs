//! Perfect-information Monte Carlo: a small tree for each of many sampled deals.

use rules::cards::Move;
use rules::{Cards, Game, Rng, Seat, View};

use super::CardsGuide;
use crate::analysis::{Analysis, Line, Value};
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::mcts::{MctsParameters, MctsTree};
use crate::search::{Search, Status};

/// The results of a move over all deals.
#[derive(Clone)]
struct MoveResults {
    mv: Move,
    /// In how many deals it was tried.
    deals: f32,
    visits: u32,
    /// The sum of its means, one for each deal.
    sum: f32,
}

impl MoveResults {
    fn mean(&self) -> f32 {
        if self.deals > 0.0 { self.sum / self.deals } else { 0.5 }
    }
}

/// A search that can be interrupted between any two deals.
pub struct PerfectInformationSearch {
    tree: MctsTree<Cards>,
    view: View<Cards>,
    limits: Limits,
    parameters: MctsParameters,
    guide: CardsGuide,
    rng: Rng,
    seat: Seat,
    moves: Vec<MoveResults>,
    is_finished: bool,
}

impl PerfectInformationSearch {
    pub(super) fn new(
        view: &View<Cards>,
        limits: &Limits,
        parameters: MctsParameters,
        guide: CardsGuide,
        tree: MctsTree<Cards>,
    ) -> PerfectInformationSearch {
        let untried = |mv| MoveResults { mv, deals: 0.0, visits: 0, sum: 0.0 };
        PerfectInformationSearch {
            tree,
            view: view.clone(),
            limits: limits.clone(),
            parameters,
            guide,
            rng: Rng::new(limits.seed),
            seat: view.position().to_move().unwrap_or(Seat::ONE),
            moves: view.position().moves().into_iter().map(untried).collect(),
            is_finished: false,
        }
    }
}

impl Search for PerfectInformationSearch {
    type Move = Move;
    type Memory = MctsTree<Cards>;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        while !self.is_finished && control.poll() {
            if control.is_pausing() {
                return Status::Running;
            }
            let PerfectInformationSearch { tree, view, limits, parameters, guide, rng, seat, moves, .. } =
                self;
            let deal = view.imagine(rng);
            for (mv, visits, means) in tree.sample(&deal, limits, parameters, guide, rng, control) {
                if let Some(results) = moves.iter_mut().find(|results| results.mv == mv && visits > 0) {
                    results.deals += 1.0;
                    results.visits += visits;
                    results.sum += means[seat.index() & 1];
                }
            }
        }
        if !std::mem::replace(&mut self.is_finished, true) {
            control.report(&mut self.analysis());
        }
        Status::Finished
    }

    fn analysis(&self) -> Analysis<Move> {
        let mut moves = self.moves.clone();
        moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean().total_cmp(&a.mean())));
        let line = |results: &MoveResults| Line {
            value: Value::for_two(self.seat, results.mean()),
            moves: vec![results.mv],
        };
        Analysis::new(moves.iter().take(self.limits.lines.max(1)).map(line).collect(), 1)
    }

    fn into_memory(self) -> MctsTree<Cards> {
        self.tree
    }
}
