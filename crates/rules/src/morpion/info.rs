//! Static facts about Morpion.

use crate::grid;
use crate::info::{Bounds, GameInfo};
use crate::text::Words;

pub(super) const INFO: &GameInfo = &GameInfo {
    name: Words::new("Morpion", "Tic-tac-toe"),
    pitch: Words::new(
        "Trois croix ou trois ronds en ligne\u{a0}: le premier jeu de tout le monde.",
        "Three crosses or three noughts in a row: everybody’s first game.",
    ),
    players: Bounds::new(2, 2),
    minutes: Bounds::new(1, 1),
    is_duration_estimated: true,
    ages: None,
    hides: false,
    has_chance: false,
    seats: grid::SEATS,
    first_player: grid::FIRST_PLAYER,
    byline: Words::new("jeu traditionnel", "a traditional game"),
    credits: Words::new(
        "Le morpion est un jeu très ancien, sans auteur connu. Notre source est la variante que propose le manuel du jeu Super Morpion. Les décisions, les textes et les énigmes sont de nous.",
        "Tic-tac-toe is a very old game, and nobody knows who invented it. Our source is the variant in the manual of the French game Super Morpion. The rulings, the texts and the puzzles are our own.",
    ),
    sample: "5 7 9 1 4 6 2 8 3",
    variants: &[""],
    quick: "",
    bench_depth: 8,
    random_opening: 0,
};
