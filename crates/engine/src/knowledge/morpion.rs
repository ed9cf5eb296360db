//! Morpion: small enough to see to the end every time.

use rules::{Game, Morpion, Outcome, Turn, View};

use super::{Knowledge, Strength};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};

impl Knowledge for Morpion {
    type Memory = ();

    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, blur: f32) -> Strength {
            Strength { nodes: u64::MAX, depth, blur }
        }
        [
            level(1, 0.5),
            level(1, 0.2),
            level(1, 0.05),
            level(2, 0.2),
            level(2, 0.05),
            level(3, 0.05),
            level(4, 0.02),
            level(5, 0.01),
            level(6, 0.0),
            Strength::FULL,
        ]
    };

    fn think(
        view: &View<Morpion>,
        limits: &Limits,
        _memory: &mut (),
        control: &mut Control<'_, <Morpion as Game>::Move>,
    ) -> Analysis<<Morpion as Game>::Move> {
        let game = *view.position();
        let depth = limits.depth.unwrap_or(9).min(9);
        let mut lines: Vec<_> = game.moves().into_iter().map(|mv| line(game, mv, depth, control)).collect();
        if let Turn::Seat(mover) = game.turn() {
            lines.sort_by_key(|line| std::cmp::Reverse(rank(line.value, mover)));
        }
        let mut analysis = Analysis::new(lines, depth);
        control.tell(&mut analysis);
        analysis
    }
}

/// What a move is worth and the best play after it, seen `depth` moves ahead.
fn line(
    game: Morpion,
    mv: <Morpion as Game>::Move,
    depth: u32,
    control: &mut Control<'_, <Morpion as Game>::Move>,
) -> Line<<Morpion as Game>::Move> {
    control.visit();
    let mut next = game;
    next.play_unchecked(mv);
    match next.turn() {
        Turn::Over(outcome) => Line { value: Value::Proven { outcome, plies: 1 }, moves: vec![mv] },
        Turn::Seat(mover) if depth > 1 => {
            let replies = next.moves().into_iter().map(|reply| line(next, reply, depth - 1, control));
            let best = replies.max_by_key(|line| rank(line.value, mover));
            let (value, rest) = best
                .map_or((Value::Expected([0.5, 0.5, 0.0, 0.0]), Vec::new()), |line| (line.value, line.moves));
            let value = match value {
                Value::Proven { outcome, plies } => Value::Proven { outcome, plies: plies + 1 },
                expected @ Value::Expected(_) => expected,
            };
            Line { value, moves: [vec![mv], rest].concat() }
        }
        Turn::Seat(_) | Turn::Chance => {
            Line { value: Value::Expected([0.5, 0.5, 0.0, 0.0]), moves: vec![mv] }
        }
    }
}

/// How much `mover` likes a value: wins before the rest, soon rather than late; losses last, late rather than soon.
fn rank(value: Value, mover: rules::Seat) -> i32 {
    match value {
        Value::Proven { outcome: Outcome::Win(seat), plies } if seat == mover => 100 - plies as i32,
        Value::Proven { outcome: Outcome::Win(_), plies } => -100 + plies as i32,
        Value::Proven { outcome: Outcome::Draw, .. } | Value::Expected(_) => 0,
    }
}
