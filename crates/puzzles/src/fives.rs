//! What puzzles of Three Fives are about.

use rules::fives::{Illegal, Move, Point, Size};
use rules::{Fives, Game, Seat};

use crate::theme::{Plan, Theme, Themed};

/// The point on which a move ends.
const fn target(mv: Move) -> Point {
    match mv {
        Move::Drop(_, to) | Move::Step(_, to) | Move::Swap(_, to) => to,
    }
}

impl Themed for Fives {
    const PLAN: &'static [Plan] = &[Plan { options: "", count: 500, plies: 3, fewest: 3 }];

    /// Earlier positions stand between the turn and the options.
    fn fresh(&self) -> Fives {
        let text = self.to_string();
        let mut parts: Vec<&str> = text.split(' ').collect();
        if parts.len() == 6 {
            parts.remove(4);
        }
        parts.join(" ").parse().unwrap_or_else(|_| self.clone())
    }

    fn themes_of(before: &Fives, mv: Move, after: &Fives, rest: &[Move]) -> Vec<Theme> {
        let mut themes = Vec::new();
        let Some(solver) = before.to_move() else { return themes };
        match mv {
            Move::Swap(..) => themes.push(Theme::Swap),
            Move::Step(from, to) if from.between(to).is_some_and(|between| between.count_ones() >= 2) => {
                themes.push(Theme::LongMove);
            }
            Move::Step(..) | Move::Drop(..) => {}
        }
        let groups = |game: &Fives, seat: Seat| game.position().groups(seat);
        let others = (0..before.seats()).map(Seat::from_index).filter(|&seat| seat != solver);
        if others.into_iter().any(|seat| groups(after, seat) > groups(before, seat)) {
            themes.push(Theme::GivesGroup);
        }
        // The opponent would like to stand where the solver will win, and may not.
        if let (Some(opponent), Some(&last)) = (after.to_move(), rest.last()) {
            let wish = |size: Size| after.check(Move::Drop(size, target(last)));
            let has = |size: &Size| after.position().hand(opponent, *size) > 0;
            if Size::ALL.into_iter().filter(has).any(|size| matches!(wish(size), Err(Illegal::TooMany(..)))) {
                themes.push(Theme::NoSixth);
            }
            if groups(after, solver) == groups(before, solver) && rest.len() >= 2 {
                themes.push(Theme::Quiet);
            }
        }
        themes
    }
}
