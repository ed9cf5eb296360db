//! Evaluations in the comments of a game, as in PGN: `{Well played. [%eval 0.531 0.469 | 5.5 5.1]}` behind the move that
//! leads to the position, the best play after the bar. `[%played 0.4 0.6]` is what the search before a move expected of
//! it, in games of chance and hidden hands.

use engine::Value;
use rules::record::GameTree;
use rules::record::comment::{add_command, take_command};
use rules::{AnyGame, AnyMove, Outcome, Record, Turn};

use crate::evaluation::{ReviewedPosition, playable};
use crate::review::Review;

const EVAL: &str = "eval";
const PLAYED: &str = "played";

/// A comment without its evaluations.
pub fn without(comment: &str) -> String {
    let (text, _) = take_command(comment, EVAL);
    take_command(&text, PLAYED).0
}

/// Writes the evaluations of a review into the comments of the main line of a tree, replacing earlier ones. Whole lines
/// are kept around mistakes only; elsewhere the best move is enough.
pub fn write(review: &Review, tree: &mut GameTree) {
    let is_mistake = |step: usize| review.moves.iter().any(|mv| mv.step == step && mv.grade.is_some());
    for (index, id) in tree.main_line().into_iter().enumerate() {
        let mut comment = without(tree.node(id).comment());
        let known = |index: usize| review.evaluations.get(index).and_then(Option::as_ref);
        if let Some(known) = known(index) {
            let is_whole = is_mistake(index) || index.checked_sub(1).is_some_and(is_mistake);
            let length = if is_whole { known.line.len() } else { 1 };
            let value = value_text(&known.value, review.record.start().seats());
            let line: String = known.line.iter().take(length).map(|mv| format!(" {mv}")).collect();
            let bar = if line.is_empty() { "" } else { " |" };
            comment = add_command(&comment, EVAL, &format!("{value}{bar}{line}"));
        }
        if let Some(played) = index.checked_sub(1).and_then(known).and_then(|known| known.played) {
            comment = add_command(&comment, PLAYED, &value_text(&played, review.record.start().seats()));
        }
        tree.set_comment(id, &comment);
    }
}

/// Reads the review from the comments of a game, if they have a value for every position in which a player is to move.
pub fn read(record: &Record) -> Option<Review> {
    let comments = std::iter::once(record.opening_comment())
        .chain(record.steps().iter().map(rules::record::RecordedMove::comment));
    let comments: Vec<&str> = comments.collect();
    let mut evaluations = Vec::new();
    for (index, game) in record.positions().enumerate() {
        let mut known = evaluation(comments.get(index)?, &game);
        if known.is_none() {
            match game.turn() {
                Turn::Over(_) => known = ReviewedPosition::of_end(&game),
                Turn::Seat(_) => return None,
                Turn::Chance => {}
            }
        }
        if let (Some(known), Some(next)) = (&mut known, comments.get(index + 1)) {
            known.played = take_command(next, PLAYED).1.and_then(|text| parse_value(&text));
        }
        evaluations.push(known);
    }
    let has_moves = record.steps().iter().any(|step| !step.is_chance());
    has_moves.then(|| Review::new(record.clone(), evaluations))
}

/// Reads the evaluation of a position from a comment.
fn evaluation(comment: &str, game: &AnyGame) -> Option<ReviewedPosition> {
    let said = take_command(comment, EVAL).1?;
    let (value, moves) = said.split_once('|').unwrap_or((&said, ""));
    let value = parse_value(value)?;
    // The line ends at the first word that cannot be read or played.
    let line: Vec<AnyMove> = moves.split_whitespace().map_while(|word| game.parse_move(word).ok()).collect();
    Some(ReviewedPosition { value, line: playable(&line, game), played: None })
}

/// `win1 in 7` or `0.531 0.469`: a share for each seat.
fn value_text(value: &Value, seats: u8) -> String {
    match value {
        Value::Proven { .. } => value.to_string(),
        Value::Expected(shares) => {
            let shares = shares.iter().take(usize::from(seats)).map(|share| format!("{share:.3}"));
            shares.collect::<Vec<_>>().join(" ")
        }
    }
}

fn parse_value(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Some((outcome, plies)) = text.split_once(" in ") {
        let outcome: Outcome = outcome.trim().parse().ok()?;
        return Some(Value::Proven { outcome, plies: plies.trim().parse().ok()? });
    }
    let mut shares = [0.0; 4];
    let mut count = 0;
    for word in text.split_whitespace() {
        let share: f32 = word.parse().ok()?;
        *shares.get_mut(count)? = Some(share).filter(|share| (0.0..=1.0).contains(share))?;
        count += 1;
    }
    (count >= 2).then_some(Value::Expected(shares))
}
