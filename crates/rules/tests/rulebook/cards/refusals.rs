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
        (start, "R5@c3", "Il faut d’abord que le joueur 1 pioche une carte.", "Player 1 must draw a card first."),
        (open, "+R5",
            "On ne pioche pas maintenant\u{a0}: le joueur 1 doit d’abord jouer une carte.",
            "No card is drawn now: player 1 must play one first."),
        (start, "+?",
            "Cette pioche n’est pas cachée ici\u{a0}: il faut dire la carte piochée, par exemple +R5.",
            "This draw is not hidden here: say which card is drawn, for example +R5."),
        (theirs, "+R6",
            "La main du joueur 2 est cachée ici\u{a0}: sa pioche s’écrit +?.",
            "The hand of player 2 is hidden here: write the draw as +?."),
        (start, "+R10",
            "La carte R10 n’existe pas dans cette partie\u{a0}: les chiffres vont de 1 à 9.",
            "There is no card R10 in this game: the numbers go from 1 to 9."),
        (open, "B18@c4",
            "La carte B18 n’existe pas dans cette partie\u{a0}: les chiffres vont de 1 à 9.",
            "There is no card B18 in this game: the numbers go from 1 to 9."),
        (play("+R5 +R5"), "+R5",
            "La carte R5 n’est plus dans la pioche\u{a0}: il faut une carte qui y reste.",
            "The card R5 is not in the draw pile any more: name one that is."),
        (open, "B1@d3",
            "Le joueur 1 n’a pas la carte B1\u{a0}: il faut jouer une carte de sa main.",
            "Player 1 does not have the card B1: play one that is in hand."),
        (on(EMPTY, "R1", "B1", "1"), "R1@b2",
            "La grille est vide\u{a0}: sa première carte se pose en c3, pas en b2.",
            "The grid is empty: its first card goes on c3, not on b2."),
        (pinned, "R1@d3",
            "La place d3 sort de la grille de 3 × 3\u{a0}: elle est trop loin de a1 et a3.",
            "The place d3 is outside the three-by-three grid: it is too far from a1 and a3."),
        (pinned, "R1@d4",
            "La place d4 sort de la grille de 3 × 3\u{a0}: elle est trop loin de a1, c1 et a3.",
            "The place d4 is outside the three-by-three grid: it is too far from a1, c1 and a3."),
        (open, "R5@b3",
            "La carte R5 ne va pas sur la pile en b3, dont le dessus est R1\u{a0}: il faut le même chiffre.",
            "The card R5 cannot go on the pile on b3, whose top card is R1: the number must be the same."),
        (open, "Y@d3",
            "Il n’y a pas de carte en d3\u{a0}: la carte jaune retire les cartes d’une place occupée.",
            "There is no card on d3: a yellow card clears a place that is occupied."),
        (open, "G@b3-d3",
            "La ligne b3, c3 et d3 n’est pas complète\u{a0}: d3 est vide, et la carte verte retire trois places occupées.",
            "The line b3, c3 and d3 is not complete: d3 is empty, and a green card clears three occupied places."),
        (open, "G@c2-c4",
            "La ligne c2, c3 et c4 n’est pas complète\u{a0}: c2 et c4 sont vides, et la carte verte retire trois places occupées.",
            "The line c2, c3 and c4 is not complete: c2 and c4 are empty, and a green card clears three occupied places."),
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
