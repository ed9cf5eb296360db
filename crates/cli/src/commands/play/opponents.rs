//! The engines that play the seats without a human, and that give hints. They see only the view of their seat.

use std::time::Duration;

use engine::{Engine, Level, Limits};
use rules::{AnyMove, AnyView, Rng};

use crate::args::PlayerArg;
use crate::thinking;

/// The longest time for a move or a hint.
const THINKING_TIME: Duration = Duration::from_secs(1);

/// One engine per seat, so that no engine remembers the hand of another seat.
pub(crate) struct Opponents {
    engines: Vec<Engine>,
    /// Whether moves may come from the opening book.
    book: bool,
}

impl Opponents {
    pub(crate) fn new(book: bool) -> Opponents {
        Opponents { engines: Vec::new(), book }
    }

    /// Forgets the last game.
    pub(crate) fn reset(&mut self) {
        self.engines.clear();
    }

    /// The move for a seat without a human. `None` if it is not the viewer's turn.
    pub(crate) fn choose(&mut self, player: PlayerArg, view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
        match player {
            PlayerArg::Engine(level) => self.think(level, view, rng),
            PlayerArg::Random | PlayerArg::Human => view.position().random_move(rng),
        }
    }

    /// The best move for the viewer within [`THINKING_TIME`]. `None` if it is not the viewer's turn.
    pub(crate) fn hint(&mut self, view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
        self.think(Level::MAX, view, rng)
    }

    fn think(&mut self, level: Level, view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
        let seat = view.position().turn().seat()?.index();
        while self.engines.len() <= seat {
            self.engines.push(Engine::new());
        }
        let limits = Limits {
            time: thinking::wall_limit(Some(THINKING_TIME)),
            level,
            seed: rng.bits(),
            book: self.book,
            ..Limits::default()
        };
        self.engines[seat].think(view, &limits, &mut ()).ok().map(|analysis| analysis.chosen)
    }
}
