//! A network that evaluates positions of Three Fives for two, as the player to move sees them, beside the hand-written
//! evaluation.
//!
//! ```text
//! each of the seven hexagons of seven points: whose pieces ─┐
//! each medium and large piece: its point and owner         ─┤ one row
//! each hand: how many pieces of each size                  ─┼─ each, added up: 64 ─► clipped, squared ─► 8 ─► 16 ─► 1
//! how many groups each player can complete at once         ─┤
//! how many groups each player has completed                ─┘
//! ```
//!
//! The value is what comes out plus a multiple of the hand-written evaluation, which knows where pieces can go. The last
//! layers and that multiple exist once for each number of completed groups of both players. The rows of the hexagons are
//! computed from an encoder of one hexagon when the network is read.

#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use rules::fives::board::{INTERIOR, Points, points};
use rules::fives::{self, Size};

use super::position::Position;
use crate::network::{Encoder, Head, NetworkError, NumberReader, Row, Sum, WIDTH, add};
use crate::search::alphabeta::POINTS;

/// The version of the shape. Versions from 101 on belong to Three Fives, lower ones to Super Morpion.
const VERSION: u32 = 101;

/// The points of a hexagon: one and its six neighbours.
const HEXAGON: usize = 7;
/// The number of patterns of a hexagon: each point is empty, the mover's or the opponent's.
const PATTERNS: usize = 3usize.pow(HEXAGON as u32);
/// The number of different hands: none to five pieces of each size.
const HANDS: usize = 6 * 6 * 6;

/// The first row of the pieces, by owner (the mover first), size (medium first) and point.
const PIECES: usize = HEXAGON * PATTERNS;
/// The first row of the mover's hand; those of the opponent's hand follow.
const HAND: usize = PIECES + 2 * 2 * fives::board::COUNT;
/// The first row for the groups that can be completed at once.
const WAYS: usize = HAND + 2 * HANDS;
/// The first row for the completed groups.
const GROUPS: usize = WAYS + 4 * 4;
const PHASES: usize = 9;
const ROWS: usize = GROUPS + PHASES;

/// For each hexagon of seven points (one around each interior point, b2 to d4), the first point of its three rows.
const HEXAGONS: [[u8; 3]; HEXAGON] = {
    let mut all = [[0; 3]; HEXAGON];
    let (mut n, mut centre) = (0, 0u8);
    while centre < fives::board::COUNT as u8 {
        if INTERIOR >> centre & 1 != 0 {
            let around = match fives::Point::from_index(centre) {
                Some(point) => point.neighbours() | point.bit(),
                None => panic!("no such point"),
            };
            let first = around.trailing_zeros() as u8;
            let last = 30 - around.leading_zeros() as u8;
            all[n] = [first, centre - 1, last];
            assert!(around == 3 << first | 7 << (centre - 1) | 3 << last);
            n += 1;
        }
        centre += 1;
    }
    all
};

/// For each set of points of a hexagon, the sum of powers of three.
const TERNARY: [u16; 1 << HEXAGON] = {
    let mut all = [0; 1 << HEXAGON];
    let mut set = 1usize;
    while set < all.len() {
        let highest = set.ilog2();
        all[set] = all[set ^ 1 << highest] + 3u16.pow(highest);
        set += 1;
    }
    all
};

/// The layers after the rows, and the weight of the hand-written evaluation.
struct PhaseLayers {
    head: Head,
    handwritten: f32,
}

/// The network, ready for use.
pub(super) struct Network {
    rows: Vec<Row>,
    phases: [PhaseLayers; PHASES],
}

/// The built-in weights; `training/README.md` describes their origin.
static WEIGHTS: &[u8] = include_bytes!("weights.net");

