//! Trees and nests: which piece may go on which, and what sizes a pile counts as.

use super::{Illegal, Move, Pile, Size, Square, at, play, refusal, seat, set, won_by};
use rules::{Game, Turn};

/// "The first is playing a smaller piece on top of a piece one size larger, forming a tree of pieces."
#[test]
fn a_smaller_piece_on_one_a_size_larger_makes_a_tree() {
    assert_eq!(at(&play("Lc3 Mc3"), "c3"), Pile::Tree(&[Size::Large, Size::Medium]));
    assert_eq!(at(&play("Mc3 Sc3"), "c3"), Pile::Tree(&[Size::Medium, Size::Small]));
    assert_eq!(play("Lc3 Mc3 Md3 Sd3").trees(), set("c3 d3"));
}

/// "This grouping counts as any of the pieces it contains."
#[test]
fn a_tree_counts_as_every_size_it_holds() {
    let game = play("Mc3 Sc3");
    assert_eq!(Size::ALL.map(|size| game.counts_as(size) != 0), [true, true, false]);
    assert_eq!(play("Mc3 Sc3 Md3 Mb3").turn(), won_by(2), "as the medium below");
    assert_eq!(play("Mc3 Sc3 Sd3 Sb3").turn(), won_by(2), "as the small on top");
    assert_eq!(play("Mc3 Sc3 Ld3 Lb3").turn(), Turn::Seat(seat(1)));
}

/// "This tree would now count as either a large or medium when trying to get three in a row."
#[test]
fn a_medium_on_a_large_counts_as_either() {
    assert_eq!(play("Lc3 Mc3 Ld3 Lb3").turn(), won_by(2));
    assert_eq!(play("Lc3 Mc3 Md3 Mb3").turn(), won_by(2));
    assert_eq!(play("Lc3 Mc3 Sd3 Sb3").turn(), Turn::Seat(seat(1)));
}

/// "A small piece could then be played on top of the tree, making it count as any of the three types."
#[test]
fn a_small_on_that_tree_makes_it_count_as_any_size() {
    assert_eq!(at(&play("Lc3 Mc3 Sc3"), "c3"), Pile::Tree(&[Size::Large, Size::Medium, Size::Small]));
    for size in Size::ALL {
        assert_eq!(play(&format!("Lc3 Mc3 Sc3 {size}d3 {size}b3")).turn(), won_by(1), "{size}");
    }
}

/// A piece on top of a tree keeps the lines of the pieces below, and can complete a line of its own size.
#[test]
fn a_tree_breaks_no_line_and_can_complete_one() {
    assert_eq!(play("Mc3 Md3 Sd3 Mb3").turn(), won_by(2), "the medium below still counts");
    assert_eq!(play("Sc3 Md3 Sb3 Sd3").turn(), won_by(2), "the small on top completes");
}

/// "The second way to play a piece on top of another is to nest them, by placing a larger piece on top of a piece one
/// size smaller. For example, a medium could be played on top of a small one."
#[test]
fn a_larger_piece_over_one_a_size_smaller_makes_a_nest() {
    assert_eq!(at(&play("Sc3 Mc3"), "c3"), Pile::Nest(&[Size::Small, Size::Medium]));
    assert_eq!(at(&play("Mc3 Lc3"), "c3"), Pile::Nest(&[Size::Medium, Size::Large]));
    assert_eq!(play("Sc3 Mc3 Md3 Ld3").nests(), set("c3 d3"));
}

/// "Later on, a large could be played on top of the nest."
#[test]
fn a_large_may_go_over_a_nest_of_small_and_medium() {
    assert_eq!(at(&play("Sc3 Mc3 Lc3"), "c3"), Pile::Nest(&[Size::Small, Size::Medium, Size::Large]));
}

/// "A nest only counts as the outermost (biggest) piece."
#[test]
fn a_nest_counts_only_as_its_outermost_piece() {
    assert_eq!(play("Sc3 Mc3 Lc3 Ld3 Lb3").turn(), won_by(1));
    assert_eq!(play("Sc3 Mc3 Lc3 Md3 Mb3").turn(), Turn::Seat(seat(2)));
    assert_eq!(play("Sc3 Mc3 Lc3 Sd3 Sb3").turn(), Turn::Seat(seat(2)));
    assert_eq!(play("Mc3 Lc3 Md3 Mb3").turn(), Turn::Seat(seat(1)));
}

