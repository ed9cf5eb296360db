//! A position of Super Morpion for the search: small, with a key, and with the boards that can be won at once.

use rules::grid::{FULL, completing, has_line};
use rules::super_morpion::{Move, Tiebreak};
use rules::{Game, Rng, Seat, SuperMorpion};

use crate::search::alphabeta::{self, Candidate, TerminalResult};

/// The value of `sent` when any open board may be chosen.
const ANYWHERE: u8 = 9;

/// A position.
///
/// ```text
/// a set of cells or boards   bits 0 1 2     a move   bits 7 6 5 4  3 2 1 0
///                                 3 4 5                   board    cell
///                                 6 7 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    key: u64,
    /// The pieces of each player on each board. Out of date on closed boards.
    pub(super) marks: [[u16; 9]; 2],
    /// The boards each player has won.
    pub(super) won: [u16; 2],
    /// The open boards that each player could win with one piece.
    pub(super) winnable: [u16; 2],
    /// The boards that can still be played on.
    pub(super) open: u16,
    /// The board to play on, or [`ANYWHERE`].
    sent: u8,
    pub(super) mover: u8,
    ending: Option<TerminalResult>,
    pub(super) tiebreak: Tiebreak,
}

/// The number of a move.
#[cfg(test)]
pub(super) fn number(mv: Move) -> u16 {
    (mv.board() << 4 | mv.cell()) as u16
}

/// The move with a number.
pub(super) fn move_of(number: u16) -> Move {
    #[allow(clippy::expect_used, reason = "numbers come from the search, which has them from here")]
    Move::new(number as u8 >> 4, number as u8 & 15).expect("a move of the search")
}

impl Position {
    pub(super) fn new(game: &SuperMorpion) -> Position {
        let seats = [Seat::ONE, Seat::TWO];
        let mover = game.to_move().map_or(0, Seat::index) as u8;
        let mut position = Position {
            key: 0,
            marks: seats.map(|seat| std::array::from_fn(|board| game.marks(seat, board))),
            won: seats.map(|seat| game.won(seat)),
            winnable: [0; 2],
            open: game.open(),
            sent: game.sent().map_or(ANYWHERE, |board| board as u8),
            mover,
            ending: None,
            tiebreak: game.options().tiebreak(),
        };
        for board in bits(position.open) {
            position.update_winnable(board);
        }
        position.key = position.compute_key();
        position
    }

    /// A position from the patterns of its boards (see [`super::patterns`]; 3⁹ is a board won by the player to move, 3⁹
    /// + 1 one lost, 3⁹ + 2 one drawn) and the board to which the player is sent, 9 for a free choice.
    #[cfg(test)]
    pub(super) fn from_patterns(patterns: [usize; 9], sent: u8) -> Position {
        let mut position = Position::new(&SuperMorpion::new(Default::default()));
        position.open = 0;
        for (board, number) in patterns.into_iter().enumerate() {
            let cells = super::patterns::cells(number);
            (position.marks[0][board], position.marks[1][board]) = (cells[0], cells[1]);
            match number.checked_sub(super::patterns::PATTERNS) {
                None => position.open |= 1 << board,
                Some(player @ (0 | 1)) => position.won[player] |= 1 << board,
                Some(_) => {}
            }
        }
        position.sent = sent;
        position
    }

    /// The key, computed from scratch.
    fn compute_key(&self) -> u64 {
        let mut key = KEYS.sent[self.sent as usize & 15];
        key ^= if self.mover == 1 { KEYS.turn } else { 0 };
        key ^= if self.tiebreak == Tiebreak::Draw { KEYS.draw } else { 0 };
        for board in 0..9 {
            for player in 0..2 {
                if self.won[player] >> board & 1 != 0 {
                    key ^= KEYS.closed[player][board];
                }
                if self.open >> board & 1 != 0 {
                    key ^= marks_key(player, board, self.marks[player][board]);
                }
            }
            if (self.open | self.won[0] | self.won[1]) >> board & 1 == 0 {
                key ^= KEYS.closed[2][board];
            }
        }
        key
    }

