//! The texts for people about who is in a seat and how a game ended.

use rules::{Lang, Outcome, Say, Words, capitalized, words};

use crate::event::EndReason;
use crate::snapshot::{End, Occupant};

impl Say for Occupant {
    fn say(&self, lang: Lang) -> String {
        match self {
            Occupant::Open => words!(fr: "Place libre", en: "Free seat").say(lang),
            Occupant::Reserved => words!(fr: "Place réservée", en: "Reserved seat").say(lang),
            Occupant::Engine(level) => capitalized(&level.engine_label(lang)),
            Occupant::Human { name, .. } => name.to_string(),
        }
    }
}

impl End {
    /// A sentence about how and why the game ended, with the names of the players.
    pub fn say(&self, seats: &[Occupant], lang: Lang) -> String {
        let outcome = match self.outcome {
            None if self.why == EndReason::Abandoned => words!(
                fr: "La partie a été interrompue\u{a0}: plus personne ne jouait.",
                en: "The game was abandoned: nobody was playing any more."
            ),
            None if self.why == EndReason::Aborted => words!(
                fr: "La partie a été annulée\u{a0}: un joueur n’a pas joué son premier coup.",
                en: "The game was aborted: one of the players never made a move."
            ),
            None => {
                words!(fr: "La table a été fermée avant le début de la partie.", en: "The table was closed before the game began.")
            }
            Some(Outcome::Draw) => words!(fr: "Partie nulle.", en: "It’s a draw."),
            Some(Outcome::Win(winner)) => {
                let name = seats.get(winner.index()).map_or_else(|| winner.to_string(), |who| who.say(lang));
                words!(fr: "{name} a gagné.", en: "{name} won.")
            }
        };
        let why = match self.why {
            EndReason::Rules | EndReason::Closed | EndReason::Abandoned | EndReason::Aborted => {
                return outcome.say(lang);
            }
            EndReason::Resignation => Words::new("Par abandon.", "By resignation."),
            EndReason::Agreement => Words::new("D’un commun accord.", "By agreement."),
            EndReason::Time => Words::new("Au temps.", "On time."),
            EndReason::Claim if matches!(self.outcome, Some(Outcome::Win(_))) => {
                Words::new("Son adversaire a quitté la partie.", "Their opponent left the game.")
            }
            EndReason::Claim => Words::new("Un joueur a quitté la partie.", "A player left the game."),
        };
        format!("{} {}", outcome.say(lang), why.say(lang))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_names_the_winner_and_the_reason() {
        let seats = ["human:-:-:Anne", "engine:3"].map(|text| text.parse::<Occupant>().unwrap());
        let said = |text: &str, lang| text.parse::<End>().unwrap().say(&seats, lang);
        assert_eq!(said("win1:resignation", Lang::En), "Anne won. By resignation.");
        assert_eq!(said("win2:rules", Lang::Fr), "Moteur 3 a gagné.");
        assert_eq!(said("draw:agreement", Lang::Fr), "Partie nulle. D’un commun accord.");
        assert_eq!(said("win1:claim", Lang::En), "Anne won. Their opponent left the game.");
        assert_eq!(said("draw:claim", Lang::Fr), "Partie nulle. Un joueur a quitté la partie.");
        assert_eq!(said("-:closed", Lang::En), "The table was closed before the game began.");
        assert_eq!(
            said("-:aborted", Lang::En),
            "The game was aborted: one of the players never made a move."
        );
        assert_eq!(said("-:abandoned", Lang::En), "The game was abandoned: nobody was playing any more.");
    }
}
