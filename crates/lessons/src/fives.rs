//! The course of Three Fives: drop, move or swap, never six together, three groups to win.

use rules::Kind;

use crate::course::{Course, CoursePuzzle, Goal, LessonPosition, LessonStep};
use crate::typeset::words;

pub(crate) fn course() -> Course {
    Course { kind: Kind::Fives, steps: steps(), puzzles: puzzles() }
}

fn steps() -> Vec<LessonStep> {
    vec![
        LessonStep {
            title: words("Poser", "Dropping"),
            text: words(
                "Dix-neuf points et, pour chaque joueur, quinze pièces visibles de tous : cinq petites, cinq moyennes, cinq grandes. Posez-en une sur le pourtour.",
                "Nineteen points, and for each player fifteen pieces in plain view: five small, five medium, five large. Drop one on the perimeter.",
            ),
            start: LessonPosition::NEW,
            goal: Goal::Any,
            done: words(
                "Poser est l’une des trois choses qu’on peut faire à son tour. On en fait une et une seule. Le plateau est vide au départ ; choisissez qui commence, par exemple le plus jeune, puis on tourne dans le sens des aiguilles d’une montre.",
                "Dropping is one of the three things you can do on your turn. You do one, and only one. The board is empty at first; choose who goes first, for example the youngest player, and play goes clockwise.",
            ),
        },
        LessonStep {
            title: words("Jamais à l’intérieur", "Never inside"),
            text: words(
                "Douze points forment le pourtour, sept sont à l’intérieur. Essayez de poser une pièce en plein milieu, en c3.",
                "Twelve points make the perimeter, seven lie inside. Try to drop a piece right in the middle, on c3.",
            ),
            start: LessonPosition::NEW,
            goal: Goal::Refused(&["Sc3", "Mc3", "Lc3"]),
            done: words(
                "Refusé : on pose sur le pourtour. L’intérieur, il faut s’y rendre.",
                "Refused: pieces are dropped on the perimeter. To get inside, you have to move there.",
            ),
        },
        LessonStep {
            title: words("Déplacer une petite", "Moving a small piece"),
            text: words(
                "Deuxième chose possible : déplacer une de vos pièces, en ligne droite, sur des points vides. Une petite avance d’un point. Bougez la vôtre.",
                "The second thing you can do: move one of your pieces in a straight line over empty points. A small one moves one point. Move yours.",
            ),
            start: LessonPosition::after("Sa1 Le4"),
            goal: Goal::Play(&["a1-a2", "a1-b1", "a1-b2"]),
            done: words(
                "Six directions au plus, un seul pas : les petites sont lentes.",
                "Up to six directions and a single step: small pieces are slow.",
            ),
        },
        LessonStep {
            title: words("Déplacer une moyenne", "Moving a medium piece"),
            text: words(
                "Une moyenne avance d’un ou de deux points. Amenez la vôtre d’un trait au centre, en c3.",
                "A medium moves one or two points. Take yours to the centre, c3, in one go.",
            ),
            start: LessonPosition::after("Ma1 Le4"),
            goal: Goal::Play(&["a1-c3"]),
            done: words(
                "Deux points en ligne droite. Elle ne peut pas tourner en route.",
                "Two points in a straight line. It may not turn on the way.",
            ),
        },
        LessonStep {
            title: words("Déplacer une grande", "Moving a large piece"),
            text: words(
                "Une grande va aussi loin qu’elle veut. Traversez tout le plateau, jusqu’en e5.",
                "A large moves as far as you like. Cross the whole board, to e5.",
            ),
            start: LessonPosition::after("La1 Se3"),
            goal: Goal::Play(&["a1-e5"]),
            done: words(
                "D’un bord à l’autre : une grande est vite là où il faut.",
                "From one edge to the other: a large piece is soon where it is needed.",
            ),
        },
        LessonStep {
            title: words("La voie doit être libre", "The way must be clear"),
            text: words(
                "On ne saute pas et on ne capture pas. Essayez d’aller de a1 en c1, par-dessus la petite de b1.",
                "There is no jumping and no capturing. Try to go from a1 to c1, over the small piece on b1.",
            ),
            start: LessonPosition::after("La1 Sb1"),
            goal: Goal::Refused(&["a1-c1"]),
            done: words(
                "Refusé : tous les points traversés doivent être vides, et le dernier aussi.",
                "Refused: every point on the way must be empty, and so must the last.",
            ),
        },
        LessonStep {
            title: words("Échanger", "Swapping"),
            text: words(
                "Troisième chose possible : échanger une de vos pièces avec une voisine. Votre grande peut s’échanger avec une moyenne : essayez.",
                "The third thing you can do: swap one of your pieces with a neighbour. Your large may swap with a medium: do it.",
            ),
            start: LessonPosition::after("La1 Mb1"),
            goal: Goal::Play(&["a1=b1"]),
            done: words(
                "Les deux ont changé de place. C’est ainsi qu’on entre, et qu’on défait les plans de l’adversaire.",
                "The two have changed places. This is how you get in, and how you upset your opponent’s plans.",
            ),
        },
        LessonStep {
            title: words("Qui échange avec qui", "Who swaps with whom"),
            text: words(
                "La règle tourne en rond : grande avec moyenne, moyenne avec petite, petite avec grande. Essayez d’échanger votre grande avec une petite.",
                "The rule goes round in a circle: large with medium, medium with small, small with large. Try to swap your large with a small.",
            ),
            start: LessonPosition::after("La1 Sb1"),
            goal: Goal::Refused(&["a1=b1"]),
            done: words(
                "Refusé : c’est votre pièce qui doit avoir le droit d’échanger. La petite d’en face, elle, pourrait s’échanger avec votre grande.",
                "Refused: your own piece must be the one allowed to swap. The small one over there could swap with your large.",
            ),
        },
        LessonStep {
            title: words("Entre vos propres pièces", "Between your own pieces"),
            text: words(
                "Deux de vos pièces voisines peuvent toujours s’échanger, pourvu que leurs tailles diffèrent. Échangez les vôtres.",
                "Two neighbouring pieces of your own may always swap, as long as their sizes differ. Swap yours.",
            ),
            start: LessonPosition::after("La1 Se5 Sa2 Me4"),
            goal: Goal::Play(&["a1=a2"]),
            done: words(
                "L’une des deux a toujours le droit d’échanger ; c’est donc toujours permis.",
                "One of the two is always allowed to swap, so you always can.",
            ),
        },
        LessonStep {
            title: words("Cinq qui se tiennent", "Five connected pieces"),
            text: words(
                "Les pièces d’une même couleur sur des points voisins forment un groupe. Vous en avez quatre : posez la cinquième en c1.",
                "Pieces of one colour on neighbouring points form a group. You have four: drop the fifth on c1.",
            ),
            start: LessonPosition::after("Sa1 Se3 Sa2 Se5 La3 Sc5 Mb1 Sd5"),
            goal: Goal::Play(&["Sc1", "Mc1", "Lc1"]),
            done: words(
                "Un groupe de cinq ! Il compte pour vous, et ses pièces quittent le jeu pour de bon. Qu’on pose, déplace ou échange n’y change rien.",
                "A group of five! It counts for you, and its pieces leave the game for good. Dropping, moving or swapping makes no difference.",
            ),
        },
        LessonStep {
            title: words("Jamais six", "Never six"),
            text: words(
                "Trois pièces d’un côté, deux de l’autre : en a2, une sixième les réunirait toutes. Essayez.",
                "Three pieces on one side, two on the other: on a2 a sixth would join them all. Try it.",
            ),
            start: LessonPosition::after("Sc1 Se3 Sb1 Se4 Sa1 Sd5 Sa3 Sc5 Sb4 Md2"),
            goal: Goal::Refused(&["Ma2", "La2"]),
            done: words(
                "Refusé : aucun coup ne peut réunir plus de cinq pièces d’une couleur, la vôtre ou une autre.",
                "Refused: no turn may join more than five pieces of one colour, yours or anyone else’s.",
            ),
        },
        LessonStep {
            title: words("Le cadeau", "The gift"),
            text: words(
                "Un échange déplace aussi la pièce de votre adversaire. Par curiosité, échangez votre grande de c3 avec la moyenne de c4.",
                "A swap moves your opponent’s piece as well. Out of curiosity, swap your large on c3 with the medium on c4.",
            ),
            start: LessonPosition::at(".../..../2S2S1L2M./2S.../2M.. 554/235 0/0 1 - players=2,repetition=3"),
            goal: Goal::Play(&["c3=c4"]),
            done: words(
                "Vous venez d’offrir un groupe : il compte pour sa couleur, peu importe qui l’achève. Même si c’est le troisième, et qu’il gagne la partie.",
                "You have just given a group away: it counts for its colour, whoever completes it. Even if it is the third, and wins the game.",
            ),
        },
        LessonStep {
            title: words("Trois fois cinq", "Three fives"),
            text: words(
                "Le premier à trois groupes gagne. Vous en avez deux, et une pièce en main : finissez.",
                "The first to make three groups wins. You have two, and one piece in hand: finish the game.",
            ),
            start: LessonPosition::at(
                "2S../2M.../..2L../1S.../1S1M1M 100/322 2/1 1 - players=2,repetition=3",
            ),
            goal: Goal::Play(&["Sc1", "Sb4"]),
            done: words(
                "Gagné ! Le dernier groupe reste sur le plateau, pour le plaisir des yeux.",
                "Won! The last group stays on the board, for everyone to admire.",
            ),
        },
        LessonStep {
            title: words("Deux groupes à la fois", "Two groups at once"),
            text: words(
                "Deux groupes chacun. L’échange de c3 et c4 achèverait votre troisième, mais aussi celui de votre adversaire. Osez.",
                "Two groups each. Swapping c3 and c4 would complete your third, but your opponent’s too. Go for it.",
            ),
            start: LessonPosition::at(
                "..1S/...1S/2S2S1L2M1S/2S..1M/2M.. 000/000 2/2 1 - players=2,repetition=3",
            ),
            goal: Goal::Play(&["c3=c4"]),
            done: words(
                "Quand les deux s’achèvent ensemble, celui qui joue gagne : la partie est à vous.",
                "When both are completed at once, the player who moved wins: the game is yours.",
            ),
        },
        LessonStep {
            title: words("Tourner en rond", "Going round in circles"),
            text: words(
                "Vous avez les oranges. Les petites vont et viennent, et la même position s’est déjà présentée deux fois. Revenez en e5.",
                "You are orange. The small pieces go back and forth, and the same position has come up twice. Go back to e5.",
            ),
            start: LessonPosition::after("Sa1 Se5 a1-a2 e5-e4 a2-a1 e4-e5 a1-a2 e5-e4 a2-a1"),
            goal: Goal::Play(&["e4-e5"]),
            done: words(
                "La troisième fois, la partie est nulle (une option change ce nombre). Les joueurs peuvent aussi en convenir avant.",
                "The third time it is a draw (an option changes the number). Players may also agree on a draw earlier.",
            ),
        },
        LessonStep {
            title: words("À trois, et plus rien à jouer", "Three players, and nothing left"),
            text: words(
                "On peut aussi jouer à trois. On ne passe pas ; un joueur qui ne peut rien jouer perd seulement son tour. Vous avez les verts : prenez le dernier point avec une moyenne.",
                "Three can also play. There is no passing; a player who cannot move just misses a turn. You are green: take the last point with a medium.",
            ),
            start: LessonPosition::at(
                "1L1L1L/1L2L3L3L/2L2L1M1M1M/.1M2M2M/2M2M1M 501/512/553 0/0/0 3 - players=3,repetition=3",
            ),
            goal: Goal::Play(&["Mb1"]),
            done: words(
                "Plus un point libre, plus un échange permis : personne ne peut jouer, et la partie est nulle. C’est très rare.",
                "Not one free point, not one legal swap: nobody can play, and the game is a draw. It is very rare.",
            ),
        },
    ]
}

