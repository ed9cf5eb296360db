//! A turn: playing a card, the grid and the cards that clear it.

use super::*;

/// « Chacun leur tour, les joueurs vont poser une carte sur la table puis piocher. »
#[test]
fn a_player_plays_a_card_then_draws_one_then_the_other_is_to_move() {
    let game = after(play(&deal("R1 R2 R3 R4 R5", "B1 B2 B3 B4 Y")), "R3@c3");
    assert_eq!((game.turn(), game.stage()), (Turn::Chance, Stage::Refill(Seat::ONE)));
    assert_eq!(hand(&game, Seat::ONE), "R1R2R4R5");
    let game = after(game, "+G");
    assert_eq!(hand(&game, Seat::ONE), "R1R2R4R5G");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
    let game = after(game, "B1@d3 +R9");
    assert_eq!((hand(&game, Seat::TWO).as_str(), game.turn()), ("R9B2B3B4Y", Turn::Seat(Seat::ONE)));
}

/// « poser 1 carte "couleur" (rouge ou bleu) directement sur la table »
#[test]
fn a_colour_card_of_either_colour_may_go_on_an_empty_place() {
    let game = on("...../...../..R5../...../.....", "R1B2", "B1", "1");
    assert!(game.is_legal("R1@d3".parse().unwrap()) && game.is_legal("B2@d3".parse().unwrap()));
}

/// Ruling: only a pile requires a matching number.
#[test]
fn any_number_may_go_on_an_empty_place() {
    let game = on("...../...../..R5../...../.....", "R1R2R3R4R6R7R8R9", "B1", "1");
    for number in [1, 2, 3, 4, 6, 7, 8, 9] {
        assert!(game.is_legal(format!("R{number}@b2").parse().unwrap()));
        assert!(matches!(refused(&game, &format!("R{number}@c3")), Illegal::OtherNumber { .. }));
    }
}

/// « poser 1 carte sur 1 autre carte du même chiffre (quelque soit sa couleur) »
#[test]
fn a_colour_card_may_cover_one_of_the_same_number_whatever_its_colour() {
    let grid = "...../...../..R5../...../.....";
    for card in ["R5", "B5"] {
        let game = after(on(grid, "R5B5", "B1", "1"), &format!("{card}@c3"));
        let pile = game.pile(square("c3")).unwrap();
        assert_eq!((pile.top().to_string().as_str(), pile.height()), (card, 2));
        assert_eq!(pile.cards(Seat::ONE), if card == "R5" { 2 } else { 1 });
    }
    let game = on(grid, "R6B4", "B1", "1");
    assert_eq!(
        refused(&game, "B4@c3"),
        Illegal::OtherNumber {
            square: square("c3"),
            card: "B4".parse().unwrap(),
            top: "R5".parse().unwrap()
        }
    );
}

/// Ruling: the top card counts.
#[test]
fn the_top_card_counts() {
    let game = on("...../...../.R1B2r1R3./...../.....", "R2", "B1", "1");
    assert_eq!(tokens(&after(game, "R2@c3")), [1, 0]);
    let game = on("...../...../.R1R2b1R3./...../.....", "R7", "B2", "2");
    let game = after(game, "B2@c3");
    assert_eq!((tokens(&game), game.tops(Seat::TWO)), ([0, 0], squares("c3")));
}

/// Ruling: equal cards in hand are one move.
#[test]
fn equal_cards_in_hand_are_one_move() {
    assert_eq!(moves(&on(EMPTY, "R1R1R2", "B1", "1")), "R1@c3 R2@c3");
    assert_eq!(moves(&on("...../...../..R5../...../.....", "YY", "B1", "1")), "Y@c3");
}

/// « chaque joueur est obligé de jouer à chaque tour en posant une carte rouge ou une carte bleue (il peut être
/// amené à jouer une carte de la couleur de son adversaire et ainsi le favoriser) »
#[test]
fn playing_is_an_obligation_even_if_it_only_helps_the_opponent() {
    let game = on("...../.R1R1B7./.R3R2R2./.R4B6B5./.....", "B4B9", "R9", "1");
    assert_eq!(moves(&game), "B4@b2", "there is no pass");
    assert_eq!(refused(&game, "+R9"), Illegal::PlayFirst(Seat::ONE));
    assert_eq!(tokens(&after(game, "B4@b2")), [0, 1]);
}

