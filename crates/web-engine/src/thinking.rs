//! The worker without its surroundings: a request in, replies out.

use std::time::Duration;

use engine::{Analysis, Engine, Limits, Report};
use rules::{AnyMove, Kind};

use crate::message::{Failure, Found, Reply, Request, Think};

/// No progress is told sooner after the last than this: the page paints no faster.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers requests, and remembers from one to the next.
pub struct Thinker {
    engine: Engine,
    clock: fn() -> Duration,
}

impl Thinker {
    /// A thinker that goes by this clock.
    pub fn new(clock: fn() -> Duration) -> Thinker {
        Thinker { engine: Engine::new(), clock }
    }

    /// Answers a request; every reply goes to `tell`.
    pub fn answer(&mut self, request: &str, tell: &mut dyn FnMut(&Reply)) {
        match request.parse() {
            Ok(Request::Forget) => self.engine.forget(),
            Ok(Request::Think(think)) => self.think(&think, tell),
            Err(_) => {
                // Whatever can be made out of the number is enough to say which question is lost.
                let id = request.split([' ', '\n']).nth(1).and_then(|id| id.parse().ok()).unwrap_or_default();
                tell(&Reply::Failed { id, why: Failure::Unreadable });
            }
        }
    }

    fn think(&mut self, think: &Think, tell: &mut dyn FnMut(&Reply)) {
        let Think { id, viewer, time, nodes, depth, level, lines, seed, .. } = *think;
        let limits = Limits { time, nodes, depth, level, lines, seed, clock: self.clock };
        let kind = think.position.kind();
        // Taking the view again changes nothing in a position that is one already.
        let view = think.position.view(viewer);
        let mut telling = Telling { id, kind, last: None, tell };
        let reply = match self.engine.think(&view, &limits, &mut telling) {
            Ok(analysis) => Reply::Done(Found { id, kind, analysis }),
            Err(why) => Reply::Failed { id, why: Failure::Nothing(why) },
        };
        tell(&reply);
    }
}

/// Passes progress on, but not too often.
struct Telling<'t> {
    id: u32,
    kind: Kind,
    last: Option<Duration>,
    tell: &'t mut dyn FnMut(&Reply),
}

impl Report for Telling<'_> {
    fn progress(&mut self, analysis: &Analysis<AnyMove>) {
        if self.last.is_some_and(|last| analysis.elapsed < last + PAUSE) {
            return;
        }
        self.last = Some(analysis.elapsed);
        (self.tell)(&Reply::Progress(Found { id: self.id, kind: self.kind, analysis: analysis.clone() }));
    }
}