fn puzzles() -> Vec<CoursePuzzle> {
    vec![
        CoursePuzzle {
            difficulty: 1,
            task: words(
                "Formez votre troisième groupe, en un coup.",
                "Complete your third group, in one move.",
            ),
            start: LessonPosition::at(
                "..1L/..../1S1S.2M./1M2M.2S/1S2L. 000/222 2/1 1 - players=2,repetition=3",
            ),
            line: &["e5-c3"],
            alternatives: &[],
            hint: words("Votre grande voit loin.", "Your large piece sees far."),
            done: words(
                "Par la grande diagonale, en s’arrêtant au bon point : cinq qui se tiennent.",
                "Down the long diagonal, stopping at the right point: five connected pieces.",
            ),
        },
        CoursePuzzle {
            difficulty: 2,
            task: words(
                "Tous les chemins de votre grande vers le groupe sont barrés. Gagnez tout de même en un coup.",
                "Every path from your large piece to the group is blocked. Win in one move all the same.",
            ),
            start: LessonPosition::at(
                "2S.1S/..2S1S/..1L2M1S/..2L1M/... 000/222 2/1 1 - players=2,repetition=3",
            ),
            line: &["c3=c4"],
            alternatives: &[],
            hint: words(
                "Quand tous les chemins sont barrés, on prend la place de quelqu’un.",
                "When every path is blocked, take someone’s place.",
            ),
            done: words(
                "Grande contre moyenne : l’échange mène votre cinquième pièce au but.",
                "Large for medium: the swap takes your fifth piece home.",
            ),
        },
        CoursePuzzle {
            difficulty: 3,
            task: words("Gagnez en deux coups.", "Win in two moves."),
            start: LessonPosition::at(
                "1S2L2L/2M1L.2M/2S...2S/2L1S2M./2S1M1M 000/001 2/1 1 - players=2,repetition=3",
            ),
            line: &["d3-c3", "a1=b1", "e3-d3"],
            alternatives: &[],
            hint: words(
                "Réunissez-en quatre de façon que la cinquième arrive par plusieurs chemins.",
                "Bring four together so that the fifth can arrive by more than one path.",
            ),
            done: words(
                "La grande relie le groupe du bas et ouvre la route à la petite de e3 : une seule réponse ne peut pas tout fermer.",
                "The large joins the group below and opens the way for the small on e3: no single reply can close every path.",
            ),
        },
        CoursePuzzle {
            difficulty: 4,
            task: words(
                "Vous avez les oranges. Un seul coup gagne, en trois coups.",
                "You are orange. Only one move wins, in three.",
            ),
            start: LessonPosition::at(
                ".../..../..2S2S1L/..1M2M/2M1S1L 100/001 2/2 2 - players=2,repetition=3",
            ),
            line: &["Ld5", "a3=b4", "a3=a2", "Sb1", "a1-b2"],
            alternatives: &[],
            hint: words(
                "Votre dernière pièce en main doit servir, tout de suite et au bon endroit.",
                "Your last piece in hand must be used, now and in the right place.",
            ),
            done: words(
                "Votre adversaire défait le groupe par un échange, vous échangez à votre tour, et la moyenne de a1 arrive quand même.",
                "Your opponent breaks the group with a swap, you swap in turn, and the medium from a1 arrives all the same.",
            ),
        },
        CoursePuzzle {
            difficulty: 5,
            task: words("Gagnez en quatre coups.", "Win in four moves."),
            start: LessonPosition::at(
                "2M2S2M/..1L2M/2L.2L.1L/2S..1S/2S2M1S 010/100 2/1 1 - players=2,repetition=3",
            ),
            line: &["d4-c4", "a2=a3", "a2-b3", "a1-a2", "Ma1", "a2=a3", "a1-b2"],
            alternatives: &[],
            hint: words(
                "Commencez par rassembler à droite ; gardez la moyenne de votre main pour la fin.",
                "Begin by gathering on the right; keep the medium in your hand for the end.",
            ),
            done: words(
                "Votre adversaire a défait votre groupe par un échange ; vous l’avez refait plus à l’intérieur, et la moyenne est entrée par le coin qu’il venait de quitter.",
                "Your opponent broke your group with a swap; you rebuilt it further inside, and the medium came in through the corner just left empty.",
            ),
        },
    ]
}
