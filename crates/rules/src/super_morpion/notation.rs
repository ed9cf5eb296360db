//! The notation of Super Morpion: moves `1.5`, positions `X/.x...o.../…/O 2 5 tiebreak=majority`, and a diagram.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{ANYWHERE, Move, SuperMorpion};
use crate::game::Game;
use crate::grid;
use crate::seat::{Outcome, Seat, Turn};
use crate::text::{TextError, Words, fields, words};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Servers and records write many moves: this is much faster than to format numbers.
        let digit = |index: u8| char::from(b'1' + index);
        f.write_char(digit(self.board))?;
        f.write_char('.')?;
        f.write_char(digit(self.cell))
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        match text.as_bytes() {
            [board @ b'1'..=b'9', b'.', cell @ b'1'..=b'9'] => {
                Ok(Move { board: board - b'1', cell: cell - b'1' })
            }
            _ => Err(TextError::new(
                0,
                text,
                words!(
                    fr: "une plaquette et une case, de 1.1 à 9.9",
                    en: "a board and a cell, from 1.1 to 9.9"
                ),
            )),
        }
    }
}

/// Nine boards separated by `/` (a won board is its marker `X` or `O`, others are nine cells of `x`, `o` or `.`), the
/// turn, the board of the next move or `-`, and the options. With `#`, a diagram.
impl fmt::Display for SuperMorpion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.diagram(f);
        }
        for board in 0..9 {
            if board > 0 {
                f.write_str("/")?;
            }
            if let Some(marker) = self.marker(board) {
                write!(f, "{marker}")?;
                continue;
            }
            for cell in 0..9 {
                write!(f, "{}", self.symbol(board, cell))?;
            }
        }
        match self.sent() {
            Some(sent) => write!(f, " {} {}", self.turn, sent + 1)?,
            None => write!(f, " {} -", self.turn)?,
        }
        write!(f, " {}", self.options)
    }
}

/// The marker of a won board, by seat.
const MARKERS: [char; 2] = ['X', 'O'];

/// The text of a board with these small pieces of each seat, one bit per cell: its marker if exactly one seat has a
/// line, else its cells. No position has a board on which both have one.
pub fn board_text(marks: [u16; 2]) -> String {
    match marks.map(grid::has_line) {
        [true, false] => MARKERS[0].to_string(),
        [false, true] => MARKERS[1].to_string(),
        _ => (0..9).map(|cell| symbol(marks, cell)).collect(),
    }
}

/// The letter of a cell of a board with these small pieces of each seat.
fn symbol(marks: [u16; 2], cell: u8) -> char {
    if marks[0] >> cell & 1 != 0 {
        'x'
    } else if marks[1] >> cell & 1 != 0 {
        'o'
    } else {
        '.'
    }
}

impl SuperMorpion {
    fn marker(&self, board: u8) -> Option<char> {
        (0..2).find(|&seat| self.won[seat] >> board & 1 != 0).map(|seat| MARKERS[seat])
    }

    fn symbol(&self, board: u8, cell: u8) -> char {
        symbol(self.marks.map(|marks| marks[usize::from(board)]), cell)
    }

