//! One round: games with the same opening, one with A in each seat.

use std::time::{Duration, Instant};

use rules::{AnyGame, AnyMove, Outcome, Rng, Seat, Turn, Viewer};

use super::players::{Player, PlayerView};

/// A game that is longer than this is a draw. In practice none is.
const MAX_MOVES: usize = 5_000;

/// How often an opening that ends the game is drawn again.
const TRIES: u64 = 1_000;

/// The two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchSide {
    A,
    B,
}

/// How the games of a match begin.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    pub(crate) start: AnyGame,
    /// How many moves are random.
    pub(crate) random: usize,
    pub(crate) seed: u64,
}

/// The result of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameResult {
    /// The score of A: 1 for a win, 0 for a loss, its share for a draw.
    pub(crate) score: f64,
    /// The side that lost by a failure to play, and the reason.
    pub(crate) forfeit: Option<(MatchSide, String)>,
    /// The time and the number of moves of each side.
    pub(crate) thinking_time: [(Duration, u32); 2],
}

/// The players of a game: A, and one B for each other seat.
pub(crate) struct Players {
    pub(crate) a: Player,
    pub(crate) b: Vec<Player>,
}

/// Plays a round.
pub(crate) fn play(openings: &Openings, round: u64, players: &mut Players) -> Vec<GameResult> {
    let seats = openings.start.seats();
    let opening = RoundOpening::new(openings, round);
    (0..seats)
        .map(|seat| {
            let seed = mix(openings.seed, round * u64::from(seats) + u64::from(seat), 2);
            MatchGame { players, a: Seat::from_index(seat), seed, thinking_time: Default::default() }
                .play(opening.clone())
        })
        .collect()
}

/// The opening of a round, and the cards that will be drawn in it.
#[derive(Clone)]
struct RoundOpening {
    game: AnyGame,
    moves: Vec<AnyMove>,
    deck: Deck,
}

impl RoundOpening {
    fn new(openings: &Openings, round: u64) -> RoundOpening {
        let mut shorter = openings.random;
        loop {
            for attempt in 0..TRIES {
                let mut rng = Rng::new(mix(openings.seed, round, 0).wrapping_add(attempt));
                let deck = Deck { cards: Vec::new(), rng: Rng::new(mix(openings.seed, round, 1)) };
                let mut opening = RoundOpening { game: openings.start.clone(), moves: Vec::new(), deck };
                if opening.play_random(shorter, &mut rng) {
                    return opening;
                }
            }
            // No game lasts for this many random moves.
            shorter = shorter.saturating_sub(1);
        }
    }

    /// Plays random moves; `false` if the game ends during them.
    fn play_random(&mut self, count: usize, rng: &mut Rng) -> bool {
        let mut left = count;
        loop {
            let mv = match self.game.turn() {
                Turn::Over(_) => return count == 0,
                Turn::Chance => self.deck.draw(&self.game),
                Turn::Seat(_) if left == 0 => return true,
                Turn::Seat(_) => {
                    left -= 1;
                    self.game.random_move(rng)
                }
            };
            let Some(mv) = mv.filter(|&mv| self.game.play(mv).is_ok()) else { return false };
            self.moves.push(mv);
        }
    }
}

/// Cards in an order that is the same in all games of a round, whatever the moves.
#[derive(Clone)]
struct Deck {
    cards: Vec<AnyMove>,
    rng: Rng,
}

impl Deck {
    /// The next card that can be drawn. When none is left, those that remain in the game are shuffled.
    fn draw(&mut self, game: &AnyGame) -> Option<AnyMove> {
        let can_come = |card: &AnyMove| game.check(*card).is_ok();
        if !self.cards.iter().any(can_come) {
            let outcomes = game.moves();
            self.cards =
                outcomes.into_iter().flat_map(|card| vec![card; game.weight(card) as usize]).collect();
            self.rng.shuffle(&mut self.cards);
        }
        let at = self.cards.iter().position(can_come)?;
        Some(self.cards.remove(at))
    }
}

/// A game being played.
struct MatchGame<'c> {
    players: &'c mut Players,
    a: Seat,
    seed: u64,
    thinking_time: [(Duration, u32); 2],
}

