//! Enumerates every board that a game of Tic Tac Doh! can reach, with best play or with mistakes, by the number of
//! pieces.

use std::ops::ControlFlow;

use super::board::Board;

/// The boards with one number of pieces in play, each once and in order.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    /// The boards without a line. The game continues, unless all pieces are in play or none can be put anywhere.
    pub(crate) open: Vec<Board>,
    /// The boards with a line, which ended the game.
    pub(crate) won: Vec<Board>,
}

impl Layer {
    /// The empty board.
    pub(crate) fn first() -> Layer {
        Layer { open: vec![Board::default()], won: Vec::new() }
    }

    /// The boards with one more piece. `visit` is called for each board of this layer, and may break off.
    pub(crate) fn next<B>(&self, mut visit: impl FnMut(Board) -> ControlFlow<B>) -> ControlFlow<B, Layer> {
        let (mut open, mut won) = (BoardSet::new(), BoardSet::new());
        for &board in &self.open {
            visit(board)?;
            board.for_each_move(|next, completes| {
                if completes { won.push(next.canonical()) } else { open.push(next.canonical()) }
            });
        }
        ControlFlow::Continue(Layer { open: open.into_sorted(), won: won.into_sorted() })
    }
}

/// A set of boards. Each board is found four times on average, so they are collected and sorted from time to time: that
/// is faster than a lookup for each, and takes less memory than a hash table. Most duplicates follow soon and are
/// dropped at once.
struct BoardSet {
    boards: Vec<Board>,
    /// Boards that were found recently.
    recent: Vec<Board>,
}

/// The logarithm of the number of recent boards.
const RECENT: u32 = 16;

impl BoardSet {
    fn new() -> BoardSet {
        BoardSet { boards: Vec::new(), recent: vec![Board::default(); 1 << RECENT] }
    }

    fn push(&mut self, board: Board) {
        let recent = &mut self.recent[board.hash(RECENT)];
        if std::mem::replace(recent, board) == board {
            return;
        }
        if self.boards.len() == self.boards.capacity() {
            self.deduplicate();
            self.boards.reserve_exact(self.boards.len().max(1 << 16));
        }
        self.boards.push(board);
    }

    fn deduplicate(&mut self) {
        self.boards.sort_unstable();
        self.boards.dedup();
    }

    fn into_sorted(mut self) -> Vec<Board> {
        self.deduplicate();
        self.boards.shrink_to_fit();
        self.boards
    }
}
