//! Proves every puzzle of the games without hidden information: by brute force on the rules alone, and by the engine.
//!
//! A line of `n` moves promises that the player to move wins within `n`. Its first move and those in `alternatives` are
//! all the moves that do; every later move of the solver is the only one that does (the last may be any that wins); and
//! no reply holds out longer. Where nothing wins, the puzzle is to find the moves that draw.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeSet, HashMap};

use engine::{Engine, Limits, Value};
use lessons::{Attempt, AttemptResult, CoursePuzzle, course};
use rules::{AnyGame, AnyMove, Kind, Outcome, Seat, Turn, Viewer};

/// The games whose puzzles can be proven. A game with hidden information or chance proves its puzzles in a file of its
/// own, `tests/<module>.rs`, which `rules/tests/game_files.rs` looks for.
fn open_games() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| !kind.hides() && !kind.has_chance())
}

fn after(game: &AnyGame, mv: AnyMove) -> AnyGame {
    let mut next = game.clone();
    next.play(mv).unwrap();
    next
}

fn texts(moves: impl IntoIterator<Item = AnyMove>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

/// Searches everything, for the player in `seat`.
struct BruteForce {
    seat: Seat,
    known: HashMap<(AnyGame, usize), bool>,
}

impl BruteForce {
    /// Whether the player wins within this many moves, whatever the other does.
    fn wins(&mut self, game: &AnyGame, within: usize) -> bool {
        if let Turn::Over(outcome) = game.turn() {
            return outcome == Outcome::Win(self.seat);
        }
        if within == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(game.clone(), within)) {
            return known;
        }
        let mut moves = game.moves().into_iter();
        let wins = if game.turn() == Turn::Seat(self.seat) {
            moves.any(|mv| self.wins(&after(game, mv), within - 1))
        } else {
            moves.all(|mv| self.wins(&after(game, mv), within - 1))
        };
        if within > 1 {
            self.known.insert((game.clone(), within), wins);
        }
        wins
    }

    /// The moves that win within this many moves, the move itself included.
    fn winners(&mut self, game: &AnyGame, within: usize) -> BTreeSet<String> {
        texts(game.moves().into_iter().filter(|&mv| self.wins(&after(game, mv), within - 1)))
    }
}

/// What the engine proves of every move.
fn proven(game: &AnyGame) -> Vec<(String, Value)> {
    let limits = Limits { lines: usize::MAX, nodes: Some(3_000_000), ..Limits::default() };
    let analysis = Engine::new().think(&game.view(Viewer::Public), &limits, &mut ()).unwrap();
    assert_eq!(analysis.lines.len(), game.moves().len());
    analysis.lines.iter().map(|line| (line.moves[0].to_string(), line.value)).collect()
}

fn check(kind: Kind, puzzle: &CoursePuzzle) {
    let name = format!("{kind}, puzzle {}", puzzle.difficulty);
    let start = puzzle.start.read(kind).unwrap_or_else(|why| panic!("{name}: {why}"));
    let Turn::Seat(seat) = start.turn() else { panic!("{name}: somebody is to move") };
    let solutions: BTreeSet<String> =
        puzzle.line[..1].iter().chain(puzzle.alternatives).map(|&text| text.to_owned()).collect();
    assert_eq!(solutions.len(), 1 + puzzle.alternatives.len(), "{name}");
    let proven = proven(&start);

    let won =
        |value: &Value| matches!(value, Value::Proven { outcome, .. } if *outcome == Outcome::Win(seat));
    if !proven.iter().any(|(_, value)| won(value)) {
        let draws = |value: &Value| matches!(value, Value::Proven { outcome: Outcome::Draw, .. });
        assert!(proven.iter().all(|(_, value)| value.is_proven()), "{name}: all is known");
        let drawing = proven.iter().filter(|(_, value)| draws(value)).map(|(mv, _)| mv.clone());
        assert_eq!(drawing.collect::<BTreeSet<_>>(), solutions, "{name}: the moves that draw");
        assert!(solutions.len() < proven.len(), "{name}: something loses");
        return;
    }

    let length = puzzle.line.len();
    let in_time = |value: &Value| matches!(value, Value::Proven { plies, .. } if *plies as usize <= length);
    let winning = proven.iter().filter(|(_, value)| won(value) && in_time(value)).map(|(mv, _)| mv.clone());
    assert_eq!(winning.collect::<BTreeSet<_>>(), solutions, "{name}: the moves that win, by the engine");
    if puzzle.task.en.to_lowercase().contains("alone wins") || puzzle.task.en.contains("Only one") {
        let others = || proven.iter().filter(|(mv, _)| !solutions.contains(mv));
        assert!(others().all(|(_, value)| value.is_proven() && !won(value)), "{name}: {proven:?}");
    }

    let mut force = BruteForce { seat, known: HashMap::new() };
    assert_eq!(force.winners(&start, length), solutions, "{name}: the moves that win, by brute force");
    assert!(length == 1 || !force.wins(&start, length - 1), "{name}: it cannot be done sooner");
    let mut game = start;
    for (i, text) in puzzle.line.iter().enumerate() {
        let (mv, left) = (game.parse_move(text).unwrap(), length - i);
        if game.turn() == Turn::Seat(seat) {
            let winners = force.winners(&game, left);
            assert!(winners.contains(*text), "{name}: {text} wins");
            assert!(i == 0 || left == 1 || winners.len() == 1, "{name}: {text} or another of {winners:?}");
        } else {
            assert!(!force.wins(&after(&game, mv), left - 2), "{name}: {text} is no best defence");
        }
        game = after(&game, mv);
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(seat)), "{name}: the line ends the game");
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// One test per game without hidden information and chance.
        mod the_puzzles_are_sound {
            use rules::Kind;

            $(#[test]
            fn $module() {
                if super::open_games().any(|kind| kind == Kind::$kind) {
                    super::course(Kind::$kind).puzzles.iter().for_each(|puzzle| super::check(Kind::$kind, puzzle));
                }
            })*
        }
    };
}
rules::for_each_game!([tests]);

