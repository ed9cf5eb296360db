//! A review in JSON.

use review::{MistakeGrade, Review, ReviewedMove};
use rules::{AnyMove, Seat};
use serde_json::{Value, json};

use crate::output::result_json;
use crate::thinking::value_json;

pub(super) fn review(review: &Review) -> Value {
    let start = review.record.start();
    let seats = start.seats();
    let players: Vec<Value> = review
        .players
        .iter()
        .map(|player| {
            let [inaccuracies, mistakes, blunders] = player.mistakes;
            json!({
                "seat": player.seat.number(),
                "moves": player.moves,
                "accuracy": player.accuracy.map(|known| rounded(known.share)),
                "exact": player.accuracy.is_some_and(|known| known.is_exact),
                "inaccuracies": inaccuracies,
                "mistakes": mistakes,
                "blunders": blunders,
                "stand_in_from": player.stand_in_from,
                "has_returned": player.has_returned,
            })
        })
        .collect();
    let curve: Vec<Value> = review
        .curve
        .iter()
        .map(|point| json!({ "move": point.number, "value": value_json(&point.value, seats) }))
        .collect();
    let seat = |seat: Option<Seat>| seat.map(Seat::number);
    let turning_points: Vec<Value> = review
        .turning_points
        .iter()
        .map(|point| json!({ "move": point.number, "from": seat(point.from), "to": seat(point.to) }))
        .collect();
    let decision = review.decision.map(|decision| {
        let result = result_json(Some(decision.outcome));
        json!({ "move": decision.number, "result": result, "proven": decision.is_proven })
    });
    json!({
        "game": start.kind().id(),
        "options": start.options(),
        "result": result_json(review.record.result()),
        "players": players,
        "moves": review.moves.iter().map(|mv| reviewed_move(mv, seats)).collect::<Vec<Value>>(),
        "curve": curve,
        "turning_points": turning_points,
        "decided": decision,
    })
}

fn reviewed_move(mv: &ReviewedMove, seats: u8) -> Value {
    let value = |value: Option<engine::Value>| value.map(|value| value_json(&value, seats));
    let line = |moves: &[AnyMove]| moves.iter().map(ToString::to_string).collect::<Vec<String>>();
    json!({
        "number": mv.number,
        "seat": mv.seat.number(),
        "move": mv.mv.to_string(),
        "before": value(mv.before),
        "after": value(mv.after),
        "loss": mv.loss.map(rounded),
        "mark": mv.grade.map(MistakeGrade::mark),
        "better": line(&mv.better),
        "refutation": line(&mv.refutation),
    })
}

fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1e4).round() / 1e4
}
