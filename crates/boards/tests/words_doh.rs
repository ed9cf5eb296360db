//! The texts of Tic Tac Doh!, in both languages.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{Spot, TouchOutcome};
use expect_test::{Expect, expect};
use rules::frame::Square;
use rules::{AnyGame, Kind, Lang};

fn after(moves: &str) -> AnyGame {
    let mut game = AnyGame::new(Kind::Doh, "players=3").unwrap();
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    game
}

fn place(square: &str) -> Spot {
    Spot::Place(square.parse::<Square>().unwrap().index() as u8)
}

fn both(say: impl Fn(Lang) -> String) -> String {
    Lang::ALL.map(say).join("\n").replace(['\u{a0}', '\u{202f}'], "~") + "\n"
}

#[test]
fn a_move_is_said_with_the_pile_it_makes_the_grid_it_pins_and_the_line_it_completes() {
    let check = |moves: &str, mv: &str, expect: Expect| {
        let game = after(moves);
        expect.assert_eq(&both(|lang| {
            boards::say_move(&game, game.parse_move(mv).unwrap(), &boards::Names::sides(game.kind()), lang)
        }));
    };
    check(
        "",
        "Lc3",
        expect![[r#"
            Le joueur 1 pose une grande pyramide en c3.
            Player 1 puts a large pyramid on c3.
        "#]],
    );
    check(
        "Lc3 Mc3",
        "Sc3",
        expect![[r#"
            Le joueur 3 pose une petite pyramide en c3. C’est un empilement~: la case compte comme grande, moyenne et petite.
            Player 3 puts a small pyramid on c3. That makes a tree: the square counts as large, medium and small.
        "#]],
    );
    check(
        "Sc3",
        "Mc3",
        expect![[r#"
            Le joueur 2 pose une pyramide moyenne en c3. C’est un emboîtement~: la case ne compte plus que comme moyenne.
            Player 2 puts a medium pyramid on c3. That makes a nest: the square now counts as medium only.
        "#]],
    );
    check(
        "Lc3 Sd4 Mc5",
        "Sb4",
        expect![[r#"
            Le joueur 1 pose une petite pyramide en b4. La grille est fixée~: de b3 à d5.
            Player 1 puts a small pyramid on b4. The grid is now fixed: b3 to d5.
        "#]],
    );
    check(
        "Lc3 Lb4",
        "Ld2",
        expect![[r#"
            Le joueur 3 pose une grande pyramide en d2. La grille est fixée~: de b2 à d4.
            Player 3 puts a large pyramid on d2. The grid is now fixed: b2 to d4.
        "#]],
    );
}

#[test]
fn the_turn_and_the_end_are_said() {
    let check = |moves: &str, expect: Expect| {
        let game = after(moves);
        expect.assert_eq(&both(|lang| boards::say_turn(&game, &boards::Names::sides(game.kind()), lang)));
    };
    check(
        "",
        expect![[r#"
            Au joueur 1 de jouer~: la première pyramide se pose au centre.
            Player 1’s turn: the first pyramid goes in the centre.
        "#]],
    );
    check(
        "Lc3",
        expect![[r#"
            Au joueur 2 de jouer~: une taille, puis une case.
            Player 2’s turn: a size, then a square.
        "#]],
    );
    check(
        "Lc3 Lb4 Ld2",
        expect![[r#"
            Le joueur 3 a gagné. Trois grandes pyramides alignées.
            Player 3 won. Three large pyramids in a row.
        "#]],
    );
}

#[test]
fn spots_are_named_with_what_is_there() {
    let game = after("Lc3 Mc3 Sd4 Md4 Ld4 Sb4");
    let check =
        |spot: Spot, expect: Expect| expect.assert_eq(&both(|lang| boards::spot_name(&game, spot, lang)));
    check(
        place("c3"),
        expect![[r#"
        Case c3~: empilement, grande et moyenne
        Square c3: tree, large and medium
    "#]],
    );
    check(
        place("d4"),
        expect![[r#"
        Case d4~: emboîtement, petite, moyenne et grande, compte comme grande
        Square d4: nest, small, medium and large, counts as large
    "#]],
    );
    check(
        place("b4"),
        expect![[r#"
        Case b4~: petite
        Square b4: small
    "#]],
    );
    check(
        place("b3"),
        expect![[r#"
        Case b3~: vide
        Square b3: empty
    "#]],
    );
    check(
        place("a1"),
        expect![[r#"
        Case a1~: hors de la grille
        Square a1: outside the grid
    "#]],
    );
    check(
        Spot::Piece(0),
        expect![[r#"
        Réserve~: 3 petites
        Stash: 3 small
    "#]],
    );
}

#[test]
fn a_pile_that_takes_no_more_says_what_it_counts_as_and_a_square_too_far_says_why() {
    let check = |moves: &str, spot: Spot, expect: Expect| {
        let game = after(moves);
        let TouchOutcome::Refused(refusal) = boards::touch(&game, &[], spot) else {
            panic!("{spot} is picked")
        };
        expect.assert_eq(&both(|lang| boards::say_refusal(&game, &refusal, lang)));
    };
    check(
        "Sc3 Mc3 Lc3",
        place("c3"),
        expect![[r#"
        Emboîtement~: compte comme grande. Plus rien ne va sur c3.
        Nest: counts as large only. Nothing more fits on c3.
    "#]],
    );
    check(
        "Sc3 Mc4 Sd4 Lc5 Sb5 Sb4 Mb3 Sd3 Mc5",
        place("c5"),
        expect![[r#"
            Empilement~: compte comme les deux. Sur c5, il faut une petite, et il n’en reste plus.
            Tree: counts as both. Only a small one fits on c5, and none is left.
        "#]],
    );
    check(
        "Lc3 Sd4 Mc5",
        place("b2"),
        expect![[r#"
            b2 est hors de la grille, qui ne peut plus aller que de b3 à e5.
            b2 is outside the grid, which can now only run from b3 to e5.
        "#]],
    );
    check(
        "Sc3 Mc4 Sd4 Lc5 Sb5 Sb4 Mb3 Sd3",
        Spot::Piece(0),
        expect![[r#"
            Les cinq petites sont déjà posées~: choisissez une autre taille.
            All five small pyramids have been placed: choose another size.
        "#]],
    );
}
