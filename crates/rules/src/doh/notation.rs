//! Notation of Tic Tac Doh!: moves `Lc3`, positions `...../..M../.S(LM)../...../..... 2 players=2`, and a diagram.

use std::fmt;
use std::str::FromStr;

use super::{Doh, Move, Pile, STASH, Size, has_line};
use crate::frame::{self, Square, Squares};
use crate::game::Game;
use crate::seat::{Seat, Turn};
use crate::text::{Lang, TextError, Words, fields, words};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.size, self.square)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let mut rest = text.chars();
        let size = rest.next().and_then(Size::from_letter);
        match (size, rest.as_str().parse()) {
            (Some(size), Ok(square)) => Ok(Move { size, square }),
            _ => {
                let expected = words!(
                    fr: "une taille (S, M ou L) et une case de a1 à e5, comme Lc3",
                    en: "a size (S, M or L) and a square from a1 to e5, as in Lc3"
                );
                Err(TextError::new(0, text, expected))
            }
        }
    }
}

/// `.` for an empty square, `L` for a lone piece, `(LMS)` for a tree and `(SML)` for a nest: from bottom to top,
/// sizes fall in a tree and rise in a nest.
impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pile::Empty => f.write_str("."),
            Pile::Lone(size) => size.fmt(f),
            Pile::Tree(pieces) | Pile::Nest(pieces) => {
                f.write_str("(")?;
                pieces.iter().try_for_each(|size| size.fmt(f))?;
                f.write_str(")")
            }
        }
    }
}

impl FromStr for Pile {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Pile, TextError> {
        Pile::ALL.into_iter().find(|pile| pile.to_string() == text).ok_or_else(|| {
            let pieces = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
            let is_pile =
                pieces.len() > 1 && pieces.chars().all(|letter| Size::from_letter(letter).is_some());
            let expected = if is_pile {
                words!(
                    fr: "des piles où la taille change d’un cran à chaque pièce, toujours dans le même sens",
                    en: "piles whose pieces get one size smaller, or one size larger, at each step"
                )
            } else {
                words!(
                    fr: "., S, M, L, un empilement (MS), (LM), (LMS) ou un emboîtement (SM), (ML), (SML)",
                    en: "., S, M, L, a tree (MS), (LM), (LMS) or a nest (SM), (ML), (SML)"
                )
            };
            TextError::new(0, text, expected)
        })
    }
}

/// The ranks 5 to 1 separated by `/`, each with five squares from a to e as [`Pile`] writes them, then the turn and
/// the options. With `#`, a diagram.
impl fmt::Display for Doh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.diagram(f);
        }
        for rank in (0..5).rev() {
            for square in rank_squares(rank) {
                self.at(square).fmt(f)?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {}", self.turn, self.options)
    }
}

/// The squares of a rank, 0 for the lowest, from a to e.
fn rank_squares(rank: u8) -> impl Iterator<Item = Square> {
    Square::all().filter(move |square| square.rank() == rank)
}

impl Doh {
    /// The frame, then the stash. A capital is a size that its square counts as, a small letter one that a nest
    /// hides; `+` marks an empty square that takes a piece, `.` another empty square that the grid can reach.
    fn diagram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.turn.is_over() { 0 } else { self.open() };
        for rank in (0..5).rev() {
            let mut line = format!("{} ", rank + 1);
            for square in rank_squares(rank) {
                let pile = self.at(square);
                let letter = |&size: &Size| {
                    if pile.counts_as(size) { size.letter() } else { size.letter().to_ascii_lowercase() }
                };
                let cell: String = match pile {
                    Pile::Empty if open & square.bit() != 0 => "+".to_owned(),
                    Pile::Empty if self.grid() & square.bit() != 0 => ".".to_owned(),
                    Pile::Empty => String::new(),
                    _ => pile.pieces().iter().map(letter).collect(),
                };
                line += &format!(" {cell:^3}");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "    a   b   c   d   e")?;
        let stash = Size::ALL.map(|size| size.to_string().repeat(self.left(size).into()));
        writeln!(f, "  [{}]", stash.join(" ").trim())
    }

