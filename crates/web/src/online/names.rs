//! What tables, players and endings are called.

use rules::{Kind, Lang, Outcome, Say, Seat, Words};
use table::{Control, End, Ending, Sitter};

use crate::naming;
use crate::panel::{option_name, value_name};

/// Who sits in a seat.
pub fn sitter(sitter: &Sitter, lang: Lang) -> String {
    match (sitter, lang) {
        (Sitter::Open, Lang::Fr) => "Place libre".to_owned(),
        (Sitter::Open, Lang::En) => "Free seat".to_owned(),
        (Sitter::Reserved, Lang::Fr) => "Place réservée".to_owned(),
        (Sitter::Reserved, Lang::En) => "Reserved seat".to_owned(),
        (Sitter::Engine(level), Lang::Fr) => format!("Moteur {level}"),
        (Sitter::Engine(level), Lang::En) => format!("Engine {level}"),
        (Sitter::Human { name, .. }, _) => name.to_string(),
    }
}

/// Who sits in one of these seats; what the game calls the seat where that is not known.
pub fn seat(kind: Kind, seats: &[Sitter], seat: Seat, lang: Lang) -> String {
    match seats.get(seat.index()) {
        Some(who @ (Sitter::Human { .. } | Sitter::Engine(_))) => sitter(who, lang),
        _ => naming::player(kind, seat, &[], lang),
    }
}

/// A name, with a word for whoever looks at it.
pub fn with_you(name: String, is_you: bool, lang: Lang) -> String {
    match (is_you, lang) {
        (true, Lang::Fr) => format!("{name} (vous)"),
        (true, Lang::En) => format!("{name} (you)"),
        (false, _) => name,
    }
}

/// The options of a game that are not as they usually are, but for the number of players, which is seen anyway.
pub fn options(kind: Kind, options: &str, lang: Lang) -> Vec<String> {
    let chosen = |pair: &str| {
        let (key, value) = pair.split_once('=')?;
        let spec = kind.options().iter().find(|spec| spec.key == key && key != "players")?;
        let value = spec.values.iter().find(|&&one| one == value && one != spec.default)?;
        let (name, value) = (option_name(spec.key), value_name(spec.key, value));
        Some(match lang {
            Lang::Fr => format!("{}\u{a0}: {}", name.get(lang), value.get(lang)),
            Lang::En => format!("{}: {}", name.get(lang), value.get(lang)),
        })
    };
    options.split(',').filter_map(chosen).collect()
}

/// How a game ended.
pub fn end(kind: Kind, seats: &[Sitter], end: End, lang: Lang) -> String {
    let outcome = match (end.outcome, lang) {
        (None, Lang::Fr) => return "La table a été fermée avant la partie.".to_owned(),
        (None, Lang::En) => return "The table was closed before the game.".to_owned(),
        (Some(Outcome::Draw), Lang::Fr) => "Partie nulle.".to_owned(),
        (Some(Outcome::Draw), Lang::En) => "The game is a draw.".to_owned(),
        (Some(Outcome::Win(winner)), Lang::Fr) => format!("{} gagne\u{a0}!", seat(kind, seats, winner, lang)),
        (Some(Outcome::Win(winner)), Lang::En) => format!("{} wins!", seat(kind, seats, winner, lang)),
    };
    let why = match end.why {
        Ending::Rules | Ending::Closed => return outcome,
        Ending::Resignation => Words::new("Par abandon.", "By resignation."),
        Ending::Agreement => Words::new("D’un commun accord.", "By agreement."),
        Ending::Time => Words::new("Au temps.", "On time."),
        Ending::Claim => Words::new("L’autre était parti.", "The other had gone."),
    };
    format!("{outcome} {}", why.say(lang))
}

/// How much time there is.
pub fn clock(control: Control, lang: Lang) -> String {
    match (control, lang) {
        (Control::Untimed, Lang::Fr) => "Sans pendule".to_owned(),
        (Control::Untimed, Lang::En) => "No clock".to_owned(),
        (Control::Game { base, increment }, _) => {
            let base =
                if base % 60 == 0 { format!("{}\u{a0}min", base / 60) } else { format!("{base}\u{a0}s") };
            if increment == 0 { base } else { format!("{base} + {increment}\u{a0}s") }
        }
        (Control::Days(1), Lang::Fr) => "1\u{a0}jour par coup".to_owned(),
        (Control::Days(1), Lang::En) => "1 day per move".to_owned(),
        (Control::Days(days), Lang::Fr) => format!("{days}\u{a0}jours par coup"),
        (Control::Days(days), Lang::En) => format!("{days} days per move"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_named_as_people_say_it() {
        let named = |text: &str| clock(text.parse().unwrap(), Lang::Fr);
        assert_eq!(named("untimed"), "Sans pendule");
        assert_eq!(named("300+5"), "5\u{a0}min + 5\u{a0}s");
        assert_eq!(named("90+0"), "90\u{a0}s");
        assert_eq!(named("1d"), "1\u{a0}jour par coup");
        assert_eq!(clock(Control::Days(3), Lang::En), "3 days per move");
    }

    #[test]
    fn options_are_told_where_they_are_not_as_usual() {
        assert_eq!(options(Kind::Super, "tiebreak=majority", Lang::En), [""; 0]);
        assert_eq!(options(Kind::Super, "tiebreak=draw", Lang::En), ["Without a line at the end: A draw"]);
        assert_eq!(options(Kind::Cards, "numbers=9,target=1", Lang::Fr), ["Jetons pour gagner\u{a0}: 1"]);
        assert_eq!(options(Kind::Doh, "players=3", Lang::Fr), [""; 0]);
    }

    #[test]
    fn an_ending_names_the_winner_and_the_reason() {
        let seats = ["human:-:-:Anne", "engine:3"].map(|text| text.parse::<Sitter>().unwrap());
        let said = |text: &str, lang| end(Kind::Morpion, &seats, text.parse().unwrap(), lang);
        assert_eq!(said("win1:resignation", Lang::En), "Anne wins! By resignation.");
        assert_eq!(said("win2:rules", Lang::Fr), "Moteur 3 gagne\u{a0}!");
        assert_eq!(said("draw:agreement", Lang::Fr), "Partie nulle. D’un commun accord.");
        assert_eq!(said("-:closed", Lang::En), "The table was closed before the game.");
    }
}
