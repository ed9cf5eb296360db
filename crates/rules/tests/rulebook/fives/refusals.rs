//! The sentences for every reason for which a turn is refused.

use super::*;

/// Checks each sentence in both languages.
#[test]
fn every_reason_is_said_in_both_languages() {
    let busy = at(".../..../1S1M2S1L2L/..../2M..", "00", "1");
    let spent = at("1L../1L..1L/1M2M..1L/..../..1L", "00", "1");
    let crowded = play("Sc1 Se3 Sb1 Se4 Sa1 Sd5 Sa3 Sc5 Sb4 Md2");
    let over = go_on(at(FOR_THE_OTHER, "02", "1"), "c3=c4");
    for (game, text, fr, en) in [
        (&over, "Sa1", "La partie est finie.", "The game is over."),
        (
            &spent,
            "La1",
            "Vous n’avez plus de grande pièce en main\u{a0}: jouez une pièce que vous avez.",
            "You have no large piece left in hand: play a piece that you have.",
        ),
        (
            &busy,
            "Mb2",
            "On ne pose une pièce que sur le pourtour, et b2 est à l’intérieur\u{a0}: posez-la sur un point vide du pourtour.",
            "Pieces are dropped on the perimeter only, and b2 is inside: drop it on an empty point of the perimeter.",
        ),
        (
            &busy,
            "Ma1",
            "Le point a1 est occupé par une pièce du joueur 2\u{a0}: posez la vôtre sur un point vide du pourtour.",
            "There is a piece of player 2 on a1: drop yours on an empty point of the perimeter.",
        ),
        (
            &busy,
            "b2-b3",
            "Il n’y a pas de pièce en b2\u{a0}: partez d’une de vos pièces.",
            "There is no piece on b2: begin with one of your own pieces.",
        ),
        (
            &busy,
            "a1-a2",
            "La pièce en a1 est au joueur 2\u{a0}: partez d’une de vos pièces.",
            "The piece on a1 belongs to player 2: begin with one of your own pieces.",
        ),
        (
            &busy,
            "c1-c1",
            "Le point c1 est nommé deux fois\u{a0}: il faut deux points différents.",
            "The point c1 is named twice: it takes two different points.",
        ),
        (
            &busy,
            "c4-a3",
            "c4 et a3 ne sont pas sur une même ligne\u{a0}: une pièce se déplace en ligne droite, dans l’une des six directions.",
            "c4 and a3 are not in one line: a piece moves in a straight line, in one of the six directions.",
        ),
        (
            &busy,
            "c1-e3",
            "Une petite pièce se déplace d’un point, et e3 est à 2 points de c1\u{a0}: restez plus près.",
            "A small piece moves one point, and e3 is 2 points away from c1: stay nearer.",
        ),
        (
            &spent,
            "c1-c4",
            "Une moyenne pièce se déplace de deux points au plus, et c4 est à 3 points de c1\u{a0}: restez plus près.",
            "A medium piece moves two points at most, and c4 is 3 points away from c1: stay nearer.",
        ),
        (
            &busy,
            "c4-c5",
            "Le point c5 est occupé par une pièce du joueur 2\u{a0}: un déplacement finit sur un point vide.",
            "There is a piece of player 2 on c5: a move ends on an empty point.",
        ),
        (
            &spent,
            "c1-c3",
            "La pièce en c2 barre le chemin de c1 à c3\u{a0}: on ne passe que sur des points vides.",
            "The piece on c2 stands in the way from c1 to c3: a piece moves over empty points only.",
        ),
        (
            &busy,
            "c2=c4",
            "c2 et c4 ne sont pas voisins\u{a0}: on n’échange que deux pièces posées sur des points voisins.",
            "c2 and c4 are not neighbours: only pieces on neighbouring points swap.",
        ),
        (
            &busy,
            "c2=b2",
            "Il n’y a pas de pièce en b2 avec laquelle échanger\u{a0}: pour y aller, jouez c2-b2.",
            "There is no piece on b2 to swap with: to move there, play c2-b2.",
        ),
        (
            &busy,
            "c4=c5",
            "Les pièces en c4 et c5 sont toutes deux de taille grande\u{a0}: on n’échange que des pièces de tailles différentes.",
            "The pieces on c4 and c5 are both large: only pieces of different sizes swap.",
        ),
        (
            &busy,
            "c4=c3",
            "Une grande pièce ne s’échange pas avec une petite pièce adverse\u{a0}: seulement avec une moyenne.",
            "A large piece does not swap with another player’s small piece: only with a medium one.",
        ),
        (
            &busy,
            "c2=c1",
            "L’échange de deux de vos pièces est un seul coup, écrit dans l’ordre des points\u{a0}: c1=c2.",
            "A swap of two pieces of your own is one move, written in the order of the points: c1=c2.",
        ),
        (
            &crowded,
            "Ma2",
            "Ce coup réunirait 6 pièces du joueur 1 (a1, a2, a3, b1, b4, c1)\u{a0}: un groupe n’en a jamais plus de cinq.",
            "This would join 6 pieces of player 1 (a1, a2, a3, b1, b4, c1): a group never has more than five.",
        ),
    ] {
        let reason = why(game, text);
        assert_eq!((reason.say(Lang::Fr).as_str(), reason.say(Lang::En).as_str()), (fr, en), "{text}");
    }
}
