//! The cards, the deal and the start.

use super::*;

/// « Nb de joueurs : 2 »
#[test]
fn the_game_is_for_two_players() {
    assert_eq!(Cards::new(Options::default()).seats(), 2);
    assert_eq!(rules::Kind::Cards.players(), rules::Bounds::new(2, 2));
}

/// « 36 cartes "couleurs" (18 cartes rouges + 18 cartes bleues) + 6 cartes retrait "jaune" + 2 cartes retrait
/// "verte" »
#[test]
fn there_are_44_cards_18_red_18_blue_6_yellow_2_green() {
    for numbers in [1, 2, 3, 6, 9, 18] {
        let game = Cards::new(Options::new(numbers, 5).unwrap());
        let deck: Vec<Card> = game.unseen().collect();
        let count = |is: fn(&Card) -> bool| deck.iter().filter(|card| is(card)).count();
        assert_eq!(deck.len(), 44);
        assert_eq!(count(|card| card.owner() == Some(Seat::ONE)), 18);
        assert_eq!(count(|card| card.owner() == Some(Seat::TWO)), 18);
        assert_eq!(count(|card| *card == Card::YELLOW), 6);
        assert_eq!(count(|card| *card == Card::GREEN), 2);
    }
}

/// Ruling: the manual does not say which numbers are on the cards; the option `numbers`, a divisor of 18, does.
#[test]
fn numbers_says_how_many_of_each_number_there_are() {
    for (numbers, copies) in [(1, 18), (2, 9), (3, 6), (6, 3), (9, 2), (18, 1)] {
        let options = Options::new(numbers, 5).unwrap();
        let game = Cards::new(options);
        assert_eq!(options.copies(), copies);
        for owner in [Seat::ONE, Seat::TWO] {
            for number in 1..=18 {
                let card = Card::colour(owner, number).unwrap();
                assert_eq!(game.unseen_copies(card), if number <= numbers { copies } else { 0 }, "{card}");
            }
        }
    }
    assert_eq!(Options::default(), Options::new(9, 5).unwrap());
    for wrong in
        ["numbers=4", "numbers=0", "numbers=36", "target=0", "target=25", "green=all", "green=", "cards=44"]
    {
        assert!(wrong.parse::<Options>().is_err(), "{wrong}");
    }
    assert_eq!((Options::new(4, 5), Options::new(9, 0), Options::new(9, 25)), (None, None, None));
    assert_eq!("target=7".parse(), Ok(Options::new(9, 7).unwrap()));
    assert_eq!(Options::new(18, 12).unwrap().to_string(), "numbers=18,target=12");
}

/// « Le donneur distribue 5 cartes à chaque joueur ». Ruling: one by one, starting with seat 1.
#[test]
fn five_cards_each_are_dealt_one_by_one_starting_with_seat_1() {
    let mut game = Cards::new(Options::default());
    for dealt in 0..10u8 {
        let seat = Seat::from_index(dealt % 2);
        assert_eq!((game.turn(), game.stage()), (Turn::Chance, Stage::Deal(seat)));
        let sizes = [game.hand_size(Seat::ONE), game.hand_size(Seat::TWO)];
        assert_eq!(sizes, [dealt.div_ceil(2), dealt / 2]);
        let mv = game.moves()[0];
        game.play(mv).unwrap();
    }
    assert_eq!([game.hand_size(Seat::ONE), game.hand_size(Seat::TWO)], [5, 5]);
    let game = play(&deal("R1 R2 R3 R4 R5", "B1 B2 B3 B4 Y"));
    assert_eq!(
        (hand(&game, Seat::ONE).as_str(), hand(&game, Seat::TWO).as_str()),
        ("R1R2R3R4R5", "B1B2B3B4Y")
    );
}

/// « le reste des cartes constituent la pioche »
#[test]
fn the_rest_of_the_cards_is_the_draw_pile() {
    let game = play(&deal("R1 R2 R3 R4 R5", "B1 B2 B3 B4 Y"));
    assert_eq!(game.draw_pile_size(), 34);
    assert_eq!(unseen(&game), "R1R2R3R4R5R6R6R7R7R8R8R9R9B1B2B3B4B5B5B6B6B7B7B8B8B9B9YYYYYGG");
    assert_eq!(game.pot().count(), 0);
}

/// « le plus jeune joueur commence ». Ruling: seat 1 moves first.
#[test]
fn seat_1_begins() {
    assert_eq!(play(&deal("R1 R2 R3 R4 R5", "B1 B2 B3 B4 Y")).turn(), Turn::Seat(Seat::ONE));
}

/// « chaque joueur s'attribue une couleur de cartes (bleu ou rouge) ». Ruling: seat 1 plays red, seat 2 blue.
#[test]
fn seat_1_plays_red_and_seat_2_blue() {
    let line = "...../...../.R1R2../...../.....";
    assert_eq!(tokens(&after(on(line, "R5", "B5", "1"), "R5@d3")), [1, 0]);
    let line = "...../...../.B1B2../...../.....";
    assert_eq!(tokens(&after(on(line, "R5", "B5", "2"), "B5@d3")), [0, 1]);
}

/// Ruling: every drawn card is a chance event; all cards in the pile are equally likely.
#[test]
fn a_drawn_card_is_as_likely_as_the_pile_has_copies_of_it() {
    let game = play("+R1 +B1 +R1 +Y");
    let weights: Vec<(String, u32)> =
        game.moves().iter().map(|&mv| (mv.to_string(), game.weight(mv))).collect();
    assert_eq!(weights.len(), 17 + 2);
    assert_eq!(weights.iter().map(|(_, weight)| weight).sum::<u32>(), 40);
    for (card, weight) in [("+R2", 2), ("+B1", 1), ("+Y", 5), ("+G", 2)] {
        assert!(weights.contains(&(card.to_owned(), weight)), "{card}");
    }
    assert_eq!(game.weight("+R1".parse().unwrap()), 0);
    let mut rng = Rng::new(3);
    let yellows =
        (0..40_000).filter(|_| game.random_move(&mut rng, &mut Vec::new()).unwrap().to_string() == "+Y");
    assert!((4_700..5_300).contains(&yellows.count()));
}
