//! Everything that a drawing depends on besides the position.

use std::fmt;
use std::str::FromStr;

use rules::{Lang, Viewer};

use crate::look::Look;
use crate::scene::Spot;

/// The viewer, the interaction state and the display options with which a position is drawn.
#[derive(Clone, Debug)]
pub struct DrawContext<M, I> {
    /// Whose hand lies at the bottom. The caller has already redacted the position for this viewer.
    pub viewer: Viewer,
    /// The language of names and sentences.
    pub lang: Lang,
    /// Whether the board accepts touches now: if so, legal targets are lit.
    pub interactive: bool,
    /// Whether coordinates are written beside the board.
    pub coordinates: bool,
    /// What board and pieces are made of.
    pub look: Look,
    /// Whether the board is rotated by half a turn.
    pub flipped: bool,
    /// Whether there is more free space beside the board than below it.
    pub wide: bool,
    /// The spots touched so far.
    pub picked: Vec<Spot>,
    /// Whether the last touch put the picked piece back.
    pub put_back: bool,
    /// The spot under the pointer.
    pub hover: Option<Spot>,
    /// The move that led to this position.
    pub last_move: Option<M>,
    /// The reason to show for a touch that was just refused.
    pub refused: Option<I>,
    /// Evaluations of legal moves, shown as badges on the board.
    pub evaluations: Vec<(M, MoveEvaluation)>,
    /// Arrows and rings that a user has drawn on the board.
    pub arrows: Vec<Arrow>,
}

/// An arrow from one spot to another; a ring where both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub from: Spot,
    /// Where it points.
    pub to: Spot,
}

/// `p4-p8`; a ring is `p4`.
impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from == self.to {
            true => self.from.fmt(f),
            false => write!(f, "{}-{}", self.from, self.to),
        }
    }
}

impl FromStr for Arrow {
    type Err = ();

    fn from_str(text: &str) -> Result<Arrow, ()> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        Ok(Arrow { from: from.parse()?, to: to.parse()? })
    }
}

/// The evaluation of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEvaluation {
    /// A few characters: `+3`, `62`, `=`.
    pub text: String,
    /// The mover's expected share of the points, from 0 to 1.
    pub share: f32,
    /// Whether it is the best move, or proven as good as the best.
    pub best: bool,
}

impl<M, I> DrawContext<M, I> {
    /// The defaults in this language: a public viewer, nothing picked, nothing lit.
    pub fn plain(lang: Lang) -> DrawContext<M, I> {
        DrawContext {
            viewer: Viewer::Public,
            lang,
            interactive: false,
            coordinates: false,
            look: Look::default(),
            flipped: false,
            wide: false,
            picked: Vec::new(),
            put_back: false,
            hover: None,
            last_move: None,
            refused: None,
            evaluations: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Converts moves and reasons to another type and drops those that do not convert.
    pub fn convert<N, J>(
        &self,
        mv: impl Fn(&M) -> Option<N>,
        reason: impl Fn(&I) -> Option<J>,
    ) -> DrawContext<N, J> {
        DrawContext {
            viewer: self.viewer,
            lang: self.lang,
            interactive: self.interactive,
            coordinates: self.coordinates,
            look: self.look,
            flipped: self.flipped,
            wide: self.wide,
            picked: self.picked.clone(),
            put_back: self.put_back,
            hover: self.hover,
            last_move: self.last_move.as_ref().and_then(&mv),
            refused: self.refused.as_ref().and_then(reason),
            arrows: self.arrows.clone(),
            evaluations: self.evaluations.iter().filter_map(|(m, v)| Some((mv(m)?, v.clone()))).collect(),
        }
    }
}
