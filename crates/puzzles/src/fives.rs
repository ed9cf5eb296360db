//! The puzzles of Three Fives.

use rules::fives::board::{group, points};
use rules::fives::{GROUP, GROUPS_TO_WIN, Illegal, Move, Point, Points, Position, Size};
use rules::{Fives, Game, Seat};

use crate::puzzle_game::{PuzzleGame, PuzzlePlan};
use crate::theme::PuzzleTheme;

/// The point on which a move ends.
const fn target(mv: Move) -> Point {
    match mv {
        Move::Drop(_, to) | Move::Step(_, to) | Move::Swap(_, to) => to,
    }
}

/// Whether a seat, who is to move, has a turn that brings five of its pieces together. It may be one that gives an
/// opponent a group too.
fn can_complete(position: &Position, seat: Seat) -> bool {
    let own = position.pieces(seat);
    let completes = |others: Points, to: Point| group(others | to.bit(), to).count_ones() == GROUP;
    let (drops, targets) = position.drops_and_targets(seat);
    points(drops).any(|to| completes(own, to))
        || targets
            .into_iter()
            .any(|(from, targets)| points(targets).any(|to| completes(own & !from.bit(), to)))
}

impl PuzzleGame for Fives {
    const PLAN: &'static [PuzzlePlan] =
        &[PuzzlePlan { options: "", count: 2_050, plies: 5, fewest: 3, nodes: 1_500 }];

    /// Slower wins of other moves are not looked for.
    const HORIZON: u32 = 0;

    /// A group takes five pieces on the board, and each turn of their owner drops at most one.
    fn may_win_within(&self, seat: Seat, plies: u32) -> bool {
        let position = self.position();
        let is_own_turn = self.to_move() == Some(seat);
        let own_turns = if is_own_turn { plies.div_ceil(2) } else { plies / 2 };
        let groups = GROUPS_TO_WIN.saturating_sub(position.groups(seat));
        if GROUP * u32::from(groups) > position.pieces(seat).count_ones() + own_turns {
            return false;
        }
        plies > 1 || groups <= 1 && (!is_own_turn || can_complete(position, seat))
    }

    /// Removes the earlier positions, which the text has between the turn and the options.
    fn fresh(&self) -> Fives {
        let text = self.to_string();
        let mut parts: Vec<&str> = text.split(' ').collect();
        if let Some(earlier) = parts.get_mut(4) {
            *earlier = "-";
        }
        parts.join(" ").parse().unwrap_or_else(|_| self.clone())
    }

    fn themes_of(before: &Fives, mv: Move, after: &Fives, rest: &[Move]) -> Vec<PuzzleTheme> {
        let mut themes = Vec::new();
        let Some(solver) = before.to_move() else { return themes };
        match mv {
            Move::Swap(..) => themes.push(PuzzleTheme::Swap),
            Move::Step(from, to) if from.between(to).is_some_and(|between| between.count_ones() >= 2) => {
                themes.push(PuzzleTheme::LongMove);
            }
            Move::Step(..) | Move::Drop(..) => {}
        }
        let groups = |game: &Fives, seat: Seat| game.position().groups(seat);
        let others = (0..before.seats()).map(Seat::from_index).filter(|&seat| seat != solver);
        if others.into_iter().any(|seat| groups(after, seat) > groups(before, seat)) {
            themes.push(PuzzleTheme::GivesGroup);
        }
        // The opponent would block the point where the solver will win, but is not allowed to.
        if let (Some(opponent), Some(&last)) = (after.to_move(), rest.last()) {
            let wish = |size: Size| after.check(Move::Drop(size, target(last)));
            let has = |size: &Size| after.position().hand(opponent, *size) > 0;
            if Size::ALL.into_iter().filter(has).any(|size| matches!(wish(size), Err(Illegal::TooMany(..)))) {
                themes.push(PuzzleTheme::NoSixth);
            }
            if groups(after, solver) == groups(before, solver) && rest.len() >= 2 {
                themes.push(PuzzleTheme::Quiet);
            }
        }
        themes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_has_no_earlier_positions() {
        let moves = ["Sa1", "Sa3", "Mb1", "Mb4", "Lc1", "Lc5", "a1-a2", "a3=b4"];
        let mut game = Fives::new(rules::fives::Options::default());
        for text in moves {
            let mv: Move = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            game.play(mv).unwrap_or_else(|illegal| panic!("{text}: {illegal:?}"));
        }
        let fresh = game.fresh();
        assert_ne!(game.to_string(), fresh.to_string(), "a move after a drop has an earlier position");
        assert_eq!(fresh.position(), game.position());
        assert!(fresh.to_string().contains(" - "), "{fresh}");
    }
}
