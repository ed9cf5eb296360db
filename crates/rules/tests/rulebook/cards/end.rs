//! The end of the game, and perft counts.

use super::*;

/// « Contrairement à un jeu de morpion classique, lorsque la grille de 9 cases est constituée, le jeu ne s'arrête
/// pas. Il se poursuit avec la superposition de carte du même chiffre ou avec l'abattement d'une carte
/// "retrait". »
#[test]
fn a_full_grid_does_not_end_the_game() {
    let game = on(FULL, "R2R3R9Y", "B9", "1");
    assert_eq!((game.turn(), game.free()), (Turn::Seat(Seat::ONE), 0));
    assert_eq!(moves(&game), "R2@b3 R2@c3 R3@b2 R3@c2 R3@d2 Y@b2 Y@b3 Y@b4 Y@c2 Y@c3 Y@c4 Y@d2 Y@d3 Y@d4");
}

/// « En début de partie les joueurs définiront un nombre de jetons à obtenir pour remporter la partie. »
#[test]
fn the_target_is_chosen_before_the_game() {
    for target in 2..=24 {
        let game = after(near_the_end(target, target - 1, 0, "1"), "R5@d3");
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)), "{target}");
    }
    assert_eq!(after(near_the_end(7, 4, 0, "1"), "R5@d3").turn(), Turn::Chance);
}

/// « Le 1er joueur à atteindre ce nombre (avec minimum 2 jetons d'écart) gagne. »
#[test]
fn the_first_to_reach_the_target_two_ahead_wins() {
    assert_eq!(after(near_the_end(5, 4, 3, "1"), "R5@d3").turn(), Turn::Over(Outcome::Win(Seat::ONE)));
    assert_eq!(after(near_the_end(5, 4, 4, "1"), "R5@d3").turn(), Turn::Chance, "5-4 is not enough");
    assert_eq!(
        after(near_the_end(5, 5, 4, "1"), "R5@d3").turn(),
        Turn::Over(Outcome::Win(Seat::ONE)),
        "6-4 is"
    );
    assert_eq!(after(near_the_end(5, 4, 5, "1"), "R5@d3").turn(), Turn::Chance, "5-5 goes on");
    assert_eq!(after(near_the_end(1, 0, 0, "1"), "R5@d3").turn(), Turn::Chance, "even with a target of 1");
    assert_eq!(after(near_the_end(1, 1, 0, "2"), "R6@d3").turn(), Turn::Over(Outcome::Win(Seat::ONE)));
}

/// Ruling: checked for the owner of the colour, no matter who placed the card.
#[test]
fn the_target_may_be_reached_on_the_opponents_turn() {
    let game = after(near_the_end(5, 4, 3, "2"), "R6@d3");
    assert_eq!((tokens(&game), game.turn()), ([5, 3], Turn::Over(Outcome::Win(Seat::ONE))));
    let game = after(near_the_end(5, 3, 4, "1"), "B5@d4");
    assert_eq!((tokens(&game), game.turn()), ([3, 5], Turn::Over(Outcome::Win(Seat::TWO))));
}

/// Ruling: a placement that ends the game ends it at once.
#[test]
fn nobody_draws_after_the_card_that_ends_the_game() {
    let game = after(near_the_end(5, 4, 3, "1"), "R5@d3");
    assert_eq!((hand(&game, Seat::ONE).as_str(), game.moves().len()), ("B5", 0));
    assert_eq!(refused(&game, "+R9"), Illegal::Over);
}

/// « + 24 jetons ». Ruling: if the 24 tokens run out, the player with more wins; equal numbers are a draw.
#[test]
fn when_the_24_tokens_run_out_equal_is_a_draw() {
    assert_eq!(rules::cards::TOKENS, 24);
    let game = after(near_the_end(12, 11, 12, "1"), "R5@d3");
    assert_eq!((tokens(&game), game.turn()), ([12, 12], Turn::Over(Outcome::Draw)));
    let game = after(near_the_end(12, 12, 11, "1"), "R5@d3");
    assert_eq!((tokens(&game), game.turn()), ([13, 11], Turn::Over(Outcome::Win(Seat::ONE))));
    assert_eq!(game.tokens_left(), 0);
}

