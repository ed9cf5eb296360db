//! Reviews saved on this device, so that a game has its review when it is opened again: a local game, an online game,
//! one from the archive or an imported one. A review is the text of its game with the values in comments.

use review::annotation;
use rules::Record;
use rules::hash::fnv1a;

use crate::browser;
use crate::storage::{self, SaveError};
use crate::study::tree::{StudyTree, is_same_game};

/// How many reviews are kept.
const MAX_SAVED_REVIEWS: usize = 60;

const PREFIX: &str = "review.";

/// The key of a game: its first position and its moves.
fn key(record: &Record) -> String {
    let moves = record.steps().iter().map(|step| step.mv().to_string());
    let text = std::iter::once(record.start().to_string()).chain(moves).collect::<Vec<_>>().join(" ");
    // Two games on one device will practically never have the same key, and `is_same_game` would notice.
    format!("{PREFIX}{}.{:x}", record.start().kind(), fnv1a(text.bytes()))
}

/// Saves the review of a game, and deletes the oldest one if there are too many.
pub fn save(record: &Record) -> Result<(), SaveError> {
    storage::save(&key(record), &format!("{}\n{record}", browser::time_of_day()))?;
    let when = |key: &String| {
        let text = storage::load(&format!("{PREFIX}{key}")).unwrap_or_default();
        text.lines().next().and_then(|when| when.parse::<f64>().ok()).unwrap_or(0.0)
    };
    let mut keys = storage::keys(PREFIX);
    if keys.len() > MAX_SAVED_REVIEWS {
        keys.sort_by(|a, b| when(a).total_cmp(&when(b)));
        for key in &keys[..keys.len() - MAX_SAVED_REVIEWS] {
            storage::remove(&format!("{PREFIX}{key}"));
        }
    }
    Ok(())
}

/// Adds its saved review to a game that has none.
pub fn restore(tree: &mut StudyTree) {
    let record = tree.main_record();
    if annotation::read(&record).is_some() {
        return;
    }
    let kept = storage::load(&key(&record));
    let kept = kept.as_deref().and_then(|text| text.split_once('\n'));
    let kept = kept.and_then(|(_, text)| Record::parse(text, None).ok());
    if let Some(review) = kept.filter(|kept| is_same_game(kept, &record)).as_ref().and_then(annotation::read)
    {
        tree.set_review(&review);
    }
}