    /// The boards on which the next move may be.
    #[inline]
    pub(super) fn playable(&self) -> u16 {
        if self.sent == ANYWHERE { self.open } else { 1 << self.sent }
    }

    /// The board to which the player is sent, if there is one.
    #[inline]
    pub(super) fn sent(&self) -> Option<usize> {
        if self.sent == ANYWHERE { None } else { Some(self.sent as usize) }
    }

    /// A hash of the boards as a whole: which are won and by whom, which are open, and where the player is sent.
    #[inline]
    pub(super) fn outline(&self) -> u64 {
        let [one, two] = self.won.map(u64::from);
        let outline = one | two << 9 | u64::from(self.open) << 18 | u64::from(self.sent) << 27;
        outline.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49
    }

    /// The empty cells of an open board.
    #[inline]
    pub(super) fn empty(&self, board: usize) -> u16 {
        !(self.marks[0][board] | self.marks[1][board]) & FULL
    }

    /// Recomputes who could win an open board with one piece.
    #[inline]
    fn update_winnable(&mut self, board: usize) {
        let empty = self.empty(board);
        for player in 0..2 {
            let can = completing(self.marks[player][board]) & empty != 0;
            self.winnable[player] = self.winnable[player] & !(1 << board) | u16::from(can) << board;
        }
    }

    /// Closes the board on which `me` just moved.
    fn close(&mut self, board: usize, me: usize, is_won: bool) {
        let bit = 1 << board;
        self.open &= !bit;
        self.winnable[0] &= !bit;
        self.winnable[1] &= !bit;
        self.key ^= marks_key(0, board, self.marks[0][board]) ^ marks_key(1, board, self.marks[1][board]);
        self.key ^= KEYS.closed[if is_won { me } else { 2 }][board];
        if is_won {
            self.won[me] |= bit;
            if has_line(self.won[me]) {
                self.ending = Some(TerminalResult::Lost);
                return;
            }
        }
        if self.open == 0 {
            let (mine, yours) = (self.won[me].count_ones(), self.won[me ^ 1].count_ones());
            self.ending = Some(match self.tiebreak {
                Tiebreak::Majority if mine > yours => TerminalResult::Lost,
                Tiebreak::Majority if mine < yours => TerminalResult::Won,
                Tiebreak::Majority | Tiebreak::Draw => TerminalResult::Drawn,
            });
        }
    }
}

impl alphabeta::SearchPosition for Position {
    const MOVES: usize = 9 << 4;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn mover(&self) -> usize {
        self.mover as usize & 1
    }

    #[inline]
    fn ending(&self) -> Option<TerminalResult> {
        self.ending
    }

    #[inline]
    fn moves(&self, only_noisy: bool, into: &mut Vec<Candidate>) {
        let me = self.mover as usize & 1;
        let mut boards = self.playable();
        if only_noisy {
            boards &= self.winnable[me];
        }
        for board in bits(boards) {
            let empty = self.empty(board);
            let wins = completing(self.marks[me][board]) & empty;
            let blocks = completing(self.marks[me ^ 1][board]) & empty;
            // A won board is closed: a move that sends there, even from the board itself, gives the opponent a free
            // choice.
            let is_game = wins != 0 && has_line(self.won[me] | 1 << board);
            for cell in bits(if only_noisy { wins } else { empty }) {
                let bit = 1u16 << cell;
                let is_noisy = wins & bit != 0;
                let mut rank = 0;
                if is_noisy {
                    rank += if is_game { 1_000_000 } else { 4000 };
                }
                if blocks & bit != 0 {
                    rank += 500;
                }
                if self.open & bit == 0 || is_noisy && cell == board {
                    rank -= 800;
                } else if self.winnable[me ^ 1] & bit != 0 {
                    rank -= 600;
                }
                into.push(Candidate { mv: (board << 4 | cell) as u16, is_noisy, rank });
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) {
        let (board, cell) = (mv as usize >> 4, mv as usize & 15);
        let me = self.mover as usize & 1;
        let own = self.marks[me][board] | 1 << cell;
        self.marks[me][board] = own;
        self.key ^= KEYS.cells[me][board][cell] ^ KEYS.sent[self.sent as usize & 15] ^ KEYS.turn;
        self.mover ^= 1;
        let is_won = has_line(own);
        if is_won || self.empty(board) == 0 {
            self.close(board, me, is_won);
        } else {
            self.update_winnable(board);
        }
        self.sent = if self.open >> cell & 1 != 0 { cell as u8 } else { ANYWHERE };
        self.key ^= KEYS.sent[self.sent as usize & 15];
    }
}

/// The positions of the set bits, in order.
#[inline]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(bit)
    })
}

