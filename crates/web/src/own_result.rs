//! Results from one's own side, and the score against each level of the engine, on this device and at tables.

use engine::Level;
use rules::{Kind, Lang, Outcome, Seat, Words};
use table::{Listing, Occupant};

use crate::local::{LocalGame, PlayerKind};

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum OwnResult {
    Won,
    Drawn,
    Lost,
}

impl OwnResult {
    /// The result for the player in a seat.
    pub fn of(outcome: Outcome, seat: Seat) -> OwnResult {
        match outcome {
            Outcome::Draw => OwnResult::Drawn,
            Outcome::Win(winner) if winner == seat => OwnResult::Won,
            Outcome::Win(_) => OwnResult::Lost,
        }
    }

    /// The levels of the engine to try after this result against one: the next one up or down, or both after a draw.
    pub fn next_levels(self, level: Level) -> Vec<Level> {
        let (lower, higher) = (level.number().checked_sub(1), level.number().checked_add(1));
        let numbers = match self {
            OwnResult::Won => vec![higher],
            OwnResult::Lost => vec![lower],
            OwnResult::Drawn => vec![lower, higher],
        };
        numbers.into_iter().flatten().filter_map(Level::new).collect()
    }

    /// One word for it, for a badge.
    pub fn words(self) -> Words {
        match self {
            OwnResult::Won => Words::new("Gagnée", "Won"),
            OwnResult::Drawn => Words::new("Nulle", "Draw"),
            OwnResult::Lost => Words::new("Perdue", "Lost"),
        }
    }

    /// The CSS classes of the badge.
    pub const fn class(self) -> &'static str {
        match self {
            OwnResult::Won => "badge won",
            OwnResult::Drawn => "badge drawn",
            OwnResult::Lost => "badge lost",
        }
    }
}

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Score {
    fn add(&mut self, result: OwnResult) {
        match result {
            OwnResult::Won => self.won += 1,
            OwnResult::Drawn => self.drawn += 1,
            OwnResult::Lost => self.lost += 1,
        }
    }

    /// The score as a sentence.
    pub fn say(self, lang: Lang) -> String {
        let Score { won, drawn, lost } = self;
        let plural = |count: u32| if count > 1 { "s" } else { "" };
        match lang {
            Lang::Fr => format!(
                "{won} gagnée{}, {drawn} nulle{}, {lost} perdue{}",
                plural(won),
                plural(drawn),
                plural(lost)
            ),
            Lang::En => format!("{won} won, {drawn} drawn, {lost} lost"),
        }
    }
}

/// The seat of the only person in a game on this device.
pub fn own_seat(game: &LocalGame) -> Option<Seat> {
    let is_person = |(_, player): &(usize, &PlayerKind)| **player == PlayerKind::Person;
    let mut people = game.players().iter().enumerate().filter(is_person).map(|(index, _)| index as u8);
    let seat = people.next().map(Seat::from_index)?;
    people.next().is_none().then_some(seat)
}

/// The level of the engine in a game of one person against engines; the highest of several.
pub fn opposing_level(game: &LocalGame) -> Option<Level> {
    own_seat(game)?;
    let levels = game.players().iter().filter_map(|player| match player {
        PlayerKind::Engine(level) => Some(*level),
        PlayerKind::Person => None,
    });
    levels.max()
}

/// A finished game of one person against engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineGame {
    kind: Kind,
    /// The level of the strongest engine.
    level: Level,
    /// The result of the person.
    result: OwnResult,
}

impl EngineGame {
    /// A game on this device; `None` if it is not over, or not against engines.
    pub fn local(game: &LocalGame) -> Option<EngineGame> {
        let (level, result) = (opposing_level(game)?, OwnResult::of(game.outcome()?, own_seat(game)?));
        Some(EngineGame { kind: game.kind(), level, result })
    }

    /// A game at a table; `None` if it is not over, if others played too, or if an engine finished it in the reader's
    /// place.
    pub fn online(listing: &Listing) -> Option<EngineGame> {
        let you = listing.you?;
        let result = OwnResult::of(listing.end?.outcome?, you);
        let mut strongest = None;
        for (index, occupant) in listing.seats.iter().enumerate() {
            match occupant {
                Occupant::Engine(level) => strongest = strongest.max(Some(*level)),
                Occupant::Human { stand_in: None, .. } if index == you.index() => {}
                _ => return None,
            }
        }
        Some(EngineGame { kind: listing.kind, level: strongest?, result })
    }
}

/// The score against each level, for each game, in the order of the games and levels.
pub fn scores(games: impl Iterator<Item = EngineGame>) -> Vec<(Kind, Vec<(Level, Score)>)> {
    let mut scores: Vec<(Kind, Vec<(Level, Score)>)> = Vec::new();
    for EngineGame { kind, level, result } in games {
        let at = scores.binary_search_by_key(&(kind as usize), |(kind, _)| *kind as usize);
        let at = at.unwrap_or_else(|at| {
            scores.insert(at, (kind, Vec::new()));
            at
        });
        let levels = &mut scores[at].1;
        let at = levels.binary_search_by_key(&level, |(level, _)| *level).unwrap_or_else(|at| {
            levels.insert(at, (level, Score::default()));
            at
        });
        levels[at].1.add(result);
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(kind: &str, players: &str, moves: &str) -> LocalGame {
        LocalGame::parse(&format!("[Game \"{kind}\"]\n[Players \"{players}\"]\n\n{moves}\n")).expect("a game")
    }

    #[test]
    fn the_score_counts_finished_games_of_one_person_by_game_and_level() {
        let (won, lost) = ("5 1 4 2 6 win1", "5 1 2 4 3 7 win2");
        let games = [
            game("morpion", "person,3", won),
            game("morpion", "3,person", won),
            game("morpion", "person,1", lost),
            game("morpion", "person,3", "5 1 *"),
            game("morpion", "person,person", won),
            game("super", "person,3", "5.5 *"),
        ];
        let level = |number| Level::new(number).expect("a level");
        let score = |won, lost| Score { won, drawn: 0, lost };
        assert_eq!(
            scores(games.iter().filter_map(EngineGame::local)),
            [(Kind::Morpion, vec![(level(1), score(0, 1)), (level(3), score(1, 1))])]
        );
        assert_eq!(own_seat(&games[1]), Some(Seat::TWO));
        assert_eq!((own_seat(&games[4]), opposing_level(&games[4])), (None, None));
    }

    #[test]
    fn an_ended_table_counts_if_the_reader_alone_played_against_engines() {
        let table = |seats: &str, you: &str, end: &str| {
            let line = format!(
                "listed id=a at=1 game=morpion options= clock=untimed starts=first started=yes seats=2 {seats} you={you} turn=- ply=5 end={end}"
            );
            EngineGame::online(&line.parse().expect("a listing"))
        };
        let alone = "seat1=human:-:-:Anne seat2=engine:3";
        let level = Level::new(3).expect("a level");
        let game = |result| Some(EngineGame { kind: Kind::Morpion, level, result });
        assert_eq!(table(alone, "1", "win1:rules"), game(OwnResult::Won));
        assert_eq!(table(alone, "1", "win2:resignation"), game(OwnResult::Lost));
        assert_eq!(table(alone, "1", "-:abandoned"), None);
        assert_eq!(table(alone, "1", "-"), None);
        assert_eq!(table(alone, "-", "win1:rules"), None);
        assert_eq!(table("seat1=human:-:-:Anne seat2=human:-:-:Luc", "1", "win1:rules"), None);
        assert_eq!(table("seat1=human:-:5/gone:Anne seat2=engine:3", "1", "win1:rules"), None);
    }
}
