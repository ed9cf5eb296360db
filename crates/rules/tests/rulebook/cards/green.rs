//! The lines that a green card removes, by the option `green`.

use super::*;

/// A position with the option that green cards take any line.
fn any(grid: &str, one: &str, two: &str, turn: &str) -> Cards {
    set_up("numbers=9,target=5,green=any", grid, [one, two], "-", &format!("0-0 {turn}"))
}

/// « retirer l'ensemble des cartes d'une ligne horizontale, verticale ou diagonale complète ». Ruling: by default, a
/// line is complete when all three places are occupied.
#[test]
fn by_default_a_green_card_takes_complete_lines_only() {
    assert_eq!(Options::default().green(), Green::Complete);
    let game = on("...../...../.R1B2../...../.....", "GR5", "B1", "1");
    assert!(matches!(refused(&game, "G@b3-d3"), Illegal::Incomplete { .. }));
}

/// Ruling: "complète" may also mean the whole line: with `any`, a green card takes all piles on any line.
#[test]
fn with_any_a_green_card_takes_whatever_piles_stand_on_one_line_of_the_grid() {
    let game = any("...../.R1.../.B2B2r1../..R7../.....", "G", "B1", "1");
    let game = after(game, "G@b3-d3");
    assert_eq!(pot(&game), "R2B2B2G", "whole piles go to the pot, and the green card with them");
    assert_eq!(game.occupied(), squares("b4 c2"));
}

/// Ruling: at least one pile.
#[test]
fn with_any_the_line_must_hold_at_least_one_pile() {
    let game = any("...../.R1.../.B2B3../..R7../.....", "G", "B1", "1");
    assert_eq!(refused(&game, "G@d2-d4"), Illegal::EmptyLine(squares("d2 d3 d4")));
    let empty = any(EMPTY, "GR5", "B1", "1");
    assert_eq!(moves(&empty), "R5@c3", "an empty grid has nothing to take");
}

/// Ruling: both ends of the line must lie in a grid that the cards still allow.
#[test]
fn with_any_the_line_must_lie_in_a_grid_that_the_cards_still_allow() {
    let game = any("...../.R1.../.B2B3../...R7./.....", "G", "B1", "1");
    assert_eq!(moves(&game), "G@b2-b4 G@b2-d2 G@b2-d4 G@b3-d3 G@b4-d4 G@c2-c4 G@d2-b4 G@d2-d4", "pinned");
    assert_eq!(
        refused(&game, "G@a3-c3"),
        Illegal::LineOutsideGrid { line: squares("a3 b3 c3"), far: squares("d2") }
    );
    let floating = any("...../...../..R5../...../.....", "G", "B1", "1");
    assert_eq!(moves(&floating).split(' ').count(), 12, "every line through a lone card fits some grid");
    assert!(floating.is_legal("G@a3-c3".parse().unwrap()) && floating.is_legal("G@c3-e5".parse().unwrap()));
    let two = any("...../...../..R5R6./...../.....", "G", "B1", "1");
    assert!(two.is_legal("G@b3-d3".parse().unwrap()) && two.is_legal("G@c3-e3".parse().unwrap()));
    assert_eq!(
        refused(&two, "G@a1-c3"),
        Illegal::LineOutsideGrid { line: squares("a1 b2 c3"), far: squares("d3") }
    );
}

/// Ruling: a cleared place still pins the grid, also for lines to take.
#[test]
fn with_any_a_cleared_place_still_pins_the_grid() {
    let game = any("...../...../..R5../...../_....", "G", "B1", "1");
    assert_eq!(moves(&game), "G@a1-c3 G@a3-c3 G@c1-c3");
}

/// Ruling: a grid that becomes empty starts afresh.
#[test]
fn with_any_taking_the_last_pile_empties_the_grid() {
    let game = after(any("...../...../..R5../...../_....", "G", "B1", "1"), "G@a3-c3 +R9");
    assert_eq!((game.used(), moves(&game).as_str()), (0, "B1@c3"));
}

/// The text omits the option if it has the default value, so that older texts stay canonical.
#[test]
fn texts_name_the_option_only_if_it_is_not_the_default() {
    assert_eq!(Options::default().to_string(), "numbers=9,target=5");
    assert_eq!("green=complete".parse(), Ok(Options::default()));
    let any = Options::new(9, 24).unwrap().with_green(Green::Any);
    assert_eq!(any.to_string(), "numbers=9,target=24,green=any");
    assert_eq!("green=any,target=24".parse(), Ok(any));
    let game = Cards::new(any);
    assert_eq!(game.to_string().parse(), Ok(game));
}

/// Ruling: the target is 1 to 24, as there are 24 tokens; when they run out first, the player with more wins.
#[test]
fn a_target_that_the_tokens_cannot_reach_is_decided_by_the_majority() {
    let game = after(near_the_end(24, 13, 10, "1"), "R5@d3");
    assert_eq!((tokens(&game), game.turn()), ([14, 10], Turn::Over(Outcome::Win(Seat::ONE))));
    let game = after(near_the_end(24, 23, 0, "1"), "R5@d3");
    assert_eq!((tokens(&game), game.turn()), ([24, 0], Turn::Over(Outcome::Win(Seat::ONE))));
}

#[test]
fn the_refusals_of_the_option_say_why_in_both_languages() {
    let game = any("...../.R1.../.B2B3../...R7./.....", "G", "B1", "1");
    let say = |mv: &str| [Lang::Fr, Lang::En].map(|lang| refused(&game, mv).say(lang));
    assert_eq!(
        say("G@a3-c3"),
        [
            "La ligne a3, b3 et c3 sort de la grille de 3 × 3\u{a0}: elle est trop loin de d2.",
            "Line a3–c3 is outside the 3 × 3 grid: it is too far from d2.",
        ]
    );
    assert_eq!(
        say("G@a5-c5"),
        [
            "Il n’y a aucune carte sur la ligne a5, b5 et c5\u{a0}: la carte verte n’a rien à y retirer.",
            "There are no cards on line a5–c5: a green card has nothing to remove there.",
        ]
    );
}
