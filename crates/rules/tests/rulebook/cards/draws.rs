//! The draw pile, the pot, and blocked players.

use super::*;

/// Ruling: when the pile is empty, the pot is shuffled and becomes the pile.
#[test]
fn the_pot_becomes_the_pile_when_a_card_must_be_drawn_from_an_empty_one() {
    let options = "numbers=9,target=5";
    let grid = "...../...../..R5../...../.....";
    let pot_cards = others(options.parse().unwrap(), &[grid, "R1Y", "B1"]);
    let game: Cards = format!("{grid} R1Y B1 - {pot_cards} 0-0 1 {options}").parse().unwrap();
    assert_eq!((game.draw_pile_size(), game.pot().count()), (0, 40));
    let game = after(game, "R1@b3");
    assert_eq!((game.draw_pile_size(), game.pot().count()), (40, 0));
    assert_eq!(unseen(&game), pot_cards);
    let game = after(game, "+R5 B1@b2 +Y");
    assert_eq!((game.draw_pile_size(), game.pot().count()), (38, 0));
}

/// Ruling: the taken cards and the removal card go to the pot, and it is drawn from after that.
#[test]
fn the_removal_card_itself_can_be_drawn_after_the_reshuffle() {
    // Every card is on the grid or in a hand, except the two that the yellow card moves to the pot.
    let grid = "...../.R1r1b2B1r2b1R1r1b2./.R1r1b2B1r1B1r2b1./.B1r2b1R1r1b2R1./.....";
    let options = "numbers=1,target=12";
    let two = others(options.parse().unwrap(), &[grid, "R1Y"]);
    let game: Cards = format!("{grid} R1Y {two} - - 0-0 1 {options}").parse().unwrap();
    let game = after(game, "Y@d2");
    assert_eq!((game.stage(), unseen(&game).as_str()), (Stage::Refill(Seat::ONE), "R1Y"));
    assert_eq!(hand(&after(game, "+Y"), Seat::ONE), "R1Y");
}

/// A reshuffle in a real game: all 34 cards of the pile are drawn, then cards of the pot.
#[test]
fn a_real_game_plays_through_its_draw_pile_and_continues_with_the_pot() {
    let mut rng = Rng::new(20);
    let mut seen = 0;
    for _ in 0..50 {
        let mut game = Cards::new(Options::new(9, 12).unwrap());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            let before = game;
            game.play(mv).unwrap();
            if before.draw_pile_size() == 0 && game.turn() == Turn::Chance {
                let mut cards: Vec<Card> = before.pot().collect();
                if let Some(played) = mv.card().filter(|card| card.owner().is_none()) {
                    cards.push(played);
                    for square in rules::frame::squares(mv.squares()) {
                        let pile = before.pile(square).unwrap();
                        for owner in [Seat::ONE, Seat::TWO] {
                            let card = Card::colour(owner, pile.top().number().unwrap()).unwrap();
                            cards.extend(vec![card; pile.cards(owner).into()]);
                        }
                    }
                }
                cards.sort();
                assert_eq!(game.unseen().collect::<Vec<_>>(), cards, "{before} {mv}");
                assert_eq!(game.pot().count(), 0);
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen} reshuffles");
}

/// Ruling: if both are empty, no card is drawn. A hand may then run out.
#[test]
fn with_pile_and_pot_empty_nobody_draws() {
    let game = nothing_to_draw();
    let game = after(game, "R1@c3");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO), "no chance turn at all");
    assert_eq!((game.hand_size(Seat::ONE), hand(&game, Seat::TWO).as_str()), (0, "B1YYYYYYGG"));
    assert!(game.to_string().contains(". - B1YYYYYYGG - - 0-0 2 "));
}

/// A position with nothing to draw: seat 1 has a red card, seat 2 a blue card and all removal cards, and the other 34
/// cards are on the grid. Seat 1 is to play.
fn nothing_to_draw() -> Cards {
    let grid = "...../.R1r1b2B1r2b1R1r1b2./.R1r1b2B1r1B1r2b1./.B1r2b1R1r1b2B1r2b1./.....";
    let game = set_up("numbers=1,target=12", grid, ["R1", "B1YYYYYYGG"], "-", "0-0 1");
    assert_eq!(game.draw_pile_size(), 0);
    game
}

/// « Si par hasard le jeu se trouve bloqué, chaque joueur pioche une carte supplémentaire ». Ruling: the player
/// to move first.
#[test]
fn if_the_player_to_move_can_play_nothing_each_draws_one_that_player_first() {
    let game = after(on(FULL, "R6R7R8B9", "R9B6B7", "+2"), "+R4");
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::ONE });
    let game = after(game, "+B4");
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::TWO });
    assert_eq!(
        (hand(&game, Seat::ONE).as_str(), hand(&game, Seat::TWO).as_str()),
        ("R6R7R8B4B9", "R4R9B6B7")
    );
}

/// Ruling: then the player to move plays if able.
#[test]
fn after_both_drew_the_player_to_move_plays_if_able() {
    let game = after(on(FULL, "R6R7R8B9", "R9B6B7", "+2"), "+R4 +R3 +Y");
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
    assert_eq!(moves(&game), "R3@b2 R3@c2 R3@d2");
    let game = after(game, "R3@b2 +B9");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO), "then it goes on as always");
}

