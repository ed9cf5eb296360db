//! A simple player, like a child who knows the rules: it takes an immediate gain, avoids giving one to the next player,
//! and moves at random otherwise. Level 1 of the engine should lose to it.

use rules::{AnyGame, AnyMove, AnyView, Outcome, Rng, Seat, Turn};

/// The value of winning the game, in points.
const WIN: i32 = 100;

/// The move that a child plays in a view.
pub(super) fn choose(view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
    let position = view.position();
    let Turn::Seat(me) = position.turn() else { return None };
    let mut moves = position.moves();
    rng.shuffle(&mut moves);
    let taken = |mv: AnyMove| gain(&position, mv, me);
    let best = moves.iter().map(|&mv| taken(mv)).max()?;
    moves.retain(|&mv| taken(mv) == best);
    if best > 0 {
        return moves.first().copied();
    }
    moves.into_iter().min_by_key(|&mv| best_reply_gain(&position, mv, me))
}

/// The gain of a move for a seat.
fn gain(position: &AnyGame, mv: AnyMove, seat: Seat) -> i32 {
    let mut next = position.clone();
    if next.play(mv).is_err() {
        return 0;
    }
    score(&next, seat) - score(position, seat)
}

/// The largest immediate gain that a move leaves to the next player, as far as it can be seen.
fn best_reply_gain(position: &AnyGame, mv: AnyMove, me: Seat) -> i32 {
    let mut next = position.clone();
    if next.play(mv).is_err() {
        return 0;
    }
    match next.turn() {
        Turn::Seat(other) if other != me => {
            next.moves().into_iter().map(|reply| gain(&next, reply, other)).max().unwrap_or(0)
        }
        Turn::Over(Outcome::Win(winner)) if winner != me => WIN,
        _ => 0,
    }
}

/// The points of a seat (boards, tokens, groups), plus the value of the game if the seat has won it.
fn score(game: &AnyGame, seat: Seat) -> i32 {
    game.points(seat) as i32 + if game.turn() == Turn::Over(Outcome::Win(seat)) { WIN } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Kind, Viewer};

    #[test]
    fn a_child_completes_a_line_and_parries_one() {
        for (moves, expected) in [("1 4 2 5", "3"), ("1 4 9 5", "6")] {
            let mut game = AnyGame::new(Kind::Morpion, "").unwrap();
            for mv in moves.split(' ') {
                game.play(game.parse_move(mv).unwrap()).unwrap();
            }
            let Turn::Seat(seat) = game.turn() else { panic!("{moves}") };
            let mv = choose(&game.view(Viewer::Seat(seat)), &mut Rng::new(1)).unwrap();
            assert_eq!(mv.to_string(), expected, "{moves}");
        }
    }
}
