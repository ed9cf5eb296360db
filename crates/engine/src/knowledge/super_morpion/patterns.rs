//! The pattern of a board: the contents of its nine cells, as one number below 3⁹.

use rules::grid::{FULL, has_line};

/// How many patterns there are.
pub(super) const PATTERNS: usize = 19_683;

/// For each set of cells, the number of the pattern in which one player holds them and the other none.
static TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let (mut cell, mut power) = (0, 1);
        while cell < 9 {
            if set >> cell & 1 != 0 {
                table[set] += power;
            }
            power *= 3;
            cell += 1;
        }
        set += 1;
    }
    table
};

/// The number of the pattern in which one player holds the cells `own` and the other the cells `other`: the cell of bit
/// `n` counts 3ⁿ if it is in `own` and 2 × 3ⁿ if it is in `other`.
#[inline]
pub(super) fn pattern(own: u16, other: u16) -> usize {
    usize::from(TERNARY[usize::from(own & FULL)]) + 2 * usize::from(TERNARY[usize::from(other & FULL)])
}

/// How many patterns an open board can have.
pub(super) const OPEN_PATTERNS: usize = 11_093;

/// The patterns that an open board can have, numbered anew, in memory that a search reads from few places: those with few
/// pieces, which it meets most often, come first.
pub(super) struct OpenPatterns(Box<[u16; PATTERNS]>);

impl OpenPatterns {
    pub(super) fn new() -> OpenPatterns {
        let mut patterns: Vec<(usize, [u16; 2])> = open_patterns().collect();
        patterns.sort_by_key(|(_, [own, other])| (own | other).count_ones());
        let mut indices = Box::new([0; PATTERNS]);
        for (index, (number, _)) in (0..).zip(patterns) {
            indices[number] = index;
        }
        OpenPatterns(indices)
    }

    /// The new number of a pattern that an open board can have.
    #[inline]
    pub(super) fn index(&self, pattern: usize) -> usize {
        usize::from(self.0[pattern])
    }
}

/// The patterns that an open board can have: the number, and the cells of each player.
pub(super) fn open_patterns() -> impl Iterator<Item = (usize, [u16; 2])> {
    (0..PATTERNS)
        .map(|number| (number, cells(number)))
        .filter(|(_, [own, other])| !has_line(*own) && !has_line(*other) && own | other != FULL)
}

/// The cells of each player in a pattern.
pub(super) fn cells(mut number: usize) -> [u16; 2] {
    let mut cells = [0; 2];
    for cell in 0..9 {
        if let Some(player) = (number % 3).checked_sub(1) {
            cells[player] |= 1 << cell;
        }
        number /= 3;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_the_cells_of_which_it_is_the_number() {
        for number in 0..PATTERNS {
            let [own, other] = cells(number);
            assert_eq!(pattern(own, other), number);
            assert_eq!(own & other, 0);
        }
    }
}
