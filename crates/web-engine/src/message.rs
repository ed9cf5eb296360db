//! The messages between page and worker, as text: the first line names the message, then one line for each field,
//! `key value`.
//!
//! ```text
//! think 7                  progress 7                  failed 7 hidden
//! game super               game super
//! viewer 1                 chosen 5.5
//! level 10                 depth 9
//! lines 1                  nodes 20480
//! seed 0                   time 31
//! time 500                 line 0.5125 0.4875 | 5.5 5.1 1.5
//! position ……… 1           line win1 in 7 | 5.1 1.9
//! ```
//!
//! A question whose answer may come from the opening book has a line `book`; so has an answer that does. `done` has the
//! fields of `progress`. `stop 7`, `forget` and `ready` have none.

use std::fmt::{self, Display, Write};
use std::time::Duration;

use engine::{Analysis, Level, Limits, NothingToSearch, Value};
use rules::{AnyGame, AnyMove, AnyView, Kind, Lang, Say, Viewer};

/// A message from the page to the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineRequest {
    /// Search a position, in place of the one that is being searched.
    Think(Think),
    /// End the search of this question and answer with the best move so far.
    Stop {
        /// The number of the question.
        id: u32,
    },
    /// End the search without an answer and forget everything, as before a new game.
    Forget,
}

/// The question: what to search, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Think {
    /// The number of the question, which comes back with every answer to it.
    pub id: u32,
    /// The position as the viewer sees it.
    pub position: AnyGame,
    /// Whose view it is.
    pub viewer: Viewer,
    /// The longest time.
    pub time: Option<Duration>,
    /// The most positions.
    pub nodes: Option<u64>,
    /// The most moves ahead.
    pub depth: Option<u32>,
    /// The playing strength.
    pub level: Level,
    /// How many of the best moves get a full line.
    pub lines: usize,
    /// The source of all randomness.
    pub seed: u64,
    /// Whether the move may come from the opening book.
    pub book: bool,
}

impl Think {
    /// A question about a view, without limits. Since it takes a view, nothing hidden can be sent.
    pub fn new(id: u32, view: &AnyView) -> Think {
        let Limits { nodes, depth, level, lines, seed, book, .. } = Limits::default();
        let (position, viewer) = (view.position(), view.viewer());
        Think { id, position, viewer, time: None, nodes, depth, level, lines, seed, book }
    }
}

/// A message from the worker to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The worker can receive messages. What was sent before is lost.
    Ready,
    /// Something new is known; more is to come.
    Progress(SearchReport),
    /// The final result.
    Done(SearchReport),
    /// There is no answer.
    Failed {
        /// The number of the question.
        id: u32,
        /// The reason.
        why: EngineFailure,
    },
}

/// The result of a question, so far or final.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The number of the question.
    pub id: u32,
    /// The game.
    pub kind: Kind,
    /// What was found.
    pub analysis: Analysis<AnyMove>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineFailure {
    /// There is nothing to search.
    Nothing(NothingToSearch),
    /// The question could not be read: page and worker are not of the same version.
    Unreadable,
}

impl Say for EngineFailure {
    fn say(&self, lang: Lang) -> String {
        let (fr, en) = match self {
            EngineFailure::Nothing(NothingToSearch::Over(outcome)) => {
                return match lang {
                    Lang::Fr => format!("La partie est finie. {}", outcome.say(lang)),
                    Lang::En => format!("The game is over. {}", outcome.say(lang)),
                };
            }
            EngineFailure::Nothing(NothingToSearch::Chance) => {
                ("Une carte doit d’abord être piochée.", "A card must be drawn first.")
            }
            EngineFailure::Nothing(NothingToSearch::HiddenHand) => (
                "La main de ce joueur est cachée\u{a0}: le moteur ne peut rien dire.",
                "This player’s hand is hidden: the engine has nothing to say.",
            ),
            EngineFailure::Unreadable => (
                "Le moteur n’a pas compris la question\u{a0}: rechargez la page.",
                "The engine did not understand the question: reload the page.",
            ),
        };
        match lang {
            Lang::Fr => fr.to_owned(),
            Lang::En => en.to_owned(),
        }
    }
}

impl Display for EngineRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineRequest::Forget => f.write_str("forget"),
            EngineRequest::Stop { id } => write!(f, "stop {id}"),
            EngineRequest::Think(think) => think.fmt(f),
        }
    }
}

impl Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Think { id, position, viewer, level, lines, seed, .. } = self;
        write!(f, "think {id}\ngame {}\nviewer ", position.kind())?;
        match viewer {
            Viewer::Seat(seat) => write!(f, "{seat}")?,
            Viewer::Public => f.write_str("public")?,
        }
        write!(f, "\nlevel {level}\nlines {lines}\nseed {seed}\n")?;
        if let Some(time) = self.time {
            writeln!(f, "time {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            writeln!(f, "nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            writeln!(f, "depth {depth}")?;
        }
        if self.book {
            writeln!(f, "book")?;
        }
        write!(f, "position {position}")
    }
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ready => f.write_str("ready"),
            Reply::Progress(found) => write!(f, "progress {found}"),
            Reply::Done(found) => write!(f, "done {found}"),
            Reply::Failed { id, why: EngineFailure::Unreadable } => write!(f, "failed {id} unreadable"),
            Reply::Failed { id, why: EngineFailure::Nothing(why) } => match why {
                NothingToSearch::Over(outcome) => write!(f, "failed {id} {outcome}"),
                NothingToSearch::Chance => write!(f, "failed {id} chance"),
                NothingToSearch::HiddenHand => write!(f, "failed {id} hidden"),
            },
        }
    }
}

impl Display for SearchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchReport { id, kind, analysis } = self;
        let Analysis { chosen, depth, nodes, elapsed, lines, is_from_book } = analysis;
        write!(f, "{id}\ngame {kind}\nchosen {chosen}\ndepth {depth}\nnodes {nodes}\n")?;
        write!(f, "time {}", elapsed.as_millis())?;
        if *is_from_book {
            f.write_str("\nbook")?;
        }
        for line in lines {
            f.write_str("\nline ")?;
            write_value(f, &line.value)?;
            f.write_str(" |")?;
            for mv in &line.moves {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}

/// Writes the value with all its digits; its `Display` rounds them.
fn write_value(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::Proven { .. } => write!(f, "{value}"),
        Value::Expected(shares) => {
            for (index, share) in shares.iter().enumerate() {
                if index > 0 {
                    f.write_char(' ')?;
                }
                write!(f, "{share}")?;
            }
            Ok(())
        }
    }
}
