//! What sentences call the players: "you", a name, or the side that the game gives a seat; with the verb that goes
//! with it.

use rules::{Kind, Lang, Outcome, Seat, capitalized};

/// What sentences call one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlayerName {
    /// By the side that the game gives the seat: "crosses", "red", "player 2".
    #[default]
    Side,
    /// The reader: "you".
    You,
    /// The only engine in the game: "the engine".
    Engine,
    /// By name.
    Named(String),
}

/// What sentences call the players of a game, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    kind: Kind,
    players: Vec<PlayerName>,
}

/// A verb in the forms that sentences need.
pub(crate) struct Verb {
    /// After "vous", after one player, after several.
    pub(crate) fr: [&'static str; 3],
    /// After "you" or several players, after one player.
    pub(crate) en: [&'static str; 2],
}

pub(crate) const PLAYS: Verb = Verb { fr: ["jouez", "joue", "jouent"], en: ["play", "plays"] };
pub(crate) const DRAWS: Verb = Verb { fr: ["piochez", "pioche", "piochent"], en: ["draw", "draws"] };
const HAS_WON: Verb = Verb { fr: ["avez gagné", "a gagné", "ont gagné"], en: ["won", "won"] };
const HAS_RESIGNED: Verb =
    Verb { fr: ["avez abandonné", "a abandonné", "ont abandonné"], en: ["resigned", "resigned"] };
const HAS_NO_TIME: Verb = Verb {
    fr: ["avez épuisé votre temps", "a épuisé son temps", "ont épuisé leur temps"],
    en: ["ran out of time", "ran out of time"],
};
const HAS_LEFT: Verb = Verb {
    fr: ["avez quitté la partie", "a quitté la partie", "ont quitté la partie"],
    en: ["left the game", "left the game"],
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Person {
    You,
    One,
    Many,
}

impl Names {
    /// The players of a game; those beyond the list are called by their sides.
    pub fn new(kind: Kind, players: Vec<PlayerName>) -> Names {
        Names { kind, players }
    }

    /// All players are called by their sides: for people who share a device, and for spectators.
    pub fn sides(kind: Kind) -> Names {
        Names::new(kind, Vec::new())
    }

    /// The seat of the reader, if they play.
    pub fn you(&self) -> Option<Seat> {
        let index = self.players.iter().position(|player| *player == PlayerName::You)?;
        Some(Seat::from_index(index as u8))
    }

    fn player(&self, seat: Seat) -> &PlayerName {
        self.players.get(seat.index()).unwrap_or(&PlayerName::Side)
    }

    fn person(&self, seat: Seat, lang: Lang) -> Person {
        let side = &self.kind.seat(seat).side;
        match (self.player(seat), lang) {
            (PlayerName::You, _) => Person::You,
            (PlayerName::Side, Lang::Fr) if side.fr.starts_with("les ") => Person::Many,
            (PlayerName::Side, Lang::En) if side.en.ends_with('s') => Person::Many,
            _ => Person::One,
        }
    }

    /// The player inside a sentence: "vous", "le moteur", "Anne", "les croix".
    pub fn noun(&self, seat: Seat, lang: Lang) -> String {
        match (self.player(seat), lang) {
            (PlayerName::You, Lang::Fr) => "vous".to_owned(),
            (PlayerName::You, Lang::En) => "you".to_owned(),
            (PlayerName::Engine, Lang::Fr) => "le moteur".to_owned(),
            (PlayerName::Engine, Lang::En) => "the engine".to_owned(),
            (PlayerName::Named(name), _) => name.clone(),
            (PlayerName::Side, _) => self.kind.seat(seat).side.get(lang).to_owned(),
        }
    }

    /// The player and what they do, as a sentence begins: "Vous jouez", "Anne plays", "Les croix jouent".
    pub(crate) fn does(&self, seat: Seat, verb: &Verb, lang: Lang) -> String {
        let verb = match (lang, self.person(seat, lang)) {
            (Lang::Fr, Person::You) => verb.fr[0],
            (Lang::Fr, Person::One) => verb.fr[1],
            (Lang::Fr, Person::Many) => verb.fr[2],
            (Lang::En, Person::You | Person::Many) => verb.en[0],
            (Lang::En, Person::One) => verb.en[1],
        };
        format!("{} {verb}", self.title(seat, lang))
    }

    /// The player as a sentence begins: "Vous", "The engine", "Les croix". A name stays as it is written.
    pub fn title(&self, seat: Seat, lang: Lang) -> String {
        match self.player(seat) {
            PlayerName::Named(name) => name.clone(),
            _ => capitalized(&self.noun(seat, lang)),
        }
    }

    /// The player at the head of a column: "Vous", "Moteur", "Anne", "Croix".
    pub fn heading(&self, seat: Seat, lang: Lang) -> String {
        match (self.player(seat), lang) {
            (PlayerName::Engine, Lang::Fr) => "Moteur".to_owned(),
            (PlayerName::Engine, Lang::En) => "Engine".to_owned(),
            (PlayerName::Side, _) => self.kind.seat(seat).title(lang),
            (PlayerName::You | PlayerName::Named(_), _) => self.title(seat, lang),
        }
    }

    /// That this player won, as an entry of a list: "Victoire des croix", "Crosses won".
    pub fn victory(&self, seat: Seat, lang: Lang) -> String {
        match lang {
            Lang::Fr => format!("Victoire {}", of(&self.noun(seat, lang))),
            Lang::En => format!("{} won", self.title(seat, lang)),
        }
    }

    /// Whose turn it is, without a full stop: "À vous de jouer", "Anne’s turn", "Crosses to play".
    pub fn turn(&self, seat: Seat, lang: Lang) -> String {
        match (lang, self.person(seat, lang)) {
            (Lang::Fr, _) => format!("{} de jouer", capitalized(&to(&self.noun(seat, lang)))),
            (Lang::En, Person::You) => "Your turn".to_owned(),
            (Lang::En, Person::Many) => format!("{} to play", self.title(seat, lang)),
            (Lang::En, Person::One) => format!("{}’s turn", self.title(seat, lang)),
        }
    }

    /// How the game ended, as a sentence: "Vous avez gagné !", "Anne won.", "It’s a draw."
    pub fn result(&self, outcome: Outcome, lang: Lang) -> String {
        match (outcome, self.you(), lang) {
            (Outcome::Draw, _, Lang::Fr) => "Partie nulle.".to_owned(),
            (Outcome::Draw, _, Lang::En) => "It’s a draw.".to_owned(),
            (Outcome::Win(seat), Some(you), Lang::Fr) if seat == you => "Vous avez gagné\u{202f}!".to_owned(),
            (Outcome::Win(seat), Some(you), Lang::En) if seat == you => "You won!".to_owned(),
            // With more than two players, it matters who won.
            (Outcome::Win(_), Some(_), Lang::Fr) if self.players.len() == 2 => "Vous avez perdu.".to_owned(),
            (Outcome::Win(_), Some(_), Lang::En) if self.players.len() == 2 => "You lost.".to_owned(),
            (Outcome::Win(seat), _, _) => format!("{}.", self.does(seat, &HAS_WON, lang)),
        }
    }

    /// "You resigned."
    pub fn resigned(&self, seat: Seat, lang: Lang) -> String {
        format!("{}.", self.does(seat, &HAS_RESIGNED, lang))
    }

    /// "You ran out of time."
    pub fn ran_out_of_time(&self, seat: Seat, lang: Lang) -> String {
        format!("{}.", self.does(seat, &HAS_NO_TIME, lang))
    }

    /// "You left the game."
    pub fn left(&self, seat: Seat, lang: Lang) -> String {
        format!("{}.", self.does(seat, &HAS_LEFT, lang))
    }
}

/// A French noun after "à": "à vous", "au moteur", "aux croix".
fn to(noun: &str) -> String {
    match (noun.strip_prefix("les "), noun.strip_prefix("le ")) {
        (Some(noun), _) => format!("aux {noun}"),
        (None, Some(noun)) => format!("au {noun}"),
        (None, None) => format!("à {noun}"),
    }
}

/// A French noun after "de": "des croix", "du joueur 1", "d’Anne".
pub(crate) fn of(noun: &str) -> String {
    let starts_with_vowel = noun
        .chars()
        .next()
        .is_some_and(|first| "aàâeéèêiîoôuûy".contains(first.to_lowercase().next().unwrap_or(first)));
    match (noun.strip_prefix("les "), noun.strip_prefix("le ")) {
        (Some(noun), _) => format!("des {noun}"),
        (None, Some(noun)) => format!("du {noun}"),
        (None, None) if starts_with_vowel => format!("d’{noun}"),
        (None, None) => format!("de {noun}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(players: &[PlayerName]) -> Names {
        Names::new(Kind::default(), players.to_vec())
    }

    fn named(name: &str) -> PlayerName {
        PlayerName::Named(name.to_owned())
    }

    #[test]
    fn sentences_address_the_reader_and_name_the_others() {
        let against_anne = names(&[named("Anne"), PlayerName::You]);
        let plays = |seat, lang| against_anne.does(seat, &PLAYS, lang);
        assert_eq!(plays(Seat::TWO, Lang::Fr), "Vous jouez");
        assert_eq!(plays(Seat::ONE, Lang::Fr), "Anne joue");
        assert_eq!(plays(Seat::TWO, Lang::En), "You play");
        assert_eq!(plays(Seat::ONE, Lang::En), "Anne plays");
        assert_eq!(against_anne.turn(Seat::TWO, Lang::Fr), "À vous de jouer");
        assert_eq!(against_anne.turn(Seat::ONE, Lang::Fr), "À Anne de jouer");
        assert_eq!(against_anne.turn(Seat::TWO, Lang::En), "Your turn");
        assert_eq!(against_anne.turn(Seat::ONE, Lang::En), "Anne’s turn");
    }

    #[test]
    fn a_column_is_headed_by_the_reader_the_engine_a_name_or_a_side() {
        let players = [PlayerName::You, PlayerName::Engine, named("anne")];
        let headings =
            |names: &Names, lang| [0, 1, 2].map(|seat| names.heading(Seat::from_index(seat), lang));
        let known = Names::new(Kind::Doh, players.to_vec());
        assert_eq!(headings(&known, Lang::Fr), ["Vous", "Moteur", "anne"]);
        assert_eq!(headings(&known, Lang::En), ["You", "Engine", "anne"]);
        assert_eq!(Names::sides(Kind::Morpion).heading(Seat::TWO, Lang::En), "Nought");
    }

    #[test]
    fn people_who_share_a_device_are_called_by_their_sides() {
        for &kind in Kind::ALL {
            let sides = Names::sides(kind);
            for seat in (0..kind.info().players.max).map(Seat::from_index) {
                let french = sides.does(seat, &PLAYS, Lang::Fr);
                let is_one = french.starts_with("Le ") && french.ends_with(" joue");
                assert!(is_one || french.starts_with("Les ") && french.ends_with(" jouent"), "{french}");
                assert!(sides.turn(seat, Lang::Fr).starts_with("Au"), "{}", sides.turn(seat, Lang::Fr));
            }
        }
        assert_eq!(Names::sides(Kind::Morpion).turn(Seat::TWO, Lang::Fr), "Aux ronds de jouer");
        assert_eq!(Names::sides(Kind::Morpion).turn(Seat::TWO, Lang::En), "Noughts to play");
        assert_eq!(Names::sides(Kind::Doh).turn(Seat::TWO, Lang::Fr), "Au joueur 2 de jouer");
        assert_eq!(Names::sides(Kind::Cards).turn(Seat::ONE, Lang::En), "Red’s turn");
    }

    #[test]
    fn a_result_is_described_from_the_readers_side() {
        let against_engine = names(&[PlayerName::You, PlayerName::Engine]);
        let won = |names: &Names, seat| Lang::ALL.map(|lang| names.result(Outcome::Win(seat), lang));
        assert_eq!(won(&against_engine, Seat::ONE), ["Vous avez gagné\u{202f}!", "You won!"]);
        assert_eq!(won(&against_engine, Seat::TWO), ["Vous avez perdu.", "You lost."]);
        let watched = names(&[named("Anne"), PlayerName::Engine]);
        assert_eq!(won(&watched, Seat::ONE), ["Anne a gagné.", "Anne won."]);
        assert_eq!(won(&watched, Seat::TWO), ["Le moteur a gagné.", "The engine won."]);
        let three = names(&[PlayerName::You, named("anne"), PlayerName::Engine]);
        assert_eq!(won(&three, Seat::TWO), ["anne a gagné.", "anne won."]);
        assert_eq!(against_engine.resigned(Seat::ONE, Lang::Fr), "Vous avez abandonné.");
        assert_eq!(against_engine.ran_out_of_time(Seat::TWO, Lang::Fr), "Le moteur a épuisé son temps.");
        assert_eq!(watched.left(Seat::ONE, Lang::En), "Anne left the game.");
    }

    #[test]
    fn french_nouns_contract_with_their_prepositions() {
        assert_eq!(["les croix", "le moteur", "vous"].map(to), ["aux croix", "au moteur", "à vous"]);
        assert_eq!(
            ["les oranges", "le joueur 1", "Émile"].map(of),
            ["des oranges", "du joueur 1", "d’Émile"]
        );
    }
}
