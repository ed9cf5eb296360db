//! A solver's progress: the rating, streaks, puzzles to try again, and the next puzzle.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use puzzles::{PuzzleId, PuzzleProgress, PuzzleRun};
use rules::Kind;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

fn id(number: usize) -> PuzzleId {
    puzzles::collection(Kind::Morpion).id(number).unwrap()
}

/// “Example of the Glicko-2 system”, Mark E. Glickman, 2022: the library computes the published result.
#[test]
fn ratings_match_the_worked_example_of_the_paper() {
    let player = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
    let opponent = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let results = [
        (opponent(1400.0, 30.0), Outcomes::WIN),
        (opponent(1550.0, 100.0), Outcomes::LOSS),
        (opponent(1700.0, 300.0), Outcomes::LOSS),
    ];
    let after = glicko2_rating_period(&player, &results, &Glicko2Config::new());
    assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
    assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
}

#[test]
fn a_rating_changes_with_unexpected_results_and_its_deviation_shrinks() {
    let mut progress = PuzzleProgress::default();
    let (first, uncertain) = progress.rating();
    let up = progress.finish(id(0), 1000, true).unwrap();
    assert!(up > 100, "a first result says much: {up}");
    assert_eq!(progress.rating().0, first + up);
    let down = progress.finish(id(1), 1000, false).unwrap();
    assert!(down < 0, "{down}");
    for number in 2..60 {
        progress.finish(id(number), 1000, number % 2 == 0);
    }
    let (rating, deviation) = progress.rating();
    assert!((900..1100).contains(&rating), "{rating}");
    assert!(deviation < uncertain / 3, "{deviation}");
    let little = progress.clone().finish(id(100), 600, true).unwrap();
    let much = progress.finish(id(100), 1600, true).unwrap();
    assert!(little < much, "a harder one gives more: {little}, {much}");
}

#[test]
fn a_puzzle_counts_once_and_a_failed_puzzle_that_is_solved_later_leaves_the_list() {
    let mut progress = PuzzleProgress::default();
    assert!(progress.finish(id(0), 700, false).is_some());
    assert_eq!(progress.failed(), [id(0)]);
    assert_eq!(progress.finish(id(0), 700, true), None, "it counts once");
    assert_eq!((progress.failed(), progress.streak()), (&[][..], (0, 0)));
    assert!(progress.finish_run(PuzzleRun::Rush, 4, &[id(5)]));
    assert!(!progress.finish_run(PuzzleRun::Rush, 3, &[]));
    assert!(progress.finish_run(PuzzleRun::Streak, 2, &[]), "a streak is not compared with a rush");
    assert_eq!([PuzzleRun::Rush, PuzzleRun::Streak].map(|run| progress.best(run)), [4, 2]);
    assert_eq!(progress.failed(), [id(5)]);
    assert!(!progress.is_rated(id(5)), "its solution has been seen");
}

#[test]
fn streaks_count_puzzles_and_days_in_a_row() {
    let mut progress = PuzzleProgress::default();
    for number in 0..3 {
        progress.finish(id(number), 700, true);
    }
    progress.finish(id(3), 700, false);
    progress.finish(id(4), 700, true);
    assert_eq!(progress.streak(), (1, 3));
    for day in [100, 101] {
        progress.finish_daily(day, true);
        progress.finish_daily(day, false);
    }
    assert_eq!([101, 102, 103].map(|day| progress.days(day)), [2, 2, 0], "today's may still be open");
    assert!(progress.daily(101).unwrap().is_solved && progress.daily(102).is_none());
    progress.finish_daily(102, false);
    assert_eq!(progress.days(102), 0);
    progress.finish_daily(103, true);
    assert_eq!(progress.days(103), 1);
}

#[test]
fn progress_round_trips_and_a_damaged_part_does_not_affect_the_others() {
    let mut progress = PuzzleProgress::default();
    progress.finish(id(0), 800, true);
    progress.finish(id(1), 900, false);
    progress.finish_daily(20_500, true);
    progress.finish_run(PuzzleRun::Rush, 7, &[id(2)]);
    progress.finish_run(PuzzleRun::Streak, 5, &[]);
    let text = progress.to_string();
    assert_eq!(PuzzleProgress::from(text.as_str()), progress);
    assert_eq!(PuzzleProgress::from(""), PuzzleProgress::default());
    for damaged in ["NaN 350 0.06", "1e300 350 0.06", "1000 0 0.06", "1000 350", "x y z"] {
        let rating = text.lines().next().unwrap();
        let read = PuzzleProgress::from(text.replace(rating, &format!("rating {damaged}")).as_str());
        assert_eq!(read.rating(), PuzzleProgress::default().rating(), "{damaged}");
        assert_eq!((read.failed(), read.tried(), read.best(PuzzleRun::Rush)), (progress.failed(), 2, 7));
    }
}

#[test]
fn the_next_puzzle_is_a_new_one_near_the_rating_until_none_is_left() {
    let collection = puzzles::collection(Kind::Super);
    let mut progress = PuzzleProgress::default();
    for random in [0.0, 0.5, 1.0] {
        let next = progress.next(&collection, 0..collection.len(), random).unwrap();
        assert!(collection.rating(next).unwrap().abs_diff(1000) <= 20, "{next}");
    }
    for index in 0..5 {
        progress.finish(collection.id(index).unwrap(), 700, true);
    }
    assert_eq!(progress.next(&collection, 0..6, 0.9), Some(5), "the only one that is new");
    assert_eq!(progress.next(&collection, 0..5, 0.0), Some(0), "none is new: one of all");
    assert_eq!(progress.next(&collection, 0..0, 0.5), None);
}

#[test]
fn a_rush_goes_from_the_easiest_to_the_hardest() {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        let picks: Vec<usize> = (0..100).map(|number| PuzzleRun::pick(&collection, number, 0.99)).collect();
        assert!(picks.is_sorted() && picks[99] == collection.len() - 1, "{kind}: {picks:?}");
        assert!(PuzzleRun::pick(&collection, 0, 0.0) == 0 && picks[0] < collection.len() / 20, "{kind}");
    }
}

#[test]
fn every_puzzle_has_an_id_of_its_own_by_which_it_is_found() {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        let ids: std::collections::HashSet<PuzzleId> =
            (0..collection.len()).map(|index| collection.id(index).unwrap()).collect();
        assert_eq!(ids.len(), collection.len(), "{kind}");
        let last = collection.len() - 1;
        assert_eq!(collection.find(collection.id(last).unwrap()), Some(last));
        assert_eq!(collection.id(collection.len()), None);
    }
}
