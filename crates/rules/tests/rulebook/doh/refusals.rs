//! The sentence for every reason for which a move is refused.

use super::{Illegal, Pile, Size, refusal, set, square};
use rules::doh::Below;
use rules::{Lang, Say};

/// Checks the sentence in both languages; in French, `~` stands for a no-break space.
fn says(reason: Illegal, fr: &str, en: &str) {
    assert_eq!((reason.say(Lang::Fr), reason.say(Lang::En)), (fr.replace('~', "\u{a0}"), en.to_owned()));
}

#[test]
fn a_move_after_the_end_is_refused() {
    says(refusal("Sc3 Sd3 Sb3", "Mc4"), "La partie est finie.", "The game is over.");
}

#[test]
fn a_first_piece_off_the_centre_is_refused() {
    says(
        refusal("", "Ld4"),
        "La première pyramide se pose au centre, en c3~: la grille peut ensuite s’étendre de tous les côtés.",
        "The first pyramid goes in the centre, on c3: from there the grid can grow in every direction.",
    );
}

#[test]
fn a_size_that_has_run_out_is_refused() {
    says(
        refusal("Sc3 Sd3 Sc4 Se4 Sd5", "Se3"),
        "Les cinq petites sont déjà posées~: choisissez une autre taille.",
        "All five small pyramids have been placed: choose another size.",
    );
}

#[test]
fn a_square_outside_the_grid_is_refused() {
    let reason = refusal("Sc3 Md3 Le4", "Lb3");
    let grid = set("c2 d2 e2 c3 d3 e3 c4 d4 e4 c5 d5 e5");
    assert_eq!(reason, Illegal::Outside { square: square("b3"), grid });
    says(
        reason,
        "b3 est hors de la grille, qui ne peut plus aller que de c2 à e5.",
        "b3 is outside the grid, which can now only run from c2 to e5.",
    );
}

#[test]
fn a_square_without_a_neighbouring_piece_is_refused() {
    let reason = refusal("Lc3 Mc3", "La5");
    let open = set("b2 c2 d2 b3 d3 b4 c4 d4");
    assert_eq!(reason, Illegal::NextToNothing { square: square("a5"), open });
    says(
        reason,
        "a5 ne touche aucune pyramide~: posez la vôtre à côté d’une autre, même en diagonale, ou dessus.",
        "a5 does not touch any pyramid: place yours next to another, even diagonally, or on top of one.",
    );
}

#[test]
fn a_piece_on_a_piece_of_the_same_size_is_refused() {
    let reason = refusal("Mc3", "Mc3");
    let pile = Pile::Lone(Size::Medium);
    assert_eq!(reason, Illegal::SameSize(Below { size: Size::Medium, square: square("c3"), pile }));
    says(
        reason,
        "Une moyenne ne va pas sur une autre moyenne. Sur c3, il faut une petite ou une grande.",
        "A medium pyramid does not go on another medium one. Only a small or a large one fits on c3.",
    );
}

#[test]
fn a_piece_on_a_piece_two_sizes_away_is_refused() {
    says(
        refusal("Lc3", "Sc3"),
        "Une petite ne va pas sur une grande~: il faut exactement une taille d’écart. Sur c3, il faut une moyenne.",
        "A small pyramid does not go on a large one: they must be exactly one size apart. Only a medium one fits on c3.",
    );
    says(
        refusal("Mc3 Sc3", "Lc3"),
        "Une grande ne va pas sur une petite~: il faut exactement une taille d’écart. Plus rien ne va sur c3.",
        "A large pyramid does not go on a small one: they must be exactly one size apart. Nothing more fits on c3.",
    );
}

#[test]
fn a_larger_piece_over_a_tree_is_refused() {
    let reason = refusal("Lc3 Mc3", "Lc3");
    let pile = Pile::Tree(&[Size::Large, Size::Medium]);
    assert_eq!(reason, Illegal::TreeIntoNest(Below { size: Size::Large, square: square("c3"), pile }));
    says(
        reason,
        "L’empilement en c3 ne peut pas devenir un emboîtement. Sur c3, il faut une petite.",
        "The tree on c3 cannot become a nest. Only a small one fits on c3.",
    );
}

#[test]
fn a_smaller_piece_on_a_nest_is_refused() {
    says(
        refusal("Sc3 Mc3", "Sc3"),
        "L’emboîtement en c3 ne peut pas devenir un empilement. Sur c3, il faut une grande.",
        "The nest on c3 cannot become a tree. Only a large one fits on c3.",
    );
    says(
        refusal("Mc3 Lc3", "Mc3"),
        "L’emboîtement en c3 ne peut pas devenir un empilement. Plus rien ne va sur c3.",
        "The nest on c3 cannot become a tree. Nothing more fits on c3.",
    );
}
