//! Random orders of the cells of a board, each packed into one number.
//!
//! The nine cells split into a first, a second and a third set of three (84 × 20 ways), and each set has 6 orders: 84
//! × 20 × 6 × 6 × 6 = 9!, so every order of the nine occurs exactly once. An order of fewer cells is an order of the
//! nine without the others, so those orders are equally likely too, and no branch is needed. Table sizes are powers
//! of two, so that a masked index is always in bounds.

use crate::grid::FULL;

/// The sets of three cells.
static THREES: [u16; 128] = {
    let mut threes = [0; 128];
    let (mut set, mut n) = (0u16, 0);
    while set <= FULL {
        if set.count_ones() == 3 {
            threes[n] = set;
            n += 1;
        }
        set += 1;
    }
    threes
};

/// For each set of three, by its index in [`THREES`]: the sets of three that share no cell with it.
static OTHERS: [[u16; 32]; 128] = {
    let mut others = [[0; 32]; 128];
    let mut first = 0;
    while first < 84 {
        let (mut second, mut n) = (0, 0);
        while second < 84 {
            if THREES[second] & THREES[first] == 0 {
                others[first][n] = THREES[second];
                n += 1;
            }
            second += 1;
        }
        first += 1;
    }
    others
};

/// For each set of at most three cells, six orders, among which each possible order is equally frequent.
static ORDERS: [[u16; 8]; 512] = {
    const WAYS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = [[0; 8]; 512];
    let mut set = 0;
    while set < 512 {
        let mut names = [0; 3];
        let (mut cell, mut n) = (0, 0);
        while cell < 9 && n < 3 {
            if set >> cell & 1 != 0 {
                names[n] = cell + 1;
                n += 1;
            }
            cell += 1;
        }
        let mut i = 0;
        while i < 18 {
            let (way, name) = (i / 3, names[WAYS[i / 3][i % 3]]);
            if name != 0 {
                orders[set][way] = orders[set][way] << 4 | name;
            }
            i += 1;
        }
        set += 1;
    }
    orders
};

/// A random order of `cells`: four bits per cell with its number 1 to 9, the first cell lowest; 0 after the last.
///
/// One draw of 64 bits gives the whole order: the fraction that each multiplication leaves over feeds the next.
#[inline]
pub(super) fn random(cells: u16, mut bits: u64) -> u64 {
    order(cells, |bound| {
        let product = u128::from(bits) * u128::from(bound);
        bits = product as u64;
        (product >> 64) as usize
    })
}

#[inline(always)]
fn order(cells: u16, mut below: impl FnMut(u8) -> usize) -> u64 {
    let first = below(84) & 127;
    let second = OTHERS[first][below(20) & 31] & cells;
    let first = THREES[first] & cells;
    let mut order_of = |set: u16| u64::from(ORDERS[(set & FULL) as usize][below(6) & 7]);
    let both = first | second;
    order_of(first)
        | order_of(second) << (4 * first.count_ones())
        | order_of(cells & !both) << (4 * both.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_order_of_a_set_of_cells_is_equally_likely() {
        const BOUNDS: [usize; 5] = [84, 20, 6, 6, 6];
        let all: usize = BOUNDS.iter().product();
        for (cells, distinct) in
            [(FULL, 362_880), (0b110_101_110, 720), (0b100_000_011, 6), (0b000_010_000, 1), (0, 1)]
        {
            let mut seen: HashMap<u64, usize> = HashMap::new();
            for mut draw in 0..all {
                let order = order(cells, |bound| {
                    let digit = draw % usize::from(bound);
                    draw /= usize::from(bound);
                    digit
                });
                *seen.entry(order).or_default() += 1;
            }
            assert_eq!(seen.len(), distinct, "{cells:#b}");
            for (&order, &times) in &seen {
                let names = (0..16).map(|i| order >> (4 * i) & 15).take_while(|&name| name != 0);
                let (set, length) = names.fold((0, 0), |(set, n), name| (set | 1 << (name - 1), n + 1));
                assert_eq!((set, length), (cells, cells.count_ones()), "{order:#x} of {cells:#b}");
                assert_eq!((times, order >> (4 * length)), (all / distinct, 0), "{order:#x} of {cells:#b}");
            }
        }
    }
}
