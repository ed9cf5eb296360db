//! The search for three and four players.
//!
//! It starts with a short Monte-Carlo search, which has a move at any time and is all that lower levels get. Then every
//! move is valued to the end of the game: forced results are exact, and the rest is the best answer to a [`Model`] of
//! how the others choose. Where nothing is forced, the mean of both values decides, since each covers a part of what
//! others may do.

use std::sync::OnceLock;

use rules::doh::Move;
use rules::{Doh, Game, Outcome, Seat, Turn};

use super::board::{Board, PIECES};
use super::monte_carlo::{self, DohGuide};
use super::outlook::{Model, Outlook};
use super::quiet::QuietValues;
use crate::analysis::{Analysis, Line, Value};
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::mcts::{MctsTree, TreeSearch};
use crate::search::{Search, Status};

/// The values of all positions that a game without blunders can reach, for three and for four players. They are
/// computed by the first search that needs them: some 368,000 in a few tenths of a second, in 22 MiB.
static THREE: OnceLock<QuietValues<Model>> = OnceLock::new();
static FOUR: OnceLock<QuietValues<Model>> = OnceLock::new();

fn all_values(seats: u8) -> &'static QuietValues<Model> {
    let table = if seats == 3 { &THREE } else { &FOUR };
    table.get_or_init(|| {
        let mut values = QuietValues::new(Model::of(seats));
        values.value(Board::default(), &mut || true);
        values
    })
}

/// What searches for three and four remember: the tree of the Monte-Carlo search, and the values of positions for one
/// number of players.
#[derive(Default)]
pub struct MultiplayerMemory {
    tree: MctsTree<Doh>,
    /// The values of positions after a blunder.
    values: Option<(u8, QuietValues<Model>)>,
}

/// A search limited to fewer positions than this uses the Monte-Carlo search alone.
const MIN_NODES_FOR_FULL_SEARCH: u64 = 2048;

/// A move and its expected value.
struct ValuedMove {
    mv: Move,
    next: Doh,
    /// The share of the player to move, by the Monte-Carlo search.
    estimate: f32,
    /// The outlook of the player who moves next.
    outlook: Option<Outlook>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MultiplayerPhase {
    /// The Monte-Carlo search.
    Estimate,
    /// The outlooks of the candidates, from this one on.
    Outlooks(usize),
    Finished,
}

/// A search of a game for three or four.
pub struct MultiplayerSearch {
    game: Doh,
    seats: usize,
    line_count: usize,
    estimate: TreeSearch<Doh, DohGuide>,
    /// `None` if the search is the Monte-Carlo search alone.
    values: Option<QuietValues<Model>>,
    candidates: Vec<ValuedMove>,
    phase: MultiplayerPhase,
    /// The analysis after the last phase.
    exact: Option<Analysis<Move>>,
}

impl MultiplayerSearch {
    /// Starts a search of a position of a game for three or four that is not over.
    pub(super) fn new(game: &Doh, limits: &Limits, memory: MultiplayerMemory) -> MultiplayerSearch {
        let left = PIECES - u32::from(game.placed());
        // Lower levels and tight limits allow only the Monte-Carlo search.
        let is_full_search = limits.nodes.is_none_or(|nodes| nodes > MIN_NODES_FOR_FULL_SEARCH)
            && limits.depth.is_none_or(|depth| depth >= left);
        let values = is_full_search.then(|| match memory.values {
            Some((seats, values)) if seats == game.seats() => values,
            _ => QuietValues::with_base(all_values(game.seats())),
        });
        let candidates = game.moves().into_iter().map(|mv| ValuedMove {
            mv,
            next: after(game, mv),
            estimate: 0.0,
            outlook: None,
        });
        MultiplayerSearch {
            game: *game,
            seats: usize::from(game.seats()),
            line_count: limits.lines.max(1),
            estimate: monte_carlo::start(game, limits, memory.tree),
            values,
            candidates: candidates.collect(),
            phase: MultiplayerPhase::Estimate,
            exact: None,
        }
    }

    /// Values a candidate; `false` if the search pauses or stops before it is done.
    fn value(&mut self, at: usize, control: &mut SearchControl<'_, Move>) -> bool {
        let (candidate, Some(values)) = (&mut self.candidates[at], &mut self.values) else { return false };
        candidate.outlook = immediate(&candidate.next, self.seats).or_else(|| {
            let board = Board::of(&candidate.next).canonical();
            let mut visit = || control.visit() && !control.is_pausing();
            values.value(board, &mut visit).or_else(|| values.known(board))
        });
        candidate.outlook.is_some()
    }

