//! What a puzzle is about.

use std::str::FromStr;

use rules::{Game, Words};

use crate::puzzle::PuzzleError;

/// A game that can say what a solution is about.
pub trait Themed: Game {
    /// The options and the number of puzzles with them in the game's collection.
    const PLAN: &'static [Plan];

    /// The position as it is put before a solver: without what came before it, where that is part of a position.
    fn fresh(&self) -> Self {
        self.clone()
    }

    /// What is remarkable about a move of the solver; `rest` are the moves that follow in the solution.
    fn themes_of(before: &Self, mv: Self::Move, after: &Self, rest: &[Self::Move]) -> Vec<Theme>;
}

/// How many puzzles a collection has with some options, and how they are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The options, as text.
    pub options: &'static str,
    /// How many puzzles are looked for. Those with too little to choose from are then left out.
    pub count: usize,
    /// The most moves of all players that a solution has.
    pub plies: u32,
    /// The least of them: shorter ones would be too easy. A tenth of the puzzles may be shorter.
    pub fewest: u32,
}

macro_rules! themes {
    ($($theme:ident, $id:literal, $fr:literal, $en:literal;)*) => {
        /// A theme of puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Theme {
            $(#[doc = $en] $theme,)*
        }

        impl Theme {
            /// All themes.
            pub const ALL: &'static [Theme] = &[$(Theme::$theme,)*];

            /// The word for it in files and commands.
            pub const fn id(self) -> &'static str {
                match self { $(Theme::$theme => $id,)* }
            }

            /// Its name.
            pub const fn name(self) -> Words {
                match self { $(Theme::$theme => Words::new($fr, $en),)* }
            }
        }
    };
}

themes! {
    Fork, "fork", "Deux menaces à la fois", "Two threats at once";
    FreeChoice, "free-choice", "Un choix libre", "A free choice";
    GivesFreeChoice, "gives-free-choice", "Laisser un choix libre", "Giving a free choice";
    GivesBoard, "gives-board", "Laisser gagner une plaquette", "Letting a board go";
    Majority, "majority", "À la majorité", "By majority";
    Nest, "nest", "Emboîter", "Nesting";
    Tree, "tree", "Empiler", "Stacking";
    BreaksLine, "breaks-line", "L’emboîtement qui casse un alignement", "A nest breaks a line";
    NoMoveLeft, "no-move-left", "Plus aucun coup possible", "No move left";
    Swap, "swap", "Un échange", "A swap";
    LongMove, "long-move", "De loin", "From afar";
    NoSixth, "no-sixth", "Pas de sixième", "The sixth is refused";
    GivesGroup, "gives-group", "Un groupe pour l’adversaire", "A group for the opponent";
    TwoLines, "two-lines", "Deux alignements d’un coup", "Two lines in one move";
    Cover, "cover", "Recouvrir", "Covering a card";
    OtherColour, "other-colour", "La couleur de l’adversaire", "The opponent’s colour";
    Quiet, "quiet", "Un coup calme", "A quiet move";
}

impl FromStr for Theme {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Theme, PuzzleError> {
        Theme::ALL.iter().copied().find(|theme| theme.id() == text).ok_or_else(|| {
            let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.id()).collect();
            PuzzleError::new(format!("there is no theme “{text}”, only {}", known.join(", ")))
        })
    }
}

/// The themes of a whole solution: those of the solver's moves, each once, in the order of the list of themes.
pub fn themes<G: Themed>(start: &G, line: &[G::Move]) -> Vec<Theme> {
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
