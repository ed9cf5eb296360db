//! What earns a token.

use super::*;

/// « On gagne un jeton dès que l'on aligne 3 cartes de sa couleur. »
#[test]
fn three_in_line_of_one_colour_earn_a_token() {
    for (grid, last) in [
        ("...../...../.R1R2../...../.....", "d3"),
        ("...../..R1../..R2../...../.....", "c2"),
        ("...../...R1./..R2../...../.....", "b2"),
        ("...../.R1.../..R2../...../.....", "d2"),
    ] {
        let game = after(on(grid, "R5", "B1", "1"), &format!("R5@{last}"));
        assert_eq!(tokens(&game), [1, 0], "{grid} {last}");
    }
    let far = after(on("...../...../R1.R2../...../.....", "R5", "B1", "1"), "R5@a2");
    assert_eq!(tokens(&far), [0, 0], "the places must be next to each other");
}

/// « Chaque fois qu'un joueur réalise une ligne, il remporte un jeton, les cartes restent sur la grille et c'est
/// au joueur suivant de continuer. »
#[test]
fn the_cards_of_a_line_stay_and_it_is_the_next_players_turn() {
    let game = after(on("...../...../.R1R2../...../.....", "R5R6", "B1", "1"), "R5@d3 +R9");
    assert_eq!((tokens(&game), game.occupied()), ([1, 0], squares("b3 c3 d3")));
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// « il peut être amené à jouer une carte de la couleur de son adversaire et ainsi le favoriser ». Ruling: the
/// owner of the colour earns, not necessarily the player.
#[test]
fn a_line_of_the_opponents_colour_earns_the_opponent_a_token() {
    let game = after(on("...../...../.R1R2../...../.....", "B9", "R5", "2"), "R5@d3");
    assert_eq!(tokens(&game), [1, 0]);
    assert_eq!(game.stage(), Stage::Refill(Seat::TWO), "whoever played draws");
}

/// Ruling: one token for each such line.
#[test]
fn two_lines_at_once_earn_two_tokens() {
    let grid = "...../...R1./..B9R2./.R4R5../.....";
    let game = after(on(grid, "R6", "B1", "1"), "R6@d2");
    assert_eq!(tokens(&game), [2, 0]);
}

/// Ruling: the centre has four lines.
#[test]
fn four_lines_at_once_earn_four_tokens() {
    let ring = "...../.R1R2R3./.R4B5R6./.R7R8R9./.....";
    let game = after(on(ring, "R5", "B1", "1"), "R5@c3");
    assert_eq!(tokens(&game), [4, 0]);
    assert_eq!(on(ring, "R5", "B1", "1").lines_made("R5".parse().unwrap(), square("c3")).count(), 4);
}

/// Ruling: covering a card with one of the same colour makes no new line.
#[test]
fn covering_a_line_with_its_own_colour_earns_nothing() {
    let game = on("...../...../.R1R2R3./...../.....", "R2", "B1", "1");
    assert_eq!(game.lines_made("R2".parse().unwrap(), square("c3")).count(), 0);
    assert_eq!(tokens(&after(game, "R2@c3")), [0, 0]);
}

/// Ruling: a line earns a token when it becomes one colour and was not before.
#[test]
fn covering_may_turn_a_line_to_the_other_colour() {
    let game = after(on("...../...../.B1R2B3./...../.....", "R9", "B2", "2"), "B2@c3");
    assert_eq!(tokens(&game), [0, 1]);
}

/// Ruling: as above; only the line just before the placement matters.
#[test]
fn a_line_that_was_broken_and_comes_back_earns_again() {
    let game = on("...../...../.R1R2R3./...../.....", "R2", "B2", "2");
    let game = after(game, "B2@c3 +B9 R2@c3");
    assert_eq!(tokens(&game), [1, 0]);
}

/// Ruling: removing cards places nothing, so it earns nothing.
#[test]
fn taking_cards_away_earns_nothing() {
    let game = after(on("...../...../.R1R2R3./..B9../.....", "Y", "B1", "1"), "Y@c2");
    assert_eq!(tokens(&game), [0, 0]);
}
