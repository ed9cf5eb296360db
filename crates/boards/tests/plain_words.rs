//! What people hear has no word of the program in it, and speaks of the reader's own hand as theirs.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{DrawContext, Names, Spot};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Rng, Seat, Viewer};

/// The first word of a sentence that is neither a word nor the notation of a place: `Vec2`, `moveTo`.
fn program_word(sentence: &str) -> Option<&str> {
    let is_of_program = |word: &&str| {
        let letters: Vec<char> = word.chars().collect();
        let inner_capital = letters.windows(2).any(|pair| pair[0].is_alphabetic() && pair[1].is_uppercase());
        let number_after_word = letters
            .windows(3)
            .any(|three| three[0].is_alphabetic() && three[1].is_alphabetic() && three[2].is_numeric());
        inner_capital || number_after_word || word.contains('_')
    };
    sentence.split(|letter: char| !letter.is_alphanumeric() && letter != '_').find(is_of_program)
}

/// All that is said of a position: the names of its places, its moves, its turn, and what is announced of each first
/// touch.
fn sentences(game: &AnyGame, lang: Lang) -> Vec<String> {
    let names = Names::sides(game.kind());
    let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
    let draw = |picked: Vec<Spot>| {
        let context: DrawContext<AnyMove, AnyIllegal> =
            DrawContext { viewer, interactive: true, picked, ..DrawContext::plain(lang) };
        boards::draw(game, &context)
    };
    let scene = draw(Vec::new());
    let mut said: Vec<String> = scene.targets.iter().map(|target| target.name.clone()).collect();
    said.extend(scene.targets.iter().map(|target| boards::spot_name(game, target.spot, lang)));
    said.extend(game.moves().into_iter().map(|mv| boards::say_move(game, mv, &names, lang)));
    said.push(boards::say_turn(game, &names, lang));
    let first = boards::legal_spots(game, &[]).into_iter();
    said.extend(first.filter_map(|spot| draw(vec![spot]).announcement));
    said
}

#[test]
fn no_name_move_or_announcement_has_a_word_of_the_program() {
    assert_eq!(program_word("Vec2 c3, on the perimeter: empty"), Some("Vec2"));
    assert_eq!(program_word("Point c3, sur le pourtour\u{a0}: vide"), None);
    let mut rng = Rng::new(5);
    for &kind in Kind::ALL {
        for options in kind.info().variants {
            let mut game = AnyGame::new(kind, options).unwrap();
            while let Some(mv) = game.random_move(&mut rng) {
                for lang in Lang::ALL {
                    for said in sentences(&game, lang) {
                        assert_eq!(program_word(&said), None, "{said} ({kind} {options})");
                    }
                }
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn a_hand_is_the_readers_own_or_that_of_a_colour() {
    let game = AnyGame::new(Kind::Fives, "").unwrap();
    let hand = |viewer, lang| {
        let context: DrawContext<AnyMove, AnyIllegal> = DrawContext { viewer, ..DrawContext::plain(lang) };
        let scene = boards::draw(&game, &context);
        scene.target(Spot::Piece(0)).unwrap().name.clone()
    };
    for reader in [Seat::ONE, Seat::TWO].map(Viewer::Seat) {
        assert_eq!(hand(reader, Lang::Fr), "Votre main\u{a0}: 5 petites pièces");
        assert_eq!(hand(reader, Lang::En), "Your hand: 5 small pieces");
    }
    assert_eq!(hand(Viewer::Public, Lang::Fr), "Main des bleus\u{a0}: 5 petites pièces");
    assert_eq!(hand(Viewer::Public, Lang::En), "Blue’s hand: 5 small pieces");
}