/// Ruling: a placement that earns more tokens than are left takes what is left.
#[test]
fn a_placement_takes_no_more_tokens_than_are_left() {
    let ring = "...../.R1R2R3./.R4B5R6./.R7R8R9./.....";
    for (one, two, last, outcome) in [
        (11, 12, [12, 12], Outcome::Draw),
        (11, 11, [13, 11], Outcome::Win(Seat::ONE)),
        (12, 11, [13, 11], Outcome::Win(Seat::ONE)),
    ] {
        let game = set_up("numbers=9,target=12", ring, ["R5", "B1"], "-", &format!("{one}-{two} 1"));
        let game = after(game, "R5@c3");
        assert_eq!((tokens(&game), game.turn()), (last, Turn::Over(outcome)), "{one}-{two}");
    }
}

/// A short game from the first card to the last, as people would record it.
#[test]
fn a_whole_game_from_the_deal_to_the_last_token() {
    let dealt = deal("R1 R2 R3 B4 Y", "B1 B2 B3 R4 G");
    let options: Options = "target=2".parse().unwrap();
    let game = after(
        Cards::new(options),
        &format!("{dealt} R1@c3 +R5 B1@c3 +B5 R2@b3 +R6 B2@d3 +B6 R3@b2 +R1 B3@b4 +B7 R1@c3 +B9"),
    );
    assert_eq!((tokens(&game), game.turn()), ([0, 0], Turn::Seat(Seat::TWO)));
    let game = after(game, "R4@d4 +R4");
    assert_eq!(tokens(&game), [1, 0], "b2, c3 and d4 are red: seat 2 helped");
    let game = after(game, "R5@c2 +R7 B5@c4 +B8 R6@d2");
    assert_eq!((tokens(&game), game.turn()), ([2, 0], Turn::Over(Outcome::Win(Seat::ONE))));
    assert_eq!(
        game.to_string(),
        "...../.B3B5R4./.R2R1r1b1B2./.R3R5R6./..... R7B4B9Y R4B6B7B8G \
         R2R3R5R6R7R8R8R9R9B1B2B3B4B5B6B7B8B9YYYYYG - 2-0 win1 numbers=9,target=2"
    );
}

/// The counts on the rules page, with its deck.
#[test]
fn the_moves_of_the_ordered_deck_are_counted_right() {
    let game = Cards::new(Options::default());
    let deck = ordered_deck(Options::default());
    let text: String = deck.iter().map(Move::to_string).collect();
    assert!(text.starts_with("+R1+B1+R1+B1+R2+B2+R2+B2+R3") && text.ends_with("+R9+B9+Y+Y+Y+Y+Y+Y+G+G"));
    let counts: Vec<Option<u64>> = (1..=3).map(|depth| perft(&game, depth, &deck)).collect();
    assert_eq!(counts, [Some(3), Some(219), Some(8427)]);
}

#[test]
fn a_whole_deck_is_distinguished_from_other_sets_of_cards() {
    for numbers in [1, 2, 3, 6, 9, 18] {
        let options = Options::new(numbers, 5).unwrap();
        let deck: Vec<Card> = ordered_deck(options).into_iter().filter_map(Move::card).collect();
        assert!(is_whole_deck(options, &deck));
        assert!(!is_whole_deck(options, &deck[1..]));
        let mut wrong = deck.clone();
        wrong[0] = Card::GREEN;
        assert!(!is_whole_deck(options, &wrong));
        wrong = deck.clone();
        wrong.push(Card::YELLOW);
        assert!(!is_whole_deck(options, &wrong));
    }
}