/// Random numbers from which the key is made.
struct Keys {
    cells: [[[u64; 16]; 9]; 2],
    /// Boards won by each player, and drawn.
    closed: [[u64; 9]; 3],
    sent: [u64; 16],
    turn: u64,
    draw: u64,
}

static KEYS: Keys = {
    let mut keys = Keys { cells: [[[0; 16]; 9]; 2], closed: [[0; 9]; 3], sent: [0; 16], turn: 0, draw: 0 };
    let mut rng = Rng::new(0x5eed_0f3b_0a7d_0000);
    let mut i = 0;
    while i < 2 * 9 * 16 {
        keys.cells[i / 144][i / 16 % 9][i % 16] = rng.bits();
        i += 1;
    }
    i = 0;
    while i < 27 {
        keys.closed[i / 9][i % 9] = rng.bits();
        i += 1;
    }
    i = 0;
    while i < 16 {
        keys.sent[i] = rng.bits();
        i += 1;
    }
    keys.turn = rng.bits();
    keys.draw = rng.bits();
    keys
};

/// What the pieces of a player on a board add to the key.
fn marks_key(player: usize, board: usize, marks: u16) -> u64 {
    bits(marks).fold(0, |key, cell| key ^ KEYS.cells[player][board][cell])
}

#[cfg(test)]
mod tests {
    use alphabeta::SearchPosition as _;

    use super::*;

    #[test]
    fn positions_follow_the_rules_through_random_games() {
        let mut rng = Rng::new(3);
        let mut choices = Vec::new();
        for n in 0..2000 {
            let tiebreak = if n % 2 == 0 { Tiebreak::Majority } else { Tiebreak::Draw };
            let mut game = SuperMorpion::new(rules::super_morpion::Options::new(tiebreak));
            let mut position = Position::new(&game);
            while !game.turn().is_over() {
                let mut fresh = Position::new(&game);
                for board in bits(!position.open & FULL) {
                    for player in 0..2 {
                        fresh.marks[player][board] = position.marks[player][board];
                    }
                }
                assert_eq!(position, fresh);
                assert_eq!(position.ending(), None);
                choices.clear();
                position.moves(false, &mut choices);
                let mut moves = game.moves();
                moves.sort();
                assert_eq!(choices.iter().map(|choice| move_of(choice.mv)).collect::<Vec<_>>(), moves);
                let mv = moves[rng.below(moves.len() as u32) as usize];
                game.play_unchecked(mv);
                position.play(number(mv));
            }
            let mover = Seat::from_index(position.mover);
            let expected = match game.turn().outcome().unwrap() {
                rules::Outcome::Draw => TerminalResult::Drawn,
                rules::Outcome::Win(seat) if seat == mover => TerminalResult::Won,
                rules::Outcome::Win(_) => TerminalResult::Lost,
            };
            assert_eq!(position.ending(), Some(expected));
        }
    }

    #[test]
    fn noisy_moves_are_those_that_win_a_board() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let mut game = SuperMorpion::new(Default::default());
            while !game.turn().is_over() {
                let position = Position::new(&game);
                let mut noisy = Vec::new();
                position.moves(true, &mut noisy);
                let seat = game.to_move().unwrap();
                for mv in game.moves() {
                    let mut next = game;
                    next.play_unchecked(mv);
                    let wins = next.won(seat) != game.won(seat);
                    assert_eq!(wins, noisy.iter().any(|choice| choice.mv == number(mv)));
                }
                let moves = game.moves();
                game.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
            }
        }
    }
}
