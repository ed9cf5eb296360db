//! Static facts about Super Morpion.

use crate::grid;
use crate::info::{Bounds, GameInfo};
use crate::text::Words;

pub(super) const INFO: &GameInfo = &GameInfo {
    name: Words::new("Super Morpion", "Super Morpion (Ultimate Tic-Tac-Toe)"),
    pitch: Words::new(
        "Neuf morpions en un\u{a0}: la case que vous jouez décide où jouera votre adversaire.",
        "Nine boards in one: the cell you play decides where your opponent plays next.",
    ),
    players: Bounds::new(2, 2),
    minutes: Bounds::new(5, 15),
    is_duration_estimated: false,
    ages: None,
    hides: false,
    has_chance: false,
    seats: grid::SEATS,
    first_player: grid::FIRST_PLAYER,
    byline: Words::new("auteur inconnu", "designer unknown"),
    credits: Words::new(
        "Les règles sont celles du manuel du jeu Super Morpion, qui ne nomme pas son auteur\u{202f}; le même jeu court le monde sous le nom d’Ultimate Tic-Tac-Toe. Là où le manuel se tait, la décision est de nous, comme les textes et les énigmes.",
        "The rules are those of the manual of the French game Super Morpion, which credits no designer; the same game is known around the world as Ultimate Tic-Tac-Toe. Where the manual is silent, the ruling is ours, and the texts and puzzles are our own.",
    ),
    sample: "9.8 8.5 5.6 6.8 8.9 9.4 4.2 2.4 4.1 1.6 6.2 2.1 1.7 7.3 3.3 3.5 5.9 9.7 7.5 5.3 3.2 2.2 2.6 6.4 4.4 4.8 8.2 2.7 7.6 6.6 6.1 1.5 5.8 8.8 8.3 3.1 1.9 9.5 5.7 7.8 8.7 7.4 4.3 3.8 8.1 1.1 1.8 6.3 3.9 9.3 3.6",
    variants: &["", "tiebreak=draw"],
    quick: "",
    bench_depth: 6,
    random_opening: 4,
};
