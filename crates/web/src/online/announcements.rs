//! What the page says, plays and does when something happens at the table.

use leptos::prelude::*;
use rules::{Lang, Seat, Words};
use table::{EndReason, Offer, Snapshot, StandInReason, Update};

use super::table_labels;
use super::table_session::TableSession;
use crate::language::in_both_languages;
use crate::sound::{self, Sound};

impl TableSession {
    /// Announces an update. `before` is the table before it; `had_pending_move` says whether the player's own move was
    /// already on the board.
    pub(super) fn announce(self, update: &Update, before: Option<&Snapshot>, had_pending_move: bool) {
        if let Some(words) = self.words(update, before) {
            self.announcement.set(Some(words));
        }
        if matches!(
            update,
            Update::Table(_) | Update::Moved { .. } | Update::TookBack { .. } | Update::Ended { .. }
        ) {
            // The refusal and the move to confirm were about another position.
            self.refusal.set(None);
            self.proposed.set(None);
        }
        if matches!(update, Update::Moved { .. } | Update::TookBack { .. } | Update::Ended { .. }) {
            self.shown_ply.set(None);
        }
        match update {
            Update::Table(_) | Update::TookBack { .. } => {
                self.premove_input.reset();
                self.selection.clear();
            }
            Update::Started { .. } => sound::play(self.settings, Sound::Move),
            Update::Moved { seat, .. } => {
                if self.is_you(*seat) && had_pending_move {
                    return;
                }
                self.selection.clear();
                self.premove_input.position_changed();
                sound::play(self.settings, Sound::Move);
            }
            Update::Premoved { .. } | Update::Unpremoved => self.premove_input.reset(),
            Update::Offered { seat, .. } if !self.is_you(*seat) => sound::play(self.settings, Sound::Move),
            Update::Said { seat, phrase } if self.is_you(*seat) || !self.muted.get_untracked() => {
                self.phrase.set(Some((*seat, *phrase)));
            }
            Update::Ended { why, .. } => {
                // The move that ended the game is still news; all other announcements are about a running game.
                if *why != EndReason::Rules {
                    self.announcement.set(None);
                }
                self.premove_input.reset();
                self.selection.clear();
                sound::play(self.settings, Sound::End);
            }
            // Players go on to the rematch; spectators get a link to it.
            Update::Rematched { table } if untrack(|| self.you()).is_some() => {
                self.router.go_by(&format!("/t/{table}?sit=-"));
            }
            _ => {}
        }
    }

    fn is_you(self, seat: Seat) -> bool {
        untrack(|| self.you()) == Some(seat)
    }

