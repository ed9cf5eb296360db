//! Who plays where no human sits, and who advises one. It gets what its seat may see, and nothing else.

use std::time::Duration;

use engine::{Engine, Level, Limits};
use rules::{AnyMove, AnyView, Rng};

use crate::args::PlayerKind;
use crate::thinking;

/// The longest that anybody waits for a move or for advice.
const PATIENCE: Duration = Duration::from_secs(1);

/// An engine for each seat, so that what one remembers of its own hand never helps another.
pub(crate) struct Opponents {
    engines: Vec<Engine>,
}

impl Opponents {
    pub(crate) fn new() -> Opponents {
        Opponents { engines: Vec::new() }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.engines.clear();
    }

    /// The move that the program makes in a seat. `None` if it is not the viewer's turn.
    pub(crate) fn choose(&mut self, player: PlayerKind, view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
        match player {
            PlayerKind::Engine(level) => self.think(level, view, rng),
            PlayerKind::Random | PlayerKind::Human => view.position().random_move(rng),
        }
    }

    /// The best move that can be found for the viewer in a second. `None` if it is not the viewer's turn.
    pub(crate) fn advise(&mut self, view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
        self.think(Level::MAX, view, rng)
    }

    fn think(&mut self, level: Level, view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
        let seat = view.position().turn().seat()?.index();
        while self.engines.len() <= seat {
            self.engines.push(Engine::new());
        }
        let limits = Limits { time: Some(PATIENCE), level, seed: rng.bits(), ..thinking::limits() };
        self.engines[seat].think(view, &limits, &mut ()).ok().map(|analysis| analysis.chosen)
    }
}
