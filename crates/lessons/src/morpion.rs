//! The course of Morpion: the simplest game, on which the other courses build.

use rules::Kind;

use crate::course::{Course, CoursePuzzle, Goal, LessonPosition, LessonStep};
use crate::typeset::words;

pub(crate) fn course() -> Course {
    Course { kind: Kind::Morpion, steps: steps(), puzzles: puzzles() }
}

fn steps() -> Vec<LessonStep> {
    vec![
        LessonStep {
            title: words("La première croix", "The first cross"),
            text: words(
                "Deux joueurs, une grille de trois cases sur trois. Vous avez les croix : mettez-en une dans la case de votre choix.",
                "Two players, a three-by-three grid. You have the crosses: put one in any cell you like.",
            ),
            start: LessonPosition::NEW,
            goal: Goal::Any,
            done: words(
                "Voilà un tour : un symbole. Les croix commencent ; avant la partie, décidez qui les prend.",
                "That is a turn: one mark. Crosses go first; before the game, decide who takes them.",
            ),
        },
        LessonStep {
            title: words("Chaque case a son numéro", "Every cell has a number"),
            text: words(
                "Pour parler des coups, on numérote les cases comme on lit : 1, 2, 3 en haut, puis 4, 5, 6, puis 7, 8, 9. Jouez en 5.",
                "To talk about moves, we number the cells the way we read: 1, 2, 3 on top, then 4, 5, 6, then 7, 8, 9. Play in 5.",
            ),
            start: LessonPosition::NEW,
            goal: Goal::Play(&["5"]),
            done: words(
                "Le centre. Quatre alignements passent par lui, plus que par toute autre case.",
                "The centre. Four lines run through it, more than through any other cell.",
            ),
        },
        LessonStep {
            title: words("Une case prise reste prise", "A taken cell stays taken"),
            text: words(
                "Changez de camp : vous avez maintenant les ronds, et une croix tient le centre. Essayez quand même d’y jouer.",
                "Change sides: now you have the noughts, and a cross holds the centre. Try to play there anyway.",
            ),
            start: LessonPosition::after("5"),
            goal: Goal::Refused(&["5"]),
            done: words(
                "Refusé : on ne joue que dans une case vide. Un symbole posé ne bouge plus et ne s’efface plus.",
                "Refused: you may only play in an empty cell. Once made, a mark stays where it is.",
            ),
        },
        LessonStep {
            title: words("Gagner par une rangée", "Winning along a row"),
            text: words(
                "Trois de vos symboles en ligne, et la partie est à vous. Vous en avez deux en haut : ajoutez le troisième.",
                "Three of your marks in line, and the game is yours. You have two in the top row: add the third.",
            ),
            start: LessonPosition::after("1 5 2 9"),
            goal: Goal::Play(&["3"]),
            done: words(
                "Gagné, à l’instant même : votre adversaire ne joue plus.",
                "Won, there and then: your opponent gets no further move.",
            ),
        },
        LessonStep {
            title: words("Gagner par une colonne", "Winning down a column"),
            text: words(
                "De haut en bas, cela compte aussi. Trouvez la case qui termine votre colonne.",
                "Up and down counts as well. Find the cell that completes your column.",
            ),
            start: LessonPosition::after("2 1 5 7"),
            goal: Goal::Play(&["8"]),
            done: words("Une colonne de croix : gagné.", "A column of crosses: won."),
        },
        LessonStep {
            title: words("Gagner en diagonale", "Winning on a diagonal"),
            text: words(
                "Et d’un coin au coin opposé, en passant par le centre. À vous.",
                "And from one corner to the opposite one, through the centre. Your move.",
            ),
            start: LessonPosition::after("3 1 5 9"),
            goal: Goal::Play(&["7"]),
            done: words(
                "Trois rangées, trois colonnes, deux diagonales : vous connaissez les huit alignements.",
                "Three rows, three columns, two diagonals: now you know all eight lines.",
            ),
        },
        LessonStep {
            title: words("Parer une menace", "Stopping a threat"),
            text: words(
                "Les ronds ont deux symboles en haut et gagneraient au prochain coup. Vous ne pouvez pas gagner tout de suite : empêchez-les.",
                "Noughts have two in the top row and would win on their next move. You cannot win right away, so stop them.",
            ),
            start: LessonPosition::after("5 1 9 2"),
            goal: Goal::Play(&["3"]),
            done: words(
                "Paré. Et regardez : votre croix menace maintenant en 6 et en 7 à la fois. Voyons ce que cela vaut.",
                "Stopped. And look: your cross now threatens both 6 and 7. Let’s see what that is worth.",
            ),
        },
        LessonStep {
            title: words("La fourchette", "The fork"),
            text: words(
                "Deux menaces à la fois ne se parent pas d’un seul coup. Jouez le coin qui pare et menace deux fois, puis gagnez.",
                "Nobody can stop two threats with one move. Take the corner that blocks your opponent and makes two threats, then win.",
            ),
            start: LessonPosition::after("1 5 9 3"),
            goal: Goal::Line(&["7", "4", "8"]),
            done: words(
                "Votre adversaire a bouché la colonne, vous avez pris la rangée. C’est ainsi qu’on bat quelqu’un d’attentif.",
                "Your opponent blocked the column, so you took the row. This is how you beat a player who is paying attention.",
            ),
        },
        LessonStep {
            title: words("La partie nulle", "The draw"),
            text: words(
                "Il reste une case, et aucun alignement n’y est possible. Remplissez-la.",
                "One cell is left, and it makes no line. Fill it.",
            ),
            start: LessonPosition::after("1 5 3 2 8 6 4 7"),
            goal: Goal::Play(&["9"]),
            done: words(
                "Grille pleine, pas d’alignement : partie nulle, personne ne gagne.",
                "The grid is full and there is no line: a draw, nobody wins.",
            ),
        },
        LessonStep {
            title: words("Le neuvième symbole peut gagner", "The ninth mark can win"),
            text: words(
                "Encore une dernière case. Avant de parler de nulle, regardez la colonne de droite.",
                "One last cell again. Before you call it a draw, look at the right-hand column.",
            ),
            start: LessonPosition::after("1 5 3 2 8 4 6 7"),
            goal: Goal::Play(&["9"]),
            done: words(
                "La ligne passe avant la grille pleine : le tout dernier symbole peut encore gagner.",
                "A line comes before a full grid: even the very last mark can win.",
            ),
        },
        LessonStep {
            title: words("Répondre au coin", "Answering a corner"),
            text: words(
                "Votre adversaire ouvre dans un coin, et vous avez les ronds. Une seule réponse ne perd pas : celle qui touche le plus d’alignements.",
                "Your opponent opens in a corner, and you have the noughts. Only one reply does not lose: the one on the most lines.",
            ),
            start: LessonPosition::after("1"),
            goal: Goal::Play(&["5"]),
            done: words(
                "Le centre. Partout ailleurs, un joueur parfait vous prendrait dans une fourchette.",
                "The centre. Anywhere else, a perfect player would catch you in a fork.",
            ),
        },
        LessonStep {
            title: words("Ne rien laisser passer", "Letting nothing through"),
            text: words(
                "Continuez avec les ronds : parez chaque menace, une à une.",
                "Stay with the noughts: stop every threat, one after the other.",
            ),
            start: LessonPosition::after("1 5 2"),
            goal: Goal::Line(&["3", "7", "4", "6"]),
            done: words(
                "Il ne reste rien à gagner pour personne. Bien jouée des deux côtés, une partie de morpion finit toujours nulle ; on gagne quand l’adversaire oublie de regarder.",
                "Nothing is left for anyone to win. Played well on both sides, tic-tac-toe always ends in a draw; you win when your opponent forgets to look.",
            ),
        },
    ]
}

