//! The ways in which pieces of Tic Tac Doh! stand on one another.

use crate::pyramid::Size;

/// The sizes of the highest tree, from bottom to top.
const DOWN: [Size; 3] = [Size::Large, Size::Medium, Size::Small];

/// The pieces on a square. Piles list their pieces from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pile {
    /// No piece.
    Empty,
    /// One piece.
    Lone(Size),
    /// A tree: each piece on one that is one size larger. It counts as every size it holds.
    Tree(&'static [Size]),
    /// A nest: each piece over one that is one size smaller. It counts only as its outermost piece, which came last.
    Nest(&'static [Size]),
}

impl Pile {
    /// The ten possible contents of a square.
    pub const ALL: [Pile; 10] = [
        Pile::Empty,
        Pile::Lone(Size::Small),
        Pile::Lone(Size::Medium),
        Pile::Lone(Size::Large),
        Pile::Tree(&[Size::Medium, Size::Small]),
        Pile::Tree(&[Size::Large, Size::Medium]),
        Pile::Tree(&DOWN),
        Pile::Nest(&[Size::Small, Size::Medium]),
        Pile::Nest(&[Size::Medium, Size::Large]),
        Pile::Nest(&Size::ALL),
    ];

    /// The pile of all sizes from `smallest` to `largest`, given by index.
    pub(super) fn of(smallest: usize, largest: usize, is_nest: bool) -> Pile {
        const UP: &[Size; 3] = &Size::ALL;
        match (smallest.min(2), largest.min(2)) {
            (low, high) if low >= high => Pile::Lone(UP[low]),
            (low, high) if is_nest => Pile::Nest(&UP[low..=high]),
            (low, high) => Pile::Tree(&DOWN[2 - high..=2 - low]),
        }
    }

    /// The pieces, from bottom to top.
    pub fn pieces(self) -> &'static [Size] {
        const UP: &[Size; 3] = &Size::ALL;
        match self {
            Pile::Empty => &[],
            Pile::Lone(size) => &UP[size.index()..=size.index()],
            Pile::Tree(pieces) | Pile::Nest(pieces) => pieces,
        }
    }

    /// The last piece put: the top of a tree, the outermost piece of a nest.
    pub fn top(self) -> Option<Size> {
        self.pieces().last().copied()
    }

    /// Whether the square counts as this size in a line.
    pub fn counts_as(self, size: Size) -> bool {
        match self {
            Pile::Empty => false,
            Pile::Lone(only) => only == size,
            Pile::Tree(pieces) => pieces.contains(&size),
            Pile::Nest(pieces) => pieces.last() == Some(&size),
        }
    }

    /// Whether the pile takes a piece of this size; ignores the stash and the rest of the board.
    pub fn fits(self, size: Size) -> bool {
        let Some(top) = self.top() else { return true };
        let (size, top) = (size.index(), top.index());
        match self {
            Pile::Empty => true,
            Pile::Lone(_) => size.abs_diff(top) == 1,
            Pile::Tree(_) => size + 1 == top,
            Pile::Nest(_) => size == top + 1,
        }
    }
}
