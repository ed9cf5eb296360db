//! The collections that come with the program, and damaged files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::io::Write;

use puzzles::{Horizon, Judgement, PuzzleAttempt, PuzzleCollection, PuzzleTheme, themes};
use rules::{Kind, with_game};

const FILE: &str = "trois puzzles 1 morpion 2\n640\tfork\t5 1 3\txo./... 1\n700\t\t1\tx\nend\n";

#[test]
fn every_game_has_puzzles_that_can_be_read_and_solved() {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        assert_eq!(collection.kind(), kind);
        let mut positions = HashSet::new();
        let mut last = 0;
        for index in 0..collection.len() {
            let puzzle = collection.puzzle(index).unwrap();
            assert!(positions.insert(puzzle.start.to_string()), "{puzzle}: comes once only");
            assert!(puzzle.rating >= last, "{puzzle}: the easiest come first");
            last = puzzle.rating;
            let mut attempt = PuzzleAttempt::new(puzzle.clone());
            while let Some(mv) = attempt.expected() {
                let judgement = attempt.answer(mv);
                assert!(matches!(judgement, Judgement::Solved | Judgement::Right(_)), "{puzzle}");
            }
            assert!(attempt.is_solved(), "{puzzle}");
        }
    }
}

/// Every theme that is offered has puzzles, and every puzzle has a theme that is worked out from its solution.
#[test]
fn every_theme_has_puzzles_and_every_puzzle_has_themes() {
    let mut missing: HashSet<PuzzleTheme> = PuzzleTheme::ALL.iter().copied().collect();
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        for index in 0..collection.len() {
            let puzzle = collection.puzzle(index).unwrap();
            assert!(!puzzle.themes.is_empty(), "{puzzle}");
            with_game!(kind, G => {
                let start: G = puzzle.start.to_string().parse().unwrap();
                let line: Vec<_> = puzzle.line.iter().map(|mv| mv.to_string().parse().unwrap()).collect();
                assert_eq!(themes::<G>(&start, &line), puzzle.themes, "{puzzle}");
            });
            missing.retain(|theme| !puzzle.themes.contains(theme));
        }
    }
    assert!(missing.is_empty(), "no puzzle has the themes {missing:?}");
}

/// How many puzzles every game must have.
const LEAST: usize = 390;

/// How many puzzles there must be with some options, where more are wanted.
const LEAST_WITH_OPTIONS: &[(Kind, &str, usize)] = &[
    (Kind::Super, "", 2_000),
    (Kind::Doh, "players=2", 2_000),
    (Kind::Doh, "players=3", 1_000),
    (Kind::Cards, "", 1_000),
    (Kind::Fives, "players=2", 2_000),
];

#[test]
fn there_are_enough_puzzles_and_several_themes() {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        assert!(collection.len() >= LEAST, "{kind}: {}", collection.len());
        let themes = PuzzleTheme::ALL.iter().filter(|theme| collection.with_theme(**theme).next().is_some());
        assert!(themes.count() >= 2, "{kind}");
        for plan in puzzles::plans(kind) {
            let is_of_plan = |text: &str| plan.options.split(',').all(|option| text.contains(option));
            let mut all = (0..collection.len()).map(|index| collection.puzzle(index).unwrap());
            assert!(all.any(|puzzle| is_of_plan(&puzzle.start.to_string())), "{kind} {}", plan.options);
        }
    }
    for &(kind, options, least) in LEAST_WITH_OPTIONS {
        let collection = puzzles::collection(kind);
        let all = (0..collection.len()).map(|index| collection.puzzle(index).unwrap());
        let count = all.filter(|puzzle| puzzle.start.to_string().contains(options)).count();
        assert!(count >= least, "{kind} {options}: {count}");
    }
}

/// Browsers and servers use better compression than this one.
#[test]
fn a_file_is_small_enough_to_be_fetched() {
    for &kind in Kind::ALL {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(puzzles::collection_text(kind).as_bytes()).unwrap();
        let size = packed.finish().unwrap().len();
        assert!(size <= 150_000, "{kind}: {size} bytes");
    }
}

#[test]
fn a_position_in_a_puzzle_has_at_least_three_legal_moves() {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        for index in 0..collection.len() {
            let puzzle = collection.puzzle(index).unwrap();
            assert!(puzzle.start.moves().len() >= 3, "{puzzle}");
        }
    }
}

