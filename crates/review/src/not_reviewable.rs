//! Games that cannot be reviewed, with advice what to do instead.

use rules::{Lang, Say, Words};

/// Why there is no review of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NothingToReview {
    /// No player has moved.
    NoMoves,
    /// The game begins at a position in which it is over.
    OverAtStart,
    /// No position could be judged, because the hands are hidden.
    HiddenHands,
}

impl Say for NothingToReview {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            NothingToReview::NoMoves => Words::new(
                "Il n’y a encore aucun coup à revoir. Jouez, ou ouvrez une partie déjà jouée.",
                "There are no moves to review yet. Make some, or open a game that has been played.",
            ),
            NothingToReview::OverAtStart => Words::new(
                "Cette partie était finie avant le premier coup\u{a0}: il n’y a rien à revoir. Ouvrez-en une autre.",
                "This game was over before the first move: there is nothing to review. Open another one.",
            ),
            NothingToReview::HiddenHands => Words::new(
                "Les mains sont cachées dans cette partie\u{a0}: aucun coup ne peut être évalué. Revenez-y une fois la partie finie, quand toutes les cartes seront connues.",
                "The hands are hidden in this game: no move can be evaluated. Review it once it is over, when all the cards are known.",
            ),
        };
        words.say(lang)
    }
}

impl std::fmt::Display for NothingToReview {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for NothingToReview {}
