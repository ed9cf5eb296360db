//! `trois play`: plays a game in the terminal, with plain lines of text.

mod opponents;
pub(crate) mod prompt;
mod session;
mod setup;
mod texts;

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use rules::Rng;

use crate::args::PlayArgs;
use crate::errors::Failure;
use opponents::Opponents;
use prompt::Prompt;
use session::{AfterGame, PlaySession};

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut prompt = Prompt::new(out, args.language.get());
    // The standard library's hasher is seeded by the system: enough randomness for a game.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut rng = Rng::new(seed);
    let Some((start, players)) = setup::ask(args, &mut prompt)? else {
        return Ok(());
    };
    let mut opponents = Opponents::new(args.book);
    loop {
        opponents.reset();
        let session = PlaySession::new(&start, &players, &mut opponents, &mut rng, &mut prompt);
        if session.play()? == AfterGame::Quit {
            return Ok(());
        }
    }
}
