//! The themes of puzzles.

use std::str::FromStr;

use rules::{Words, words};

use crate::puzzle::PuzzleError;
use crate::puzzle_game::PuzzleGame;

macro_rules! themes {
    ($($theme:ident, $id:literal, $fr:literal, $en:literal;)*) => {
        /// A theme of puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PuzzleTheme {
            $(#[doc = $en] $theme,)*
        }

        impl PuzzleTheme {
            /// All themes.
            pub const ALL: &'static [PuzzleTheme] = &[$(PuzzleTheme::$theme,)*];

            /// The word for the theme in files and commands.
            pub const fn id(self) -> &'static str {
                match self { $(PuzzleTheme::$theme => $id,)* }
            }

            /// Its name.
            pub const fn name(self) -> Words {
                match self { $(PuzzleTheme::$theme => Words::new($fr, $en),)* }
            }
        }
    };
}

themes! {
    Fork, "fork", "Deux menaces à la fois", "Two threats at once";
    FreeChoice, "free-choice", "Un choix libre", "A free choice";
    GivesFreeChoice, "gives-free-choice", "Donner un choix libre", "Giving a free choice";
    GivesBoard, "gives-board", "Laisser gagner une plaquette", "Giving up a board";
    Majority, "majority", "Au nombre de plaquettes", "By board count";
    Nest, "nest", "Emboîter", "Nesting";
    Tree, "tree", "Empiler", "Stacking";
    BreaksLine, "breaks-line", "Un emboîtement qui casse une ligne", "A nest that breaks a line";
    NoMoveLeft, "no-move-left", "Plus aucun coup possible", "No moves left";
    Swap, "swap", "Un échange", "A swap";
    LongMove, "long-move", "De loin", "From a distance";
    NoSixth, "no-sixth", "Jamais six", "Never six";
    ThreeThreats, "three-fives", "Trois cinq à la fois", "Three fives at once";
    GivesGroup, "gives-group", "Offrir un groupe", "Giving away a group";
    TwoLines, "two-lines", "Deux lignes d’un coup", "Two lines in one move";
    Cover, "cover", "Recouvrir", "Covering a card";
    Removal, "removal", "Retirer des cartes", "Removing cards";
    OtherColour, "other-colour", "Jouer la couleur adverse", "Playing the opponent’s colour";
    CountedCards, "counted-cards", "Les cartes comptées", "Counted cards";
    Quiet, "quiet", "Un coup tranquille", "A quiet move";
    OneMove, "one-move", "Gagner en un coup", "Win in one move";
    TwoMoves, "two-moves", "Gagner en deux coups", "Win in two moves";
    ThreeMoves, "three-moves", "Gagner en trois coups", "Win in three moves";
    FourMoves, "four-moves", "Gagner en quatre coups", "Win in four moves";
    FiveMoves, "five-moves", "Gagner en cinq coups", "Win in five moves";
}

impl FromStr for PuzzleTheme {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<PuzzleTheme, PuzzleError> {
        PuzzleTheme::ALL.iter().copied().find(|theme| theme.id() == text).ok_or_else(|| {
            let known: Vec<&str> = PuzzleTheme::ALL.iter().map(|theme| theme.id()).collect();
            let known = known.join(", ");
            PuzzleError::new(words!(
                fr: "il n’y a pas de thème «\u{a0}{text}\u{a0}», seulement {known}",
                en: "there is no theme “{text}”, only {known}"
            ))
        })
    }
}

/// The themes of a whole solution: those of the solver's moves, each once, and how many there are, in the order of the
/// list of themes.
pub fn themes<G: PuzzleGame>(start: &G, line: &[G::Move]) -> Vec<PuzzleTheme> {
    let (solver, mut game, mut found) = (start.to_move(), start.clone(), Vec::new());
    let mut moves = 0;
    for (n, &mv) in line.iter().enumerate() {
        let mut next = game.clone();
        next.play_unchecked(mv);
        if game.to_move() == solver {
            moves += 1;
            found.extend(G::themes_of(&game, mv, &next, &line[n + 1..]));
        }
        game = next;
    }
    found.push(match moves {
        ..=1 => PuzzleTheme::OneMove,
        2 => PuzzleTheme::TwoMoves,
        3 => PuzzleTheme::ThreeMoves,
        4 => PuzzleTheme::FourMoves,
        _ => PuzzleTheme::FiveMoves,
    });
    found.sort_unstable();
    found.dedup();
    found
}
