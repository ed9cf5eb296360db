//! Static facts about Three Fives.

use crate::info::{Bounds, GameInfo, SeatInfo, SeatMark};
use crate::text::Words;

pub(super) const INFO: &GameInfo = &GameInfo {
    name: Words::new("Trois fois cinq", "Three Fives"),
    pitch: Words::new(
        "Formez trois fois un groupe de cinq, en posant, déplaçant et échangeant des pyramides.",
        "Make a group of five three times, by dropping, moving and swapping pyramids.",
    ),
    players: Bounds::new(2, 3),
    minutes: Bounds::new(20, 20),
    is_duration_estimated: true,
    ages: None,
    hides: false,
    has_chance: false,
    seats: &[
        SeatInfo::new(["bleu", "blue"], ["les bleus", "blue"], SeatMark::Colour),
        SeatInfo::new(["orange", "orange"], ["les oranges", "orange"], SeatMark::Colour),
        SeatInfo::new(["vert", "green"], ["les verts", "green"], SeatMark::Colour),
    ],
    first_player: Words::new(
        "Choisissez qui commence, par exemple le plus jeune\u{202f}; ensuite, on joue dans le sens des aiguilles d’une montre.",
        "Choose who goes first, for example the youngest player; play then goes clockwise.",
    ),
    byline: Words::new(
        "auteur inconnu, pyramides d’Andrew Looney et John Cooper (Looney Labs)",
        "designer unknown, pyramids by Andrew Looney and John Cooper (Looney Labs)",
    ),
    credits: Words::new(
        "La règle vient d’une feuille en français pour pyramides Icehouse, qui ne donne ni titre ni auteur\u{a0}: le nom «\u{a0}Trois fois cinq\u{a0}» est de nous. Les pyramides Icehouse, conçues par Andrew Looney et John Cooper, sont éditées par Looney Labs. Là où la feuille se tait, la décision est de nous aussi, comme les textes et les énigmes.",
        "The rules come from a sheet in French for Icehouse pyramids that credits no designer and gives no title: the name “Three Fives” is ours. Icehouse pyramids were designed by Andrew Looney and John Cooper and are published by Looney Labs. Where the sheet is silent, the ruling is ours too, and the texts and puzzles are our own.",
    ),
    sample: "Mb4 Sa1 b4-c4 Lb4 Lc5 Ld5 Ma2 Ma3 Lc1 Lb1 Le5 Ld2 Se3 Me4 c4-c3 a1=b1 c3-c2 e4=e3 c2-c3 b1=c1 e4=e5 a3=b4 e4=e5 c1=d2",
    variants: &["", "players=3"],
    quick: "",
    bench_depth: 4,
    random_opening: 4,
};
