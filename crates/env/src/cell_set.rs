//! Sets of the 81 cells of Super Morpion, in a layout that is quickly written into arrays as one entry per cell.

use wide::u64x2;

/// How many cells become entries at once.
const BLOCK: usize = 16;
/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// A set of cells, numbered as actions are: 9 × board + cell.
///
/// Cell `c` is bit `c / 16` of byte `c % 16`. So the entries of sixteen cells are the sixteen bytes shifted down and
/// masked, with no bit moved to another byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellSet([u64; 2]);

impl CellSet {
    /// No cell.
    pub(crate) const EMPTY: CellSet = CellSet([0; 2]);

    /// Each cell alone.
    pub(crate) const CELLS: [CellSet; 81] = {
        let mut cells = [CellSet::EMPTY; 81];
        let mut cell = 0;
        while cell < 81 {
            let byte = cell % BLOCK;
            cells[cell].0[byte / 8] = 1 << (8 * (byte % 8) + cell / BLOCK);
            cell += 1;
        }
        cells
    };

    /// The cells of either set.
    #[inline]
    pub(crate) const fn union(self, other: CellSet) -> CellSet {
        CellSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The cells that the other set does not have.
    #[inline]
    pub(crate) const fn without(self, other: CellSet) -> CellSet {
        CellSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Whether the sets share a cell.
    #[inline]
    pub(crate) const fn intersects(self, other: CellSet) -> bool {
        self.0[0] & other.0[0] | self.0[1] & other.0[1] != 0
    }

    /// The same set with one bit for each cell, the lowest for cell 0.
    #[inline]
    pub(crate) fn in_order(self) -> [u64; 2] {
        // The product has the lowest bit of each byte in its highest byte, in order.
        let eight = |word: u64, block: usize| {
            u128::from((word >> block & LOWEST).wrapping_mul(0x0102_0408_1020_4080) >> 56)
        };
        let sixteen = |block| (eight(self.0[0], block) | eight(self.0[1], block) << 8) << (BLOCK * block);
        let set = (0..6).map(sixteen).fold(0, |all, cells| all | cells);
        [set as u64, (set >> 64) as u64]
    }

    /// Writes 1 for each cell of the set and 0 for the others, into several arrays at once.
    #[inline]
    pub(crate) fn write_entries<const N: usize>(self, mut out: [&mut [i8; 81]; N]) {
        let words = u64x2::new(self.0);
        for block in 0..5usize {
            let [low, high] = (words >> block as u32 & u64x2::splat(LOWEST)).to_array().map(u64::to_le_bytes);
            let mut entries = [0; BLOCK];
            entries[..8].copy_from_slice(&low.map(|entry| entry as i8));
            entries[8..].copy_from_slice(&high.map(|entry| entry as i8));
            for out in &mut out {
                out[BLOCK * block..][..BLOCK].copy_from_slice(&entries);
            }
        }
        for out in out {
            out[80] = (self.0[0] >> 5) as i8 & 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Rng;

    use super::*;

    #[test]
    fn a_set_shows_the_cells_that_were_put_in() {
        let mut rng = Rng::new(1);
        for _ in 0..1_000 {
            let plain: [bool; 81] = std::array::from_fn(|_| rng.below(3) == 0);
            let members = (0..81).filter(|&cell| plain[cell]);
            let set = members.clone().fold(CellSet::EMPTY, |all, cell| all.union(CellSet::CELLS[cell]));
            assert!((0..81).all(|cell| set.intersects(CellSet::CELLS[cell]) == plain[cell]));
            assert_eq!(
                crate::bits::members(&set.in_order()).collect::<Vec<_>>(),
                members.collect::<Vec<_>>()
            );
            let mut painted = [[7; 81]; 2];
            let [one, two] = &mut painted;
            set.write_entries([one, two]);
            assert_eq!(painted, [plain.map(i8::from); 2]);
            assert_eq!(set.without(set), CellSet::EMPTY);
        }
    }
}