/// « Chaque fois qu'un joueur pose une carte, celle-ci doit constituer un carré hypothétique de 3 x 3 cartes. »
#[test]
fn cards_must_fit_in_a_square_of_three_by_three() {
    let game = on("...../...../..R5R6./...../.....", "R1", "B1", "1");
    for inside in ["b3", "b1", "e5", "c1", "d5"] {
        assert!(game.is_legal(format!("R1@{inside}").parse().unwrap()), "{inside}");
    }
    assert_eq!(refused(&game, "R1@a3"), Illegal::OutsideGrid { square: square("a3"), far: squares("d3") });
    let game = on("...../...../.R4R5R6./...../.....", "R1", "B1", "1");
    assert_eq!(refused(&game, "R1@a1"), Illegal::OutsideGrid { square: square("a1"), far: squares("d3") });
    assert_eq!(game.free(), squares("b1 c1 d1 b2 c2 d2 b4 c4 d4 b5 c5 d5"));
}

/// Ruling: the grid floats until cards pin it.
#[test]
fn the_grid_floats_until_cards_pin_it() {
    assert_eq!(on("...../...../..R5../...../.....", "R1", "B1", "1").moves().len(), 24);
    assert_eq!(on("R3..../...../..R5../...../.....", "R1", "B1", "1").moves().len(), 7);
}

/// Ruling: unlike Tic Tac Doh!, a card need not touch another.
#[test]
fn a_card_need_not_touch_another() {
    let game = after(on("...../...../..R5../...../.....", "R1", "B1", "1"), "R1@e5");
    assert_eq!(game.occupied(), squares("c3 e5"));
}

/// Ruling: the notation uses the frame of Tic Tac Doh!, with the first card on c3.
#[test]
fn the_first_card_is_written_on_c3() {
    let game = play(&deal("R1 R1 R2 R2 R3", "B1 B1 B2 B2 B3"));
    assert_eq!(moves(&game), "R1@c3 R2@c3 R3@c3");
    assert_eq!(refused(&game, "R1@b2"), Illegal::NotCentre(square("b2")));
}

/// Ruling: removing cards does not unpin the grid.
#[test]
fn removing_does_not_unpin_the_grid() {
    let game = after(on("...../...../..R5../...../R3....", "YR1", "B1", "1"), "Y@a1 +R9 B1@c2 +R8");
    assert_eq!(game.used(), squares("a1 c2 c3"));
    assert_eq!(refused(&game, "R1@d3"), Illegal::OutsideGrid { square: square("d3"), far: squares("a1") });
    assert!(game.is_legal("R1@a1".parse().unwrap()), "the place itself is free again");
    assert!(game.to_string().starts_with("...../...../..R5../..B1../_...."));
}

/// Ruling: a grid that becomes empty starts afresh.
#[test]
fn an_emptied_grid_starts_afresh_on_c3() {
    let game = after(on("...../...../.._../...../R3....", "YR1", "B1", "1"), "Y@a1 +R9");
    assert_eq!((game.used(), game.occupied()), (0, 0));
    assert_eq!(moves(&game), "B1@c3");
    let game = after(game, "B1@c3 +R8");
    assert!(game.is_legal("R1@e5".parse().unwrap()), "nothing pins the grid any more");
    let game = after(on("...../...../.R1R2R3./...../.....", "GR1", "B1", "1"), "G@b3-d3 +R9");
    assert_eq!((game.used(), moves(&game).as_str()), (0, "B1@c3"));
}

/// « jouer 1 carte retrait "jaune" ou "verte" »
#[test]
fn a_removal_card_may_be_played_instead_of_a_colour_card() {
    let game = on("...../...../.R1R2R3./...../.....", "YG", "B1", "1");
    assert_eq!(moves(&game), "G@b3-d3 Y@b3 Y@c3 Y@d3");
}

