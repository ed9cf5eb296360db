//! Static facts about a game. Each game defines them once, in its `info.rs`.

use std::fmt;

use crate::text::{Lang, Words, capitalized};

/// Static facts about a game.
///
/// Programs get them from [`Kind::info`](crate::Kind::info) instead of naming a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The display name of the game.
    pub name: Words,
    /// A one-sentence description of the game.
    pub pitch: Words,
    /// The number of players.
    pub players: Bounds,
    /// The duration of a game in minutes.
    pub minutes: Bounds,
    /// Whether the duration is our estimate, because the source gives none.
    pub is_duration_estimated: bool,
    /// The recommended ages, if the source gives them.
    pub ages: Option<Bounds>,
    /// Whether a player holds something that the others may not see.
    pub hides: bool,
    /// Whether some turns are [`Turn::Chance`](crate::Turn::Chance).
    pub has_chance: bool,
    /// The seats in turn order, for the largest number of players.
    pub seats: &'static [SeatInfo],
    /// Who takes seat 1 and so begins: the source's rule, and our ruling where the source is silent.
    pub first_player: Words,
    /// The author or publisher, in a few words that start in lower case.
    pub byline: Words,
    /// The author, the publisher, the source, and what this project added.
    pub credits: Words,
    /// A whole game with the default options, as moves separated by spaces, for animated previews.
    pub sample: &'static str,
    /// Option texts that cover the differences in play and appearance. The first is empty: the defaults. The
    /// playthroughs and the tests of boards and engines run each of them.
    pub variants: &'static [&'static str],
    /// The option text that gives the shortest games, for load tests and for tests that play whole games.
    pub quick: &'static str,
    /// The depth of `trois bench perft`, chosen to take some tens of milliseconds.
    pub bench_depth: u32,
    /// The number of random moves that open a game between engines: enough for variety, too few to decide it.
    pub random_opening: u8,
}

impl GameInfo {
    /// The duration of a game, for people: "5–15 min", or "about 15 min" if it is our estimate.
    pub fn duration(&self, lang: Lang) -> String {
        let about = match (self.is_duration_estimated, lang) {
            (false, _) => "",
            (true, Lang::Fr) => "environ ",
            (true, Lang::En) => "about ",
        };
        format!("{about}{} min", self.minutes)
    }

    /// What a player wants to know before a game: the number of players, the duration, the ages where the source gives
    /// them, and the makers. Each user interface joins them in its own way.
    pub fn facts(&self, lang: Lang) -> Vec<String> {
        let in_words = |fr: String, en: String| match lang {
            Lang::Fr => fr,
            Lang::En => en,
        };
        let players = self.players;
        let mut facts =
            vec![in_words(format!("{players} joueurs"), format!("{players} players")), self.duration(lang)];
        facts.extend(self.ages.map(|ages| in_words(format!("{ages} ans"), format!("ages {ages}"))));
        facts.push(self.byline.get(lang).to_owned());
        facts
    }
}

/// The name of a seat and its symbol in pictures.
#[derive(Debug)]
pub struct SeatInfo {
    /// The name of the seat, in lower case, for labels: "croix", "cross".
    pub name: Words,
    /// What sentences call the player in this seat, in lower case and with the article where there is one: "les
    /// croix", "crosses". It is a plural if it begins with "les", and in English if it ends with "s".
    pub side: Words,
    /// The symbol of the seat in pictures.
    pub mark: SeatMark,
}

impl SeatInfo {
    /// A seat by its name in labels and by what sentences call it, each in French and in English.
    pub(crate) const fn new(name: [&'static str; 2], side: [&'static str; 2], mark: SeatMark) -> SeatInfo {
        SeatInfo { name: Words::new(name[0], name[1]), side: Words::new(side[0], side[1]), mark }
    }

    /// The name of the seat with a capital first letter.
    pub fn title(&self, lang: Lang) -> String {
        capitalized(self.name.get(lang))
    }
}

/// The symbol of a seat, by meaning; user interfaces choose its shape and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatMark {
    /// The cross of seat 1.
    Cross,
    /// The nought of seat 2.
    Nought,
    /// The red cards.
    Red,
    /// The blue cards.
    Blue,
    /// Pieces in the seat's colour, which is the same in all games with coloured pieces.
    Colour,
    /// No symbol: all players share the pieces.
    Shared,
}

/// An inclusive range of numbers. Its text is `2–4`, or `2` if both ends are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The lower end.
    pub min: u8,
    /// The upper end.
    pub max: u8,
}

impl Bounds {
    /// From `min` to `max`.
    pub const fn new(min: u8, max: u8) -> Bounds {
        Bounds { min, max }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max {
            write!(f, "{}", self.min)
        } else {
            write!(f, "{}–{}", self.min, self.max)
        }
    }
}
