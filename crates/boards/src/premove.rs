//! Premoves: moves that a player chooses before their turn. A premove may be any move that is legal in some position
//! that the other players can reach first. This module knows no rule of a game.

use rules::{AnyGame, AnyMove, Seat, Turn};

use crate::any::{legal_spots, touch_paths};
use crate::scene::Spot;

/// How many positions are kept. If more are reachable, an evenly spaced sample represents them: the rules check a
/// premove when its turn comes.
const MAX_POSITIONS: usize = 100;

/// The positions in which a seat may be to move next, each with the number of moves by other players before it.
#[derive(Clone, Debug)]
pub struct Premoves {
    positions: Vec<(u32, AnyGame)>,
}

/// The result of a touch while choosing a premove.
#[derive(Clone, Debug, PartialEq)]
pub enum PremoveTouch {
    /// These spots are now picked. Empty if the touch put a piece back or leads to no move.
    Picked(Vec<Spot>),
    /// A premove, and how many moves of the other players come before it.
    Move(u32, AnyMove),
}

impl Premoves {
    /// Explores the positions in which `seat`, which is not to move now, may be to move next.
    pub fn new(game: &AnyGame, seat: Seat) -> Premoves {
        let mut premoves = Premoves { positions: Vec::new() };
        let mut layer = vec![(0, game.clone())];
        // Every other player moves once, and cards may be drawn in between.
        for _ in 0..2 * usize::from(game.seats()) {
            let mut next = Vec::new();
            for (count, position) in &layer {
                let is_move = matches!(position.turn(), Turn::Seat(_));
                for mv in sample(position.moves()) {
                    let mut after = position.clone();
                    if after.play(mv).is_err() {
                        continue;
                    }
                    let count = count + u32::from(is_move);
                    match after.turn() {
                        Turn::Seat(turn) if turn == seat => premoves.positions.push((count, after)),
                        Turn::Over(_) => {}
                        _ => next.push((count, after)),
                    }
                }
            }
            layer = sample(next);
        }
        premoves.positions = sample(premoves.positions);
        premoves
    }

    /// Whether no premove is possible.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The result of touching `spot` when `picked` was touched before.
    pub fn touch(&self, picked: &[Spot], spot: Spot) -> PremoveTouch {
        if picked.last() == Some(&spot) {
            return PremoveTouch::Picked(picked[..picked.len() - 1].to_vec());
        }
        let mut touched = picked.to_vec();
        touched.push(spot);
        self.follow(&touched).or_else(|| self.follow(&[spot])).unwrap_or(PremoveTouch::Picked(Vec::new()))
    }

    fn follow(&self, touched: &[Spot]) -> Option<PremoveTouch> {
        let (last, before) = touched.split_last()?;
        let leads = |(_, game): &&(u32, AnyGame)| legal_spots(game, before).binary_search(last).is_ok();
        let (count, game) = self.positions.iter().find(leads)?;
        let is_touched = |mv: &AnyMove| touch_paths(game, *mv).iter().any(|path| path == touched);
        Some(match game.moves().into_iter().find(is_touched) {
            Some(mv) => PremoveTouch::Move(*count, mv),
            None => PremoveTouch::Picked(touched.to_vec()),
        })
    }
}

/// At most [`MAX_POSITIONS`] elements, evenly spaced.
fn sample<T>(all: Vec<T>) -> Vec<T> {
    let every = all.len().div_ceil(MAX_POSITIONS).max(1);
    all.into_iter().step_by(every).collect()
}