/// Ruling: else the opponent if able; then it is the turn of the blocked player again.
#[test]
fn the_opponent_plays_when_only_the_opponent_can() {
    let game = after(on(FULL, "R6R7R8B9", "R9B6B7", "+2"), "+R4 +B4 +Y");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
    let game = after(game, "Y@c3 +B8");
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
    assert_eq!((game.hand_size(Seat::ONE), game.hand_size(Seat::TWO)), (5, 5));
}

/// « et ainsi de suite, jusqu'à ce que l'un des deux puisse jouer »
#[test]
fn blocked_players_draw_again_until_one_of_them_can_play() {
    let game = after(on(FULL, "R6R7R8B9", "R9B6B7", "+2"), "+R4 +B4 +B4");
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::ONE });
    let game = after(game, "+R4 +R5");
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::ONE });
    let game = after(game, "+R5 +B2");
    assert_eq!((game.turn(), moves(&game).as_str()), (Turn::Seat(Seat::TWO), "B2@b3 B2@c3"));
    assert_eq!((game.hand_size(Seat::ONE), game.hand_size(Seat::TWO)), (7, 7));
}

/// Ruling: the opponent draws even if able to play: it is not the opponent’s turn.
#[test]
fn the_opponent_of_a_blocked_player_draws_though_able_to_play() {
    let game = after(on(FULL, "R6R7R8B9", "R9B6Y", "+2"), "+R4 +B4");
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::TWO });
}

/// A hand of removal cards only, before any card lies on the table.
#[test]
fn a_hand_of_removal_cards_is_blocked_on_the_empty_grid() {
    let game = play(&deal("Y Y Y Y G", "B1 B2 B3 B4 Y"));
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::ONE });
    let game = after(game, "+G +B9");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
    assert_eq!(after(game, "B9@c3 +B9").turn(), Turn::Seat(Seat::ONE));
    assert_eq!(play(&format!("{}+R1 +B9", deal("Y Y Y Y G", "B1 B2 B3 B4 Y"))).turn(), Turn::Seat(Seat::ONE));
}

/// Ruling: each player draws if a card is available, including those in the pot.
#[test]
fn blocked_players_draw_from_the_pot_when_the_pile_is_empty() {
    let options = "numbers=9,target=5";
    let rest = others(options.parse().unwrap(), &[FULL, "R6R7R8B9", "R9B6B7", "B4"]);
    let game: Cards = format!("{FULL} R6R7R8B9 R9B6B7 B4 {rest} 0-0 +2 {options}").parse().unwrap();
    let game = after(game, "+B4");
    assert_eq!(
        (game.stage(), game.pot().count()),
        (Stage::Blocked { mover: Seat::ONE, drawer: Seat::ONE }, 0)
    );
    assert_eq!(unseen(&game), rest);
}

/// Ruling: if only one card is available, the player to move gets it.
#[test]
fn a_single_card_left_is_drawn_by_the_player_to_move() {
    // All cards with the number 1 are on the grid.
    let grid = "...../.R1b1B1r1R1b1./.B1r1R1b1B1r1./.B1r1R1b1B1r1./.....";
    let (one, two) = ("R2R2R2R2R2B2B2", "R2R2R2B2B2B2B2B2B2YYYYYYGG");
    let game = set_up("numbers=2,target=12", grid, [one, two], "-", "0-0 +2");
    assert_eq!(unseen(&game), "R2B2");
    let game = after(game, "+B2");
    assert_eq!(game.stage(), Stage::Blocked { mover: Seat::ONE, drawer: Seat::ONE });
    let game = after(game, "+R2");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO), "nothing is left for seat 2 to draw, but it can play");
}

/// Ruling: if no card is available, the opponent plays if able.
#[test]
fn a_player_who_can_neither_play_nor_draw_lets_the_opponent_play() {
    let game = after(nothing_to_draw(), "R1@c3 B1@c3");
    assert_eq!((game.hand_size(Seat::ONE), game.turn()), (0, Turn::Seat(Seat::TWO)));
    assert_eq!(game.tokens(Seat::ONE) + game.tokens(Seat::TWO), 0);
    let game = after(game, "Y@c3");
    assert_eq!(game.stage(), Stage::Refill(Seat::TWO), "now there is a pot to draw from");
}

/// Ruling: if neither player can draw or play, the game ends. This never happens, since the six yellow cards are
/// never on the grid: with nothing to draw they are in the hands, and can be played on any grid that is not empty. A
/// unit test next to the code covers how such an end is scored.
#[test]
fn with_nothing_to_draw_one_of_the_players_can_always_play() {
    let mut rng = Rng::new(5);
    let mut seen = 0;
    for _ in 0..3_000 {
        let mut game = Cards::new(Options::new(1, 12).unwrap());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
            if game.draw_pile_size() == 0 && game.pot().count() == 0 && !game.turn().is_over() {
                assert_eq!(
                    game.hand(Seat::ONE)
                        .chain(game.hand(Seat::TWO))
                        .filter(|&card| card == Card::YELLOW)
                        .count(),
                    6
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "it does happen that nothing is left to draw");
}
