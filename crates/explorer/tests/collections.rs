//! The collections that come with the program, and damaged files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use explorer::{
    CollectionBuilder, GameCollection, MoveValue, PositionKey, Tally, collection, collection_file, played,
};
use rules::{AnyGame, AnyMove, Kind, Outcome, Rng, Seat, Turn};

#[test]
fn every_game_has_a_collection_of_20_000_games_with_the_usual_options() {
    for &kind in Kind::ALL {
        let collection = collection(kind);
        assert!(collection.head().games >= 20_000, "{kind}: {} games", collection.head().games);
        assert!(collection.positions() >= 500, "{kind}: {} positions", collection.positions());
        let start = AnyGame::new(kind, "").unwrap();
        assert!(collection.has_options_of(&start), "{kind}: {}", collection.head().options);
        // The size before compression.
        assert!(collection_file(kind).len() <= 300_000, "{kind}: {} bytes", collection_file(kind).len());
    }
}

/// The start of a game, after cards are dealt at random if it has any.
fn dealt(kind: Kind, rng: &mut Rng) -> AnyGame {
    let mut game = AnyGame::new(kind, "").unwrap();
    while game.turn() == Turn::Chance {
        let card = game.random_move(rng).unwrap();
        game.play(card).unwrap();
    }
    game
}

#[test]
fn the_moves_of_the_start_position_are_legal_and_have_values() {
    for &kind in Kind::ALL {
        let (collection, mut rng, mut found) = (collection(kind), Rng::new(1), 0);
        for _ in 0..50 {
            let game = dealt(kind, &mut rng);
            let position_key = PositionKey::of(&game).unwrap();
            let moves = collection.moves(&position_key);
            found += u32::from(!moves.is_empty());
            for stats in moves {
                assert!(position_key.moves(stats.code).is_some(), "{kind}: {}", stats.code);
                assert!(stats.tally.games() > 0);
                assert!(stats.tally.wins[2..] == [0, 0], "two play");
            }
            let games: Vec<u32> = moves.iter().map(|stats| stats.tally.games()).collect();
            assert!(games.is_sorted_by(|a, b| a >= b), "{kind}: the most played first");
            assert!(
                moves.iter().all(|stats| stats.value.is_some()),
                "{kind}: the engine looked at all moves"
            );
        }
        assert!(found > 25, "{kind}: only {found} of 50 first positions are in the collection");
        if !kind.has_chance() {
            let start = PositionKey::of(&AnyGame::new(kind, "").unwrap()).unwrap();
            let games: u32 = collection.moves(&start).iter().map(|stats| stats.tally.games()).sum();
            assert_eq!(games, collection.head().games, "{kind}: every game begins at the start");
        }
    }
}

/// In a solved game the engine's values are proven, and the counts agree with them: losing moves are played seldom.
#[test]
fn the_values_of_tic_tac_toe_are_the_known_ones() {
    let collection = collection(Kind::Morpion);
    let mut game = AnyGame::new(Kind::Morpion, "").unwrap();
    let values = |game: &AnyGame| {
        let position_key = PositionKey::of(game).unwrap();
        let stats = collection.moves(&position_key).to_vec();
        stats
            .iter()
            .map(|stats| (position_key.moves(stats.code).unwrap()[0].to_string(), stats.value.unwrap()))
            .collect::<Vec<_>>()
    };
    assert!(values(&game).iter().all(|(_, value)| *value == MoveValue::Draw));
    game.play(game.parse_move("1").unwrap()).unwrap();
    for (mv, value) in values(&game) {
        let expected = if mv == "5" { MoveValue::Draw } else { MoveValue::Loss };
        assert_eq!(value, expected, "{mv} against a corner");
    }
}