/// The figures in the tasks and solutions of Tic Tac Doh!.
#[test]
fn the_figures_in_the_texts_of_tic_tac_doh_are_right() {
    let puzzles = course(Kind::Doh).puzzles;
    let count = |puzzle: &CoursePuzzle| {
        let game = puzzle.start.game(Kind::Doh);
        let mut counts = [0; 3];
        for (_, value) in proven(&game) {
            let Value::Proven { outcome, .. } = value else { panic!("all is known") };
            counts[match outcome {
                Outcome::Draw => 1,
                Outcome::Win(seat) if Turn::Seat(seat) == game.turn() => 0,
                Outcome::Win(_) => 2,
            }] += 1;
        }
        counts
    };
    assert_eq!(count(&puzzles[1]), [1, 3, 16]);
    assert_eq!(count(&puzzles[4]), [1, 1, 24]);
}

/// The position after the line of a puzzle.
fn solved(kind: Kind, puzzle: &CoursePuzzle) -> AnyGame {
    let play = |game: AnyGame, text: &&str| after(&game, game.parse_move(text).unwrap());
    puzzle.line.iter().fold(puzzle.start.game(kind), play)
}

#[test]
fn there_are_five_puzzles_each_harder_than_the_one_before() {
    for &kind in Kind::ALL {
        let puzzles = course(kind).puzzles;
        let difficulties: Vec<u8> = puzzles.iter().map(|puzzle| puzzle.difficulty).collect();
        assert_eq!(difficulties, [1, 2, 3, 4, 5], "{kind}");
        if open_games().any(|open| open == kind) {
            // A puzzle in which nothing wins asks for the moves that draw, and its line is one move.
            let wins = puzzles.iter().filter(|puzzle| solved(kind, puzzle).turn().is_over());
            let lengths: Vec<usize> = wins.map(|puzzle| puzzle.line.len()).collect();
            assert!(lengths.is_sorted() && lengths.len() > 1, "{kind}: {lengths:?}");
            assert!(lengths[0] < *lengths.last().unwrap(), "{kind}: {lengths:?}");
        }
        let starts: Vec<_> = puzzles.iter().map(|puzzle| puzzle.start).collect();
        assert!((1..5).all(|i| !starts[..i].contains(&starts[i])), "{kind}: each is another position");
    }
}

#[test]
fn a_puzzle_is_solved_by_its_line_and_by_equally_good_moves() {
    for &kind in Kind::ALL {
        for puzzle in course(kind).puzzles {
            let mut attempt = Attempt::at_puzzle(kind, &puzzle);
            let mut answers = Vec::new();
            while let Some(mv) = attempt.expected() {
                answers.push(attempt.answer(mv));
            }
            assert_eq!(answers.last(), Some(&AttemptResult::Done), "{kind}, puzzle {}", puzzle.difficulty);
            for text in puzzle.alternatives {
                let mut attempt = Attempt::at_puzzle(kind, &puzzle);
                let mv = attempt.game().parse_move(text).unwrap();
                assert_eq!(
                    attempt.answer(mv),
                    AttemptResult::Done,
                    "{kind}, puzzle {}: {text}",
                    puzzle.difficulty
                );
            }
        }
    }
}

/// If several moves win at the end, the learner may choose any; a move that does not win is not a solution.
#[test]
fn any_winning_move_and_no_other_is_accepted_at_the_end_of_a_line() {
    let mut others = 0;
    for kind in open_games() {
        for puzzle in course(kind).puzzles.iter().filter(|puzzle| puzzle.alternatives.is_empty()) {
            let mut attempt = Attempt::at_puzzle(kind, puzzle);
            let mut last = attempt.clone();
            while let Some(mv) = attempt.expected() {
                last = attempt.clone();
                attempt.answer(mv);
            }
            assert!(attempt.is_done() && !last.is_done());
            let seat = last.game().turn().seat().unwrap();
            for mv in last.game().moves() {
                let wins = after(last.game(), mv).turn() == Turn::Over(Outcome::Win(seat));
                let expected = if wins { AttemptResult::Done } else { AttemptResult::Wrong };
                assert_eq!(last.clone().answer(mv), expected, "{kind}, puzzle {}: {mv}", puzzle.difficulty);
                others += usize::from(wins && Some(mv) != last.expected());
            }
        }
    }
    assert!(others > 0, "somewhere there is a choice");
}
