//! `trois review`: how much each move of a played game lost.

mod curve;
mod json;
mod text;

use std::io::Write;
use std::time::Duration;

use engine::{Engine, Limits};
use review::{Review, Reviewer, annotation};
use rules::record::{GameTree, ParsedGame};
use rules::{Lang, Record, Say};

use crate::args::ReviewArgs;
use crate::errors::Failure;
use crate::input;
use crate::language::say;
use crate::output::write_json;
use crate::progress::WorkProgress;
use crate::thinking::wall_limit;

/// The total time of all searches.
const DEFAULT_TIME: Duration = Duration::from_secs(4);

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let lang = args.language.get();
    let mut tree = read(args, lang)?;
    let record = tree.record_of(&tree.main_line());
    let annotated = annotation::read(&record).filter(|_| args.time.is_none() && args.nodes.is_none());
    let review = match annotated {
        Some(review) => review,
        None => search(args, record, lang)?,
    };
    if args.annotate {
        annotation::write(&review, &mut tree);
        write!(out, "{tree}")?;
        return Ok(());
    }
    if args.json.json {
        return write_json(out, &json::review(&review));
    }
    text::write(&review, lang, out)
}

/// Reads the one game of a file.
fn read(args: &ReviewArgs, lang: Lang) -> Result<GameTree, Failure> {
    let text = input::read_file(&args.file)?;
    let ParsedGame { tree, errors, .. } = GameTree::parse(&text, args.game);
    match (tree, errors.first()) {
        (Some(tree), None) => Ok(tree),
        (_, Some(error)) => Err(Failure::input(error.say(lang))),
        (None, None) => Err(Failure::input(say!(
            lang,
            fr: "Aucune partie à revoir\u{a0}: le fichier est vide.",
            en: "There is no game to review: the file is empty."
        ))),
    }
}

fn search(args: &ReviewArgs, record: Record, lang: Lang) -> Result<Review, Failure> {
    let refused = |why: review::NothingToReview| Failure::input(why.say(lang));
    let mut reviewer = Reviewer::new(record, args.time.unwrap_or(DEFAULT_TIME)).map_err(refused)?;
    let mut engine = Engine::new();
    let label = say!(lang, fr: "Analyse de la partie", en: "Reviewing the game");
    let mut progress = WorkProgress::new(label, 1000).with_delay(Duration::from_millis(300));
    while let Some(question) = reviewer.question() {
        let limits = Limits {
            time: wall_limit(Some(question.time).filter(|_| args.nodes.is_none())),
            nodes: args.nodes,
            lines: question.lines,
            ..Limits::default()
        };
        reviewer.answer(engine.think(&question.view, &limits, &mut ()).ok().as_ref());
        progress.set_done((reviewer.progress() * 1000.0) as u64);
    }
    reviewer.finish().map_err(refused)
}
