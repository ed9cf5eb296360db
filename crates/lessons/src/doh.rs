//! The course of Tic Tac Doh!: an imaginary grid, trees and nests, and threats that belong to everybody.

use rules::Kind;

use crate::course::{Course, CoursePuzzle, Goal, LessonPosition, LessonStep};
use crate::typeset::words;

pub(crate) fn course() -> Course {
    Course { kind: Kind::Doh, steps: steps(), puzzles: puzzles() }
}

fn steps() -> Vec<LessonStep> {
    vec![
        LessonStep {
            title: words("Une réserve pour tous", "One stash for all"),
            text: words(
                "Pas de plateau, pas de camp : une réserve commune de cinq petites, cinq moyennes et cinq grandes pyramides. Prenez celle que vous voulez et posez-\u{2060}la.",
                "No board and no sides: one shared stash of five small, five medium and five large pyramids. Take whichever you like and put it down.",
            ),
            start: LessonPosition::NEW,
            goal: Goal::Any,
            done: words(
                "La première pièce se note toujours en c3, au milieu du cadre. Sera-t-elle un centre, un coin, un bord ? Personne ne le sait encore. (Avant la partie, décidez qui commence.)",
                "The first piece is always recorded on c3, in the middle of the frame. Will it be a centre, a corner, an edge? Nobody knows yet. (Before the game, decide who goes first.)",
            ),
        },
        LessonStep {
            title: words("À côté d’une autre", "Next to another"),
            text: words(
                "Une pièce se pose à côté d’une pièce en jeu, et la diagonale compte. Posez-en une en d4, de la taille que vous voulez.",
                "A piece goes next to a piece in play; diagonals count. Put one of any size on d4.",
            ),
            start: LessonPosition::after("Lc3"),
            goal: Goal::Play(&["Sd4", "Md4", "Ld4"]),
            done: words(
                "Les deux coins se touchent : c’est permis. Une pièce posée ne bouge plus.",
                "The two corners touch, and that is enough. Once placed, a piece never moves.",
            ),
        },
        LessonStep {
            title: words("Pas dans le vide", "Not out on its own"),
            text: words(
                "Essayez maintenant de poser une pièce en c1, loin de tout.",
                "Now try to put a piece on c1, far from everything.",
            ),
            start: LessonPosition::after("Lc3"),
            goal: Goal::Refused(&["Sc1", "Mc1", "Lc1"]),
            done: words(
                "Refusé : une case vide doit toucher une pièce, par un côté ou par un coin.",
                "Refused: an empty square must touch a piece, by a side or by a corner.",
            ),
        },
        LessonStep {
            title: words("La grille imaginaire", "The imaginary grid"),
            text: words(
                "Toutes les pièces doivent tenir dans un carré de trois sur trois. Celles-ci prennent déjà trois colonnes, de c à e. La case b3 touche une pièce ; essayez-la.",
                "All pieces must fit in a three-by-three square. These already take up three columns, c to e. Square b3 touches a piece; try it.",
            ),
            start: LessonPosition::after("Lc3 Md3 Se3"),
            goal: Goal::Refused(&["Sb3", "Mb3", "Lb3"]),
            done: words(
                "Refusé : b3 sortirait de la grille. Elle flotte au début, et chaque pièce la resserre.",
                "Refused: b3 would lie outside the grid. It floats at first, and every piece narrows it down.",
            ),
        },
        LessonStep {
            title: words("Trois de même taille", "Three of one size"),
            text: words(
                "Trois cases en ligne qui comptent comme une même taille, et vous gagnez, peu importe qui a posé les deux premières pièces. Alignez les moyennes.",
                "Three squares in line that count as the same size, and you win, no matter who placed the first two pieces. Line up the mediums.",
            ),
            start: LessonPosition::after("Mc3 Sd4 Md3 Lb2"),
            goal: Goal::Play(&["Mb3"]),
            done: words(
                "Gagné. Seul compte celui qui pose la troisième ; les pièces ne sont à personne.",
                "Won. All that matters is who places the third; the pieces belong to nobody.",
            ),
        },
        LessonStep {
            title: words("L’empilement", "The tree"),
            text: words(
                "On peut aussi poser sur une pièce, où qu’elle soit. Une moyenne sur la grande de c3 fait un empilement ; au tour d’après, coiffez-le d’une petite.",
                "You may also go on top of a piece, wherever it stands. A medium on the large one on c3 makes a tree; on your next turn, top it with a small.",
            ),
            start: LessonPosition::after("Lc3 Sd4"),
            goal: Goal::Line(&["Mc3", "Lb2", "Sc3"]),
            done: words(
                "Un empilement compte comme toutes les tailles qu’il contient : celui-ci est petit, moyen et grand à la fois.",
                "A tree counts as every size in it: this one is small, medium and large all at once.",
            ),
        },
        LessonStep {
            title: words("Gagner avec un empilement", "Winning with a tree"),
            text: words(
                "La pile en c3 est une moyenne sur une grande : elle compte encore comme grande. Terminez la rangée.",
                "The pile on c3 is a medium on a large one: it still counts as large. Complete the row.",
            ),
            start: LessonPosition::after("Lc3 Sb2 Mc3 Lb3"),
            goal: Goal::Play(&["Ld3", "La3"]),
            done: words(
                "Grande, grande, grande : gagné. Une plus petite posée dessus n’efface rien.",
                "Large, large, large: won. A smaller piece on top hides nothing.",
            ),
        },
        LessonStep {
            title: words("L’emboîtement", "The nest"),
            text: words(
                "Dans l’autre sens, une pièce plus grande se met par-dessus une plus petite et la cache. Couvrez la petite de c3 avec une moyenne.",
                "The other way round, a larger piece goes over a smaller one and hides it. Cover the small one on c3 with a medium.",
            ),
            start: LessonPosition::after("Sc3 Ld4"),
            goal: Goal::Play(&["Mc3"]),
            done: words(
                "Un emboîtement ne compte que pour sa pièce extérieure : ici, moyenne (et une grande pourrait encore la couvrir). Il peut donc défaire une ligne qui se prépare, ce qu’un empilement ne fait jamais.",
                "A nest counts only as its outermost piece: here, medium (and a large could still cover that). So it can undo a line in the making, which a tree never does.",
            ),
        },
        LessonStep {
            title: words("Une taille d’écart", "One size apart"),
            text: words(
                "Pour aller sur une autre, une pièce doit avoir exactement une taille d’écart. Essayez de poser une petite sur la grande de c3.",
                "A piece goes on another only if it is exactly one size larger or smaller. Try to put a small on the large one on c3.",
            ),
            start: LessonPosition::after("Lc3 Md4"),
            goal: Goal::Refused(&["Sc3"]),
            done: words(
                "Refusé : de petite à grande, il y a deux tailles. Et deux pièces de même taille ne s’empilent pas non plus.",
                "Refused: from small to large is two sizes. Two pieces of the same size do not stack either.",
            ),
        },
        LessonStep {
            title: words("Une pile ne change pas de nature", "A pile never changes its kind"),
            text: words(
                "En c3, une moyenne est posée sur une grande : c’est un empilement. Essayez d’y mettre une grande par-dessus.",
                "On c3 a medium stands on a large one: that is a tree. Try to put a large one over it.",
            ),
            start: LessonPosition::after("Lc3 Sd4 Mc3 Sb2"),
            goal: Goal::Refused(&["Lc3"]),
            done: words(
                "Refusé : un empilement ne devient jamais un emboîtement, ni l’inverse.",
                "Refused: a tree never becomes a nest, nor a nest a tree.",
            ),
        },
        LessonStep {
            title: words("Quand une taille est épuisée", "When a size runs out"),
            text: words(
                "Les cinq moyennes sont sur la table. Essayez d’en jouer une sixième.",
                "All five mediums are on the table. Try to play a sixth.",
            ),
            start: LessonPosition::after("Lc3 Mb2 Sc4 Ma3 Lb2 Sa3 Mb4 La4 Mc2 Sc2 Mb3"),
            goal: Goal::Refused(&["Ma2"]),
            done: words(
                "Refusé : il n’y en a plus. Comptez la réserve ; c’est souvent elle qui décide.",
                "Refused: there are none left. Count the stash; it often decides.",
            ),
        },
        LessonStep {
            title: words("Une menace est à tout le monde", "A threat belongs to everyone"),
            text: words(
                "Poser la deuxième pièce d’une ligne, c’est offrir la troisième à l’adversaire. Posez une moyenne en c4 : quoi que fasse votre adversaire, une ligne s’ouvre pour vous. Prenez-la.",
                "Placing the second piece of a line offers the third to your opponent. Put a medium on c4: whatever your opponent does, a line opens for you. Take it.",
            ),
            start: LessonPosition::after("Lc3 Sd4 Sb2 Mb3 Md2"),
            goal: Goal::Line(&["Mc4", "Sc2", "Sd2"]),
            done: words(
                "C’est le cœur du jeu : ne rien laisser à prendre, jusqu’à ce que votre adversaire soit forcé de vous laisser quelque chose.",
                "This is the heart of the game: leave nothing to take until your opponent has to leave something for you.",
            ),
        },
        LessonStep {
            title: words("La partie nulle", "The draw"),
            text: words(
                "Quatorze pièces sont posées, et il ne reste qu’une petite. Posez-la : il n’y a qu’une place.",
                "Fourteen pieces are down and one small is left. Put it down: there is only one spot.",
            ),
            start: LessonPosition::after("Mc3 Ld2 Se3 Sc2 Le4 Me2 Md4 Le2 Sd4 Lc3 Lc4 Mc2 Mc4 Sc4"),
            goal: Goal::Play(&["Sd3"]),
            done: words("Quinze pièces, pas de ligne : partie nulle.", "Fifteen pieces and no line: a draw."),
        },
        LessonStep {
            title: words("La quinzième peut gagner", "The fifteenth can win"),
            text: words(
                "Encore une dernière pièce, une moyenne. Mais cette fois une ligne l’attend : cherchez-la.",
                "One last piece again, a medium. But this time a line is waiting for it: find it.",
            ),
            start: LessonPosition::after("Lc3 Sc4 Sc5 Mc5 Ld5 Lb4 Mb3 Sb3 Sd4 Md4 Sd3 Ld4 Lb5 Mc3"),
            goal: Goal::Play(&["Md3"]),
            done: words(
                "Trois moyennes, grâce à deux empilements et un emboîtement. La ligne passe avant la nulle.",
                "Three mediums, thanks to two trees and a nest. A line comes before a draw.",
            ),
        },
        LessonStep {
            title: words("Bloquer l’adversaire", "Leaving no moves"),
            text: words(
                "Un joueur qui ne peut rien poser alors qu’il reste une pièce perd, car on ne passe pas. Posez une petite en b4 : où irait la dernière grande ?",
                "A player who cannot place anything while pieces are left loses: there is no passing. Put a small on b4: where could the last large one go?",
            ),
            start: LessonPosition::after("Lc3 Mb2 Sc4 Ma3 Lb2 Sa3 Mb4 La4 Mc2 Sc2 Mb3 La2 Sb3"),
            goal: Goal::Play(&["Sb4"]),
            done: words(
                "Nulle part : votre adversaire est bloqué, et vous gagnez pour avoir joué en dernier.",
                "Nowhere: your opponent is stuck, and you win because you moved last.",
            ),
        },
        LessonStep {
            title: words("À trois ou à quatre", "Three or four players"),
            text: words(
                "Le jeu se joue aussi à trois ou à quatre, chacun son tour, avec la même réserve. Vous jouez en troisième, et les deux autres n’ont pas fait attention.",
                "Three or four can also play, in turn, from the same stash. You are the third player, and the other two were not paying attention.",
            ),
            start: LessonPosition { options: "players=3", ..LessonPosition::after("Mc3 Mc4") },
            goal: Goal::Play(&["Mc2", "Mc5"]),
            done: words(
                "Vous gagnez, et tous les autres perdent. De même, un joueur bloqué fait gagner celui qui a joué juste avant lui.",
                "You win alone, and all the others lose. Likewise, when a player is stuck, the one who moved just before wins.",
            ),
        },
    ]
}

