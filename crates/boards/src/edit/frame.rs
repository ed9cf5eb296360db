//! The 5×5 frame of games whose first piece lies on its centre.

use rules::frame::Square;

/// The places of a draft, shifted so that a piece is on the centre, if they can be.
pub(super) fn centred(places: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let taken: Vec<Square> = Square::all()
        .filter(|square| places.get(square.index()).is_some_and(|pile| !pile.is_empty()))
        .collect();
    let at = |square: Square| (square.file() as i8, square.rank() as i8);
    let centre = at(Square::CENTRE);
    let shift = |by: (i8, i8), square: Square| {
        let (file, rank) = (at(square).0 + by.0, at(square).1 + by.1);
        Square::all().find(|square| at(*square) == (file, rank))
    };
    let by = |square: &Square| (centre.0 - at(*square).0, centre.1 - at(*square).1);
    let is_whole = |by: &(i8, i8)| taken.iter().all(|&square| shift(*by, square).is_some());
    let is_centred = taken.contains(&Square::CENTRE);
    let Some(by) = taken.iter().map(by).find(is_whole).filter(|_| !is_centred) else {
        return places.to_vec();
    };
    let mut shifted = vec![Vec::new(); places.len()];
    for square in taken {
        if let Some(to) = shift(by, square) {
            shifted[to.index()].clone_from(&places[square.index()]);
        }
    }
    shifted
}

/// The squares in the order of the notation: ranks from 5 to 1, each from a to e, with a `/` after each rank except the
/// last.
pub(super) fn write_squares(mut write: impl FnMut(Square) -> String) -> String {
    let mut text = String::new();
    for rank in (0..5).rev() {
        for square in Square::all().filter(|square| square.rank() == rank) {
            text += &write(square);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}
