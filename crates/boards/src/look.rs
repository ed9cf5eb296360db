//! How a position is looked at: everything a picture depends on besides the position.

use rules::{Lang, Viewer};

use crate::scene::Spot;

/// How a position is looked at.
#[derive(Clone, Debug)]
pub struct Look<M, I> {
    /// Who looks: whose hand lies at the bottom. What this viewer may not see must have been redacted already.
    pub viewer: Viewer,
    /// The language of names and words.
    pub lang: Lang,
    /// Whether the legal places are lit: whether a person may touch the board now.
    pub live: bool,
    /// Whether coordinates are written beside the board.
    pub coordinates: bool,
    /// Whether the board is turned by half a turn, or the viewer sits on the other side.
    pub flipped: bool,
    /// Whether there is more room beside the board than below it.
    pub wide: bool,
    /// The spots touched so far.
    pub picked: Vec<Spot>,
    /// Whether what was picked has just been put back.
    pub put_back: bool,
    /// The spot under the pointer.
    pub hover: Option<Spot>,
    /// The move just played.
    pub last: Option<M>,
    /// The reason for which a touch was just refused, to be shown.
    pub refused: Option<I>,
    /// What is thought of moves, to be shown on the board.
    pub verdicts: Vec<(M, Verdict)>,
}

/// What is thought of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// A few characters: `+3`, `62`, `=`.
    pub text: String,
    /// The expected share of the mover, from 0 to 1.
    pub share: f32,
    /// Whether it is the best move, or as good as the best by proof.
    pub best: bool,
}

impl<M, I> Look<M, I> {
    /// A plain look in this language: nothing picked up, nothing lit.
    pub fn plain(lang: Lang) -> Look<M, I> {
        Look {
            viewer: Viewer::Public,
            lang,
            live: false,
            coordinates: false,
            flipped: false,
            wide: false,
            picked: Vec::new(),
            put_back: false,
            hover: None,
            last: None,
            refused: None,
            verdicts: Vec::new(),
        }
    }

    /// The same look with moves and reasons of another type, where they can be turned into it.
    pub fn convert<N, J>(
        &self,
        mv: impl Fn(&M) -> Option<N>,
        reason: impl Fn(&I) -> Option<J>,
    ) -> Look<N, J> {
        Look {
            viewer: self.viewer,
            lang: self.lang,
            live: self.live,
            coordinates: self.coordinates,
            flipped: self.flipped,
            wide: self.wide,
            picked: self.picked.clone(),
            put_back: self.put_back,
            hover: self.hover,
            last: self.last.as_ref().and_then(&mv),
            refused: self.refused.as_ref().and_then(reason),
            verdicts: self.verdicts.iter().filter_map(|(m, v)| Some((mv(m)?, v.clone()))).collect(),
        }
    }
}
