//! Reads and writes the text of a book.

use std::fmt;

use rules::{Game, Text};

use super::{Book, BookError, BookPosition, Symmetric};

const HEADING: &str = "trois-book";
const VERSION: &str = "1";
/// The most moves from the start in a book, so that a malicious text cannot keep the parser busy.
const MAX_MOVES: usize = 64;

impl<G: Symmetric> Book<G> {
    /// Reads a book. Every position is replayed from the start: a book with an illegal move is refused.
    pub fn read(text: &str) -> Result<Book<G>, BookError> {
        let mut lines = (1..).zip(text.lines());
        read_heading::<G>(lines.next().map_or("", |(_, line)| line))?;
        let mut book = Book::default();
        // The moves that lead to the position of the last line.
        let mut moves = Vec::new();
        for (number, line) in lines {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(count) = line.strip_prefix("end ") {
                let count = count.trim().parse().map_err(|_| BookError::Truncated)?;
                return match book.positions.len() {
                    found if found == count => Ok(book),
                    found => Err(BookError::Count(count, found)),
                };
            }
            let position = read_position::<G>(line, &mut moves).and_then(|position| book.add(position));
            position.map_err(|what| BookError::Line(number, what))?;
        }
        Err(BookError::Truncated)
    }
}

fn read_position<G: Game>(line: &str, moves: &mut Vec<G::Move>) -> Result<BookPosition<G::Move>, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [count, last, best, value, depth] = fields[..] else {
        return Err(format!("“{}” is not a count, two moves, a value and a depth", short(line)));
    };
    match number(count, 0, MAX_MOVES, "the number of moves")? {
        0 if last == "-" => moves.clear(),
        0 => return Err(format!("no move leads to the start: “-” is needed, not “{}”", short(last))),
        count if count > moves.len() + 1 => {
            return Err(format!("the position before the last of these {count} moves is not above"));
        }
        count => {
            moves.truncate(count - 1);
            moves.push(read_move(last)?);
        }
    }
    Ok(BookPosition {
        moves: moves.clone(),
        best: read_move(best)?,
        value: number(value, 0, 1000, "the value in thousandths")? as u16,
        depth: number(depth, 1, 1000, "the depth")? as u32,
    })
}

fn read_heading<G: Game>(line: &str) -> Result<(), BookError> {
    let mut words = line.split_whitespace();
    if words.next() != Some(HEADING) {
        return Err(BookError::Heading);
    }
    match words.next() {
        Some(VERSION) => {}
        version => return Err(BookError::Version(short(version.unwrap_or("?")))),
    }
    match words.next() {
        Some(game) if game == G::KIND.id() => Ok(()),
        game => Err(BookError::Game(short(game.unwrap_or("?")), G::KIND.id())),
    }
}

fn read_move<M: Text>(text: &str) -> Result<M, String> {
    text.parse().map_err(|_| format!("“{}” is not a move of this game", short(text)))
}

fn number(text: &str, min: usize, max: usize, what: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("{what} is “{}”: a number from {min} to {max} is needed", short(text)))
}

/// The beginning of a text that may be long.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The text that [`Book::read`] reads.
impl<G: Symmetric> fmt::Display for Book<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING} {VERSION} {}", G::KIND.id())?;
        for BookPosition { moves, best, value, depth } in &self.positions {
            match moves.last() {
                Some(last) => writeln!(f, "{} {last} {best} {value} {depth}", moves.len())?,
                None => writeln!(f, "0 - {best} {value} {depth}")?,
            }
        }
        writeln!(f, "end {}", self.positions.len())
    }
}
