//! `trois explore generate`: plays the games of a collection.

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

use explorer::GameCollection;
use explorer::generate::{GenerationPlan, GenerationStage, generate};
use rules::AnyGame;

use crate::args::GenerateArgs;
use crate::errors::Failure;
use crate::output::grouped;
use crate::progress::WorkProgress;

pub(crate) fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let start = AnyGame::new(args.game, &args.options)
        .map_err(|error| Failure::input(format!("The options cannot be read: {error}.")))?;
    let threads = args.threads.or(std::thread::available_parallelism().ok()).map_or(1, usize::from);
    let plan = GenerationPlan { games: args.games as usize, nodes: args.nodes, seed: args.seed, threads };
    // Fails at once if the file cannot be written, not after minutes of games.
    let mut file = std::fs::File::create(&args.output)
        .map_err(|error| Failure::input(format!("{} cannot be written: {error}.", args.output.display())))?;
    let began = Instant::now();
    let bar: Mutex<Option<(GenerationStage, WorkProgress)>> = Mutex::new(None);
    let bytes = generate(&start, plan, &|stage, done, total| {
        let Ok(mut bar) = bar.lock() else { return };
        if bar.as_ref().is_none_or(|(shown, _)| *shown != stage) {
            let label = match stage {
                GenerationStage::Games => format!("games of {}", args.game),
                GenerationStage::Values => "values of positions".to_owned(),
            };
            *bar = Some((stage, WorkProgress::new(label, total as u64)));
        }
        if let Some((_, bar)) = bar.as_mut() {
            bar.set_done(done as u64);
        }
    });
    drop(bar);
    file.write_all(&bytes)?;
    let collection = GameCollection::read(&bytes).map_err(Failure::input)?;
    writeln!(
        out,
        "{} games of {}, {} positions, {} bytes, {:.1} s",
        grouped(collection.head().games.into()),
        args.game,
        grouped(collection.positions() as f64),
        grouped(bytes.len() as f64),
        began.elapsed().as_secs_f64(),
    )?;
    Ok(())
}
