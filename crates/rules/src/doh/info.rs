//! Static facts about Tic Tac Doh!.

use crate::info::{Bounds, GameInfo, SeatInfo, SeatMark};
use crate::text::Words;

pub(super) const INFO: &GameInfo = &GameInfo {
    name: Words::new("Tic Tac Doh\u{202f}!", "Tic Tac Doh!"),
    pitch: Words::new(
        "Des pyramides qui s’empilent et s’emboîtent sur une grille qui n’existe pas encore.",
        "Pyramids that stack and nest, on a grid that is not there yet.",
    ),
    players: Bounds::new(2, 4),
    minutes: Bounds::new(5, 10),
    is_duration_estimated: false,
    ages: None,
    hides: false,
    has_chance: false,
    seats: &[
        SeatInfo::new(["joueur 1", "player 1"], ["le joueur 1", "player 1"], SeatMark::Shared),
        SeatInfo::new(["joueur 2", "player 2"], ["le joueur 2", "player 2"], SeatMark::Shared),
        SeatInfo::new(["joueur 3", "player 3"], ["le joueur 3", "player 3"], SeatMark::Shared),
        SeatInfo::new(["joueur 4", "player 4"], ["le joueur 4", "player 4"], SeatMark::Shared),
    ],
    first_player: Words::new(
        "La règle ne dit pas qui commence\u{a0}: mettez-vous d’accord, ou tirez au sort.",
        "The rules do not say who goes first: agree on it, or draw lots.",
    ),
    byline: Words::new(
        "de Brian Schultze, pyramides d’Andrew Looney et John Cooper (Looney Labs)",
        "by Brian Schultze, pyramids by Andrew Looney and John Cooper (Looney Labs)",
    ),
    credits: Words::new(
        "Un jeu de Brian Schultze, paru dans Hypothermia n°\u{a0}15\u{202f}; nos sources sont la page du wiki IcehouseOrg et sa traduction française. Les pyramides Icehouse, conçues par Andrew Looney et John Cooper, sont éditées par Looney Labs. Là où les sources se taisent, la décision est de nous, comme les textes et les énigmes.",
        "A game by Brian Schultze, published in Hypothermia no. 15; our sources are its page on the IcehouseOrg wiki and a French translation. Icehouse pyramids were designed by Andrew Looney and John Cooper and are published by Looney Labs. Where the sources are silent, the ruling is ours, and the texts and puzzles are our own.",
    ),
    sample: "Sc3 Mc2 Sb1 Ld2 Lc1 Sd1 Ld3 Lb3 Lc2 Sb2 Md3 Mb2 Sd3 Mc1 Mb1",
    variants: &["", "players=3", "players=4"],
    quick: "",
    bench_depth: 5,
    random_opening: 0,
};
