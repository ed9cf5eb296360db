//! The curve of a player's chances as a line of text, with the mistakes under it.

use review::{MistakeGrade, Review};
use rules::Seat;

/// The bars for points, from the lowest to the highest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How many positions a row has.
const ROW: usize = 60;

/// The curve of a seat in rows: the bars, and below them a mark for each mistake of that seat (of both seats in a game
/// for two, which has only one curve).
pub(super) fn rows(review: &Review, seat: Seat) -> Vec<String> {
    let seats = review.record.start().seats();
    let bar = |share: f32| BARS[((share * 8.0) as usize).min(7)];
    let grade_after = |number: usize| {
        let is_marked = |mover: Seat| seats == 2 || mover == seat;
        let mv = review.moves.iter().find(|mv| mv.number == number && is_marked(mv.seat))?;
        mv.grade
    };
    let mut rows = Vec::new();
    for points in review.curve.chunks(ROW) {
        rows.push(points.iter().map(|point| bar(point.value.share(seat, seats))).collect());
        let mark = |grade: Option<MistakeGrade>| match grade {
            None => ' ',
            Some(MistakeGrade::Inaccuracy) => '·',
            Some(MistakeGrade::Mistake | MistakeGrade::Blunder) => '?',
        };
        let marks: String = points.iter().map(|point| mark(grade_after(point.number))).collect();
        if !marks.trim().is_empty() {
            rows.push(marks.trim_end().to_owned());
        }
    }
    rows
}