/// « La carte retrait "jaune" : cette carte permet de retirer la (les) carte (s) d'un des 9 emplacements de la
/// grille. La (les) carte(s) retirée(s) + la carte retrait "jaune" sont rejetées au pot. »
#[test]
fn yellow_moves_one_whole_pile_and_itself_to_the_pot() {
    let game = after(on("...../...../.R1B5r2b1R3./...../.....", "Y", "B1", "1"), "Y@c3");
    assert_eq!(game.occupied(), squares("b3 d3"));
    assert_eq!(pot(&game), "R5R5B5B5Y");
}

/// Ruling: any pile, of either player.
#[test]
fn yellow_needs_a_place_that_is_occupied() {
    let game = on("...../...../.R1B5_./...../.....", "Y", "B1", "1");
    assert_eq!(moves(&game), "Y@b3 Y@c3");
    assert_eq!(refused(&game, "Y@d3"), Illegal::NothingThere(square("d3")));
    assert_eq!(refused(&game, "Y@b2"), Illegal::NothingThere(square("b2")));
}

/// « La carte retrait "verte" : cette carte permet de retirer l'ensemble des cartes d'une ligne horizontale,
/// verticale ou diagonale complète. Les cartes retirées du plateau et la carte retrait "verte" sont rejetées au
/// pot. »
#[test]
fn green_moves_all_piles_of_a_complete_line_and_itself_to_the_pot() {
    let game = on("...../.R1B1R6./.B2R2b1B6./.B3B4R3./.....", "G", "B1", "1");
    assert_eq!(moves(&game), "G@b2-b4 G@b2-d2 G@b2-d4 G@b3-d3 G@b4-d4 G@c2-c4 G@d2-b4 G@d2-d4");
    let game = after(game, "G@b3-d3");
    assert_eq!(pot(&game), "R2B2B2B6G");
    assert_eq!(game.occupied(), squares("b2 c2 d2 b4 c4 d4"));
}

/// Ruling: all three places occupied, whatever the colours.
#[test]
fn green_needs_all_three_places() {
    let game = on("...../...../.R1B2_./...../.....", "GR5", "B1", "1");
    assert_eq!(
        refused(&game, "G@b3-d3"),
        Illegal::Incomplete { line: squares("b3 c3 d3"), empty: squares("d3") }
    );
    assert_eq!(game.green_lines().count(), 0);
    let game = after(game, "R5@d3 +R9 B1@b2 +G");
    assert!(game.is_legal("G@b3-d3".parse().unwrap()), "once the third place is taken, it may go");
    let apart = on("...../...../R1.B2../R3..../.....", "GR5", "B1", "1");
    assert_eq!(
        refused(&apart, "G@a3-c3"),
        Illegal::Incomplete { line: squares("a3 b3 c3"), empty: squares("b3") }
    );
}

/// The notation of a green move: the lower end first; within one rank, the left one.
#[test]
fn a_line_is_written_by_its_ends_the_lower_or_left_one_first() {
    for right in ["G@b2-d4", "G@d2-b4", "G@a1-c1", "G@e3-e5"] {
        assert_eq!(right.parse::<Move>().unwrap().to_string(), right);
    }
    for wrong in [
        "G@d4-b2", "G@b4-d2", "G@c1-a1", "G@b2-c3", "G@a1-e5", "G@a1-b3", "G@c3", "G@c3-c3", "G@a1-",
        "R5@a1-c1",
    ] {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
}

/// A position with every kind of move: on empty places, on piles, yellow and green.
#[test]
fn at_random_every_move_is_as_likely_as_the_others() {
    let game = on("...../.R1.../.R2R3B4./.B5.../.....", "R1R4B2B9YG", "B1", "1");
    let moves = game.moves();
    assert_eq!(moves.len(), 4 * 4 + 3 + 5 + 2);
    let mut rng = Rng::new(9);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..26_000 {
        *counts.entry(game.random_move(&mut rng, &mut Vec::new()).unwrap()).or_insert(0) += 1;
    }
    assert!(moves.iter().all(|mv| (850..1_150).contains(&counts[mv])), "{counts:?}");
    assert_eq!(counts.len(), moves.len());
}
