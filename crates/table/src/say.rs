//! What those who sit at a table and the endings of games are called.

use rules::{Lang, Outcome, Say, Words, words};

use crate::event::Ending;
use crate::listing::Listing;
use crate::snapshot::{End, Sitter};

impl Say for Sitter {
    fn say(&self, lang: Lang) -> String {
        match self {
            Sitter::Open => words!(fr: "Place libre", en: "Free seat").say(lang),
            Sitter::Reserved => words!(fr: "Place réservée", en: "Reserved seat").say(lang),
            Sitter::Engine(level) => words!(fr: "Moteur {level}", en: "Engine {level}").say(lang),
            Sitter::Human { name, .. } => name.to_string(),
        }
    }
}

impl Listing {
    /// How the game ended, and why; `None` before.
    pub fn say_end(&self, lang: Lang) -> Option<String> {
        let End { outcome, why } = self.end?;
        let outcome = match outcome {
            None => {
                words!(fr: "La table a été fermée avant la partie.", en: "The table was closed before the game.")
            }
            Some(Outcome::Draw) => words!(fr: "Partie nulle.", en: "The game is a draw."),
            Some(Outcome::Win(winner)) => {
                let name =
                    self.seats.get(winner.index()).map_or_else(|| winner.to_string(), |who| who.say(lang));
                words!(fr: "{name} gagne\u{a0}!", en: "{name} wins!")
            }
        };
        let why = match why {
            Ending::Rules | Ending::Closed => return Some(outcome.say(lang)),
            Ending::Resignation => Words::new("Par abandon.", "By resignation."),
            Ending::Agreement => Words::new("D’un commun accord.", "By agreement."),
            Ending::Time => Words::new("Au temps.", "On time."),
            Ending::Claim => Words::new("L’autre était parti.", "The other had gone."),
        };
        Some(format!("{} {}", outcome.say(lang), why.say(lang)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_names_the_winner_and_the_reason() {
        let said = |end: &str, lang| {
            let line = "listed id=abc at=1000 game=morpion options= clock=untimed starts=first started=yes seats=2 \
                seat1=human:-:-:Anne seat2=engine:3 you=- turn=- ply=0 end=";
            let listing: Listing = format!("{line}{end}").parse().unwrap();
            listing.say_end(lang)
        };
        assert_eq!(said("-", Lang::En), None);
        assert_eq!(said("win1:resignation", Lang::En).unwrap(), "Anne wins! By resignation.");
        assert_eq!(said("win2:rules", Lang::Fr).unwrap(), "Moteur 3 gagne\u{a0}!");
        assert_eq!(said("draw:agreement", Lang::Fr).unwrap(), "Partie nulle. D’un commun accord.");
        assert_eq!(said("-:closed", Lang::En).unwrap(), "The table was closed before the game.");
    }
}
