//! Turns touches into moves by comparing them with the touch paths of the legal moves.

use crate::draw::Drawable;
use crate::draw_context::DrawContext;
use crate::scene::Spot;

/// The result of a touch.
#[derive(Clone, Debug, PartialEq)]
pub enum TouchOutcome<M, I> {
    /// These spots are now picked, and further touches make a move. Empty if the touch put a piece back.
    Picked(Vec<Spot>),
    /// The touches make this legal move.
    Played(M),
    /// The touch makes no move, for this reason.
    Refused(TouchRefusal<I>),
}

/// Why a touch was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum TouchRefusal<I> {
    /// The rules refuse the intended move.
    Rule(I),
    /// The touch begins no move; [`say_refusal`](crate::say_refusal) tells what to do instead.
    NoMove(Spot),
}

/// The result of touching `spot` when `picked` was touched before.
pub(crate) fn touch<G: Drawable>(game: &G, picked: &[Spot], spot: Spot) -> TouchOutcome<G::Move, G::Illegal> {
    if picked.last() == Some(&spot) {
        return TouchOutcome::Picked(picked[..picked.len() - 1].to_vec());
    }
    let paths: Vec<(G::Move, Vec<Spot>)> = all_paths(game);
    let mut touched = picked.to_vec();
    touched.push(spot);
    if let Some(&(mv, _)) = paths.iter().find(|(_, path)| *path == touched) {
        return TouchOutcome::Played(mv);
    }
    if paths.iter().any(|(_, path)| path.starts_with(&touched)) {
        return TouchOutcome::Picked(touched);
    }
    // A touch that can begin another move replaces the selection, unless the selection and the spot together ask
    // for an illegal move: then its refusal is the answer.
    let refused = game.intended_move(&touched).and_then(|mv| game.check(mv).err());
    let begins = paths.iter().any(|(_, path)| path.first() == Some(&spot));
    match (refused, begins) {
        (_, true) if matches!(spot, Spot::Piece(_)) => TouchOutcome::Picked(vec![spot]),
        (Some(why), _) => TouchOutcome::Refused(TouchRefusal::Rule(why)),
        (None, true) => TouchOutcome::Picked(vec![spot]),
        (None, false) => match game.intended_move(&[spot]).and_then(|mv| game.check(mv).err()) {
            Some(why) => TouchOutcome::Refused(TouchRefusal::Rule(why)),
            None => TouchOutcome::Refused(TouchRefusal::NoMove(spot)),
        },
    }
}

/// The touch paths of all legal moves.
pub(crate) fn all_paths<G: Drawable>(game: &G) -> Vec<(G::Move, Vec<Spot>)> {
    if game.to_move().is_none() {
        return Vec::new();
    }
    game.moves()
        .into_iter()
        .flat_map(|mv| game.touch_paths(mv).into_iter().map(move |path| (mv, path)))
        .collect()
}

/// The spots that lead from the picked ones towards a legal move, sorted.
pub(crate) fn legal_spots<G: Drawable>(game: &G, picked: &[Spot]) -> Vec<Spot> {
    let mut spots: Vec<Spot> = all_paths(game)
        .into_iter()
        .filter(|(_, path)| path.len() > picked.len() && path.starts_with(picked))
        .map(|(_, path)| path[picked.len()])
        .collect();
    spots.sort_unstable();
    spots.dedup();
    spots
}

/// The legal move that touching the hovered spot would play, drawn as a preview.
pub(crate) fn preview<G: Drawable>(game: &G, context: &DrawContext<G::Move, G::Illegal>) -> Option<G::Move> {
    let hover = context.hover.filter(|_| context.interactive)?;
    match touch(game, &context.picked, hover) {
        TouchOutcome::Played(mv) => Some(mv),
        TouchOutcome::Picked(_) | TouchOutcome::Refused(_) => None,
    }
}
