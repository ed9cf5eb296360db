//! The notation of Morpion: moves `1` to `9`, positions `x.o/.x./... 2`, and a diagram.

use std::fmt;
use std::str::FromStr;

use super::{Morpion, Move};
use crate::grid;
use crate::seat::{Seat, Turn};
use crate::text::{TextError, fields, words};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Move(digit - b'1')),
            _ => Err(TextError::new(0, text, words!(fr: "une case de 1 à 9", en: "a cell from 1 to 9"))),
        }
    }
}

/// `x.o/.x./... 2`: three rows from the top, `x` for seat 1 and `o` for seat 2, then the turn. With `#`, a diagram.
impl fmt::Display for Morpion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.diagram(f);
        }
        for cell in 0..9 {
            let slash = if cell > 0 && cell % 3 == 0 { "/" } else { "" };
            write!(f, "{slash}{}", self.symbol(cell))?;
        }
        write!(f, " {}", self.turn)
    }
}

impl Morpion {
    fn symbol(&self, cell: u8) -> char {
        match self.at(Move(cell)) {
            Some(Seat::ONE) => 'x',
            Some(_) => 'o',
            None => '.',
        }
    }

    fn diagram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..3 {
            if row > 0 {
                writeln!(f, "---+---+---")?;
            }
            let symbols = [0, 1, 2].map(|column| match self.symbol(3 * row + column) {
                '.' => (b'1' + 3 * row + column) as char,
                mark => mark.to_ascii_uppercase(),
            });
            writeln!(f, " {} | {} | {}", symbols[0], symbols[1], symbols[2])?;
        }
        Ok(())
    }
}

impl FromStr for Morpion {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Morpion, TextError> {
        let whole =
            words!(fr: "une grille et un tour (x.o/.x./... 2)", en: "a grid and a turn (x.o/.x./... 2)");
        let [(_, rows), (turn_at, turn)] = fields(text, whole.clone())?;
        let mut marks = [0u16; 2];
        let mut symbols = rows.char_indices();
        for cell in 0..9 {
            if cell > 0 && cell % 3 == 0 {
                let (at, symbol) = symbols.next().unwrap_or((rows.len(), ' '));
                if symbol != '/' {
                    return Err(TextError::new(at, rows, whole));
                }
            }
            match symbols.next() {
                Some((_, 'x')) => marks[0] |= 1 << cell,
                Some((_, 'o')) => marks[1] |= 1 << cell,
                Some((_, '.')) => {}
                other => return Err(TextError::new(other.map_or(rows.len(), |(at, _)| at), rows, whole)),
            }
        }
        if let Some((at, _)) = symbols.next() {
            return Err(TextError::new(at, &rows[at..], whole));
        }
        let (ones, twos) = (marks[0].count_ones(), marks[1].count_ones());
        let mover = match ones.wrapping_sub(twos) {
            0 => Seat::TWO,
            1 => Seat::ONE,
            _ => {
                let counts = words!(
                    fr: "autant de croix que de ronds, ou une croix de plus (ici, {ones} et {twos})",
                    en: "as many crosses as noughts, or one more cross (here {ones} and {twos})"
                );
                return Err(TextError::new(0, rows, counts));
            }
        };
        if grid::has_line(marks[mover.other().index()]) {
            let line = words!(fr: "une grille où le joueur dont c’est le tour n’a pas de ligne", en: "a grid in which the player to move has no line yet");
            return Err(TextError::new(0, rows, line));
        }
        let derived = Morpion::turn_after(marks[mover.index() & 1], marks[mover.index() & 1 ^ 1], mover);
        match turn.parse::<Turn>() {
            Ok(given) if given == derived => Ok(Morpion { marks, turn: derived }),
            _ => {
                Err(TextError::new(turn_at, turn, words!(fr: "le tour {derived}", en: "the turn {derived}")))
            }
        }
    }
}
