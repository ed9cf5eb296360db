//! Symmetric positions have one key, and symmetric moves one code; others do not.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeSet, HashMap, HashSet};

use expect_test::expect;
use explorer::PositionKey;
use rules::{AnyGame, Kind, Rng, Turn, Viewer};

/// The start of a game, with its first cards dealt.
fn start(kind: Kind, options: &str, rng: &mut Rng) -> AnyGame {
    let mut game = AnyGame::new(kind, options).unwrap();
    draw(&mut game, rng);
    game
}

/// Draws cards until a player is to move or the game is over.
fn draw(game: &mut AnyGame, rng: &mut Rng) {
    while game.turn() == Turn::Chance {
        let card = game.random_move(rng).unwrap();
        game.play(card).unwrap();
    }
}

/// The keys of all positions after one more move of a player, where no card is drawn.
fn next_keys(game: &AnyGame) -> BTreeSet<u64> {
    let after = game.moves().into_iter().map(|mv| {
        let mut next = game.clone();
        next.play(mv).unwrap();
        next
    });
    after.filter_map(|next| PositionKey::of(&next)).map(|position_key| position_key.key).collect()
}

#[test]
fn moves_with_one_code_lead_to_positions_with_one_key() {
    for &kind in Kind::ALL.iter().filter(|kind| !kind.has_chance()) {
        for options in kind.info().variants {
            let (mut rng, mut alike) = (Rng::new(7), 0);
            for _ in 0..30 {
                let mut game = start(kind, options, &mut rng);
                while let Some(position_key) = PositionKey::of(&game) {
                    let all: usize = position_key.choices.iter().map(|choice| choice.moves.len()).sum();
                    assert_eq!(all, game.moves().len(), "{kind}: every move has a code");
                    for choice in position_key.choices.iter().filter(|choice| choice.moves.len() > 1) {
                        let after: HashSet<_> = choice
                            .moves
                            .iter()
                            .map(|&mv| {
                                let mut next = game.clone();
                                next.play(mv).unwrap();
                                (PositionKey::of(&next).map(|found| found.key), next_keys(&next))
                            })
                            .collect();
                        assert_eq!(after.len(), 1, "{kind} {game}: {:?}", choice.moves);
                        alike += 1;
                    }
                    let mv = game.random_move(&mut rng).unwrap();
                    game.play(mv).unwrap();
                }
            }
            assert!(alike > 30, "{kind} {options}: only {alike} choices had several moves");
        }
    }
}

/// The positions that can come up within some moves, one for each text.
fn reached(kind: Kind, moves: usize) -> Vec<AnyGame> {
    let mut layer = vec![AnyGame::new(kind, "").unwrap()];
    let mut all: HashMap<String, AnyGame> = HashMap::new();
    for _ in 0..=moves {
        let mut next = HashMap::new();
        for game in layer {
            for mv in game.moves() {
                let mut after = game.clone();
                after.play(mv).unwrap();
                next.entry(after.to_string()).or_insert(after);
            }
            all.insert(game.to_string(), game);
        }
        layer = next.into_values().collect();
    }
    all.into_values().collect()
}

fn keys(games: &[AnyGame]) -> usize {
    let keys: HashSet<u64> =
        games.iter().filter_map(PositionKey::of).map(|position_key| position_key.key).collect();
    keys.len()
}

#[test]
fn tic_tac_toe_has_627_different_positions_with_a_player_to_move() {
    assert_eq!(keys(&reached(Kind::Morpion, 9)), 627);
}

#[test]
fn symmetric_first_moves_count_as_one() {
    for (kind, first) in [(Kind::Morpion, 3), (Kind::Super, 15), (Kind::Doh, 3), (Kind::Fives, 6)] {
        let position_key = PositionKey::of(&AnyGame::new(kind, "").unwrap()).unwrap();
        assert_eq!(position_key.choices.len(), first, "{kind}");
    }
}

