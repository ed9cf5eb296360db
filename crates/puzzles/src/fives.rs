//! The puzzles of Three Fives.

use rules::fives::board::{group, points};
use rules::fives::{GROUP, GROUPS_TO_WIN, Illegal, Move, Point, Points, Position, Size};
use rules::{Fives, Game, Outcome, Seat, Turn};

use crate::proof::after;
use crate::puzzle_game::{Horizon, PuzzleGame, PuzzlePlan};
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

/// A game with some parts of its text replaced: 3 is the seat to move, 4 the earlier positions, 5 the options.
fn with_parts(game: &Fives, replaced: &[(usize, &str)]) -> Option<Fives> {
    let text = game.to_string();
    let mut parts: Vec<&str> = text.split(' ').collect();
    for &(at, part) in replaced {
        *parts.get_mut(at)? = part;
    }
    parts.join(" ").parse().ok()
}

/// The points on which a seat would complete its third five if it were its turn.
fn winning_points(game: &Fives, seat: Seat) -> Points {
    let Some(game) = with_parts(game, &[(3, &seat.to_string()), (4, "-")]) else { return 0 };
    let wins = |mv: &Move| after(&game, *mv).turn() == Turn::Over(Outcome::Win(seat));
    game.moves().into_iter().filter(wins).fold(0, |found, mv| found | target(mv).bit())
}

impl PuzzleGame for Fives {
    const PLAN: &'static [PuzzlePlan] = &[
        PuzzlePlan {
            options: "",
            count: 1_500,
            plies: 5,
            fewest: 3,
            nodes: 1_500,
            proof_nodes: 4_000_000,
            mistakes: 8,
            mistake_plies: 5,
        },
        PuzzlePlan {
            options: "",
            count: 540,
            plies: 5,
            fewest: 5,
            nodes: 1_500,
            proof_nodes: 4_000_000,
            mistakes: 8,
            mistake_plies: 5,
        },
    ];

    /// At least four moves of the solver, and one more than the solution takes.
    fn horizon(plies: u32) -> Horizon {
        Horizon::Moves(plies.saturating_add(2).max(7))
    }

    /// Switches the repetition rule off, so that positions have no history.
    ///
    /// The forced wins stay the same. The rule only turns games into draws, so every win with it is one without it. For
    /// the other direction, take a forced win without the rule, and let the solver always choose a move that wins
    /// soonest. The number of moves to the win then falls with every move of either side. It depends on the position
    /// alone, so no position comes twice before the win, and the rule never applies. That also holds after the first
    /// moves of a solution, since the positions before them took longer to win.
    fn for_search(&self) -> Fives {
        let options = format!("players={},repetition=0", self.options().players());
        with_parts(self, &[(4, "-"), (5, &options)]).unwrap_or_else(|| self.clone())
    }

    /// A group takes five pieces on the board, and each turn brings its owner at most one more piece and one more group.
    /// Any number of the turns may be the seat's own: an opponent who has no legal turn loses it.
    fn may_win_within(&self, seat: Seat, plies: u32) -> bool {
        let position = self.position();
        let groups = u32::from(GROUPS_TO_WIN.saturating_sub(position.groups(seat)));
        if groups > plies || GROUP * groups > position.pieces(seat).count_ones().saturating_add(plies) {
            return false;
        }
        plies > 1 || self.to_move() != Some(seat) || can_complete(position, seat)
    }

    fn without_history(&self) -> Fives {
        with_parts(self, &[(4, "-")]).unwrap_or_else(|| self.clone())
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
            if winning_points(after, solver).count_ones() >= 3 {
                themes.push(PuzzleTheme::ThreeThreats);
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
        let without_history = game.without_history();
        assert_ne!(
            game.to_string(),
            without_history.to_string(),
            "a move after a drop has an earlier position"
        );
        assert_eq!(without_history.position(), game.position());
        assert!(without_history.to_string().contains(" - "), "{without_history}");
    }

    fn read(text: &str) -> Fives {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Four blue pieces on c1 to c4, and one in hand: it can be dropped beside them on b1, b4, c5, d2 and d5.
    #[test]
    fn the_points_of_a_third_five_are_those_where_it_would_be_complete() {
        let game = read(".../..../1L1L1L1L./..../... 100/555 2/0 2 - players=2,repetition=3");
        let points: Vec<String> = points(winning_points(&game, Seat::ONE)).map(|at| at.to_string()).collect();
        assert_eq!(points, ["b1", "b4", "c5", "d2", "d5"]);
        assert_eq!(winning_points(&game, Seat::TWO), 0);
        let with_one = read(".../..../1L1L1L1L./..../... 510/555 1/0 2 - players=2,repetition=3");
        assert_eq!(winning_points(&with_one, Seat::ONE), 0, "the second five does not win");
    }

    /// An opponent who has no legal turn loses it, so a player may make all the moves that are left.
    #[test]
    fn a_win_is_possible_if_enough_moves_are_left_to_complete_the_group() {
        let game = read(".../..../1L1L.../..../... 300/555 2/0 1 - players=2,repetition=3");
        assert!(game.may_win_within(Seat::ONE, 3), "three drops complete the group");
        assert!(!game.may_win_within(Seat::ONE, 2));
    }

    #[test]
    fn a_search_gets_a_position_without_history_and_without_the_repetition_rule() {
        let mut game = Fives::new(rules::fives::Options::default());
        for text in ["Sa1", "Sa3", "a1-a2"] {
            game.play(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")))
                .unwrap_or_else(|_| panic!());
        }
        let searched = game.for_search();
        assert_eq!(searched.options().repetition(), 0);
        assert_eq!((searched.moves(), searched.turn()), (game.moves(), game.turn()));
    }
}
