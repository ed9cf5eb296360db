//! What is said, heard and done when something happens at a table.

use leptos::prelude::*;
use rules::{Lang, Seat, Words};
use table::{Offer, Snapshot, StandInReason, Update};

use super::meeting::Meeting;
use super::names;
use crate::language::in_both_languages;
use crate::sound::{self, Sound};

impl Meeting {
    /// Something new was told. `before` is what was known until now; `was_shown` whether an own move stands on the
    /// board already.
    pub(super) fn react(self, told: &Update, before: Option<&Snapshot>, was_shown: bool) {
        if let Some(news) = self.words(told, before) {
            self.news.set(Some(news));
        }
        if matches!(
            told,
            Update::Table(_) | Update::Moved { .. } | Update::TookBack { .. } | Update::Ended { .. }
        ) {
            // What was refused was refused in another position.
            self.note.set(None);
        }
        match told {
            Update::Table(_) | Update::TookBack { .. } => {
                self.pending.set(None);
                self.ahead.forget();
                self.selection.clear();
            }
            Update::Started { .. } => sound::play(self.chosen, Sound::Move),
            Update::Moved { seat, .. } => {
                if self.with_you(*seat) && was_shown {
                    return;
                }
                self.selection.clear();
                self.ahead.moved();
                sound::play(self.chosen, Sound::Move);
            }
            Update::Premoved { .. } | Update::Unpremoved => self.ahead.forget(),
            Update::Offered { seat, .. } if !self.with_you(*seat) => sound::play(self.chosen, Sound::Move),
            Update::Said { seat, phrase } if self.with_you(*seat) || !self.muted.get_untracked() => {
                self.phrase.set(Some((*seat, *phrase)));
            }
            Update::Ended { .. } => {
                self.news.set(None);
                self.pending.set(None);
                self.ahead.forget();
                self.selection.clear();
                sound::play(self.chosen, Sound::End);
            }
            // Whoever played goes on to the next game; whoever looks on may.
            Update::Rematched { table } if untrack(|| self.you()).is_some() => {
                self.router.go_by(&format!("/t/{table}?sit=-"));
            }
            _ => {}
        }
    }

    fn with_you(self, seat: Seat) -> bool {
        untrack(|| self.you()) == Some(seat)
    }

    /// What happened, in words.
    fn words(self, told: &Update, before: Option<&Snapshot>) -> Option<Words> {
        let name = |seat: Seat| {
            untrack(|| {
                self.with(|table| in_both_languages(|lang| names::seat(table.kind, &table.seats, seat, lang)))
            })
            .map_or_else(
                || (String::new(), String::new()),
                |words| (words.fr.into_owned(), words.en.into_owned()),
            )
        };
        let own = |seat: Seat| self.with_you(seat);
        Some(match told {
            Update::Table(table)
                if table.you.is_none() && before.is_some_and(|before| before.you.is_some()) =>
            {
                Words::new(
                    "Votre place est passée à un autre appareil\u{a0}: ici, vous regardez.",
                    "Your seat has gone to another device: here you look on.",
                )
            }
            Update::Joined { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} s’assied.", en: "{en} sits down.")
            }
            Update::Left { .. } => Words::new("Quelqu’un s’est levé.", "Somebody got up."),
            Update::Started { .. } => Words::new("La partie commence.", "The game begins."),
            Update::Moved { mv: step, .. } => {
                let position = before?.position().ok()?;
                let mv = position.parse_move(&step.mv).ok()?;
                in_both_languages(|lang| boards::say_move(&position, mv, lang))
            }
            Update::TookBack { .. } => Words::new("Le coup est repris.", "The move is taken back."),
            Update::Declined { seat, offer } if !own(*seat) => {
                let ((fr, en), Words { fr: what_fr, en: what_en }) = (name(*seat), what(*offer));
                rules::words!(fr: "{fr} refuse {what_fr}.", en: "{en} declines {what_en}.")
            }
            Update::Withdrawn { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} retire sa proposition.", en: "{en} withdraws the offer.")
            }
            Update::StoodIn { seat, why, .. } => stood_in(name(*seat), *why),
            Update::Returned { seat, .. } => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} reprend sa place.", en: "{en} takes the seat back.")
            }
            Update::Gone { seat } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} n’est plus connecté.", en: "{en} is no longer connected.")
            }
            Update::Back { seat } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} est de retour.", en: "{en} is back.")
            }
            Update::Resumed { .. } => Words::new(
                "Le serveur est de retour\u{a0}; ce temps ne compte pour personne.",
                "The server is back; that time counts for nobody.",
            ),
            _ => return None,
        })
    }
}

fn stood_in((fr, en): (String, String), why: StandInReason) -> Words {
    match why {
        StandInReason::Resigned => rules::words!(
            fr: "{fr} abandonne\u{a0}: le moteur joue à sa place.",
            en: "{en} has resigned: the engine plays on in that seat."
        ),
        StandInReason::Gone => rules::words!(
            fr: "{fr} est parti\u{a0}: le moteur joue à sa place.",
            en: "{en} has gone: the engine plays on in that seat."
        ),
        StandInReason::Time => rules::words!(
            fr: "{fr} n’a plus de temps\u{a0}: le moteur joue à sa place.",
            en: "{en} is out of time: the engine plays on in that seat."
        ),
    }
}

/// What is offered.
pub fn what(offer: Offer) -> Words {
    match offer {
        Offer::Draw => Words::new("la partie nulle", "a draw"),
        Offer::TakeBack => Words::new("de reprendre le dernier coup", "to take the last move back"),
        Offer::Rematch => Words::new("une revanche", "a rematch"),
    }
}

/// How long somebody has been gone, for the list of players.
pub fn gone(milliseconds: u64, lang: Lang) -> String {
    let ago = super::clock::ago(milliseconds, lang);
    match lang {
        Lang::Fr => format!("parti {ago}"),
        Lang::En => format!("left {ago}"),
    }
}
