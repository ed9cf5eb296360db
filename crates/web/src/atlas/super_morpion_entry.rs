//! What the opening book says of a position of Super Morpion, and of the moves from there.

use boards::{MoveEvaluation, Names};
use engine::book::{Book, Symmetric, position_after};
use rules::super_morpion::Move;
use rules::{AnyMove, Game, Lang, Seat, SuperMorpion, number_text};

use crate::evaluation_text::percent;

/// A position of the book.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BookEntry {
    pub(super) game: SuperMorpion,
    pub(super) moves: Vec<Move>,
    seat: Seat,
    share: f32,
    depth: u32,
    best: Move,
    /// The moves that the book knows, best first; only the first of symmetric ones.
    pub(super) replies: Vec<BookReply>,
}

/// A move and its value in the book.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BookReply {
    pub(super) mv: Move,
    /// The share of the points that the player who makes it can expect.
    pub(super) share: f32,
    pub(super) is_best: bool,
    /// Whether the position after it is in the book.
    pub(super) is_in_book: bool,
    /// The move and those that are symmetric to it.
    pub(super) symmetric_moves: Vec<Move>,
}

impl BookEntry {
    /// The position after these moves, if the book has it.
    pub(super) fn new(book: &Book<SuperMorpion>, moves: Vec<Move>) -> Option<BookEntry> {
        let game: SuperMorpion = position_after(&moves)?;
        let seat = game.to_move()?;
        let (position, best) = book.look_up(&game)?;
        let (share, depth) = (position.share(), position.depth);
        let mut replies: Vec<(<SuperMorpion as Symmetric>::Key, BookReply)> = Vec::new();
        for mv in game.moves() {
            let mut next = game;
            next.play_unchecked(mv);
            let key = next.canonical().0;
            let known = book.look_up(&next).map(|(position, _)| 1.0 - position.share());
            if let Some((_, reply)) = replies.iter_mut().find(|(known, _)| *known == key) {
                reply.symmetric_moves.push(mv);
                if mv == best {
                    (reply.mv, reply.is_best) = (best, true);
                }
            } else if known.is_some() || mv == best {
                let reply = BookReply {
                    mv,
                    share: known.unwrap_or(share),
                    is_best: mv == best,
                    is_in_book: known.is_some(),
                    symmetric_moves: vec![mv],
                };
                replies.push((key, reply));
            }
        }
        let mut replies: Vec<BookReply> = replies.into_iter().map(|(_, reply)| reply).collect();
        replies.sort_by(|a, b| b.is_best.cmp(&a.is_best).then(b.share.total_cmp(&a.share)));
        Some(BookEntry { game, moves, seat, share, depth, best, replies })
    }

    /// The reply that is this move or symmetric to it.
    pub(super) fn reply(&self, mv: Move) -> Option<&BookReply> {
        self.replies.iter().find(|reply| reply.symmetric_moves.contains(&mv))
    }

    /// What the board shows of each move.
    pub(super) fn evaluations(&self) -> Vec<(AnyMove, MoveEvaluation)> {
        let all =
            self.replies.iter().flat_map(|reply| reply.symmetric_moves.iter().map(move |&mv| (mv, reply)));
        all.map(|(mv, reply)| {
            let evaluation =
                MoveEvaluation { text: percent(reply.share), share: reply.share, best: reply.is_best };
            (AnyMove::Super(mv), evaluation)
        })
        .collect()
    }

    /// Who is to move, with which chance of winning; a draw counts half.
    pub(super) fn sentence(&self, lang: Lang) -> String {
        let turn = Names::sides(SuperMorpion::KIND).turn(self.seat, lang);
        let share = number_text::percent(percent(self.share), lang);
        match lang {
            Lang::Fr => format!("{turn}\u{a0}: {share} de chances de gagner."),
            Lang::En => format!("{turn}: {share} chance of winning."),
        }
    }

    /// The engine's move in this position, and how long it was searched.
    pub(super) fn advice(&self, lang: Lang) -> String {
        let BookEntry { best, depth, .. } = self;
        match lang {
            Lang::Fr => format!("Le coup du livre\u{a0}: {best}, calculé {depth} coups à l’avance."),
            Lang::En => format!("The book’s move is {best}, searched {depth} moves ahead."),
        }
    }

    /// The command that prints the same.
    pub(super) fn command(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        match moves.is_empty() {
            true => format!("trois analyse {}", SuperMorpion::KIND),
            false => format!("trois analyse {} --moves \"{}\"", SuperMorpion::KIND, moves.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(moves: &[&str]) -> BookEntry {
        let book = Book::read(engine::book::text(SuperMorpion::KIND).expect("a text")).expect("a book");
        BookEntry::new(&book, moves.iter().map(|mv| mv.parse().expect("a move")).collect())
            .expect("a position")
    }

    #[test]
    fn every_first_move_has_a_value_and_symmetric_ones_have_the_same() {
        let start = entry(&[]);
        assert_eq!(start.replies.len(), 15);
        assert_eq!(start.evaluations().len(), 81);
        assert!(start.replies[0].is_best && start.replies.iter().all(|reply| reply.is_in_book));
        assert_eq!(start.reply("9.8".parse().expect("a move")), start.reply("1.2".parse().expect("a move")));
        assert_eq!(start.command(), "trois analyse super");
    }

    #[test]
    fn the_best_move_is_first_and_given_as_advice() {
        let entry = entry(&["1.1"]);
        assert_eq!(entry.replies[0].mv, entry.best);
        assert!(entry.replies[0].share >= entry.replies.last().expect("a reply").share);
        assert!(entry.sentence(Lang::En).starts_with("Noughts to play: "));
        assert!(entry.advice(Lang::Fr).contains(&entry.best.to_string()));
        assert_eq!(entry.command(), "trois analyse super --moves \"1.1\"");
    }
}
