//! The searches agree with each other: what they remember and leave out changes no result.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use puzzles::{ForcedWinSearch, Horizon, PuzzleGame, WinSearch};
use rules::{Game, Kind, Outcome, Rng, Seat, Turn, with_game};

/// Positions of random games in which a player is to move.
fn positions<G: PuzzleGame>(games: u64) -> Vec<G> {
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut game, mut rng) = (G::new(G::Options::default()), Rng::new(seed));
        for ply in 0..80 {
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play(mv).unwrap_or_else(|_| panic!("{mv}"));
            if ply > 3 && ply % 3 == 0 && game.to_move().is_some() {
                found.push(game.clone());
            }
        }
    }
    found
}

fn after<G: Game>(game: &G, mv: G::Move) -> G {
    let mut next = game.clone();
    next.play_unchecked(mv);
    next
}

/// Both players' wins within three moves, with the history of the game and without it.
#[test]
fn a_search_that_remembers_and_leaves_out_positions_finds_the_same_wins() {
    for &kind in Kind::ALL {
        with_game!(kind, G => {
            let mut wins = 0;
            for game in positions::<G>(30) {
                for seat in [Seat::ONE, Seat::TWO] {
                    let plain = ForcedWinSearch::new(u64::MAX).wins_within(&game.without_history(), seat, 3);
                    let known = ForcedWinSearch::remembering(u64::MAX).wins_within(&game.for_search(), seat, 3);
                    assert_eq!(plain, known, "{game} {seat}");
                    wins += u32::from(plain == Ok(true));
                }
            }
            // Random moves seldom lead to a proven win in the card game.
            assert!(wins > 0 || kind == Kind::Cards, "{kind}");
        });
    }
}

/// Whether a seat wins, by trying every move. `None` if that takes more than `left` positions.
fn wins<G: Game>(game: &G, seat: Seat, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Turn::Over(outcome) = game.turn() {
        return Some(outcome == Outcome::Win(seat));
    }
    let is_own = game.turn() == Turn::Seat(seat);
    for mv in game.moves() {
        if wins(&after(game, mv), seat, left)? == is_own {
            return Some(is_own);
        }
    }
    Some(!is_own)
}

/// Compares both searches in positions of random games. Returns how many were not won and how many were.
fn compare_to_the_end<G: PuzzleGame>() -> [u32; 2] {
    let mut counts = [0, 0];
    for seed in 0..100 {
        let (mut game, mut rng) = (G::new(Default::default()), Rng::new(seed));
        let mut all = Vec::new();
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            all.push(game.clone());
            game.play_unchecked(mv);
        }
        // From the end backwards, as long as the plain search is fast.
        for (game, seat) in all.iter().rev().flat_map(|game| [(game, Seat::ONE), (game, Seat::TWO)]) {
            let Some(expected) = wins(game, seat, &mut 20_000) else { break };
            assert_eq!(WinSearch::new(seat, u64::MAX).wins(game), Ok(expected), "{game} {seat}");
            counts[usize::from(expected)] += 1;
        }
    }
    counts
}

#[test]
fn a_search_to_the_end_of_the_game_finds_the_same_wins() {
    for &kind in Kind::ALL {
        with_game!(kind, G => {
            if <G as PuzzleGame>::horizon(1) != Horizon::WholeGame {
                continue;
            }
            let counts = compare_to_the_end::<G>();
            assert!(counts.iter().all(|&count| count > 100), "{kind}: {counts:?}");
        });
    }
}

#[test]
fn a_search_gives_up_after_as_many_positions_as_it_may_visit() {
    with_game!(Kind::Super, G => {
        let game = G::new(Default::default());
        assert!(WinSearch::new(Seat::ONE, 1_000).wins(&game).is_err());
        assert!(ForcedWinSearch::new(1_000).wins_within(&game, Seat::ONE, 20).is_err());
    });
}