    /// The moves by their value, best first, each with its line.
    fn finish(&mut self) -> Analysis<Move> {
        let mover = self.game.to_move().unwrap_or(Seat::ONE);
        for line in &self.estimate.every_move().lines {
            if let Some(candidate) =
                self.candidates.iter_mut().find(|candidate| candidate.mv == line.moves[0])
            {
                candidate.estimate = line.value.share(mover, self.game.seats());
            }
        }
        let mut rated: Vec<(Value, &ValuedMove)> = Vec::new();
        for candidate in &self.candidates {
            let Some(outlook) = candidate.outlook else { continue };
            rated.push((self.move_value(outlook, candidate.estimate, mover), candidate));
        }
        let rank = |value: Value| match value {
            Value::Proven { outcome: Outcome::Win(seat), plies } if seat == mover => {
                2.0 - plies as f32 / 64.0
            }
            Value::Proven { outcome: Outcome::Win(_), plies } => plies as f32 / 64.0 - 2.0,
            _ => value.share(mover, self.game.seats()),
        };
        rated.sort_by(|(a, _), (b, _)| rank(*b).total_cmp(&rank(*a)));
        let best = rated.into_iter().take(self.line_count);
        let lines = best.map(|(value, candidate)| Line { value, moves: self.line(candidate, mover) });
        let lines: Vec<Line<Move>> = lines.collect();
        let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
        Analysis::new(lines, depth)
    }

    /// The value of a move of `mover`, from the outlook of the player after it.
    fn move_value(&self, outlook: Outlook, estimate: f32, mover: Seat) -> Value {
        let place = |seat: usize| (seat + 2 * self.seats - mover.index() - 1) % self.seats;
        let forced = outlook.forced;
        let winner = (0..self.seats).find(|&seat| forced.wins(place(seat)));
        if let Some(seat) = winner {
            let plies = u32::from(forced.win[place(seat)]) + 1;
            return Value::Proven { outcome: Outcome::Win(Seat::from_index(seat as u8)), plies };
        }
        if (0..self.seats).all(|seat| forced.draws(seat)) {
            let plies = PIECES - u32::from(self.game.placed());
            return Value::Proven { outcome: Outcome::Draw, plies };
        }
        // The other seats divide the rest of the share as they would expect to.
        let own = (outlook.best_response[self.seats - 1] + estimate) / 2.0;
        let others: f32 = outlook.expected[..self.seats - 1].iter().sum();
        let mut shares = [0.0; 4];
        for (seat, share) in shares.iter_mut().enumerate().take(self.seats) {
            *share = match (place(seat), others > 0.0) {
                (at, _) if at == self.seats - 1 => own,
                (at, true) => (1.0 - own) * outlook.expected[at] / others,
                (_, false) => (1.0 - own) / (self.seats - 1) as f32,
            };
        }
        Value::Expected(shares)
    }

    /// The likely continuation after a move of `mover`: that player's best moves, and the likeliest moves of the
    /// others.
    fn line(&self, candidate: &ValuedMove, mover: Seat) -> Vec<Move> {
        let mut moves = vec![candidate.mv];
        let mut game = candidate.next;
        while let Turn::Seat(seat) = game.turn() {
            let is_own = seat == mover;
            let share = |next: &Doh| {
                let known = || self.values.as_ref()?.known(Board::of(next).canonical());
                let outlook = immediate(next, self.seats).or_else(known)?;
                Some(if is_own {
                    outlook.best_response[self.seats - 1]
                } else {
                    outlook.expected[self.seats - 1]
                })
            };
            let nexts = game.moves().into_iter().map(|mv| (mv, after(&game, mv)));
            let rated = nexts.filter_map(|(mv, next)| share(&next).map(|share| (share, mv, next)));
            let Some((_, mv, next)) = rated.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            moves.push(mv);
            game = next;
        }
        moves
    }
}

impl Search for MultiplayerSearch {
    type Move = Move;
    type Memory = MultiplayerMemory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        loop {
            match self.phase {
                MultiplayerPhase::Estimate => {
                    if self.estimate.step(control) == Status::Running {
                        return Status::Running;
                    }
                    let goes_on = self.values.is_some() && !control.is_stopped();
                    self.phase =
                        if goes_on { MultiplayerPhase::Outlooks(0) } else { MultiplayerPhase::Finished };
                }
                MultiplayerPhase::Outlooks(at) if at < self.candidates.len() => {
                    if self.value(at, control) {
                        self.phase = MultiplayerPhase::Outlooks(at + 1);
                    } else if control.is_pausing() {
                        return Status::Running;
                    } else {
                        control.report(&mut self.estimate.analysis());
                        self.phase = MultiplayerPhase::Finished;
                    }
                }
                MultiplayerPhase::Outlooks(_) => {
                    let mut analysis = self.finish();
                    control.report(&mut analysis);
                    self.exact = Some(analysis);
                    self.phase = MultiplayerPhase::Finished;
                }
                MultiplayerPhase::Finished => return Status::Finished,
            }
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        self.exact.clone().unwrap_or_else(|| self.estimate.analysis())
    }

    fn into_memory(self) -> MultiplayerMemory {
        let values = self.values.map(|values| (self.game.seats(), values));
        MultiplayerMemory { tree: self.estimate.into_memory(), values }
    }
}

/// The position after a move.
fn after(game: &Doh, mv: Move) -> Doh {
    let mut next = *game;
    next.play_unchecked(mv);
    next
}

/// The outlook of a position that needs no search.
fn immediate(game: &Doh, seats: usize) -> Option<Outlook> {
    match game.turn() {
        Turn::Over(Outcome::Win(_)) => Some(Outlook::won(seats - 1, 0)),
        Turn::Over(Outcome::Draw) => Some(Outlook::drawn(seats)),
        _ => Board::of(game).can_complete().then(|| Outlook::won(0, 1)),
    }
}