    /// Three bands of three boards. A won board shows a large marker; `*` marks the boards on which the next move may
    /// be.
    fn diagram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CROSS: [&str; 3] = ["\\ /", " X ", "/ \\"];
        const RING: [&str; 3] = ["/-\\", "| |", "\\-/"];
        for row in 0..9u8 {
            if row > 0 && row % 3 == 0 {
                writeln!(f, "---------+---------+---------")?;
            }
            for column in 0..3u8 {
                let board = row / 3 * 3 + column;
                let cells: Vec<char> = match self.marker(board) {
                    Some('X') => CROSS[usize::from(row % 3)].chars().collect(),
                    Some(_) => RING[usize::from(row % 3)].chars().collect(),
                    None => (0..3).map(|cell| self.symbol(board, row % 3 * 3 + cell)).collect(),
                };
                let mark = if self.playable() >> board & 1 != 0 && row % 3 == 0 { '*' } else { ' ' };
                let bar = if column > 0 { "|" } else { "" };
                write!(f, "{bar} {} {} {} {mark} ", cells[0], cells[1], cells[2])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// Reads one board into the position.
    fn read_board(&mut self, board: usize, text: &str) -> Result<(), Words> {
        let wrong = || {
            words!(
                fr: "une plaquette\u{a0}: X, O, ou neuf cases x, o ou .",
                en: "a board: X, O, or nine cells x, o or ."
            )
        };
        match text {
            "X" => self.won[0] |= 1 << board,
            "O" => self.won[1] |= 1 << board,
            cells if cells.len() == 9 => {
                for (cell, symbol) in cells.bytes().enumerate() {
                    match symbol {
                        b'x' => self.marks[0][board] |= 1 << cell,
                        b'o' => self.marks[1][board] |= 1 << cell,
                        b'.' => {}
                        _ => return Err(wrong()),
                    }
                }
                match self.marks.map(|marks| grid::has_line(marks[board])) {
                    [false, false] => {}
                    [true, true] => {
                        return Err(words!(
                            fr: "au plus un gagnant par plaquette",
                            en: "at most one winner on each board"
                        ));
                    }
                    _ => {
                        return Err(words!(
                            fr: "une plaquette sans ligne, ou son marqueur X ou O si elle est gagnée",
                            en: "a board without a line, or its marker X or O if it is won"
                        ));
                    }
                }
                if self.empty(board) != 0 {
                    self.open |= 1 << board;
                }
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// The outcome that the boards imply, if the game is over.
    fn read_outcome(&self) -> Result<Option<Outcome>, Words> {
        match self.won.map(grid::has_line) {
            [true, true] => Err(words!(
                fr: "trois plaquettes en ligne pour un joueur au plus",
                en: "three boards in line for one player at most"
            )),
            [true, false] => Ok(Some(Outcome::Win(Seat::ONE))),
            [false, true] => Ok(Some(Outcome::Win(Seat::TWO))),
            [false, false] => {
                Ok((self.open == 0).then(|| SuperMorpion::by_majority(self.won, self.options.tiebreak)))
            }
        }
    }
}

impl FromStr for SuperMorpion {
    type Err = TextError;

    fn from_str(text: &str) -> Result<SuperMorpion, TextError> {
        let whole = words!(
            fr: "neuf plaquettes séparées par /, un tour, une destination et les options",
            en: "nine boards separated by /, a turn, a destination and the options"
        );
        let [(_, boards), (turn_at, turn), (sent_at, sent), (options_at, options)] =
            fields(text, whole.clone())?;
        let options = options.parse().map_err(|error: TextError| error.shifted(options_at))?;
        let mut game = SuperMorpion { open: 0, ..SuperMorpion::new(options) };
        let mut at = 0;
        let mut count = 0;
        for board in boards.split('/') {
            if count == 9 {
                return Err(TextError::new(at, board, whole));
            }
            game.read_board(count, board).map_err(|expected| TextError::new(at, board, expected))?;
            at += board.len() + 1;
            count += 1;
        }
        if count < 9 {
            return Err(TextError::new(boards.len(), "", whole));
        }
        let outcome = game.read_outcome().map_err(|expected| TextError::new(0, boards, expected))?;
        game.turn = match (turn.parse(), outcome) {
            (Ok(Turn::Seat(seat)), None) if seat.index() < 2 => Turn::Seat(seat),
            (Ok(Turn::Over(given)), Some(outcome)) if given == outcome => Turn::Over(outcome),
            (_, Some(outcome)) => {
                let expected = words!(fr: "le tour {outcome}, car la partie est finie", en: "the turn {outcome}, as the game is over");
                return Err(TextError::new(turn_at, turn, expected));
            }
            (_, None) => {
                return Err(TextError::new(
                    turn_at,
                    turn,
                    words!(fr: "le tour 1 ou 2", en: "the turn 1 or 2"),
                ));
            }
        };
        game.sent = match sent.as_bytes() {
            [b'-'] => ANYWHERE,
            [digit @ b'1'..=b'9'] if game.open >> (digit - b'1') & 1 != 0 && outcome.is_none() => {
                digit - b'1'
            }
            [b'1'..=b'9'] if outcome.is_none() => {
                let expected = words!(
                    fr: "une plaquette encore ouverte où jouer (la {sent} est fermée)",
                    en: "a board to play on that is still open (board {sent} is closed)"
                );
                return Err(TextError::new(sent_at, sent, expected));
            }
            _ => {
                let expected = words!(
                    fr: "une plaquette ouverte de 1 à 9, ou - si le choix est libre",
                    en: "an open board from 1 to 9, or - if the choice is free"
                );
                return Err(TextError::new(sent_at, sent, expected));
            }
        };
        Ok(game)
    }
}
