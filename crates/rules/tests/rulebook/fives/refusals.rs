//! The sentences for every reason for which a turn is refused.

use super::*;

/// Checks each sentence in both languages.
#[test]
fn every_reason_is_said_in_both_languages() {
    let busy = at(".../..../1S1M2S1L2L/..../2M..", "00", "1");
    let spent = at("1L../1L..1L/1M2M..1L/..../..1L", "00", "1");
    let crowded = play("Sc1 Se3 Sb1 Se4 Sa1 Sd5 Sa3 Sc5 Sb4 Md2");
    let over = continue_with(at(FOR_THE_OTHER, "02", "1"), "c3=c4");
    for (game, text, fr, en) in [
        (&over, "Sa1", "La partie est finie.", "The game is over."),
        (&spent, "La1", "Vous n’avez plus de grande pièce en main.", "You have no large piece left in hand."),
        (
            &busy,
            "Mb2",
            "On ne pose une pièce que sur le pourtour\u{a0}: b2 est à l’intérieur.",
            "Pieces can only be dropped on the perimeter: b2 is inside.",
        ),
        (
            &busy,
            "Ma1",
            "Il y a déjà une pièce orange en a1\u{a0}: posez la vôtre sur un point vide du pourtour.",
            "There is already an orange piece on a1: drop yours on an empty point of the perimeter.",
        ),
        (
            &busy,
            "b2-b3",
            "Il n’y a pas de pièce en b2\u{a0}: choisissez une des vôtres.",
            "There is no piece on b2: choose one of yours.",
        ),
        (
            &busy,
            "a1-a2",
            "La pièce en a1 n’est pas à vous\u{a0}: choisissez une des vôtres.",
            "The piece on a1 is not yours: choose one of yours.",
        ),
        (
            &busy,
            "c1-c1",
            "c1 est nommé deux fois\u{a0}: il faut deux points différents.",
            "c1 is named twice: choose two different points.",
        ),
        (
            &busy,
            "c4-a3",
            "c4 et a3 ne sont pas alignés\u{a0}: une pièce se déplace en ligne droite, dans l’une des six directions.",
            "c4 and a3 are not in line: a piece moves in a straight line, in one of the six directions.",
        ),
        (
            &busy,
            "c1-e3",
            "Une petite pièce se déplace d’un point, et e3 est à 2 points de c1.",
            "A small piece moves one point, and e3 is 2 points away from c1.",
        ),
        (
            &spent,
            "c1-c4",
            "Une pièce moyenne se déplace de deux points au plus, et c4 est à 3 points de c1.",
            "A medium piece moves two points at most, and c4 is 3 points away from c1.",
        ),
        (
            &busy,
            "c4-c5",
            "Il y a une pièce orange en c5\u{a0}: un déplacement se termine sur un point vide.",
            "There is an orange piece on c5: a move ends on an empty point.",
        ),
        (
            &spent,
            "c1-c3",
            "La pièce en c2 barre le chemin de c1 à c3.",
            "The piece on c2 is in the way from c1 to c3.",
        ),
        (
            &busy,
            "c2=c4",
            "c2 et c4 ne sont pas voisins\u{a0}: on n’échange que des pièces voisines.",
            "c2 and c4 are not neighbours: only neighbouring pieces can swap.",
        ),
        (
            &busy,
            "c2=b2",
            "Il n’y a rien à échanger en b2\u{a0}: pour y aller, jouez c2-b2.",
            "There is nothing to swap with on b2: to move there, play c2-b2.",
        ),
        (
            &busy,
            "c4=c5",
            "Il y a une grande pièce en c4 comme en c5\u{a0}: on n’échange que des pièces de tailles différentes.",
            "The pieces on c4 and c5 are both large: only pieces of different sizes can swap.",
        ),
        (
            &busy,
            "c4=c3",
            "Une grande pièce ne s’échange pas avec une petite pièce adverse, seulement avec une moyenne.",
            "A large piece cannot swap with an opponent’s small piece, only with a medium one.",
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
            "Ce coup réunirait 6 pièces bleues (a1, a2, a3, b1, b4, c1)\u{a0}: un groupe n’en compte jamais plus de cinq.",
            "This would join 6 blue pieces (a1, a2, a3, b1, b4, c1): a group can never have more than five.",
        ),
    ] {
        let reason = why(game, text);
        assert_eq!((reason.say(Lang::Fr).as_str(), reason.say(Lang::En).as_str()), (fr, en), "{text}");
    }
}
