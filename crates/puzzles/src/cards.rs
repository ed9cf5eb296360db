//! The puzzles of the card game.
//!
//! The position of a puzzle is what the solver sees. A search of it tries every card that the opponent may hold and every
//! card that may be drawn, so that no hidden card can change a solution.

use rules::cards::{Move, Stage};
use rules::{Cards, Game, Seat};

use crate::puzzle_game::{Horizon, PuzzleGame, PuzzlePlan};
use crate::theme::PuzzleTheme;

/// How many green cards there are. A hand with more cards has a colour card or a yellow one.
const GREENS: u8 = 2;

impl PuzzleGame for Cards {
    const PLAN: &'static [PuzzlePlan] = &[
        PuzzlePlan { count: 760, plies: 1, fewest: 1, nodes: 40, ..PuzzlePlan::BASE },
        PuzzlePlan { options: "numbers=6", count: 260, plies: 1, fewest: 1, nodes: 40, ..PuzzlePlan::BASE },
        PuzzlePlan { options: "numbers=6", count: 100, plies: 5, fewest: 5, nodes: 40, ..PuzzlePlan::BASE },
    ];

    const PROVEN_SAMPLE: usize = 200;

    /// Two moves of the solver, one of the opponent, and the two cards that they draw.
    fn horizon(_plies: u32) -> Horizon {
        Horizon::Moves(5)
    }

    /// A card makes at most four lines. The last token ends the game, too.
    fn may_win_within(&self, seat: Seat, plies: u32) -> bool {
        // A card is drawn after each card that is played.
        let most = 4 * plies.div_ceil(2);
        let [own, other] = [seat, seat.other()].map(|seat| u32::from(self.tokens(seat)));
        let reaches_target = own + most >= u32::from(self.options().target()) && own + most >= other + 2;
        reaches_target || u32::from(self.tokens_left()) <= most
    }

    /// A player whose hidden cards might all be unplayable may have to draw instead of playing. With an empty place and
    /// a card on the table, a colour card or a yellow one can always be played.
    fn is_turn_known(&self) -> bool {
        match self.stage() {
            Stage::Play(seat) if self.hidden(seat) > 0 => {
                self.free() != 0 && self.occupied() != 0 && self.hand_size(seat) > GREENS
            }
            _ => true,
        }
    }

    fn themes_of(before: &Cards, mv: Move, after: &Cards, rest: &[Move]) -> Vec<PuzzleTheme> {
        let mut themes = Vec::new();
        let (Some(solver), Some(card)) = (before.to_move(), mv.card()) else { return themes };
        if card.owner().is_none() {
            themes.push(PuzzleTheme::Removal);
        } else if card.owner() != Some(solver) {
            themes.push(PuzzleTheme::OtherColour);
        }
        if let (Some(square), true) = (mv.square(), card.owner().is_some()) {
            if before.occupied() & square.bit() != 0 {
                themes.push(PuzzleTheme::Cover);
            }
            if before.lines_made(card, square).count() >= 2 {
                themes.push(PuzzleTheme::TwoLines);
            }
        }
        // Every card of the opponent is known, because the pot has become the draw pile.
        if !rest.is_empty() && after.hidden(solver.other()) == 0 {
            themes.push(PuzzleTheme::CountedCards);
        }
        themes
    }
}
