//! Every game addresses the reader: their moves, whose turn it is, what decided the game, and advice as an imperative.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{Names, PlayerName};
use rules::{AnyGame, Kind, Lang, Seat, Turn};

#[test]
fn every_move_and_turn_addresses_the_reader_or_names_anne() {
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").unwrap();
        let mut players = vec![PlayerName::Named("Anne".to_owned()); usize::from(game.seats())];
        players[1] = PlayerName::You;
        let names = Names::new(kind, players);
        for text in kind.info().sample.split_whitespace() {
            let mv = game.parse_move(text).unwrap();
            if let Turn::Seat(seat) = game.turn() {
                let [(move_fr, turn_fr), (move_en, turn_en)] = Lang::ALL.map(|lang| {
                    (boards::say_move(&game, mv, &names, lang), boards::say_turn(&game, &names, lang))
                });
                if seat == Seat::TWO {
                    assert!(
                        move_fr.starts_with("Vous ") && move_en.starts_with("You "),
                        "{move_fr} {move_en}"
                    );
                    assert!(
                        turn_fr.starts_with("À vous de jouer") && turn_en.starts_with("Your turn"),
                        "{turn_en}"
                    );
                } else {
                    assert!(
                        move_fr.starts_with("Anne ") && move_en.starts_with("Anne "),
                        "{move_fr} {move_en}"
                    );
                    assert!(
                        turn_fr.starts_with("À Anne de jouer") && turn_en.starts_with("Anne’s turn"),
                        "{turn_en}"
                    );
                }
                for lang in Lang::ALL {
                    let advice = boards::advise_move(&game, mv, lang);
                    assert!(!advice.starts_with("Vous") && !advice.starts_with("You"), "{advice}");
                    assert!(advice.chars().next().is_some_and(char::is_lowercase), "{advice}");
                }
            }
            assert_eq!(boards::say_end_reason(&game, Lang::En), None, "{game} is not over");
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn every_finished_game_says_what_decided_it() {
    let mut rng = rules::Rng::new(4);
    for &kind in Kind::ALL {
        for options in kind.info().variants.iter().chain([&kind.info().quick]) {
            for _ in 0..8 {
                let mut game = AnyGame::new(kind, options).unwrap();
                while let Some(mv) = game.random_move(&mut rng) {
                    game.play(mv).unwrap();
                }
                for lang in Lang::ALL {
                    let why = boards::say_end_reason(&game, lang).unwrap();
                    assert!(why.ends_with('.') && why.len() > 8, "{why}");
                }
            }
        }
    }
}
