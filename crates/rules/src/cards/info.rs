//! Static facts about the card game.

use crate::info::{Bounds, GameInfo, SeatInfo, SeatMark};
use crate::text::Words;

pub(super) const INFO: &GameInfo = &GameInfo {
    name: Words::new("Tic Tac Toe, le jeu de cartes", "Tic Tac Toe, the card game"),
    pitch: Words::new(
        "Une main cachée, une pioche, des cartes qu’on recouvre et des jetons à gagner.",
        "A hidden hand, a draw pile, cards to cover and tokens to win.",
    ),
    players: Bounds::new(2, 2),
    minutes: Bounds::new(15, 15),
    is_duration_estimated: true,
    ages: Some(Bounds::new(6, 99)),
    hides: true,
    has_chance: true,
    seats: &[
        SeatInfo::new(["rouge", "red"], ["les rouges", "red"], SeatMark::Red),
        SeatInfo::new(["bleu", "blue"], ["les bleus", "blue"], SeatMark::Blue),
    ],
    first_player: Words::new(
        "Le plus jeune commence. Chez nous, celui qui commence a les rouges.",
        "The youngest player goes first. Here, the player who goes first is red.",
    ),
    byline: Words::new(
        "édité par Djeco, mis en ligne par l’Escale à jeux, auteur non nommé",
        "published by Djeco, put online by Escale à jeux, no designer credited",
    ),
    credits: Words::new(
        "Un jeu édité par Djeco, dont la règle a été mise en ligne par l’Escale à jeux (escaleajeux.fr)\u{202f}; la feuille ne nomme pas d’auteur. Là où elle se tait, sur les chiffres des cartes par exemple, la décision est de nous, comme les textes et les énigmes.",
        "A game published by Djeco, whose rules were put online by Escale à jeux (escaleajeux.fr); the sheet credits no designer. Where it is silent, on the numbers of the cards for example, the ruling is ours, and the texts and puzzles are our own.",
    ),
    sample: "+Y +B9 +R2 +R7 +B1 +R5 +B8 +B2 +B6 +B4 R2@c3 +R2 B9@c2 +R7 Y@c2 +B8 B2@c3 +R5 R2@c3 +B4 B4@e4 +R3 B4@e4 +B5 R5@d4 +B1 B1@e3 +R8 R5@d4 +B6 R8@e2 +R1 B6@d3 +B9 B6@d3 +B5 B1@c2 +R4 R1@c2 +B7 B9@c4 +B3 B8@d2 +B7 R4@e4 +Y B8@d2 +Y Y@c2 +R8",
    variants: &["", "numbers=6,target=2", "numbers=18,target=1", "green=any"],
    quick: "target=3",
    bench_depth: 4,
    random_opening: 0,
};