impl Network {
    /// Reads a network from the bytes of its file.
    pub(super) fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = NumberReader::open(bytes, VERSION)?;
        let rows = precompute_rows(&mut reader)?;
        let mut phases = Vec::new();
        for _ in 0..PHASES {
            phases.push(PhaseLayers { head: Head::read(&mut reader)?, handwritten: reader.number()? });
        }
        reader.end()?;
        let phases = phases.try_into().map_err(|_| NetworkError::Length)?;
        Ok(Network { rows, phases })
    }

    /// The built-in network, computed once for all engines.
    pub(super) fn standard() -> Result<Arc<Network>, NetworkError> {
        static STANDARD: OnceLock<Result<Arc<Network>, NetworkError>> = OnceLock::new();
        STANDARD.get_or_init(|| Network::read(WEIGHTS).map(Arc::new)).clone()
    }

    /// The value for the player to move, in points. `handwritten` is the value of the hand-written evaluation, and
    /// `completions` are the groups, up to three, that the mover and the opponent can complete at once.
    #[inline]
    pub(super) fn value(&self, position: &Position, handwritten: i32, completions: [usize; 2]) -> i32 {
        let (seat, table) = (position.seat(), &position.table);
        let groups = |seat| usize::from(table.groups(seat)).min(2);
        let phase = 3 * groups(seat) + groups(seat.other());
        let PhaseLayers { head, handwritten: weight } = &self.phases[phase];
        let mut sum = self.sum(position);
        add(&mut sum, &self.rows[WAYS + 4 * (completions[0] & 3) + (completions[1] & 3)]);
        add(&mut sum, &self.rows[GROUPS + phase]);
        (head.log_odds(&sum) * POINTS + weight * handwritten as f32) as i32
    }

    /// The sum of the rows of the board and the hands.
    #[inline]
    fn sum(&self, position: &Position) -> Sum {
        let (seat, table) = (position.seat(), &position.table);
        let sides = [seat, seat.other()];
        let [own, other] = sides.map(|seat| table.pieces(seat));
        let mut sum = Sum::default();
        for (rows, &hexagon) in self.rows.chunks_exact(PATTERNS).zip(&HEXAGONS) {
            add(&mut sum, &rows[pattern(own, other, hexagon)]);
        }
        for (side, seat) in sides.into_iter().enumerate() {
            for (n, size) in [Size::Medium, Size::Large].into_iter().enumerate() {
                let first = PIECES + (2 * side + n) * fives::board::COUNT;
                for point in points(table.pieces(seat) & table.sized(size)) {
                    add(&mut sum, &self.rows[first + point.index()]);
                }
            }
            let hand = Size::ALL
                .into_iter()
                .rev()
                .fold(0, |all, size| 6 * all + usize::from(table.hand(seat, size)).min(5));
            add(&mut sum, &self.rows[HAND + side * HANDS + hand]);
        }
        sum
    }
}

/// The number of the pattern of a hexagon.
#[inline]
fn pattern(own: Points, other: Points, [first, centre, last]: [u8; 3]) -> usize {
    let seven = |set: Points| (set >> first & 3 | (set >> centre & 7) << 2 | (set >> last & 3) << 5) as usize;
    usize::from(TERNARY[seven(own)]) + 2 * usize::from(TERNARY[seven(other)])
}

/// Computes the rows, in the order of the engine.
fn precompute_rows(reader: &mut NumberReader<'_>) -> Result<Vec<Row>, NetworkError> {
    let encoder = Encoder::read(2 * HEXAGON, HEXAGON, reader)?;
    let mut rows = vec![Row::ZERO; ROWS];
    for number in 0..PATTERNS {
        let holds = |i: usize| number / 3usize.pow((i % HEXAGON) as u32) % 3;
        let inputs: [f32; 2 * HEXAGON] =
            std::array::from_fn(|i| f32::from(u8::from(holds(i) == 1 + i / HEXAGON)));
        for (place, row) in encoder.rows(&inputs).enumerate() {
            rows[place * PATTERNS + number] = row;
        }
    }
    let mut numbers = [0.0; WIDTH];
    for row in &mut rows[PIECES..HAND] {
        reader.fill(&mut numbers)?;
        *row = Row::quantise(&numbers);
    }
    // For each owner, size and number of pieces.
    let mut counts = [[0.0; WIDTH]; 2 * 3 * 6];
    for numbers in &mut counts {
        reader.fill(numbers)?;
    }
    for (at, row) in rows[HAND..WAYS].iter_mut().enumerate() {
        let (side, hand) = (at / HANDS, at % HANDS);
        let sizes = [hand % 6, hand / 6 % 6, hand / 36];
        let parts: [&[f32; WIDTH]; 3] =
            std::array::from_fn(|size| &counts[(3 * side + size) * 6 + sizes[size]]);
        *row = Row::quantise(&std::array::from_fn(|i| parts[0][i] + parts[1][i] + parts[2][i]));
    }
    for row in &mut rows[WAYS..] {
        reader.fill(&mut numbers)?;
        *row = Row::quantise(&numbers);
    }
    Ok(rows)
}
