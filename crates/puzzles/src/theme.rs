//! The themes of puzzles.

use std::str::FromStr;

use rules::{Game, Words, words};

use crate::puzzle::PuzzleError;

/// A game that can name the themes of a solution.
pub trait Themed: Game {
    /// The options and the number of puzzles with them in the game's collection.
    const PLAN: &'static [PuzzlePlan];

    /// The position as a solver gets it: without earlier positions, where those are part of a position.
    fn fresh(&self) -> Self {
        self.clone()
    }

    /// Positions with a forced win of the plan's length, if a table of the whole game has them. Without such a table,
    /// puzzles come from games alone.
    #[cfg(feature = "generate")]
    fn from_table(plan: &PuzzlePlan) -> Vec<Self> {
        let _ = plan;
        Vec::new()
    }

    /// The themes of a move of the solver; `rest` are the moves that follow in the solution.
    fn themes_of(before: &Self, mv: Self::Move, after: &Self, rest: &[Self::Move]) -> Vec<PuzzleTheme>;
}

/// How many puzzles with some options a collection has, and how they are found.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePlan {
    /// The options, as text.
    pub options: &'static str,
    /// How many puzzles to find. Those with too few moves to choose from are left out afterwards.
    pub count: usize,
    /// The most moves of all players in a solution.
    pub plies: u32,
    /// The fewest moves in a solution: shorter ones would be too easy. A tenth of the puzzles may be shorter.
    pub fewest: u32,
}

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
    Majority, "majority", "À la majorité", "By majority";
    Nest, "nest", "Emboîter", "Nesting";
    Tree, "tree", "Empiler", "Stacking";
    BreaksLine, "breaks-line", "Un emboîtement qui casse une ligne", "A nest that breaks a line";
    NoMoveLeft, "no-move-left", "Plus aucun coup possible", "No moves left";
    Swap, "swap", "Un échange", "A swap";
    LongMove, "long-move", "De loin", "From a distance";
    NoSixth, "no-sixth", "Jamais six", "Never six";
    GivesGroup, "gives-group", "Offrir un groupe", "Giving away a group";
    TwoLines, "two-lines", "Deux lignes d’un coup", "Two lines in one move";
    Cover, "cover", "Recouvrir", "Covering a card";
    OtherColour, "other-colour", "Jouer la couleur adverse", "Playing the opponent’s colour";
    Quiet, "quiet", "Un coup tranquille", "A quiet move";
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

/// The themes of a whole solution: those of the solver's moves, each once, in the order of the list of themes.
pub fn themes<G: Themed>(start: &G, line: &[G::Move]) -> Vec<PuzzleTheme> {
    let (solver, mut game, mut found) = (start.to_move(), start.clone(), Vec::new());
    for (n, &mv) in line.iter().enumerate() {
        let mut next = game.clone();
        next.play_unchecked(mv);
        if game.to_move() == solver {
            found.extend(G::themes_of(&game, mv, &next, &line[n + 1..]));
        }
        game = next;
    }
    found.sort_unstable();
    found.dedup();
    found
}
