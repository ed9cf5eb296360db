//! The texts of the status line: what was just played, and what went wrong.

use leptos::prelude::*;
use rules::{AnyMove, Lang, Say, Seat, Viewer, Words};

use crate::language::{in_both_languages, lang};
use crate::local::LocalGame;

/// The texts of the status line beside whose turn it is. They are kept in both languages, since the language can change
/// while they are shown.
#[derive(Clone, Copy)]
pub struct Announcements {
    news: RwSignal<Option<Words>>,
    problem: RwSignal<Option<Words>>,
}

impl Announcements {
    /// Nothing to say.
    pub fn new() -> Announcements {
        Announcements { news: RwSignal::new(None), problem: RwSignal::new(None) }
    }

    /// The last move, resignation or hint.
    pub fn news(self) -> Option<String> {
        self.news.with(|news| news.as_ref().map(|news| news.say(lang())))
    }

    /// Why something failed.
    pub fn problem(self) -> Option<String> {
        self.problem.with(|problem| problem.as_ref().map(|problem| problem.say(lang())))
    }

    /// Replaces the news.
    pub fn set_news(self, news: Option<Words>) {
        self.news.set(news);
    }

    /// Reports a problem.
    pub fn report(self, problem: Words) {
        self.problem.set(Some(problem));
    }

    /// Clears the problem.
    pub fn clear_problem(self) {
        self.problem.set(None);
    }
}

impl Default for Announcements {
    fn default() -> Announcements {
        Announcements::new()
    }
}

/// A move in words, as `viewer` saw it before it is played: the words reveal nothing hidden.
pub fn describe_move(game: &LocalGame, mv: AnyMove, viewer: Viewer) -> Words {
    let seen = game.game().redact_move(mv, viewer);
    let position = game.seen_by(viewer);
    let names = game.names();
    in_both_languages(|lang| boards::say_move(&position, seen, &names, lang))
}

/// What happens after a resignation that does not end the game: with more than two players the engine plays on.
pub fn describe_resignation(game: &LocalGame, seat: Seat) -> Option<Words> {
    let names = game.names();
    (game.game().seats() > 2).then(|| {
        in_both_languages(|lang| {
            let resigned = names.resigned(seat, lang);
            match lang {
                Lang::Fr => format!("{resigned} Un moteur prend le relais."),
                Lang::En => format!("{resigned} An engine takes over."),
            }
        })
    })
}
