//! What sentences and lists call the players of a game on this device.

use boards::{Names, PlayerName};
use rules::{Lang, Seat, capitalized};

use super::{LocalGame, PlayerKind};
use crate::labels::{self, PlayerLabel};

impl LocalGame {
    /// What sentences call the players. A person who plays only against engines is "you", and a single engine "the
    /// engine"; people who share the device are called by their sides.
    pub fn names(&self) -> Names {
        let you = self.only_person();
        let engines = self.players.iter().filter(|player| **player != PlayerKind::Person).count();
        let name = |(index, player): (usize, &PlayerKind)| match player {
            PlayerKind::Person if you.is_some_and(|you| you.index() == index) => PlayerName::You,
            PlayerKind::Engine(_) if engines == 1 => PlayerName::Engine,
            PlayerKind::Person | PlayerKind::Engine(_) => PlayerName::Side,
        };
        Names::new(self.kind(), self.players.iter().enumerate().map(name).collect())
    }

    /// The label of a player in a list: "You (cross)", "Engine 5 (nought)", "Cross".
    pub fn player_label(&self, seat: Seat, lang: Lang) -> PlayerLabel {
        let kind = self.kind();
        match (self.players.get(seat.index()), lang) {
            (Some(PlayerKind::Engine(level)), _) => {
                labels::in_seat(&capitalized(&level.engine_label(lang)), kind, seat, lang)
            }
            (_, Lang::Fr) if self.only_person() == Some(seat) => labels::in_seat("Vous", kind, seat, lang),
            (_, Lang::En) if self.only_person() == Some(seat) => labels::in_seat("You", kind, seat, lang),
            _ => kind.seat(seat).title(lang).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Kind;
    use table::TimeControl;

    fn game(kind: Kind, options: &str, players: &str) -> LocalGame {
        LocalGame::new(kind, options, &PlayerKind::list(players), TimeControl::Untimed).expect("options")
    }

    fn turn(game: &LocalGame, seat: Seat) -> [String; 2] {
        Lang::ALL.map(|lang| game.names().turn(seat, lang))
    }

    #[test]
    fn a_single_person_is_addressed_and_several_are_called_by_their_marks() {
        let alone = game(Kind::Morpion, "", "3,person");
        assert_eq!(turn(&alone, Seat::TWO), ["À vous de jouer", "Your turn"]);
        assert_eq!(turn(&alone, Seat::ONE), ["Au moteur de jouer", "The engine’s turn"]);
        assert_eq!(alone.player_label(Seat::TWO, Lang::En).to_string(), "You (nought)");
        assert_eq!(alone.player_label(Seat::ONE, Lang::Fr).to_string(), "Moteur 3 (croix)");
        let together = game(Kind::Morpion, "", "person,person");
        assert_eq!(turn(&together, Seat::TWO), ["Aux ronds de jouer", "Noughts to play"]);
        assert_eq!(together.player_label(Seat::TWO, Lang::Fr).to_string(), "Rond");
        let among_engines = game(Kind::Doh, "players=3", "person,5,5");
        assert_eq!(turn(&among_engines, Seat::TWO), ["Au joueur 2 de jouer", "Player 2’s turn"]);
        assert_eq!(among_engines.player_label(Seat::TWO, Lang::En).to_string(), "Engine 5 (player 2)");
    }
}
