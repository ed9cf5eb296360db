//! Compares the board, the reachable positions and the table of early positions with the rules.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rules::doh::Size;
use rules::{Doh, Game, Rng, Turn};

use super::board::Board;
use super::early;
use super::reachable::Layer;

/// Positions of this many random games in which a player is to move.
fn random_positions(games: u64) -> Vec<Doh> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = Doh::new(Default::default());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            positions.push(game);
            game.play_unchecked(mv);
        }
    }
    positions
}

#[test]
fn a_board_has_the_moves_of_the_rules() {
    for game in random_positions(500) {
        let mut by_rules = BTreeSet::new();
        for mv in game.moves() {
            let mut next = game;
            next.play_unchecked(mv);
            let completes = next.winning_squares() != 0;
            by_rules.insert((Board::of(&next), completes));
        }
        let mut by_board = Vec::new();
        Board::of(&game).for_each_move(|next, completes| by_board.push((next, completes)));
        assert_eq!(by_board.len(), game.moves().len(), "{game}");
        assert_eq!(by_board.into_iter().collect::<BTreeSet<_>>(), by_rules, "{game}");
        let can_complete = Size::ALL.into_iter().any(|size| game.completing(size) != 0);
        assert_eq!(Board::of(&game).can_complete(), can_complete, "{game}");
        assert_eq!(Board::of(&game).placed(), u32::from(game.placed()), "{game}");
    }
}

/// A position from each of eight sides, in the notation of the rules.
fn turned(game: &Doh, way: u8) -> Vec<String> {
    let pile = |file: u8, rank: u8| {
        let (file, rank) = if way & 4 != 0 { (rank, file) } else { (file, rank) };
        let file = if way & 1 != 0 { 4 - file } else { file };
        let rank = if way & 2 != 0 { 4 - rank } else { rank };
        rules::frame::Square::from_index(file + 5 * rank).map(|square| game.at(square).to_string())
    };
    let rows: Vec<Vec<String>> =
        (0..5).map(|rank| (0..5).filter_map(|file| pile(file, rank)).collect()).collect();
    // Only relative places count: empty ranks and files at the edges are left out.
    let is_used = |row: &Vec<String>| row.iter().any(|pile| pile != ".");
    let files: Vec<usize> = (0..5).filter(|&file| rows.iter().any(|row| row[file] != ".")).collect();
    let (Some(&first), Some(&last)) = (files.first(), files.last()) else { return Vec::new() };
    rows.iter().filter(|row| is_used(row)).map(|row| row[first..=last].join(" ")).collect()
}

/// A name that all rotations, reflections and translations of a position share.
fn name(game: &Doh) -> Vec<String> {
    (0..8).map(|way| turned(game, way)).min().unwrap_or_default()
}

#[test]
fn canonical_boards_are_equal_exactly_if_a_naive_comparison_finds_a_symmetry() {
    let mut names = std::collections::HashMap::new();
    let mut boards = std::collections::HashMap::new();
    for game in random_positions(1000) {
        let (name, board) = (name(&game), Board::of(&game).canonical());
        assert_eq!(*names.entry(name.clone()).or_insert(board), board, "{game}");
        assert_eq!(*boards.entry(board).or_insert(name.clone()), name, "{game}");
    }
}

#[test]
fn the_boards_that_can_be_reached_are_those_of_the_rules() {
    let mut layer = Layer::first();
    let mut games = vec![Doh::new(Default::default())];
    for _ in 0..5 {
        let ControlFlow::Continue(next) = layer.next(|_| ControlFlow::<()>::Continue(())) else { panic!() };
        layer = next;
        let (mut open, mut won) = (std::collections::HashMap::new(), BTreeSet::new());
        for game in games {
            for mv in game.moves() {
                let mut next = game;
                next.play_unchecked(mv);
                match next.turn() {
                    Turn::Over(_) => drop(won.insert(name(&next))),
                    _ => drop(open.insert(name(&next), next)),
                }
            }
        }
        assert_eq!((layer.open.len(), layer.won.len()), (open.len(), won.len()));
        games = open.into_values().collect();
    }
    assert_eq!(layer.open.len(), 6276);
}

#[test]
fn the_table_of_early_positions_is_what_solving_gives() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/knowledge/doh/early.bin");
    let computed_table = early::computed_table();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(file, &computed_table).expect("the table can be written");
    }
    let stored = std::fs::read(file).expect("the table can be read");
    assert!(stored == computed_table, "early.bin is out of date: run this test with UPDATE_EXPECT=1");
}