impl MatchGame<'_> {
    fn play(mut self, mut opening: RoundOpening) -> GameResult {
        // If a spectator sees less than the whole position, the game has hidden information.
        let hides = opening.game.view(Viewer::Public).position() != opening.game;
        let share = 1.0 / f64::from(opening.game.seats());
        if let Err(forfeit) = self.begin() {
            return self.over(forfeit);
        }
        while opening.moves.len() < MAX_MOVES {
            let seat = match opening.game.turn() {
                Turn::Over(outcome) => {
                    let score = match outcome {
                        Outcome::Win(winner) => f64::from(u8::from(winner == self.a)),
                        Outcome::Draw => share,
                    };
                    return GameResult { score, forfeit: None, thinking_time: self.thinking_time };
                }
                Turn::Chance => {
                    let card = opening.deck.draw(&opening.game);
                    match card.filter(|&card| opening.game.play(card).is_ok()) {
                        Some(card) => opening.moves.push(card),
                        None => break,
                    }
                    continue;
                }
                Turn::Seat(seat) => seat,
            };
            let view = opening.game.view(Viewer::Seat(seat));
            let moves = (!hides).then_some(opening.moves.as_slice());
            let seen = PlayerView { view: &view, moves, seed: mix(self.seed, opening.moves.len() as u64, 3) };
            let side = self.side(seat);
            let begun = Instant::now();
            let chosen = self.player(seat).choose(&seen);
            let thinking_time = &mut self.thinking_time[side as usize];
            *thinking_time = (thinking_time.0 + begun.elapsed(), thinking_time.1 + 1);
            match chosen.and_then(|mv| {
                let done = opening.game.play(mv);
                done.map(|()| mv).map_err(|reason| format!("played {mv}, which is illegal: {reason}"))
            }) {
                Ok(mv) => opening.moves.push(mv),
                Err(what) => return self.over((side, what)),
            }
        }
        GameResult { score: share, forfeit: None, thinking_time: self.thinking_time }
    }

    fn begin(&mut self) -> Result<(), (MatchSide, String)> {
        self.players.a.begin().map_err(|what| (MatchSide::A, what))?;
        self.players.b.iter_mut().try_for_each(|player| player.begin().map_err(|what| (MatchSide::B, what)))
    }

    /// A side that fails loses to the other.
    fn over(self, forfeit: (MatchSide, String)) -> GameResult {
        let score = if forfeit.0 == MatchSide::A { 0.0 } else { 1.0 };
        GameResult { score, forfeit: Some(forfeit), thinking_time: self.thinking_time }
    }

    fn side(&self, seat: Seat) -> MatchSide {
        if seat == self.a { MatchSide::A } else { MatchSide::B }
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        if seat == self.a {
            return &mut self.players.a;
        }
        let before = usize::from(seat.index() > self.a.index());
        &mut self.players.b[seat.index() - before]
    }
}

/// A seed from a seed and two numbers.
fn mix(seed: u64, number: u64, purpose: u64) -> u64 {
    let mut rng = Rng::new(seed ^ Rng::new(number).bits() ^ Rng::new(!purpose).bits());
    rng.bits()
}

#[cfg(test)]
mod tests {
    use rules::Kind;

    use super::*;

    fn openings(kind: Kind, options: &str, random: usize) -> Openings {
        Openings { start: AnyGame::new(kind, options).unwrap(), random, seed: 7 }
    }

    fn randoms(others: usize) -> Players {
        Players { a: Player::Random, b: (0..others).map(|_| Player::Random).collect() }
    }

    #[test]
    fn a_round_has_a_game_for_each_seat_and_is_reproducible() {
        for (kind, options) in
            [(Kind::Super, ""), (Kind::Doh, "players=4"), (Kind::Fives, "players=3"), (Kind::Cards, "")]
        {
            let openings = openings(kind, options, 4);
            let scores = |round| {
                let played = play(&openings, round, &mut randoms(usize::from(openings.start.seats()) - 1));
                played.iter().map(|game| game.score).collect::<Vec<f64>>()
            };
            assert_eq!(scores(3).len(), usize::from(openings.start.seats()));
            assert_eq!(scores(3), scores(3), "{kind}");
        }
    }

    #[test]
    fn each_round_has_its_own_opening() {
        let openings = openings(Kind::Super, "", 4);
        let (one, other) = (RoundOpening::new(&openings, 0), RoundOpening::new(&openings, 1));
        assert_eq!(one.moves.len(), 4);
        assert_ne!(one.moves, other.moves);
        assert_eq!(one.moves, RoundOpening::new(&openings, 0).moves);
    }

    #[test]
    fn an_opening_does_not_end_the_game() {
        let opening = RoundOpening::new(&openings(Kind::Morpion, "", 50), 0);
        assert!(!opening.game.turn().is_over());
        assert_eq!(opening.moves.len(), 8);
    }

    #[test]
    fn cards_come_in_the_same_order_however_a_game_is_played() {
        let opening = RoundOpening::new(&openings(Kind::Cards, "", 0), 5);
        let dealt = opening.moves.len();
        let mut draws = Vec::new();
        for seed in 0..2 {
            let mut opening = opening.clone();
            assert!(opening.play_random(5, &mut Rng::new(seed)));
            let drawn: Vec<AnyMove> =
                opening.moves[dealt..].iter().copied().filter(|mv| mv.to_string().starts_with('+')).collect();
            draws.push(drawn);
        }
        assert!(!draws[0].is_empty());
        let shorter = draws[0].len().min(draws[1].len());
        assert_eq!(draws[0][..shorter], draws[1][..shorter]);
    }
}
