//! Choosing a move before it is one's turn: what may be legal then is what is legal in some position to which the
//! moves of the others lead. Nothing here knows a rule.

use rules::{AnyGame, AnyMove, Seat, Turn};

use crate::any::{legal_spots, paths};
use crate::scene::Spot;

/// How many positions are looked at. Where more are possible, a part of them stands for all: a move chosen ahead is
/// checked by the rules when its turn comes.
const MOST: usize = 100;

/// The positions in which a seat may be to move next, each with how many moves of the others come before.
#[derive(Clone, Debug)]
pub struct Ahead {
    positions: Vec<(u32, AnyGame)>,
}

/// What came of a touch that chooses ahead.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// These spots are now picked. Empty when something was put back, or led nowhere.
    Picked(Vec<Spot>),
    /// This move, after so many moves of the others.
    Move(u32, AnyMove),
}

impl Ahead {
    /// What lies ahead of a seat that is not to move.
    pub fn new(game: &AnyGame, seat: Seat) -> Ahead {
        let mut ahead = Ahead { positions: Vec::new() };
        let mut layer = vec![(0, game.clone())];
        // Everyone else moves once, and cards may be drawn in between.
        for _ in 0..2 * usize::from(game.seats()) {
            let mut next = Vec::new();
            for (count, position) in &layer {
                let is_move = matches!(position.turn(), Turn::Seat(_));
                for mv in thinned(position.moves()) {
                    let mut after = position.clone();
                    if after.play(mv).is_err() {
                        continue;
                    }
                    let count = count + u32::from(is_move);
                    match after.turn() {
                        Turn::Seat(turn) if turn == seat => ahead.positions.push((count, after)),
                        Turn::Over(_) => {}
                        _ => next.push((count, after)),
                    }
                }
            }
            layer = thinned(next);
        }
        ahead.positions = thinned(ahead.positions);
        ahead
    }

    /// Whether anything can be chosen.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What comes of touching `spot` when `picked` was touched before.
    pub fn touch(&self, picked: &[Spot], spot: Spot) -> Chosen {
        if picked.last() == Some(&spot) {
            return Chosen::Picked(picked[..picked.len() - 1].to_vec());
        }
        let mut touched = picked.to_vec();
        touched.push(spot);
        self.follow(&touched).or_else(|| self.follow(&[spot])).unwrap_or(Chosen::Picked(Vec::new()))
    }

    fn follow(&self, touched: &[Spot]) -> Option<Chosen> {
        let (last, before) = touched.split_last()?;
        let leads = |(_, game): &&(u32, AnyGame)| legal_spots(game, before).binary_search(last).is_ok();
        let (count, game) = self.positions.iter().find(leads)?;
        let is_meant = |mv: &AnyMove| paths(game, *mv).iter().any(|path| path == touched);
        Some(match game.moves().into_iter().find(is_meant) {
            Some(mv) => Chosen::Move(*count, mv),
            None => Chosen::Picked(touched.to_vec()),
        })
    }
}

/// Some of these, evenly spread.
fn thinned<T>(all: Vec<T>) -> Vec<T> {
    let every = all.len().div_ceil(MOST).max(1);
    all.into_iter().step_by(every).collect()
}
