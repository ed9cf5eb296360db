//! The inputs of the evaluation of the card game: the numbers of the rows of its network that are added up.
//!
//! Everything is relative to the player to move, who is side 0, and independent of rotations and reflections of the
//! grid. The position is fully known: in a search it is a sampled deal.

use rules::cards::{Card, CardZone};
use rules::frame::{self, Squares};
use rules::{Cards, Game, Seat};

/// The tokens that each side needs to win, up to six.
const NEEDS: usize = 6;
const NEED: usize = 0;
/// For each side: cards of its colour in hand, cards of the other colour, yellow cards, green cards; squares on which a
/// card in hand completes a line; lines that the best such square completes; free squares and piles on which its colour
/// would complete a line; the other colour's piles that it can cover; free squares on which its colour completes none.
const HAND: [usize; 4] = [7, 7, 4, 3];
const GRID: [usize; 6] = [4, 4, 5, 5, 5, 10];
const SIDE: usize = NEED + NEEDS * NEEDS;
const SIDE_ROWS: usize = 21 + 33;
/// For each line of the grid: how many of its squares show each side's colour.
const LINE: usize = SIDE + 2 * SIDE_ROWS;
/// For both sides together: how many squares hold cards; how many more cards of the mover's colour than of the other
/// the draw pile has, from −4 to 4; how many yellow cards it has.
const FILLED: usize = LINE + 16;
const DRAWS: usize = FILLED + 10;
const YELLOWS: usize = DRAWS + 9;
/// How many rows there are.
pub(super) const ROWS: usize = YELLOWS + 7;

/// The most rows of a position: one for the needs, ten for each side, three for both, one for each line.
pub(super) const MAX_ROWS: usize = 1 + 20 + 3 + frame::LINES.len();

/// The numbers of the rows of a position.
pub(super) struct Features {
    rows: [u16; MAX_ROWS],
    count: usize,
    /// Whether the player to move can win at once by completing lines.
    pub(super) wins: bool,
}

impl Features {
    /// The features of a whole position in which `mover` is to play.
    pub(super) fn new(game: &Cards, mover: Seat) -> Features {
        let mut features = Features { rows: [0; MAX_ROWS], count: 0, wins: false };
        let needs = [needed(game, mover), needed(game, mover.other())];
        // If both need more than six tokens, only the difference counts.
        let beyond = needs[0].max(needs[1]).saturating_sub(NEEDS);
        let [own, other] = needs.map(|need| need.saturating_sub(beyond).clamp(1, NEEDS) - 1);
        features.push(NEED + NEEDS * own + other);
        let (free, room) = (game.free(), frame::room(game.used()));
        for (side, seat) in [mover, mover.other()].into_iter().enumerate() {
            let best = features.side(game, SIDE + side * SIDE_ROWS, seat, free, room);
            features.wins |= side == 0 && best >= needs[0];
        }
        features.lines([game.tops(mover), game.tops(mover.other())], game.used(), room);
        features.push(FILLED + (game.occupied().count_ones() as usize).min(9));
        let mut counts = [0; 2 * 18 + 2 + Cards::COUNT_PADDING];
        game.count_into(CardZone::Unseen, mover, &mut counts);
        let numbers = usize::from(game.options().numbers());
        let sum = |from: usize| counts[from..from + numbers].iter().map(|&n| i32::from(n)).sum::<i32>();
        features.push(DRAWS + (sum(0) - sum(numbers) + 4).clamp(0, 8) as usize);
        features.push(YELLOWS + usize::from(counts[2 * numbers].unsigned_abs()).min(6));
        features
    }

    /// The numbers of the rows.
    #[inline]
    pub(super) fn rows(&self) -> &[u16] {
        &self.rows[..self.count]
    }

    #[inline]
    fn push(&mut self, row: usize) {
        self.rows[self.count] = row as u16;
        self.count += 1;
    }

    /// Adds the rows of one side. Returns the most lines that it can complete with one card.
    #[inline]
    fn side(&mut self, game: &Cards, first: usize, seat: Seat, free: Squares, room: Squares) -> usize {
        let mut hand = [0; 4];
        let mut cover = 0;
        for card in game.hand(seat) {
            match (card.owner(), card.number()) {
                (Some(owner), Some(number)) if owner == seat => {
                    hand[0] += 1;
                    cover |= game.with_number(number);
                }
                (Some(_), _) => hand[1] += 1,
                _ if card == Card::YELLOW => hand[2] += 1,
                _ => hand[3] += 1,
            }
        }
        let completing = completing_squares(game, seat) & room;
        let reach = if hand[0] > 0 { free | cover } else { 0 };
        let gains = completing & reach;
        let best = Card::colour(seat, 1).map_or(0, |card| {
            let lines = |square| game.lines_made(card, square).count();
            frame::squares(gains).map(lines).max().unwrap_or(0)
        });
        let count = |squares: Squares| squares.count_ones() as usize;
        let grid = [
            count(gains),
            best,
            count(completing & free),
            count(completing & !free),
            count(reach & game.tops(seat.other())),
            count(free & !completing),
        ];
        let mut at = first;
        for (value, room) in hand.into_iter().chain(grid).zip(HAND.into_iter().chain(GRID)) {
            self.push(at + value.min(room - 1));
            at += room;
        }
        best
    }

    /// Adds a row for each line of three that the grid can still have.
    #[inline]
    fn lines(&mut self, tops: [Squares; 2], used: Squares, room: Squares) {
        let is_pinned = room.count_ones() == 9;
        for &line in &frame::LINES {
            if line & !room == 0 && (is_pinned || frame::room(used | line) != 0) {
                let [own, other] = tops.map(|tops| (line & tops).count_ones() as usize);
                // An empty line has no row.
                if own + other > 0 {
                    self.push(LINE + 4 * own + other);
                }
            }
        }
    }
}

/// The tokens that a seat needs to win: the target, and two more than the opponent has.
fn needed(game: &Cards, seat: Seat) -> usize {
    let (own, other) = (usize::from(game.tokens(seat)), usize::from(game.tokens(seat.other())));
    usize::from(game.options().target()).max(other + 2).saturating_sub(own)
}

/// The squares on which a card of a seat's colour would complete a line.
#[inline]
pub(super) fn completing_squares(game: &Cards, owner: Seat) -> Squares {
    let set = game.tops(owner);
    // Bits that wrap around the edge of the frame are on no free square, since the grid is three wide.
    let third = [1, 4, 5, 6].into_iter().fold(0, |third, step| {
        let (up, down) = (set << step, set >> step);
        third | (up & up << step) | (down & down >> step) | (up & down)
    });
    third & !set
}