/// Some random games, and their file.
fn random_games(kind: Kind, games: u32) -> (Vec<(Vec<AnyMove>, Outcome)>, Vec<u8>) {
    let start = AnyGame::new(kind, "").unwrap();
    let (mut rng, mut builder, mut all) = (Rng::new(5), CollectionBuilder::new(&start, 7, 5), Vec::new());
    for _ in 0..games {
        let (mut game, mut moves) = (start.clone(), Vec::new());
        let outcome = loop {
            match game.turn() {
                Turn::Over(outcome) => break outcome,
                _ => {
                    let mv = game.random_move(&mut rng).unwrap();
                    game.play(mv).unwrap();
                    moves.push(mv);
                }
            }
        };
        builder.add(&played(&start, &moves, outcome));
        all.push((moves, outcome));
    }
    builder.set_value(PositionKey::of(&start).map_or(0, |found| found.key), 0, MoveValue::Share(0.25));
    (all, builder.write())
}

#[test]
fn a_file_counts_what_was_played() {
    let (games, file) = random_games(Kind::Morpion, 500);
    let collection = GameCollection::read(&file).unwrap();
    assert_eq!((collection.head().games, collection.head().nodes, collection.head().seed), (500, 7, 5));
    let start = AnyGame::new(Kind::Morpion, "").unwrap();
    let position_key = PositionKey::of(&start).unwrap();
    // Counted by hand: the games that begin in a corner, in the middle of an edge, in the centre.
    for cells in [&["1", "3", "7", "9"][..], &["2", "4", "6", "8"], &["5"]] {
        let mut expected = Tally::default();
        for (moves, outcome) in
            games.iter().filter(|(moves, _)| cells.contains(&moves[0].to_string().as_str()))
        {
            assert!(!moves.is_empty());
            expected.add(&Tally::one(*outcome, Seat::ONE, 2));
        }
        let code = position_key.code(start.parse_move(cells[0]).unwrap()).unwrap();
        let found = collection.moves(&position_key).iter().find(|stats| stats.code == code).unwrap();
        assert_eq!(found.tally, expected, "{cells:?}");
        assert_eq!(found.value, (code == 0).then_some(MoveValue::Share(0.25)));
    }
}

#[test]
fn a_file_that_is_cut_or_of_another_version_is_refused_with_a_sentence() {
    let (_, file) = random_games(Kind::Morpion, 50);
    let why = |file: &[u8]| GameCollection::read(file).err().map(|error| error.to_string());
    assert_eq!(why(&file), None);
    for length in 0..file.len() {
        assert!(why(&file[..length]).is_some(), "cut to {length} bytes");
    }
    assert!(why(&file[..file.len() - 1]).unwrap().contains("cut off or damaged"));
    assert!(why(b"<!doctype html>\n").unwrap().contains("not a file of the explorer"));
    let text = |head: &str| {
        [head.as_bytes(), &file[file.iter().position(|&byte| byte == b'\n').unwrap()..]].concat()
    };
    assert!(why(&text("trois explorer 9 morpion - 1 1 1 1")).unwrap().contains("has version 9"));
    assert!(why(&text("trois explorer 1 chess - 1 1 1 1")).unwrap().contains("cannot be read"));
    assert!(why(&text("trois explorer 1 morpion - 50 7 5 999999999999")).unwrap().contains("damaged"));
    // Any byte may be wrong: the file is refused or read, and nothing panics.
    let mut rng = Rng::new(2);
    for _ in 0..3_000 {
        let mut damaged = file.clone();
        let at = rng.below(damaged.len() as u32) as usize;
        damaged[at] = rng.below(256) as u8;
        let _ = GameCollection::read(&damaged);
    }
}

#[test]
fn results_are_counted_from_the_side_of_the_player_to_move() {
    let third = Seat::from_index(2);
    let tally = Tally::one(Outcome::Win(Seat::ONE), third, 3);
    assert_eq!(tally.wins, [0, 1, 0, 0], "seat 1 follows seat 3");
    assert_eq!(tally.won_by(Seat::ONE, third, 3), 1);
    assert_eq!(tally.won_by(Seat::TWO, third, 3), 0);
    assert_eq!(Tally::one(Outcome::Draw, third, 3).draws, 1);
}
