//! The course of Super Morpion. It begins with the manual's own example: 1.5, then 5.7, then board 7.

use rules::Kind;

use crate::course::{Course, CoursePuzzle, Goal, LessonPosition, LessonStep};
use crate::typeset::words;

pub(crate) fn course() -> Course {
    Course { kind: Kind::Super, steps: steps(), puzzles: puzzles() }
}

/// Player 1 has won board 2 with the piece that sends to board 2.
const BOARD_WON: LessonPosition = LessonPosition::after("2.5 5.2 2.8 8.2 2.2");

/// Board 5 has one empty cell, and no line can be made in it.
const NEARLY_FULL: &str = "...o...../..x....../........./........./xoxxooox./........./...x...../..o....../......... 1 5 tiebreak=majority";

/// Board 5 is full and nobody has won it; a move in the centre of board 3 sends there.
const FULL: LessonPosition = LessonPosition {
    position: Some(
        "...o...../..x....../..x....../....o..../xoxxoooxx/........./...x...../..o....../..o...... 1 3 tiebreak=majority",
    ),
    ..LessonPosition::after("3.5")
};

fn steps() -> Vec<LessonStep> {
    vec![
        LessonStep {
            title: words("Neuf plaquettes", "Nine boards"),
            text: words(
                "Neuf petites grilles de morpion, les plaquettes, en forment une grande. Plaquettes et cases se numérotent comme on lit, de 1 à 9. Le premier coup est libre : jouez au centre de la plaquette 1.",
                "Nine small tic-tac-toe boards make up one big one. Boards and cells are numbered the way we read, 1 to 9. The first move can go anywhere: play in the centre of board 1.",
            ),
            start: LessonPosition::NEW,
            goal: Goal::Play(&["1.5"]),
            done: words(
                "Ce coup s’écrit 1.5 : plaquette 1, case 5. Et cette case 5 décide de la suite. (Avant la partie, décidez qui commence.)",
                "This move is written 1.5: board 1, cell 5. And that cell 5 decides what comes next. (Before the game, decide who goes first.)",
            ),
        },
        LessonStep {
            title: words("En route !", "Off you go!"),
            text: words(
                "Vous avez maintenant les ronds. Votre adversaire a joué dans une case 5 : cela vous envoie sur la plaquette 5. Essayez de jouer ailleurs.",
                "Now you have the noughts. Your opponent played in a cell 5, which sends you to board 5. Try to play somewhere else.",
            ),
            start: LessonPosition::after("1.5"),
            goal: Goal::Refused(&["1.1"]),
            done: words(
                "Refusé : tant que la plaquette où l’on vous envoie est ouverte, c’est là que vous jouez.",
                "Refused: as long as the board you are sent to is open, that is where you play.",
            ),
        },
        LessonStep {
            title: words("Choisir où envoyer", "Choosing where to send"),
            text: words(
                "Sur la plaquette 5, la case est à votre choix, et c’est elle qui décide où ira votre adversaire. Jouez en bas à gauche, dans la case 7.",
                "On board 5 you may take any cell, and that cell decides where your opponent goes. Play bottom left, in cell 7.",
            ),
            start: LessonPosition::after("1.5"),
            goal: Goal::Play(&["5.7"]),
            done: words(
                "Case 7, donc plaquette 7 : à chaque coup, vous choisissez aussi où jouera votre adversaire.",
                "Cell 7, so board 7: with every move you also choose where your opponent plays.",
            ),
        },
        LessonStep {
            title: words("À vous, sur la 7", "Your turn, on board 7"),
            text: words(
                "Vous avez de nouveau les croix, et l’on vous envoie sur la plaquette 7. Jouez-y où vous voulez.",
                "You have the crosses again, and are sent to board 7. Play anywhere on it.",
            ),
            start: LessonPosition::after("1.5 5.7"),
            goal: Goal::Any,
            done: words(
                "Et ainsi de suite : chaque case envoie sur la plaquette du même numéro.",
                "And so it goes on: every cell sends to the board with the same number.",
            ),
        },
        LessonStep {
            title: words("Une case vide", "An empty cell"),
            text: words(
                "La réponse vous renvoie sur la plaquette 1, où votre pièce tient déjà le centre. Essayez d’y jouer encore.",
                "The reply sends you back to board 1, where your piece holds the centre already. Try to play there again.",
            ),
            start: LessonPosition::after("1.5 5.1"),
            goal: Goal::Refused(&["1.5"]),
            done: words(
                "Refusé : une case ne sert qu’une fois, même pour celui qui la tient.",
                "Refused: a cell can be used only once, even by the player who holds it.",
            ),
        },
        LessonStep {
            title: words("Gagner une plaquette", "Winning a board"),
            text: words(
                "Alignez trois pièces, et vous gagnez la plaquette. Votre colonne attend sa troisième pièce : posez-la.",
                "Three pieces in line win the board. Your column needs one more piece: play it.",
            ),
            start: LessonPosition::after("2.5 5.2 2.8 8.2"),
            goal: Goal::Play(&["2.2"]),
            done: words(
                "La plaquette est à vous : ses petites pièces s’en vont, un grand marqueur la couvre, et plus personne n’y joue.",
                "The board is yours: its small pieces come off, a large marker covers it, and nobody can play there any more.",
            ),
        },
        LessonStep {
            title: words("Fermé, c’est fermé", "Closed means closed"),
            text: words(
                "Vous avez les ronds, et le coup même qui a gagné la plaquette 2 vous y envoie. Essayez d’y jouer.",
                "You have the noughts, and the very move that won board 2 sends you there. Try to play on it.",
            ),
            start: BOARD_WON,
            goal: Goal::Refused(&["2.1"]),
            done: words(
                "Refusé : une plaquette gagnée est fermée aux deux joueurs, dès l’instant où elle est gagnée.",
                "Refused: a won board is closed to both players, from the moment it is won.",
            ),
        },
        LessonStep {
            title: words("Le choix libre", "A free choice"),
            text: words(
                "Si l’on vous envoie sur une plaquette fermée, prenez la case vide de votre choix, sur n’importe quelle plaquette ouverte. Profitez-en.",
                "If you are sent to a closed board, you may play in any empty cell of any open board. Make the most of it.",
            ),
            start: BOARD_WON,
            goal: Goal::Any,
            done: words(
                "C’est le plus beau cadeau qu’on puisse faire : réfléchissez avant d’envoyer votre adversaire sur une plaquette fermée.",
                "There is no finer gift: think twice before you send your opponent to a closed board.",
            ),
        },
        LessonStep {
            title: words("La plaquette nulle", "The drawn board"),
            text: words(
                "Il reste une case sur la plaquette 5, et elle n’aligne rien. On vous y envoie : remplissez-la.",
                "Board 5 has one cell left, and it makes no line. You were sent there: fill it.",
            ),
            start: LessonPosition::at(NEARLY_FULL),
            goal: Goal::Play(&["5.9"]),
            done: words(
                "Pleine et sans ligne, la plaquette est nulle. Ses pièces restent, elle ne compte pour personne, et elle est fermée aussi.",
                "Full and without a line, the board is drawn. Its pieces stay, it counts for nobody, and it is closed as well.",
            ),
        },
        LessonStep {
            title: words("Vers une plaquette nulle", "Sent to a drawn board"),
            text: words(
                "Votre adversaire vous envoie sur la plaquette 5, qui est nulle. C’est comme une plaquette gagnée : jouez ailleurs, où vous voulez.",
                "Your opponent sends you to board 5, which is drawn. It works just like a board that is won: play anywhere else.",
            ),
            start: FULL,
            goal: Goal::Any,
            done: words(
                "« N’importe où » veut toujours dire : une case vide d’une plaquette ouverte.",
                "“Anywhere” always means: an empty cell of an open board.",
            ),
        },
        LessonStep {
            title: words("Le super morpion", "The super line"),
            text: words(
                "Le but : trois plaquettes gagnées en ligne. Vous avez la 1 et la 2, et l’on vous envoie sur la 3. À vous de conclure.",
                "The aim: three won boards in line. You have boards 1 and 2 and are sent to board 3. Finish it.",
            ),
            start: LessonPosition::at(
                "X/X/xx..o.o../.o......./O/........./o.......x/O/....o.... 1 3 tiebreak=majority",
            ),
            goal: Goal::Play(&["3.3"]),
            done: words(
                "Gagné sur-le-champ, même si d’autres plaquettes sont encore ouvertes et quel que soit le compte.",
                "Won on the spot, even if other boards are still open, and whatever the count.",
            ),
        },
        LessonStep {
            title: words("Sinon, on compte", "No line? Count the boards"),
            text: words(
                "Quand les neuf plaquettes sont fermées sans super morpion, celui qui en a le plus l’emporte. La plaquette 7 est la dernière : fermez-la.",
                "When all nine boards are closed and nobody has a super line, the player with more boards wins. Board 7 is the last one: close it.",
            ),
            start: LessonPosition::at("X/O/O/X/xoxoxooxo/X/oxo.ooxox/O/X 1 7 tiebreak=majority"),
            goal: Goal::Play(&["7.4"]),
            done: words(
                "Quatre à trois : gagné. À égalité, la partie serait nulle ; une option la rend nulle dès qu’il n’y a pas de ligne.",
                "Four to three: won. Equal numbers would be a draw; an option makes it a draw whenever there is no line.",
            ),
        },
    ]
}