#[test]
fn the_puzzle_of_the_day_comes_again_only_after_all_others() {
    let collection = puzzles::collection(Kind::Doh);
    let first = 20_454;
    assert_eq!(collection.daily(first - 1), None);
    let days = first..first + collection.len() as u64;
    let seen: HashSet<usize> = days.clone().map(|day| collection.daily(day).unwrap()).collect();
    assert_eq!(seen.len(), collection.len());
    assert_eq!(collection.daily(days.end), collection.daily(first));
}

#[test]
fn a_wrong_file_is_refused_in_a_sentence() {
    let read = |text: &str| PuzzleCollection::read(text).map(|_| ()).map_err(|why| why.to_string());
    for (text, words) in [
        ("", "This is not a puzzle file"),
        ("[Game \"doh\"]\n", "This is not a puzzle file"),
        (&FILE.replace("puzzles 1", "puzzles 2"), "has version 2, and this program reads version 1"),
        (&FILE.replace("morpion", "chess"), "There is no game “chess”."),
        (FILE.trim_end_matches("end\n"), "is cut off: it should have 2 puzzles"),
        (&FILE[..60], "is cut off"),
        ("trois puzzles 1 doh 0\nend\n", "is cut off"),
    ] {
        let refused = read(text).unwrap_err();
        assert!(refused.contains(words), "{refused}");
    }
    let collection = PuzzleCollection::read(FILE).unwrap();
    for (index, words) in [
        (0, "Puzzle 1 cannot be read: "),
        (1, "Puzzle 2 cannot be read: "),
        (2, "There is no puzzle 3, only 1 to 2."),
        (usize::MAX, "There is no puzzle"),
    ] {
        let refused = collection.puzzle(index).unwrap_err().to_string();
        assert!(refused.starts_with(words), "{refused}");
    }
}

#[test]
fn answers_are_judged_and_showing_the_solution_is_not_solving() {
    let collection = puzzles::collection(Kind::Morpion);
    let puzzle = (0..collection.len()).map(|index| collection.puzzle(index).unwrap());
    let puzzle = puzzle.into_iter().find(|puzzle| puzzle.moves() == 2).unwrap();
    let wrong = puzzle.start.moves().into_iter().find(|mv| *mv != puzzle.line[0]).unwrap();
    let mut attempt = PuzzleAttempt::new(puzzle.clone());
    assert_eq!(attempt.answer(wrong), Judgement::Wrong);
    assert_eq!(attempt.game(), &puzzle.start, "a wrong move is not played");
    assert_eq!(attempt.answer(puzzle.line[0]), Judgement::Right(vec![puzzle.line[1]]));
    assert!(matches!(attempt.answer(puzzle.line[0]), Judgement::Illegal(_)));
    assert_eq!(attempt.answer(puzzle.line[2]), Judgement::Solved);
    assert!(attempt.is_over() && !attempt.is_solved(), "it was not found at once");
    let mut shown = PuzzleAttempt::new(puzzle.clone());
    assert_eq!(
        [shown.show(), shown.show(), shown.show()],
        [Some(puzzle.line[0]), Some(puzzle.line[2]), None]
    );
    assert!(shown.is_over() && !shown.is_solved());
}

/// Where other moves were not searched to the end of the game, a wrong move may win nevertheless.
#[test]
fn a_wrong_move_may_win_slowly_only_where_that_was_not_ruled_out() {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        let puzzle = collection.puzzle(collection.len() - 1).unwrap();
        let mut attempt = PuzzleAttempt::new(puzzle.clone());
        assert_eq!(attempt.may_win_slowly(puzzle.line[0]), None, "{kind}: the right move");
        let asked =
            puzzle.start.moves().into_iter().filter(|&mv| attempt.may_win_slowly(mv).is_some()).count();
        // With hidden cards, no engine can prove that a wrong move wins.
        let is_open = puzzles::horizon(kind, puzzle.line.len() as u32) != Horizon::WholeGame && !kind.hides();
        assert_eq!(asked > 0, is_open, "{kind}: {asked}");
        assert!(matches!(attempt.answer(puzzle.line[0]), Judgement::Right(_)), "nothing counted");
    }
}
