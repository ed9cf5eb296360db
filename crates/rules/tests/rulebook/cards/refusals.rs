//! The sentence for every reason for which a move is refused.

use super::*;

#[test]
fn every_refusal_says_why_in_both_languages() {
    let start = Cards::new(Options::default());
    let over = after(near_the_end(5, 4, 3, "1"), "R5@d3");
    let pinned = on("...../...../R4.R5../...../R3.R6..", "R1Y", "B1", "1");
    let open = on("...../...../.R1R2../...../.....", "R5YG", "B1", "1");
    let mut view = open;
    view.redact(Viewer::Seat(Seat::ONE));
    let theirs = after(view, "R5@d3 +R9 B1@b2");
    #[rustfmt::skip]
    let table = [
        (over, "R5@c3", "La partie est finie.", "The game is over."),
        (start, "R5@c3", "Il faut d’abord piocher une carte.", "A card must be drawn first."),
        (open, "+R5",
            "Ce n’est pas le moment de piocher\u{a0}: il faut d’abord jouer une carte.",
            "It is not time to draw: a card must be played first."),
        (start, "+?",
            "Cette pioche n’est pas cachée\u{a0}: nommez la carte piochée, par exemple +R5.",
            "This draw is not hidden: name the card that is drawn, for example +R5."),
        (theirs, "+R6",
            "Cette main est cachée\u{a0}: une carte piochée s’y écrit +?.",
            "This hand is hidden: write a card drawn as +?."),
        (start, "+R10",
            "Il n’y a pas de 10 rouge dans cette partie\u{a0}: les chiffres vont de 1 à 9.",
            "There is no red 10 in this game: the numbers go from 1 to 9."),
        (open, "B18@c4",
            "Il n’y a pas de 18 bleu dans cette partie\u{a0}: les chiffres vont de 1 à 9.",
            "There is no blue 18 in this game: the numbers go from 1 to 9."),
        (play("+R5 +R5"), "+R5",
            "Le 5 rouge n’est plus dans la pioche.",
            "The red 5 is no longer in the draw pile."),
        (open, "B1@d3",
            "Vous n’avez pas le 1 bleu en main.",
            "You do not have the blue 1 in hand."),
        (on(EMPTY, "R1", "B1", "1"), "R1@b2",
            "La grille est vide\u{a0}: la première carte se pose en c3, pas en b2.",
            "The grid is empty: the first card goes on c3, not on b2."),
        (pinned, "R1@d3",
            "d3 est hors de la grille de 3 × 3, trop loin de a1 et a3.",
            "d3 is outside the 3 × 3 grid, too far from a1 and a3."),
        (pinned, "R1@d4",
            "d4 est hors de la grille de 3 × 3, trop loin de a1, c1 et a3.",
            "d4 is outside the 3 × 3 grid, too far from a1, c1 and a3."),
        (open, "R5@b3",
            "Le 5 rouge ne va pas sur le 1 rouge\u{a0}: il faut un 1.",
            "The red 5 does not go on the red 1: only a 1 does."),
        (open, "Y@d3",
            "Il n’y a rien en d3\u{a0}: la carte jaune retire une carte ou une pile.",
            "There is nothing on d3: a yellow card removes a card or a pile."),
        (open, "G@b3-d3",
            "La ligne b3, c3 et d3 n’est pas complète\u{a0}: d3 est vide. La carte verte retire une ligne de trois.",
            "Line b3–d3 is not complete: d3 is empty. A green card removes a line of three."),
        (open, "G@c2-c4",
            "La ligne c2, c3 et c4 n’est pas complète\u{a0}: c2 et c4 sont vides. La carte verte retire une ligne de trois.",
            "Line c2–c4 is not complete: c2 and c4 are empty. A green card removes a line of three."),
    ];
    for (game, mv, fr, en) in table {
        let reason = refused(&game, mv);
        assert_eq!(reason.say(Lang::Fr), fr);
        assert_eq!(reason.say(Lang::En), en);
        let before = game;
        let mut game = game;
        assert_eq!(game.play(mv.parse().unwrap()), Err(reason));
        assert_eq!(game, before, "a refused move changes nothing");
    }
}
