//! The sentence for every reason for which a move is refused.

use super::{Illegal, Pile, Size, refusal, set, square};
use rules::doh::Below;
use rules::{Lang, Say};

/// Checks the sentence in both languages; in French, `~` stands for a no-break space.
fn says(reason: Illegal, fr: &str, en: &str) {
    assert_eq!((reason.say(Lang::Fr), reason.say(Lang::En)), (fr.replace('~', "\u{a0}"), en.to_owned()));
}

#[test]
fn after_the_end() {
    says(refusal("Sc3 Sd3 Sb3", "Mc4"), "La partie est finie.", "The game is over.");
}

#[test]
fn a_first_piece_elsewhere() {
    says(
        refusal("", "Ld4"),
        "La première pièce se pose toujours en c3, d’où la grille peut s’étendre de tous côtés.",
        "The first piece always goes on c3, from where the grid can grow on all sides.",
    );
}

#[test]
fn a_size_that_has_run_out() {
    says(
        refusal("Sc3 Sd3 Sc4 Se4 Sd5", "Se3"),
        "Les cinq petites sont déjà en jeu~: prenez une autre taille.",
        "All five small pieces are in play already: take another size.",
    );
}

#[test]
fn a_square_outside_the_grid() {
    let reason = refusal("Sc3 Md3 Le4", "Lb3");
    let grid = set("c2 d2 e2 c3 d3 e3 c4 d4 e4 c5 d5 e5");
    assert_eq!(reason, Illegal::Outside { square: square("b3"), grid });
    says(
        reason,
        "La case b3 est hors de la grille~: avec les pièces en jeu, celle-ci ne peut aller que de c2 à e5.",
        "Square b3 is outside the grid: with the pieces in play, the grid can only lie between c2 and e5.",
    );
}

#[test]
fn a_square_next_to_nothing() {
    let reason = refusal("Lc3 Mc3", "La5");
    let open = set("b2 c2 d2 b3 d3 b4 c4 d4");
    assert_eq!(reason, Illegal::NextToNothing { square: square("a5"), open });
    says(
        reason,
        "La case a5 ne touche aucune pièce~: posez à côté d’une pièce en jeu, en diagonale aussi, ou dessus.",
        "Square a5 is next to no piece: play next to a piece in play, diagonally too, or on top of one.",
    );
}

#[test]
fn a_piece_on_one_of_its_size() {
    let reason = refusal("Mc3", "Mc3");
    let pile = Pile::Lone(Size::Medium);
    assert_eq!(reason, Illegal::SameSize(Below { size: Size::Medium, square: square("c3"), pile }));
    says(
        reason,
        "Une moyenne ne va pas sur une autre moyenne. Sur c3, il faut une petite ou une grande.",
        "A medium does not go on another medium. Only a small or a large fits on c3.",
    );
}

#[test]
fn a_piece_two_sizes_away() {
    says(
        refusal("Lc3", "Sc3"),
        "Une petite ne va pas sur une grande~: il faut exactement une taille d’écart. Sur c3, il faut une moyenne.",
        "A small does not go on a large: they must be exactly one size apart. Only a medium fits on c3.",
    );
    says(
        refusal("Mc3 Sc3", "Lc3"),
        "Une grande ne va pas sur une petite~: il faut exactement une taille d’écart. Plus rien ne va sur c3.",
        "A large does not go on a small: they must be exactly one size apart. Nothing more fits on c3.",
    );
}

#[test]
fn a_larger_piece_over_a_tree() {
    let reason = refusal("Lc3 Mc3", "Lc3");
    let pile = Pile::Tree(&[Size::Large, Size::Medium]);
    assert_eq!(reason, Illegal::TreeIntoNest(Below { size: Size::Large, square: square("c3"), pile }));
    says(
        reason,
        "Il y a un empilement en c3, et il ne peut pas devenir un emboîtement. Sur c3, il faut une petite.",
        "There is a tree on c3, and it cannot become a nest. Only a small fits on c3.",
    );
}

#[test]
fn a_smaller_piece_on_a_nest() {
    says(
        refusal("Sc3 Mc3", "Sc3"),
        "Il y a un emboîtement en c3, et il ne peut pas devenir un empilement. Sur c3, il faut une grande.",
        "There is a nest on c3, and it cannot become a tree. Only a large fits on c3.",
    );
    says(
        refusal("Mc3 Lc3", "Mc3"),
        "Il y a un emboîtement en c3, et il ne peut pas devenir un empilement. Plus rien ne va sur c3.",
        "There is a nest on c3, and it cannot become a tree. Nothing more fits on c3.",
    );
}