fn puzzles() -> Vec<CoursePuzzle> {
    vec![
        CoursePuzzle {
            difficulty: 1,
            task: words("Gagnez en un coup.", "Win in one move."),
            start: LessonPosition::after("Lc3 Md3 Sb2 Mb3"),
            line: &["Mc3"],
            alternatives: &[],
            hint: words(
                "La case du milieu n’est pas vide, mais elle peut compter autrement.",
                "The middle square is not empty, but you can make it count as something else.",
            ),
            done: words(
                "Une moyenne sur la grande : l’empilement compte comme moyenne, et la rangée est faite.",
                "A medium on the large: the tree counts as medium, and the row is complete.",
            ),
        },
        CoursePuzzle {
            difficulty: 2,
            task: words(
                "Gagnez en deux coups : ne laissez que de mauvais choix.",
                "Win in two moves: leave only bad choices.",
            ),
            start: LessonPosition::after("Sc3 Md3 Ld4 Me5 Mc4"),
            line: &["Se5", "Sd3", "Se3"],
            alternatives: &[],
            hint: words(
                "Jouez une petite, sur une pièce, dans un coin.",
                "Play a small, on top of a piece, in a corner.",
            ),
            done: words(
                "Après la petite en e5, chaque réponse vous ouvre une ligne. Des dix-neuf autres coups, trois font nulle et seize perdent.",
                "After the small on e5 every reply opens a line for you. Of the other nineteen moves, three draw and sixteen lose.",
            ),
        },
        CoursePuzzle {
            difficulty: 3,
            task: words("Gagnez en trois coups.", "Win in three moves."),
            start: LessonPosition::after("Sc3 Mb3 Ld3 Lb3 Mc2"),
            line: &["Md4", "Lc2", "Sc4", "Sb2", "Sd4"],
            alternatives: &[],
            hint: words(
                "Fixez la grille en jouant une moyenne dans un coin.",
                "Fix the grid by playing a medium in a corner.",
            ),
            done: words(
                "La moyenne en d4 fixe la grille aux rangées 2 à 4. Le compte des coups tranquilles est alors en votre faveur.",
                "The medium on d4 fixes the grid on rows 2 to 4. From there, the count of quiet moves is in your favour.",
            ),
        },
        CoursePuzzle {
            difficulty: 4,
            task: words("Un seul coup gagne, en quatre coups.", "Only one move wins, in four."),
            start: LessonPosition::after("Lc3 Sd4 Md3 Le4 Ld2"),
            line: &["Sd3", "Se3", "Sc2", "Se2", "Lc4", "Me2", "Mc4"],
            alternatives: &[],
            hint: words(
                "Le centre est une moyenne. Et s’il comptait pour deux tailles ?",
                "The centre is a medium. What if it counted as two sizes?",
            ),
            done: words(
                "L’empilement au centre pèse sur toutes les lignes : votre adversaire a de moins en moins de coups sans danger, et en manque le premier.",
                "The tree in the centre weighs on every line: your opponent has fewer and fewer safe moves, and runs out first.",
            ),
        },
        CoursePuzzle {
            difficulty: 5,
            task: words(
                "Un seul des vingt-six coups gagne, en cinq coups. Lequel ?",
                "Only one of the twenty-six moves wins, in five. Which one?",
            ),
            start: LessonPosition::after("Sc3 Md3 Ld2 Lb3"),
            line: &["Lc4", "Mb2", "Mc4", "Sd3", "Sb4", "Ld4", "Lb2", "Sc2", "Sc4"],
            alternatives: &[],
            hint: words(
                "Une grande, et une grille qui se ferme par le haut.",
                "A large one, and a grid that closes at the top.",
            ),
            done: words(
                "Des vingt-cinq autres, vingt-quatre perdent et un fait nulle : le programme a calculé chaque suite jusqu’à la quinzième pièce.",
                "Of the other twenty-five, twenty-four lose and one draws: the program has worked out every line to the fifteenth piece.",
            ),
        },
    ]
}
