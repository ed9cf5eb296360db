//! What is said, heard and done when something happens at a table.

use leptos::prelude::*;
use rules::{Lang, Seat, Words};
use table::{Absence, Offer, Snapshot, Told};

use super::meeting::Meeting;
use super::names;
use crate::language::in_both_languages;
use crate::sound::{self, Sound};

impl Meeting {
    /// Something new was told. `before` is what was known until now; `was_shown` whether an own move stands on the
    /// board already.
    pub(super) fn react(self, told: &Told, before: Option<&Snapshot>, was_shown: bool) {
        if let Some(news) = self.words(told, before) {
            self.news.set(Some(news));
        }
        if matches!(told, Told::Table(_) | Told::Moved { .. } | Told::TookBack { .. } | Told::Ended { .. }) {
            // What was refused was refused in another position.
            self.note.set(None);
        }
        match told {
            Told::Table(_) | Told::TookBack { .. } => {
                self.pending.set(None);
                self.ahead.forget();
                self.selection.clear();
            }
            Told::Started { .. } => sound::play(self.chosen, Sound::Move),
            Told::Moved { seat, .. } => {
                if self.with_you(*seat) && was_shown {
                    return;
                }
                self.selection.clear();
                self.ahead.moved();
                sound::play(self.chosen, Sound::Move);
            }
            Told::Premoved { .. } | Told::Unpremoved => self.ahead.forget(),
            Told::Offered { seat, .. } if !self.with_you(*seat) => sound::play(self.chosen, Sound::Move),
            Told::Said { seat, phrase } if self.with_you(*seat) || !self.muted.get_untracked() => {
                self.phrase.set(Some((*seat, *phrase)));
            }
            Told::Ended { .. } => {
                self.news.set(None);
                self.pending.set(None);
                self.ahead.forget();
                self.selection.clear();
                sound::play(self.chosen, Sound::End);
            }
            // Whoever played goes on to the next game; whoever looks on may.
            Told::Rematched { table } if untrack(|| self.you()).is_some() => {
                self.router.go_by(&format!("/t/{table}?sit=-"));
            }
            _ => {}
        }
    }

    fn with_you(self, seat: Seat) -> bool {
        untrack(|| self.you()) == Some(seat)
    }

    /// What happened, in words.
    fn words(self, told: &Told, before: Option<&Snapshot>) -> Option<Words> {
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
            Told::Table(table)
                if table.you.is_none() && before.is_some_and(|before| before.you.is_some()) =>
            {
                Words::new(
                    "Votre place est passée à un autre appareil\u{a0}: ici, vous regardez.",
                    "Your seat has gone to another device: here you look on.",
                )
            }
            Told::Joined { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} s’assied.", en: "{en} sits down.")
            }
            Told::Left { .. } => Words::new("Quelqu’un s’est levé.", "Somebody got up."),
            Told::Started { .. } => Words::new("La partie commence.", "The game begins."),
            Told::Moved { step, .. } => {
                let position = before?.position().ok()?;
                let mv = position.parse_move(&step.mv).ok()?;
                in_both_languages(|lang| boards::say_move(&position, mv, lang))
            }
            Told::TookBack { .. } => Words::new("Le coup est repris.", "The move is taken back."),
            Told::Declined { seat, offer } if !own(*seat) => {
                let ((fr, en), Words { fr: what_fr, en: what_en }) = (name(*seat), what(*offer));
                rules::words!(fr: "{fr} refuse {what_fr}.", en: "{en} declines {what_en}.")
            }
            Told::Withdrawn { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} retire sa proposition.", en: "{en} withdraws the offer.")
            }
            Told::StoodIn { seat, why, .. } => stood_in(name(*seat), *why),
            Told::Returned { seat, .. } => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} reprend sa place.", en: "{en} takes the seat back.")
            }
            Told::Gone { seat } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} n’est plus connecté.", en: "{en} is no longer connected.")
            }
            Told::Back { seat } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} est de retour.", en: "{en} is back.")
            }
            Told::Resumed { .. } => Words::new(
                "Le serveur est de retour\u{a0}; ce temps ne compte pour personne.",
                "The server is back; that time counts for nobody.",
            ),
            _ => return None,
        })
    }
}

fn stood_in((fr, en): (String, String), why: Absence) -> Words {
    match why {
        Absence::Resigned => rules::words!(
            fr: "{fr} abandonne\u{a0}: le moteur joue à sa place.",
            en: "{en} has resigned: the engine plays on in that seat."
        ),
        Absence::Gone => rules::words!(
            fr: "{fr} est parti\u{a0}: le moteur joue à sa place.",
            en: "{en} has gone: the engine plays on in that seat."
        ),
        Absence::Time => rules::words!(
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
