//! Touches become moves: what was touched is compared with the paths of the legal moves.

use crate::drawn::Drawn;
use crate::look::Look;
use crate::scene::Spot;

/// What came of a touch.
#[derive(Clone, Debug, PartialEq)]
pub enum Touched<M, I> {
    /// These spots are now picked; touching on makes a move. Empty when something was put back.
    Picked(Vec<Spot>),
    /// This move was meant, and is legal.
    Played(M),
    /// No move: why, and where to look.
    Refused(Refusal<I>),
}

/// Why a touch was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal<I> {
    /// The rules refuse the move that was meant.
    Rule(I),
    /// The touch is not a move yet: this says what to do first.
    First(Spot),
}

/// What comes of touching `spot` when `picked` was touched before.
pub(crate) fn touch<G: Drawn>(game: &G, picked: &[Spot], spot: Spot) -> Touched<G::Move, G::Illegal> {
    if picked.last() == Some(&spot) {
        return Touched::Picked(picked[..picked.len() - 1].to_vec());
    }
    let paths: Vec<(G::Move, Vec<Spot>)> = all_paths(game);
    let mut touched = picked.to_vec();
    touched.push(spot);
    if let Some(&(mv, _)) = paths.iter().find(|(_, path)| *path == touched) {
        return Touched::Played(mv);
    }
    if paths.iter().any(|(_, path)| path.starts_with(&touched)) {
        return Touched::Picked(touched);
    }
    // A touch that could begin another move puts down what was picked and picks that up: unless what is picked
    // and the spot together mean a move, for then its refusal is the answer.
    let meant = game.meant(&touched).and_then(|mv| game.check(mv).err());
    let begins = paths.iter().any(|(_, path)| path.first() == Some(&spot));
    match (meant, begins) {
        (_, true) if matches!(spot, Spot::Piece(_)) => Touched::Picked(vec![spot]),
        (Some(why), _) => Touched::Refused(Refusal::Rule(why)),
        (None, true) => Touched::Picked(vec![spot]),
        (None, false) => match game.meant(&[spot]).and_then(|mv| game.check(mv).err()) {
            Some(why) => Touched::Refused(Refusal::Rule(why)),
            None => Touched::Refused(Refusal::First(spot)),
        },
    }
}

/// Every way of touching that makes a legal move.
pub(crate) fn all_paths<G: Drawn>(game: &G) -> Vec<(G::Move, Vec<Spot>)> {
    if game.to_move().is_none() {
        return Vec::new();
    }
    game.moves().into_iter().flat_map(|mv| game.paths(mv).into_iter().map(move |path| (mv, path))).collect()
}

/// The spots that lead on from what is picked.
pub(crate) fn legal_spots<G: Drawn>(game: &G, picked: &[Spot]) -> Vec<Spot> {
    let mut spots: Vec<Spot> = all_paths(game)
        .into_iter()
        .filter(|(_, path)| path.len() > picked.len() && path.starts_with(picked))
        .map(|(_, path)| path[picked.len()])
        .collect();
    spots.sort_unstable();
    spots.dedup();
    spots
}

/// The legal move that touching the spot under the pointer would play, to be shown before it is played.
pub(crate) fn preview<G: Drawn>(game: &G, look: &Look<G::Move, G::Illegal>) -> Option<G::Move> {
    let hover = look.hover.filter(|_| look.live)?;
    match touch(game, &look.picked, hover) {
        Touched::Played(mv) => Some(mv),
        Touched::Picked(_) | Touched::Refused(_) => None,
    }
}
