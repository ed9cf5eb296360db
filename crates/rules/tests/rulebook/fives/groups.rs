//! Groups of five, the limit of five, and who wins.

use super::*;

/// « Les pièces de même couleur situées sur des points adjacents sont dites connectées l'une à l'autre. »
/// « Toute pièce adjacente à un groupe connecté dont la couleur est identique à celle de ce groupe en fait partie. »
#[test]
fn a_group_is_all_that_is_connected_in_one_colour() {
    let game = at("..1S/..../1S1M2M1L./.1L../2S1S.", "00", "1");
    assert_eq!(game.position().group_at(point("c1")), set("c1 c2 b2 a2"));
    assert_eq!(game.position().group_at(point("c4")), set("c4"));
    assert_eq!(game.position().group_at(point("e5")), set("e5"));
    assert_eq!(game.position().group_at(point("c3")), set("c3"));
    assert_eq!(game.position().group_at(point("c5")), 0);
}

/// « Si votre déplacement forme un groupe connecté de cinq pièces de la même couleur, si cela n'entraîne pas la fin
/// du jeu, ces cinq pièces sont enlevées du plateau et sont hors jeu jusqu'à la fin de la partie. »
#[test]
fn a_group_of_five_is_taken_off_for_good() {
    let game = play("Sa1 Se3 Sa2 Se5 La3 Sc5 Mb1 Sd5");
    assert_eq!(game.position().pieces(Seat::ONE), set("a1 a2 a3 b1"));
    let game = continue_with(game, "Mc1");
    assert_eq!(game.position().pieces(Seat::ONE), 0);
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (1, 0));
    assert_eq!(
        Size::ALL.map(|size| game.position().hand(Seat::ONE, size)),
        [3, 3, 4],
        "they are not in hand"
    );
    assert_eq!(game.position().pieces(Seat::TWO), set("e3 e5 c5 d5"), "others stay");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// A move makes a group just as a drop does.
#[test]
fn a_group_is_completed_by_a_drop_by_a_move_or_by_a_swap() {
    for (board, last) in [
        (".../..../...../1S.../1S1M1M", "Lc1"),
        (".../1L.../...../1S.../1S1M1M", "d2-c1"),
        (".../1L.../2M..../1S.../1S1M1M", "d2=c1"),
    ] {
        let game = continue_with(at(board, "00", "1"), last);
        assert_eq!((game.position().groups(Seat::ONE), game.position().pieces(Seat::ONE)), (1, 0), "{last}");
    }
}

/// A moving piece no longer connects the group that it leaves.
#[test]
fn a_piece_that_moves_away_no_longer_counts_where_it_was() {
    // If b2 still counted after b2-b1, a1 b1 b2 c3 d4 would be five.
    let game = continue_with(at(".../..1S./..1S../.1M../1S..", "00", "1"), "b2-b1");
    assert_eq!(game.position().groups(Seat::ONE), 0);
    assert_eq!(game.position().group_at(point("b1")), set("a1 b1"));
    assert_eq!(game.position().group_at(point("c3")), set("c3 d4"));
    // And with c1 they would be six, but the piece that leaves is not counted.
    assert!(is_legal(&at(".../..1S./1S.1S../.1M../1S..", "00", "1"), "b2-b1"));
}

/// « Il est possible de former un tel groupe pour un adversaire par un échange de positions, bien que cela ne soit
/// généralement pas recommandé. »
#[test]
fn a_swap_can_complete_a_group_for_an_opponent() {
    let game = continue_with(at(FOR_THE_OTHER, "00", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (0, 1));
    assert_eq!(game.position().pieces(Seat::TWO), 0);
    assert_eq!(game.position().pieces(Seat::ONE), set("c4"));
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// « Il n'est pas permis de former un groupe connecté de plus de cinq pièces de la même couleur, que ce soit pour
/// soi-même […] »
#[test]
fn no_turn_makes_an_own_group_of_more_than_five() {
    let game = play("Sc1 Se3 Sb1 Se4 Sa1 Sd5 Sa3 Sc5 Sb4 Md2");
    let six = set("a1 a2 a3 b1 b4 c1");
    for size in ["M", "L"] {
        assert_eq!(why(&game, &format!("{size}a2")), Illegal::TooMany(Seat::ONE, six), "by a drop");
    }
    let seven = Illegal::TooMany(Seat::ONE, set("a1 a2 a3 b1 c1 d2 e3"));
    assert_eq!(why(&at("1S../1S.../1S..../..../1S1S1M", "00", "1"), "Mb1"), seven, "by a drop");
    assert_eq!(why(&at("1S../1S.../1S..../...1L/1S1S1M", "00", "1"), "b4-b1"), seven, "by a move");
    assert_eq!(why(&at("1S../1S.../1S..../2M1L../1S1S1M", "00", "1"), "b2=b1"), seven, "by a swap");
    // With two pieces fewer the group is five, which is legal.
    for (board, text) in [
        (".../1S.../1S..../..../1S1S.", "Mb1"),
        (".../1S.../1S..../...1L/1S1S.", "b4-b1"),
        (".../1S.../1S..../2M1L../1S1S.", "b2=b1"),
    ] {
        assert!(is_legal(&at(board, "00", "1"), text), "{text}");
    }
}

/// « […] ou pour un adversaire. »
#[test]
fn no_swap_makes_an_opponents_group_of_more_than_five() {
    let game = at("..2S/..2M./..1L2M./2S2S../2S..", "00", "1");
    assert_eq!(why(&game, "c3=c4"), Illegal::TooMany(Seat::TWO, set("a1 b1 b2 c3 d4 e5")));
    // With one piece fewer the group is five, which is legal.
    assert!(is_legal(&at(".../..2M./..1L2M./2S2S../2S..", "00", "1"), "c3=c4"));
}

/// One turn can complete a group for the mover and one for an opponent.
#[test]
fn a_swap_can_complete_a_group_for_both_players() {
    let game = continue_with(at(BOTH, "00", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (1, 1));
    assert_eq!(game.position().occupied(), 0);
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// « Si le déplacement d'un joueur forme simultanément son dernier groupe connecté et celui d'un adversaire, c'est
/// le joueur qui a effectué le déplacement qui remporte la partie. »
#[test]
fn both_third_groups_at_once_win_for_the_mover() {
    let game = continue_with(at(BOTH, "22", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (3, 3));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)));
    // The same with the colours exchanged: seat 2 moves and wins.
    let other = BOTH.replace('1', "x").replace('2', "1").replace('x', "2");
    let game = continue_with(at(&other, "22", "2"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (3, 3));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
}

/// « Les joueurs peuvent convenir d'une égalité » is up to the players: in the rules it is neither a position nor a
/// move.
#[test]
fn a_draw_by_agreement_is_no_move() {
    assert!("draw".parse::<Move>().is_err());
    assert!(".../..../...../..../... 555/555 0/0 draw - players=2,repetition=3".parse::<Fives>().is_err());
}