fn puzzles() -> Vec<CoursePuzzle> {
    vec![
        CoursePuzzle {
            difficulty: 1,
            task: words("Gagnez en un coup.", "Win in one move."),
            start: LessonPosition::after("5 1 4 2"),
            line: &["6"],
            alternatives: &[],
            hint: words(
                "Les ronds menacent, mais c’est à vous de jouer.",
                "Noughts have a threat, but it is your turn.",
            ),
            done: words(
                "Gagner vaut mieux que parer : la partie s’arrête avant leur menace.",
                "Winning beats blocking: the game ends before their threat counts.",
            ),
        },
        CoursePuzzle {
            difficulty: 2,
            task: words("Gagnez en deux coups.", "Win in two moves."),
            start: LessonPosition::after("1 2 6 9"),
            line: &["4", "5", "7"],
            alternatives: &[],
            hint: words(
                "Cherchez la case vide où se croisent deux de vos lignes encore ouvertes.",
                "Find the empty cell where two of your open lines cross.",
            ),
            done: words(
                "En 4, la rangée du milieu et la colonne de gauche menacent ensemble.",
                "A cross on 4 threatens both the middle row and the left column.",
            ),
        },
        CoursePuzzle {
            difficulty: 3,
            task: words(
                "Vous avez les ronds. Trouvez un coup qui ne perd pas.",
                "You have the noughts. Find a move that does not lose.",
            ),
            start: LessonPosition::after("1 5 9"),
            line: &["2"],
            alternatives: &["4", "6", "8"],
            hint: words(
                "Un coin a l’air bon, mais c’est un piège : l’adversaire le parerait par une fourchette.",
                "A corner looks good, but it is a trap: your opponent would block it and fork you.",
            ),
            done: words(
                "Un bord menace à travers le centre : l’adversaire doit parer et n’a plus le temps de sa fourchette.",
                "An edge threatens through the centre: your opponent must block and has no time left for the fork.",
            ),
        },
        CoursePuzzle {
            difficulty: 4,
            task: words("Gagnez en trois coups.", "Win in three moves."),
            start: LessonPosition::after("1 6 8 9"),
            line: &["3", "2", "7", "4", "5"],
            alternatives: &[],
            hint: words(
                "Votre premier coup est obligé. Le deuxième fait deux menaces.",
                "Your first move is forced. The second makes two threats.",
            ),
            done: words(
                "Parer en menaçant garde la main : le coin 7 ouvrait ensuite la colonne et la diagonale.",
                "A block that threatens keeps the initiative: then corner 7 opened both the column and the diagonal.",
            ),
        },
        CoursePuzzle {
            difficulty: 5,
            task: words(
                "Un seul coup gagne, en trois coups. Lequel ?",
                "Only one move wins, in three. Which one?",
            ),
            start: LessonPosition::after("2 7"),
            line: &["1", "3", "5", "8", "9"],
            alternatives: &[],
            hint: words(
                "Laissez-vous menacer : il faut que votre parade prenne le centre.",
                "Let yourself be threatened: your block should be the centre.",
            ),
            done: words(
                "L’adversaire doit parer en 3, ce qui menace en 5 ; vous parez au centre, et vous voilà avec deux menaces.",
                "Your opponent must block on 3, which threatens 5; you block in the centre and make two threats at once.",
            ),
        },
    ]
}