fn puzzles() -> Vec<CoursePuzzle> {
    vec![
        CoursePuzzle {
            difficulty: 1,
            task: words("Gagnez la partie en un coup.", "Win the game in one move."),
            start: LessonPosition::after(
                "7.2 2.1 1.6 6.1 1.7 7.6 6.2 2.9 9.2 2.4 4.8 8.6 6.7 7.8 8.2 2.7 7.1 1.9 9.3 3.5 5.8 8.8 8.1 1.3 3.4 4.7 7.7 7.4 4.5 5.6 6.4 4.3 3.9 9.8 8.3 3.1 1.8 3.7 7.3 3.6 6.3 3.2",
            ),
            line: &["9.1"],
            alternatives: &[],
            hint: words(
                "Vous pouvez aller partout. Quelles plaquettes avez-vous déjà, et laquelle manque ?",
                "You may go anywhere. Which boards do you have, and which one is missing?",
            ),
            done: words(
                "Les plaquettes 7, 8 et 9 : la rangée du bas est à vous.",
                "Boards 7, 8 and 9: the bottom row is yours.",
            ),
        },
        CoursePuzzle {
            difficulty: 2,
            task: words(
                "Gagnez en deux coups : où votre adversaire ne peut-il rien contre vous ?",
                "Win in two moves: where can your opponent do nothing about it?",
            ),
            start: LessonPosition::after(
                "7.6 6.2 2.4 4.1 1.8 8.2 2.5 5.3 3.5 5.7 7.7 7.2 2.6 6.5 5.5 5.9 9.9 9.8 8.9 9.5 5.8 8.8 8.6 6.6 6.4 4.3 3.6 6.1 1.7 7.9 9.7 7.1 1.9 9.4 4.7 7.5 5.2 9.6 6.3 3.4",
            ),
            line: &["4.6", "6.7", "8.3"],
            alternatives: &[],
            hint: words(
                "La plaquette 8 vous ferait gagner. Sur quelle plaquette toutes les cases vides vous y mènent-elles ?",
                "Board 8 would win for you. Which board has only empty cells that lead you there?",
            ),
            done: words(
                "Sur la plaquette 6, il ne restait que les cases 7, 8 et 9 : deux donnent le choix libre, la troisième envoie sur la 8. Votre adversaire ne pouvait plus vous en éloigner.",
                "Board 6 had only cells 7, 8 and 9 left: two of them give a free choice, the third sends to board 8. Your opponent could no longer keep you away.",
            ),
        },
        CoursePuzzle {
            difficulty: 3,
            task: words(
                "Le choix est libre. Gagnez en trois coups.",
                "You may play anywhere. Win in three moves.",
            ),
            start: LessonPosition::after(
                "9.3 3.1 1.1 1.3 3.7 7.7 7.6 6.8 8.7 7.1 1.4 4.1 1.9 9.9 9.2 2.6 6.6 6.2 2.4 4.4 4.3 3.2 2.1 1.5 5.8 8.9 9.8 8.3 3.8 8.2 2.8 8.8 8.4 4.7 7.9 9.5 5.5 5.2 2.7 7.4",
            ),
            line: &["3.9", "9.6", "6.9", "9.1", "1.7"],
            alternatives: &[],
            hint: words(
                "Il vous manque les plaquettes 1 et 3. Laquelle pouvez-vous gagner en envoyant votre adversaire là où il étouffe ?",
                "You still need boards 1 and 3. Which can you win while sending your opponent where there is little room?",
            ),
            done: words(
                "Sur la plaquette 9, une seule case vous éloignait ; votre adversaire l’a prise, vous l’y avez renvoyé, et toutes celles qui restaient vous ouvraient la plaquette 1.",
                "On board 9 a single cell kept you away; your opponent took it, you sent them back, and all the cells left there opened board 1 to you.",
            ),
        },
        CoursePuzzle {
            difficulty: 4,
            task: words("Gagnez en quatre coups.", "Win in four moves."),
            start: LessonPosition::after(
                "8.1 1.9 9.1 1.6 6.2 2.6 6.8 8.4 4.3 3.7 7.9 9.4 4.7 7.2 2.7 7.3 3.8 8.6 6.1 1.3 3.5 5.5 5.7 7.8 8.5 5.8 8.7 7.6 6.4 4.8 8.9 9.7 7.7 7.4 4.2 2.4 4.4 4.5 5.4 4.9 9.9 9.6 6.9 9.5 5.1 4.1",
            ),
            line: &["3.3", "3.1", "2.3", "3.6", "6.3", "3.2", "2.5"],
            alternatives: &[],
            hint: words(
                "La plaquette 2 suffit. Envoyez votre adversaire sur la 3, encore et encore.",
                "Board 2 is enough. Send your opponent to board 3, again and again.",
            ),
            done: words(
                "Renvoyé trois fois sur la plaquette 3, votre adversaire n’y a plus, à la fin, que des cases qui vous ouvrent la plaquette 2.",
                "Sent to board 3 three times, your opponent ends up with cells that all open board 2 to you.",
            ),
        },
        CoursePuzzle {
            difficulty: 5,
            task: words(
                "Vous avez les ronds et le choix libre. Un seul coup gagne, en cinq coups.",
                "You have the noughts and a free choice. Only one move wins, in five.",
            ),
            start: LessonPosition::after(
                "7.8 8.5 5.3 3.3 3.1 1.7 7.9 9.7 7.1 1.8 8.4 4.7 7.5 5.6 6.6 6.2 2.8 8.8 8.2 2.4 4.4 4.5 5.1 1.9 9.4 4.3 3.9 9.2 2.2 2.6 6.8 8.6 6.9 9.8 8.1 5.2 2.5 5.5 5.8 8.3 3.8 8.7 5.4",
            ),
            line: &["3.5", "5.7", "3.7", "9.6", "6.1", "9.9", "9.5", "6.4", "6.3"],
            alternatives: &[],
            hint: words(
                "Visez la colonne de droite. Commencez sur la plaquette 3, en envoyant votre adversaire là où il reste deux cases.",
                "Aim for the right-hand column. Begin on board 3 and send your opponent where only two cells are left.",
            ),
            done: words(
                "Le centre de la plaquette 3 barre une diagonale aux croix, prépare la vôtre, et envoie votre adversaire sur une plaquette presque pleine. Puis la colonne de droite tombe : la 3, la 9, la 6.",
                "The centre of board 3 blocks a diagonal for the crosses, prepares yours, and sends your opponent to a board that is almost full. Then the right-hand column falls: board 3, board 9, board 6.",
            ),
        },
    ]
}