/// The moves of a game, turned by hand: by a quarter, mirrored, and shifted.
#[test]
fn a_game_and_its_rotations_and_reflections_have_the_same_keys_and_codes() {
    let cases = [
        (Kind::Morpion, "", "1 5 9 3", "7 5 3 1"),
        (Kind::Super, "", "5.1 1.2 2.9 9.5", "5.7 7.4 4.3 3.5"),
        (Kind::Doh, "", "Lc3 Md4 Sb2 Mc4", "Lc3 Mb4 Sd2 Mc4"),
        (Kind::Doh, "", "Lc3 Lc4 Sd4", "Lc3 Lc2 Sb3"),
        (Kind::Fives, "", "La1 Sa2 Mc5 Se3", "Le5 Se4 Mc1 Sa3"),
        (Kind::Fives, "players=3", "La1 Sa2 Mc5 Se3", "Lc1 Sd2 Me5 Sa3"),
    ];
    for (kind, options, one, other) in cases {
        let mut games = [one, other].map(|_| AnyGame::new(kind, options).unwrap());
        for (a, b) in one.split(' ').zip(other.split(' ')) {
            let position_keys = games.clone().map(|game| PositionKey::of(&game).unwrap());
            assert_eq!(position_keys[0].key, position_keys[1].key, "{kind} before {a} and {b}");
            let moves = [games[0].parse_move(a).unwrap(), games[1].parse_move(b).unwrap()];
            assert_eq!(
                position_keys[0].code(moves[0]),
                position_keys[1].code(moves[1]),
                "{kind} {a} and {b}"
            );
            for (game, mv) in games.iter_mut().zip(moves) {
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn options_and_the_player_to_move_distinguish_positions() {
    let key = |kind, options: &str| PositionKey::of(&AnyGame::new(kind, options).unwrap()).unwrap().key;
    assert_ne!(key(Kind::Doh, ""), key(Kind::Doh, "players=3"));
    assert_ne!(key(Kind::Super, ""), key(Kind::Super, "tiebreak=draw"));
}

/// The key does not depend on what the player to move cannot see.
#[test]
fn the_key_depends_only_on_what_the_player_to_move_sees() {
    for &kind in Kind::ALL {
        for options in kind.info().variants {
            let mut rng = Rng::new(3);
            for _ in 0..20 {
                let mut game = start(kind, options, &mut rng);
                while let Turn::Seat(seat) = game.turn() {
                    let seen = game.view(Viewer::Seat(seat)).position();
                    assert_eq!(PositionKey::of(&game), PositionKey::of(&seen), "{kind} {game}");
                    let mv = game.random_move(&mut rng).unwrap();
                    game.play(mv).unwrap();
                    draw(&mut game, &mut rng);
                }
            }
        }
    }
}

/// In the card game any number can stand for any other: other cards, turned and on other squares, offer the same
/// choice.
#[test]
fn cards_with_other_numbers_are_the_same_choice() {
    let read = |text: &str| PositionKey::of(&AnyGame::parse(Kind::Cards, text).unwrap()).unwrap();
    let position = |grid: &str, hand: &str| read(&format!("{grid} {hand} ?5 ?32 - 0-0 1 numbers=9,target=5"));
    let one = position("...../...../..R3B8./...../.....", "R1R3B5YG");
    let same = position("...../..B1../..R9../...../.....", "R2R9B4YG");
    assert_eq!(one.key, same.key);
    let codes = |position_key: &PositionKey| {
        position_key.choices.iter().map(|choice| choice.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&one), codes(&same));
    let other = position("...../...../..R3B8./...../.....", "R1R8B5YG");
    assert_ne!(one.key, other.key, "the red card in hand covers another pile");
}

/// Databases and the files of collections hold keys and codes.
#[test]
fn the_keys_of_positions_and_the_codes_of_moves_never_change() {
    let digest = |kind: Kind| {
        let (mut rng, mut digest) = (Rng::new(11), 0u64);
        for _ in 0..20 {
            let mut game = start(kind, "", &mut rng);
            while let Some(position_key) = PositionKey::of(&game) {
                let codes = position_key.choices.iter().map(|choice| u64::from(choice.code));
                digest = std::iter::once(position_key.key)
                    .chain(codes)
                    .fold(digest, |digest, number| digest.rotate_left(5).wrapping_mul(31) ^ number);
                let mv = game.random_move(&mut rng).unwrap();
                game.play(mv).unwrap();
                draw(&mut game, &mut rng);
            }
        }
        digest
    };
    let digests: Vec<String> =
        Kind::ALL.iter().map(|&kind| format!("{kind} {:016x}", digest(kind))).collect();
    // `UPDATE_EXPECT` adds the line of a new game. No other line may change.
    expect![[r#"
        morpion e35e4380c279a07c
        super c66aebd78a50302e
        doh 338e5ea2fc8be8a4
        cards 224d3b841e1c0a81
        fives 25d192232c193749"#]]
    .assert_eq(&digests.join("\n"));
}
