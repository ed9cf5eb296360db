//! A move chosen while the engine thinks, played when it is the person's turn and the rules still allow it.

use boards::{PremoveTouch, Premoves, Spot};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Seat};

/// The premove of the person who plays against engines. Copies are the same premove.
#[derive(Clone, Copy)]
pub struct LocalPremove {
    /// The spots that are selected so far.
    picked: RwSignal<Vec<Spot>>,
    /// The move, once it is chosen.
    chosen: RwSignal<Option<AnyMove>>,
    /// The moves that may be possible next turn; computed at the first touch.
    candidates: StoredValue<Option<Premoves>>,
}

impl LocalPremove {
    /// No premove.
    pub fn new() -> LocalPremove {
        LocalPremove {
            picked: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(None),
            candidates: StoredValue::new(None),
        }
    }

    /// Forgets the premove.
    pub fn clear(self) {
        self.picked.set(Vec::new());
        self.chosen.set(None);
        self.candidates.set_value(None);
    }

    /// Handles a touch while others are to move. A touch after the choice gives it up.
    pub fn touch(self, game: &AnyGame, seat: Seat, spot: Spot) {
        if self.chosen.get_untracked().is_some() {
            return self.clear();
        }
        self.candidates.update_value(|candidates| {
            candidates.get_or_insert_with(|| Premoves::new(game, seat));
        });
        let picked = self.picked.get_untracked();
        match self.candidates.with_value(|candidates| Some(candidates.as_ref()?.touch(&picked, spot))) {
            Some(PremoveTouch::Move(_, mv)) => {
                self.picked.set(Vec::new());
                self.chosen.set(Some(mv));
            }
            Some(PremoveTouch::Picked(spots)) => self.picked.set(spots),
            None => {}
        }
    }

    /// Whether a move is chosen.
    pub fn is_chosen(self) -> bool {
        self.chosen.get().is_some()
    }

    /// The spots to mark on the board.
    pub fn spots(self, game: &AnyGame) -> Vec<Spot> {
        match self.chosen.get() {
            Some(mv) => boards::touch_paths(game, mv).into_iter().next().unwrap_or_default(),
            None => self.picked.get(),
        }
    }

    /// Takes the move to be played now.
    pub fn take(self) -> Option<AnyMove> {
        let chosen = self.chosen.get_untracked();
        self.clear();
        chosen
    }
}

impl Default for LocalPremove {
    fn default() -> LocalPremove {
        LocalPremove::new()
    }
}

#[cfg(test)]
mod tests {
    use rules::Kind;

    use super::*;

    #[test]
    fn a_premove_is_chosen_by_touches_given_up_by_another_and_taken_once() {
        Owner::new().with(|| {
            let mut game = AnyGame::new(Kind::Morpion, "").expect("options");
            game.play(game.parse_move("5").expect("a move")).expect("a legal move");
            let premove = LocalPremove::new();
            let [corner, edge] = ["p0", "p1"].map(|text| text.parse::<Spot>().expect("a spot"));
            premove.touch(&game, Seat::ONE, corner);
            assert!(premove.is_chosen());
            assert_eq!(premove.spots(&game), [corner]);
            premove.touch(&game, Seat::ONE, edge);
            assert!(!premove.is_chosen(), "a touch gives it up");
            premove.touch(&game, Seat::ONE, edge);
            assert_eq!(premove.take().map(|mv| mv.to_string()).as_deref(), Some("2"));
            assert_eq!(premove.take(), None);
        });
    }
}
