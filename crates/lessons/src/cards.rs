//! The course of the card game. The learner plays red and sees only what red sees.

use rules::Kind;

use crate::course::{Course, CoursePuzzle, Goal, LessonPosition, LessonStep};
use crate::typeset::words;

pub(crate) fn course() -> Course {
    Course { kind: Kind::Cards, steps: steps(), puzzles: puzzles() }
}

/// Blue has made a row; one more place of the grid is empty in every other line.
const BLUE_ROW: &str = "...../.R2.R6./.B1B5B8./..B3../..... R1R7B4YG R9B1B6YY R1R2R3R3R4R4R5R5R6R7R8R8R9B2B2B3B4B5B6B7B7B8B9B9YYYG - 0-1 1 numbers=9,target=5";

/// The same position, in a game in which a green card removes whatever is on a line.
const BLUE_ROW_ANY_LINE: &str = "...../.R2.R6./.B1B5B8./..B3../..... R1R7B4YG R9B1B6YY R1R2R3R3R4R4R5R5R6R7R8R8R9B2B2B3B4B5B6B7B7B8B9B9YYYG - 0-1 1 numbers=9,target=5,green=any";

fn steps() -> Vec<LessonStep> {
    vec![
        LessonStep {
            title: words("Votre main", "Your hand"),
            text: words(
                "Vous avez les cartes rouges, votre adversaire les bleues. Chacun a en main cinq cartes cachées, de toutes les couleurs. Posez une carte rouge ou bleue au milieu.",
                "You are red, your opponent is blue. You each hold five hidden cards, in any mix of colours. Put a red or blue card in the middle.",
            ),
            start: LessonPosition::at(
                "...../...../...../...../..... R3R8B1YG R7R8B2B6Y R1R1R2R2R3R4R4R5R5R6R6R7R9R9B1B2B3B3B4B4B5B5B6B7B7B8B8B9B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Any,
            done: words(
                "Puis vous en piochez une : jouer, piocher, voilà un tour. Le plus jeune commence, sauf si vous en décidez autrement. Il y a 18 rouges et 18 bleues, numérotées de 1 à 9, chaque chiffre en double ; une option change les chiffres.",
                "Then you draw one: play, draw, and that is a turn. The youngest player goes first, unless you agree otherwise. There are 18 reds and 18 blues, numbered 1 to 9 twice over; an option changes the numbers.",
            ),
        },
        LessonStep {
            title: words("Une grille qui flotte", "A grid that floats"),
            text: words(
                "La grille a trois places sur trois, mais elle n’est pas dessinée : on découvre peu à peu où elle est. Posez une carte en e5 ; elle n’a pas besoin d’en toucher une autre.",
                "The grid is three by three, but it is not drawn: where it lies becomes clear little by little. Put a card on e5; it need not touch another.",
            ),
            start: LessonPosition::at(
                "...../...../..B3../...../..... R5R8B1YG R7R9B2B6Y R1R1R2R2R3R3R4R4R5R6R6R7R8R9B1B2B3B4B4B5B5B6B7B7B8B8B9B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Play(&["R5@e5", "R8@e5", "B1@e5"]),
            done: words(
                "Avec c3 et e5, tout est fixé : la grille va de c3 à e5.",
                "With c3 and e5, everything is settled: the grid runs from c3 to e5.",
            ),
        },
        LessonStep {
            title: words("Hors de la grille", "Outside the grid"),
            text: words(
                "Les cartes prennent déjà trois colonnes, de c à e. Essayez d’en poser une à côté, en b3.",
                "The cards already take up three columns, c to e. Try to put one beside them, on b3.",
            ),
            start: LessonPosition::at(
                "...../....R5/..B3../...../..... R4R8B1YG R7R9B2B6Y R1R1R2R2R3R3R4R5R6R6R7R8R9B1B2B3B4B4B5B5B6B7B7B8B8B9B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Refused(&["R4@b3", "R8@b3", "B1@b3"]),
            done: words(
                "Refusé : toutes les places utilisées doivent tenir dans un carré de trois sur trois.",
                "Refused: all the spaces used must fit in one three-by-three square.",
            ),
        },
        LessonStep {
            title: words("Recouvrir", "Covering"),
            text: words(
                "Une carte peut aussi recouvrir une carte de même chiffre, de n’importe quelle couleur. Recouvrez le 5 bleu avec votre 5 rouge.",
                "You may also cover a card with one of the same number, whatever its colour. Cover the blue 5 with your red 5.",
            ),
            start: LessonPosition::at(
                "...../...../..B5R2./.B9.../..... R5R8B1YG R7R9B2B6Y R1R1R2R3R3R4R4R5R6R6R7R8R9B1B2B3B3B4B4B5B6B7B7B8B8B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Play(&["R5@c3"]),
            done: words(
                "Seule compte la carte du dessus : la place est rouge maintenant.",
                "Only the top card counts: the space is red now.",
            ),
        },
        LessonStep {
            title: words("Le même chiffre, sinon rien", "Same number or nothing"),
            text: words(
                "Essayez de recouvrir le 5 bleu avec votre 8 rouge.",
                "Try to cover the blue 5 with your red 8.",
            ),
            start: LessonPosition::at(
                "...../...../..B5R2./.B9.../..... R5R8B1YG R7R9B2B6Y R1R1R2R3R3R4R4R5R6R6R7R8R9B1B2B3B3B4B4B5B6B7B7B8B8B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Refused(&["R8@c3"]),
            done: words(
                "Refusé : sur une pile, il faut le chiffre de la pile.",
                "Refused: a pile only takes cards with its own number.",
            ),
        },
        LessonStep {
            title: words("Un jeton", "A token"),
            text: words(
                "Trois places en ligne, rouges sur le dessus, vous valent un jeton. Il en manque une à votre rangée : complétez-la.",
                "Three spaces in line with red on top earn you a token. Your row needs one more: complete it.",
            ),
            start: LessonPosition::at(
                "...../...B2./.R4R1../.B6.../..... R7R9B3YG R6R8B2B5Y R1R2R2R3R3R4R5R5R6R7R8R9B1B1B3B4B4B5B6B7B7B8B8B9B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Play(&["R7@d3", "R9@d3"]),
            done: words(
                "Un jeton pour vous. Les cartes restent, et la partie continue.",
                "A token for you. The cards stay, and play goes on.",
            ),
        },
        LessonStep {
            title: words("Deux lignes à la fois", "Two lines at once"),
            text: words(
                "Une carte rapporte autant de jetons qu’elle termine de lignes. La place du milieu en termine deux.",
                "A card earns a token for every line it completes. The space in the middle completes two.",
            ),
            start: LessonPosition::at(
                "...../.R1R2B3./.B4_B9./.B6R7R8./..... R5R6B1B7Y R4R9B2YG R1R2R3R3R4R5R6R7R8R9B1B2B3B4B5B6B7B8B8B9YYYG B5Y 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Play(&["R5@c3", "R6@c3"]),
            done: words(
                "La colonne et une diagonale : deux jetons d’un coup.",
                "The column and a diagonal: two tokens in one go.",
            ),
        },
        LessonStep {
            title: words("Jouer, même contre soi", "Play, even against yourself"),
            text: words(
                "On ne passe jamais. Vous n’avez que des bleues en main, et une seule place est jouable : allez-y.",
                "There is no passing. Your hand is all blue, and only one space can be played: go ahead.",
            ),
            start: LessonPosition::at(
                "...../.R1B2B3./.R4R1B4./.B2R3../..... B5B6B7B8B9 R7R9B1YY R2R2R3R4R5R5R6R6R7R8R8R9B1B3B4B5B6B7B8B9YYYYGG - 1-1 1 numbers=9,target=5",
            ),
            goal: Goal::Any,
            done: words(
                "La ligne est bleue, le jeton va donc aux bleus : c’est la couleur qui gagne, peu importe qui joue la carte.",
                "The line is blue, so the token goes to blue: the colour earns it, no matter who plays the card.",
            ),
        },
        LessonStep {
            title: words("Rouge sur rouge", "Red on red"),
            text: words(
                "Cette rangée rouge a déjà rapporté son jeton. Recouvrez son 1 rouge avec votre autre 1 rouge et regardez les jetons.",
                "This red row has already earned its token. Cover its red 1 with your other red 1 and watch the tokens.",
            ),
            start: LessonPosition::at(
                "...../.B2.../.R4R1R7./...B6./..... R1R8B3B9Y R6B1B5YG R2R2R3R3R4R5R5R6R7R8R9R9B1B2B3B4B4B5B6B7B7B8B8B9YYYYG - 1-0 1 numbers=9,target=5",
            ),
            goal: Goal::Play(&["R1@c3"]),
            done: words(
                "Rien : une ligne rapporte un jeton quand elle devient rouge, et celle-ci l’était déjà. Cassée puis refaite, elle en rapporterait un autre.",
                "Nothing: a line earns a token when it turns red, and this one already was. Broken and made again, it would earn another.",
            ),
        },
        LessonStep {
            title: words("La carte jaune", "The yellow card"),
            text: words(
                "Une carte jaune enlève toute une pile. Les bleus menacent la colonne du milieu : enlevez-leur une de leurs deux piles.",
                "A yellow card removes a whole pile. Blue threatens the middle column: remove one of its two piles.",
            ),
            start: LessonPosition::at(
                "...../.R9B2../..B5r1../...B7./..... R1R8B3B9Y R6B1B8YG R1R2R2R3R3R4R4R5R6R7R7R8R9B1B2B3B4B4B5B6B6B7B8B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Play(&["Y@c3", "Y@c4"]),
            done: words(
                "La pile et la carte jaune vont au pot, à côté du jeu. Il y a six jaunes en tout.",
                "The pile and the yellow card go to the discard pile, beside the game. There are six yellows in all.",
            ),
        },
        LessonStep {
            title: words("La carte verte", "The green card"),
            text: words(
                "La verte est plus rare (il n’y en a que deux) : elle enlève les trois piles d’une ligne complète. Enlevez la rangée bleue.",
                "Green cards are rarer (there are only two): they remove the three piles of a complete line. Remove the blue row.",
            ),
            start: LessonPosition::at(BLUE_ROW),
            goal: Goal::Play(&["G@b3-d3"]),
            done: words(
                "Rangée, colonne ou diagonale, de n’importe quelles couleurs : tout part au pot.",
                "Row, column or diagonal, of any colours: it all goes to the discard pile.",
            ),
        },
        LessonStep {
            title: words("Une ligne complète", "A complete line"),
            text: words(
                "Essayez maintenant la verte sur la colonne du milieu, dont le haut est vide.",
                "Now try green on the middle column, whose top is empty.",
            ),
            start: LessonPosition::at(BLUE_ROW),
            goal: Goal::Refused(&["G@c2-c4"]),
            done: words(
                "Refusé : les trois places doivent être occupées. Pour une seule pile, il y a la jaune.",
                "Refused: all three spaces must be occupied. To remove a single pile, use a yellow card.",
            ),
        },
        LessonStep {
            title: words("N’importe quelle ligne", "Any line"),
            text: words(
                "Une option assouplit cette règle, et vous jouez ici avec elle : la verte enlève tout ce qui se trouve sur une ligne, même incomplète. Reprenez la colonne du milieu.",
                "An option relaxes that rule, and it is on here: green removes everything on a line, even an incomplete one. Try the middle column again.",
            ),
            start: LessonPosition::at(BLUE_ROW_ANY_LINE),
            goal: Goal::Play(&["G@c2-c4"]),
            done: words(
                "Deux piles d’un coup, et la rangée bleue est cassée. Avec cette option, une seule pile sur la ligne suffit ; une ligne vide reste refusée.",
                "Two piles in one go, and the blue row is broken. With this option, one pile on the line is enough; an empty line is still refused.",
            ),
        },
        LessonStep {
            title: words("La grille n’oublie pas", "The grid remembers"),
            text: words(
                "La carte en e4 vient d’être enlevée, il ne reste que c3. Essayez de poser en b3.",
                "The card on e4 has just been removed, and only c3 is left. Try to play on b3.",
            ),
            start: LessonPosition::at(
                "...../...._/..R3../...../..... R4R8B1YG R7R9B2B6Y R1R1R2R2R3R4R5R6R6R7R8R9B1B2B3B3B4B4B5B5B6B7B7B8B8B9B9YYYG R5Y 0-0 1 numbers=9,target=5",
            ),
            goal: Goal::Refused(&["R4@b3", "R8@b3", "B1@b3"]),
            done: words(
                "Refusé : une place vidée fixe encore la grille. Quand il n’y a plus une seule carte, et alors seulement, tout recommence.",
                "Refused: a cleared space still pins the grid. Only when no card is left at all does everything start afresh.",
            ),
        },
        LessonStep {
            title: words("Rien à jouer", "Nothing to play"),
            text: words(
                "La grille est pleine. Posez votre 4 rouge sur le 4 bleu : votre adversaire ne pourra rien jouer. Chacun piochera alors une carte, lui d’abord, et s’il reste bloqué, c’est à vous.",
                "The grid is full. Put your red 4 on the blue 4: your opponent will not be able to play anything. Then each of you draws a card, your opponent first, and if that does not help, it is your turn.",
            ),
            start: LessonPosition::at(
                "...../.R1B2R3./.B4R5B6./.B1R2B3./..... R4R6R8B8B9 R7R9B7B8B9 R1R2R3R4R5R6R7R8R9B1B2B3B4B5B5B6B7YYYYYYGG - 1-1 1 numbers=9,target=5",
            ),
            goal: Goal::Line(&["R4@b3", "+B7", "+R7", "+Y", "R6@d3"]),
            done: words(
                "Vous avez joué à sa place, et gagné un jeton ; maintenant c’est de nouveau à lui. Si personne n’avait pu jouer, on aurait encore pioché.",
                "You played instead and earned a token; now it is your opponent’s turn again. If neither of you could have played, you would both have drawn again.",
            ),
        },
        LessonStep {
            title: words("Le pot revient", "The discard pile comes back"),
            text: words(
                "La pioche est vide. Jouez ce que vous voulez : pour que vous puissiez piocher, le pot sera mélangé et deviendra la pioche.",
                "The draw pile is empty. Play what you like: so that you can draw, the discard pile is shuffled and becomes the draw pile.",
            ),
            start: LessonPosition::at(
                "...../.R1.B2./..R5../.B7.R6./..... R2R8B1B4Y R3B3B6B9G - R1R2R3R4R4R5R6R7R7R8R9R9B1B2B3B4B5B5B6B7B8B8B9YYYYYG 3-2 1 numbers=9,target=5",
            ),
            goal: Goal::Any,
            done: words(
                "À cet instant, si vous avez compté, vous savez tout : ce qui n’est ni sur la table, ni au pot, ni dans votre main est dans celle de votre adversaire.",
                "At that moment, if you have been counting, you know everything: what is not on the table, in the discard pile or in your hand is in your opponent’s.",
            ),
        },
        LessonStep {
            title: words("Deux d’avance", "Two ahead"),
            text: words(
                "Il faut cinq jetons (une option change ce nombre), et deux d’avance. À quatre partout, posez votre 4 en d4 ; puis trouvez le jeton décisif.",
                "It takes five tokens (an option changes that), and a lead of two. At four all, put your 4 on d4; then find the token that decides.",
            ),
            start: LessonPosition::at(
                "...../.R1R2../.B3R5B8./..B6R9./..... R4R7B5YG R3R6B2B7Y R1R2R3R4R5R6R7R8R8R9B1B1B2B3B4B4B5B6B7B8B9B9YYYYG - 4-4 1 numbers=9,target=5",
            ),
            goal: Goal::Line(&["R4@d4", "+B1", "B7@b2", "+R8", "R7@b2"]),
            done: words(
                "Cinq à quatre ne suffisait pas ; six à quatre, si. Quand les 24 jetons s’épuisent avant, on prend ce qui reste et celui qui en a le plus gagne ; douze partout, c’est une partie nulle.",
                "Five to four was not enough; six to four is. When the 24 tokens run out first, you take what is left and the player with more wins; twelve all is a draw.",
            ),
        },
    ]
}

fn puzzles() -> Vec<CoursePuzzle> {
    vec![
        CoursePuzzle {
            difficulty: 1,
            task: words("Gagnez un jeton.", "Earn a token."),
            start: LessonPosition::at(
                "...../.R2B9B7./.B3R4B8./.R9.../..... R6B1B5YG R1R8B2B6Y R1R2R3R3R4R5R5R6R7R7R8R9B1B2B3B4B4B5B6B7B8B9YYYYG - 0-0 1 numbers=9,target=5",
            ),
            line: &["R6@d2"],
            alternatives: &[],
            hint: words("Regardez les diagonales.", "Look along the diagonals."),
            done: words(
                "Une diagonale rouge, d’un coin à l’autre : un jeton.",
                "A red diagonal from corner to corner: a token.",
            ),
        },
        CoursePuzzle {
            difficulty: 2,
            task: words(
                "La grille est pleine. Gagnez un jeton quand même.",
                "The grid is full. Earn a token all the same.",
            ),
            start: LessonPosition::at(
                "...../.R1B5R2./.B3R4R8./.B6B7B9./..... R3R8B1B5Y R7R9B2YG R1R2R3R4R5R5R6R6R7R9B1B2B3B4B4B6B7B8B8B9YYYYG - 1-2 1 numbers=9,target=5",
            ),
            line: &["R3@b3"],
            alternatives: &[],
            hint: words(
                "Pas de place vide : il faut recouvrir. Quel bleu gêne une ligne rouge, et avez-vous son chiffre ?",
                "No empty space, so you must cover. Which blue card spoils a red line, and do you hold its number?",
            ),
            done: words(
                "Le 3 rouge sur le 3 bleu : la rangée du milieu devient rouge.",
                "Red 3 on blue 3: the middle row turns red.",
            ),
        },
        CoursePuzzle {
            difficulty: 3,
            task: words(
                "Quatre jetons partout, il en faut cinq. Gagnez la partie tout de suite.",
                "Four tokens each, and five are needed. Win the game now.",
            ),
            start: LessonPosition::at(
                "...../.R1B2R3./..B5B6./.R7B8R9./..... R2R5R6B7Y R4R8B1YG R1R2R3R4R5R6R7R8R9B1B2B3B3B4B4B5B6B7B8B9B9YYYYG - 4-4 1 numbers=9,target=5",
            ),
            line: &["R5@c3"],
            alternatives: &[],
            hint: words(
                "Un jeton ne suffit pas : il faut deux d’avance.",
                "One token is not enough: you must be two ahead.",
            ),
            done: words(
                "Les deux diagonales à la fois : six à quatre. Bien d’autres coups ne rapportaient qu’un jeton.",
                "Both diagonals at once: six to four. Many other moves earned only one token.",
            ),
        },
        CoursePuzzle {
            difficulty: 4,
            task: words(
                "Jouez de sorte que votre adversaire ne puisse gagner aucun jeton au tour suivant, quelle que soit sa main.",
                "Play so that your opponent cannot earn a token next turn, whatever their hand.",
            ),
            start: LessonPosition::at(
                "...B7./.R3B6../..B4../...../..... R3R5R5R8Y R2R7B5YY R1R1R2R4R4R6R6R7R8R9R9B1B1B2B2B3B3B4B5B6B7B8B8B9B9YYYGG - 0-0 1 numbers=9,target=5",
            ),
            line: &["Y@c4"],
            alternatives: &[],
            hint: words(
                "Les bleus ont deux lignes de deux. Barrer l’une laisse l’autre ouverte.",
                "Blue has two lines of two. Blocking one leaves the other open.",
            ),
            done: words(
                "La pile où les deux lignes se croisent : une seule carte jaune, et il n’y a plus de menace.",
                "The pile where both lines cross: one yellow card, and there is no threat left.",
            ),
        },
        CoursePuzzle {
            difficulty: 5,
            task: words(
                "Même question, mais comptez : la table, le pot et votre main vous disent ce que votre adversaire ne peut pas avoir. Un seul coup ne risque rien.",
                "The same question, but count: the table, the discard pile and your hand tell you what your opponent cannot hold. Only one move is safe.",
            ),
            start: LessonPosition::at(
                ".B4_../R3B1B8../_R1b1B4../...../..... R2R4B3B3B5 B2B6YYY R1R4R5R5R6R7R7R8R9B5B7B9 R2R3R6R8R9B2B6B7B8B9YYYGG 0-3 1 numbers=9,target=5",
            ),
            line: &["R4@c3"],
            alternatives: &[],
            hint: words(
                "Cherchez les 1 et les 3 bleus : où sont-ils tous ?",
                "Look for the blue 1s and 3s: where are they all?",
            ),
            done: words(
                "Le 4 rouge en c3 barre deux lignes. Pour les deux autres, il faudrait aux bleus un 1 en b3 ou un 3 en a4 : les deux 1 sont sur la table, les deux 3 dans votre main.",
                "Red 4 on c3 blocks two lines. For the two others blue would need a 1 on b3 or a 3 on a4: both 1s are on the table, both 3s in your hand.",
            ),
        },
    ]
}
