//! The running clock of a game. The game's own clock changes with each move; the time of the current turn is counted
//! here, in a separate signal, so that a tick updates the clock's display and nothing else.

use std::time::Duration;

use leptos::prelude::*;
use rules::Seat;

use crate::local::LocalGame;

/// The time used in the current turn.
#[derive(Clone, Copy)]
pub struct GameClock {
    used: RwSignal<Duration>,
}

impl GameClock {
    /// A clock at the start of a turn.
    pub fn new() -> GameClock {
        GameClock { used: RwSignal::new(Duration::ZERO) }
    }

    /// The time that a seat has left now, if the game has a clock.
    pub fn left(self, game: &LocalGame, seat: Seat) -> Option<Duration> {
        let left = game.clock()?.left(seat);
        let is_to_move = game.outcome().is_none() && game.game().turn().seat() == Some(seat);
        Some(if is_to_move { left.saturating_sub(self.used.get()) } else { left })
    }

    /// Lets time pass for the seat to move. Returns that seat if its time is up.
    pub fn tick(self, game: &LocalGame, elapsed: Duration) -> Option<Seat> {
        let (clock, seat) = game.clock().zip(game.game().turn().seat())?;
        self.used.update(|used| *used += elapsed);
        (self.used.get_untracked() >= clock.left(seat)).then_some(seat)
    }

    /// Takes the time of the turn off the game's clock, before the game changes.
    pub fn charge(self, game: &mut LocalGame) {
        let used = self.used.get_untracked();
        if used.is_zero() {
            return;
        }
        self.used.set(Duration::ZERO);
        if let (Some(seat), Some(clock)) = (game.game().turn().seat(), game.clock_mut()) {
            clock.spend(seat, used);
        }
    }
}

impl Default for GameClock {
    fn default() -> GameClock {
        GameClock::new()
    }
}

#[cfg(test)]
mod tests {
    use rules::Kind;
    use table::TimeControl;

    use super::*;

    fn game() -> LocalGame {
        let control = TimeControl::Game { base: 60, increment: 2 };
        LocalGame::new(Kind::Morpion, "", &[], control).expect("options")
    }

    #[test]
    fn the_time_of_a_turn_is_shown_at_once_and_charged_when_the_turn_ends() {
        Owner::new().with(|| {
            let (clock, mut game) = (GameClock::new(), game());
            let left =
                |game: &LocalGame, seat| untrack(|| clock.left(game, seat)).expect("a clock").as_secs();
            assert_eq!(clock.tick(&game, Duration::from_secs(7)), None);
            assert_eq!((left(&game, Seat::ONE), left(&game, Seat::TWO)), (53, 60));
            assert_eq!(game.clock().expect("a clock").left(Seat::ONE), Duration::from_secs(60));
            clock.charge(&mut game);
            let mv = game.game().parse_move("5").expect("a move");
            game.play(mv).expect("a legal move");
            assert_eq!((left(&game, Seat::ONE), left(&game, Seat::TWO)), (55, 60));
        });
    }

    #[test]
    fn the_flag_of_the_seat_to_move_falls_when_its_time_is_up() {
        Owner::new().with(|| {
            let (clock, game) = (GameClock::new(), game());
            assert_eq!(clock.tick(&game, Duration::from_millis(59_999)), None);
            assert_eq!(clock.tick(&game, Duration::from_millis(1)), Some(Seat::ONE));
            let without_clock =
                LocalGame::new(Kind::Morpion, "", &[], TimeControl::Untimed).expect("options");
            assert_eq!(clock.tick(&without_clock, Duration::from_secs(600)), None);
        });
    }
}