/// "So a nest with a small and a medium only counts as a medium piece."
#[test]
fn a_nest_of_small_and_medium_counts_only_as_a_medium() {
    assert_eq!(play("Sc3 Mc3 Md3 Mb3").turn(), won_by(2));
    assert_eq!(play("Sc3 Mc3 Sd3 Sb3").turn(), Turn::Seat(seat(1)));
}

/// A nest hides the pieces it covers: it breaks a line in the making.
#[test]
fn covering_a_piece_breaks_the_line_it_stood_in() {
    assert_eq!(play("Sc3 Sd3 Sb3").turn(), won_by(1), "uncovered, the line wins");
    let covered = play("Sc3 Sd3 Md3 Sb3");
    assert_eq!((covered.counts_as(Size::Small), covered.held(Size::Small)), (set("b3 c3"), set("b3 c3 d3")));
    assert_eq!(covered.turn(), Turn::Seat(seat(1)));
}

/// … and the covering piece can complete a line of its own size.
#[test]
fn covering_a_piece_can_complete_a_line() {
    assert_eq!(play("Mc3 Sd3 Mb3 Md3").turn(), won_by(2));
    assert_eq!(play("Lc3 Sd3 Lb3 Md3 Ld3").turn(), won_by(1), "over a nest too");
}

/// "A square cannot have both a nest and a tree."
#[test]
fn a_tree_may_not_become_a_nest() {
    assert!(matches!(refusal("Lc3 Mc3", "Lc3"), Illegal::TreeIntoNest(_)));
    assert!(matches!(refusal("Mc3 Sc3", "Mc3"), Illegal::TreeIntoNest(_)));
    assert!(matches!(refusal("Lc3 Mc3 Sc3", "Mc3"), Illegal::TreeIntoNest(_)));
}

/// "Une case ne peut pas contenir un empilement et un emboîtement."
#[test]
fn a_nest_may_not_become_a_tree() {
    assert!(matches!(refusal("Sc3 Mc3", "Sc3"), Illegal::NestIntoTree(_)));
    assert!(matches!(refusal("Mc3 Lc3", "Mc3"), Illegal::NestIntoTree(_)));
    assert!(matches!(refusal("Sc3 Mc3 Lc3", "Mc3"), Illegal::NestIntoTree(_)));
}

/// "A piece one size larger", "a piece one size smaller": never two sizes.
#[test]
fn a_gap_of_two_sizes_is_refused_both_ways() {
    assert!(matches!(refusal("Lc3", "Sc3"), Illegal::TwoApart(_)));
    assert!(matches!(refusal("Sc3", "Lc3"), Illegal::TwoApart(_)));
    assert!(matches!(refusal("Mc3 Lc3", "Sc3"), Illegal::TwoApart(_)), "on a nest");
    assert!(matches!(refusal("Mc3 Sc3", "Lc3"), Illegal::TwoApart(_)), "over a tree");
}

/// The same sentences: never the same size.
#[test]
fn a_piece_does_not_go_on_one_of_its_own_size() {
    for size in Size::ALL {
        let (first, again) = (format!("{size}c3"), format!("{size}c3"));
        assert!(matches!(refusal(&first, &again), Illegal::SameSize(_)), "{size}");
    }
    assert!(matches!(refusal("Lc3 Mc3", "Mc3"), Illegal::SameSize(_)));
    assert!(matches!(refusal("Sc3 Mc3", "Mc3"), Illegal::SameSize(_)));
}

/// The possible contents of a square: empty, S, M, L, trees MS, LM, LMS, nests SM, ML, SML.
#[test]
fn a_square_has_ten_possible_contents() {
    let mut found = vec![Pile::Empty];
    let mut games = vec![play("")];
    while let Some(game) = games.pop() {
        for next in Size::ALL.map(|size| Move::new(size, Square::CENTRE)) {
            let mut game = game;
            if game.play(next).is_ok() {
                found.push(game.at(Square::CENTRE));
                games.push(game);
            }
        }
    }
    assert_eq!(found.len(), 10, "each in one way only");
    assert!(Pile::ALL.iter().all(|pile| found.contains(pile)));
}