    /// What happened, in words.
    fn words(self, update: &Update, before: Option<&Snapshot>) -> Option<Words> {
        let name = |seat: Seat| {
            untrack(|| {
                self.with(|table| {
                    in_both_languages(|lang| table_labels::seat(table.kind, &table.seats, seat, lang))
                })
            })
            .map_or_else(
                || (String::new(), String::new()),
                |words| (words.fr.into_owned(), words.en.into_owned()),
            )
        };
        let own = |seat: Seat| self.is_you(seat);
        Some(match update {
            Update::Table(table)
                if table.you.is_none() && before.is_some_and(|before| before.you.is_some()) =>
            {
                Words::new(
                    "Votre place est passée à un autre appareil\u{a0}: ici, vous ne faites que regarder.",
                    "Your seat has moved to another device: here, you are only watching.",
                )
            }
            Update::Joined { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} a rejoint la table.", en: "{en} has joined the table.")
            }
            Update::Left { seat, .. } if before?.you == Some(*seat) => {
                Words::new("Vous avez quitté la table.", "You have left the table.")
            }
            // The table no longer knows who sat there.
            Update::Left { seat, .. } => {
                let Snapshot { kind, seats, .. } = before?;
                let [fr, en] = [Lang::Fr, Lang::En].map(|lang| table_labels::seat(*kind, seats, *seat, lang));
                rules::words!(fr: "{fr} a quitté la table.", en: "{en} has left the table.")
            }
            Update::Started { .. } => Words::new("La partie commence.", "The game begins."),
            Update::Moved { mv, .. } => {
                let position = before?.position().ok()?;
                let mv = position.parse_move(&mv.mv).ok()?;
                let names = table_labels::names(before?);
                in_both_languages(|lang| boards::say_move(&position, mv, &names, lang))
            }
            Update::TookBack { moves, .. } => taken_back(before?, *moves as usize),
            Update::Declined { seat, offer } if !own(*seat) => {
                let (fr, en) = name(*seat);
                match offer {
                    Offer::Draw => rules::words!(fr: "{fr} refuse la nulle.", en: "{en} declines the draw."),
                    // Between two players, only the reader can have asked.
                    Offer::TakeBack
                        if before.is_some_and(|table| table.you.is_some() && table.seats.len() == 2) =>
                    {
                        rules::words!(
                            fr: "{fr} ne vous laisse pas reprendre votre coup.",
                            en: "{en} won’t let you take back your move."
                        )
                    }
                    Offer::TakeBack => {
                        rules::words!(
                            fr: "{fr} ne veut pas que le coup soit repris.",
                            en: "{en} won’t allow the take-back."
                        )
                    }
                    Offer::Rematch => {
                        rules::words!(fr: "{fr} ne veut pas de revanche.", en: "{en} declines the rematch.")
                    }
                }
            }
            Update::Withdrawn { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} retire sa proposition.", en: "{en} withdraws the offer.")
            }
            Update::StoodIn { seat, why, .. } if !own(*seat) => stood_in(name(*seat), *why),
            Update::Returned { seat, .. } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} reprend sa place.", en: "{en} is back in the game.")
            }
            Update::Gone { seat } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} a perdu la connexion.", en: "{en} has lost the connection.")
            }
            Update::Back { seat } if !own(*seat) => {
                let (fr, en) = name(*seat);
                rules::words!(fr: "{fr} est de retour.", en: "{en} is back.")
            }
            Update::Resumed { .. } => Words::new(
                "Le serveur est de retour. Les pendules s’étaient arrêtées\u{a0}: personne n’a perdu de temps.",
                "The server is back. The clocks were stopped, so nobody has lost any time.",
            ),
            _ => return None,
        })
    }
}

/// That moves were taken back; `left` steps are left. Drawn cards are no moves of a player.
fn taken_back(before: &Snapshot, left: usize) -> Words {
    let gone = before.moves.iter().skip(left).filter(|step| !step.mv.starts_with('+'));
    match gone.count() {
        0 | 1 => Words::new("Le coup a été repris.", "The move has been taken back."),
        _ => Words::new("Les coups ont été repris.", "The moves have been taken back."),
    }
}

fn stood_in((fr, en): (String, String), why: StandInReason) -> Words {
    match why {
        StandInReason::Resigned => rules::words!(
            fr: "{fr} a abandonné\u{a0}: un moteur joue à sa place.",
            en: "{en} resigned: an engine is taking over."
        ),
        StandInReason::Gone => rules::words!(
            fr: "{fr} a quitté la partie\u{a0}: un moteur joue à sa place.",
            en: "{en} left: an engine is taking over."
        ),
        StandInReason::Time => rules::words!(
            fr: "{fr} a épuisé son temps\u{a0}: un moteur joue à sa place.",
            en: "{en} ran out of time: an engine is taking over."
        ),
    }
}

/// How long a player has been away, as text for the list of players.
pub fn absence_text(milliseconds: u64, lang: Lang) -> String {
    let duration = super::server_clock::duration(milliseconds, lang);
    match lang {
        Lang::Fr => format!("hors ligne depuis {duration}"),
        Lang::En => format!("offline for {duration}"),
    }
}

#[cfg(test)]
mod tests {
    use rules::Say;
    use table::Replica;

    use super::*;

    #[test]
    fn a_take_back_counts_the_moves_that_are_gone() {
        let line = format!(
            "9 1000 table you=2 game=morpion options= clock=untimed starts=first seats=2 \
             seat1=human:-:-:Anne seat2=human:-:-:Luc commitment={} contributions=.,. order=1,2 shuffle=2 steps=5:2,1:1,9:2 \
             clocks=- offers=- premove=- end=- secret=- rematch=-",
            "0".repeat(64)
        );
        let table = Replica::new(&line.parse().unwrap()).unwrap().table().clone();
        let said = |left| Lang::ALL.map(|lang| taken_back(&table, left).say(lang)).join(" | ");
        assert_eq!(said(2), "Le coup a été repris. | The move has been taken back.");
        assert_eq!(said(1), "Les coups ont été repris. | The moves have been taken back.");
    }
}