    /// Reads one rank into the position; the error has the byte within the rank.
    fn read_rank(&mut self, rank: u8, text: &str) -> Result<(), TextError> {
        let five = || words!(fr: "cinq cases par rangée", en: "five squares in each rank");
        let mut at = 0;
        for square in rank_squares(rank) {
            let rest = &text[at..];
            let Some(first) = rest.chars().next() else {
                return Err(TextError::new(at, "", five()));
            };
            let end = if first == '(' {
                rest.find(')').map_or(rest.len(), |end| end + 1)
            } else {
                first.len_utf8()
            };
            let pile: Pile = rest[..end].parse().map_err(|error: TextError| error.shifted(at))?;
            for size in pile.pieces() {
                self.held[size.index()] |= square.bit();
            }
            if matches!(pile, Pile::Nest(_)) {
                self.nests |= square.bit();
            }
            at += end;
        }
        if at < text.len() { Err(TextError::new(at, &text[at..], five())) } else { Ok(()) }
    }

    /// Counts the pieces and refuses arrangements that no game can reach.
    fn read_pieces(&mut self) -> Result<(), Words> {
        for size in Size::ALL {
            let count = self.held(size).count_ones() as u8;
            let Some(left) = STASH.checked_sub(count) else {
                let [fr, en] = Lang::ALL.map(|lang| size.adjective(lang));
                return Err(words!(
                    fr: "au plus {STASH} pyramides de chaque taille (ici, {count} {fr}s)",
                    en: "at most {STASH} pyramids of each size (here {count} {en} ones)"
                ));
            };
            self.left[size.index()] = left;
        }
        let occupied = self.occupied();
        if occupied == 0 {
            return Ok(());
        }
        if occupied & Square::CENTRE.bit() == 0 {
            return Err(words!(
                fr: "une pièce en c3, où se pose la première",
                en: "a piece on c3, where the first one goes"
            ));
        }
        self.grid = frame::room(occupied);
        self.open = frame::neighbours(occupied) & self.grid;
        if self.grid == 0 {
            return Err(words!(
                fr: "des pièces qui tiennent dans une grille de trois sur trois",
                en: "pieces that fit in a three-by-three grid"
            ));
        }
        if !is_connected(occupied) {
            return Err(words!(fr: "des pyramides qui se touchent", en: "pyramids that touch one another"));
        }
        if self.has_any_line() && !self.can_be_won() {
            return Err(words!(
                fr: "des lignes qu’une même dernière pièce a pu compléter",
                en: "lines that one last piece can have completed"
            ));
        }
        Ok(())
    }

    /// Whether any size has a line.
    fn has_any_line(&self) -> bool {
        Size::ALL.into_iter().any(|size| has_line(self.counts_as(size)))
    }

    /// Whether removing some top piece leaves a connected position without a line: that piece could have come last.
    fn can_be_won(&self) -> bool {
        frame::squares(self.occupied()).any(|square| {
            let mut before = *self;
            if let Some(top) = self.at(square).top() {
                before.held[top.index()] &= !square.bit();
            }
            if before.at(square).pieces().len() < 2 {
                before.nests &= !square.bit();
            }
            !before.has_any_line() && is_connected(before.occupied())
        })
    }
}

/// Whether all squares of a set are connected to the centre, diagonally too.
fn is_connected(all: Squares) -> bool {
    let mut reached = Square::CENTRE.bit() & all;
    loop {
        let more = reached | frame::neighbours(reached) & all;
        if more == reached {
            return reached == all;
        }
        reached = more;
    }
}

impl FromStr for Doh {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Doh, TextError> {
        let whole = words!(
            fr: "cinq rangées séparées par /, un tour et les options",
            en: "five ranks separated by /, a turn and the options"
        );
        let [(_, ranks), (turn_at, turn), (options_at, options)] = fields(text, whole.clone())?;
        let options = options.parse().map_err(|error: TextError| error.shifted(options_at))?;
        let mut game = Doh::new(options);
        let mut rank = 5u8;
        let mut at = 0;
        for part in ranks.split('/') {
            let Some(lower) = rank.checked_sub(1) else {
                return Err(TextError::new(at, part, whole));
            };
            rank = lower;
            game.read_rank(rank, part).map_err(|error| error.shifted(at))?;
            at += part.len() + 1;
        }
        if rank > 0 {
            return Err(TextError::new(ranks.len(), "", whole));
        }
        game.read_pieces().map_err(|expected| TextError::new(0, ranks, expected))?;
        if let Some(before) = game.placed().checked_sub(1) {
            let mover = Seat::from_index(before % game.seats());
            game.turn = game.turn_after(mover, game.has_any_line());
        }
        let derived = game.turn;
        match turn.parse::<Turn>() {
            Ok(given) if given == derived => Ok(game),
            _ => {
                Err(TextError::new(turn_at, turn, words!(fr: "le tour {derived}", en: "the turn {derived}")))
            }
        }
    }
}
