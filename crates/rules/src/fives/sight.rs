//! Lines of sight on the board of Three Fives: which points a piece sees and reaches.

use super::board::{COUNT, Point, Points, WITHIN};

/// For each point, the points on which a piece would block a line from it: all points of its lines except their ends.
/// At most six.
const BLOCKERS: [Points; COUNT] = {
    let mut table = [0; COUNT];
    let mut from = 0;
    while from < COUNT {
        let mut direction = 0;
        while direction < 6 {
            let mut next = Point::at(from).step(direction);
            while let Some(point) = next {
                next = point.step(direction);
                if next.is_some() {
                    table[from] |= point.bit();
                }
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// For each point, a magic factor: multiplied by it, each subset of the point's `BLOCKERS` has a different number in
/// the six highest bits. Found by trial; [`SEEN`] does not compile with a wrong one.
const MAGICS: [u32; COUNT] = [
    0x0402_4201,
    0x1060_0408,
    0x1040_2024,
    0x10c0_2000,
    0x0484_c110,
    0x021d_0000,
    0x9101_001a,
    0x0808_0821,
    0x80b2_8428,
    0x0481_0622,
    0x0091_208a,
    0x0090_1008,
    0x0840_2000,
    0x4184_6800,
    0x5044_0040,
    0x0020_4340,
    0x0250_4000,
    0x2010_2100,
    0x0044_2180,
];

/// The index of an occupied set among the 64 entries of a point in [`SEEN`].
#[inline]
const fn magic_index(from: usize, occupied: Points) -> usize {
    ((occupied & BLOCKERS[from]).wrapping_mul(MAGICS[from]) >> 26) as usize
}

/// For each point and each set of pieces on its `BLOCKERS`, the points visible from it in the six directions, including
/// the first piece: the magic bitboards of chess programs.
static SEEN: [[Points; 64]; COUNT] = {
    let mut table = [[0; 64]; COUNT];
    let mut from = 0;
    while from < COUNT {
        // Every subset of the blockers, from all of them down to none.
        let mut pieces = BLOCKERS[from];
        loop {
            let mut seen = 0;
            let mut direction = 0;
            while direction < 6 {
                let mut next = Point::at(from).step(direction);
                while let Some(point) = next {
                    seen |= point.bit();
                    next = if pieces & point.bit() != 0 { None } else { point.step(direction) };
                }
                direction += 1;
            }
            let index = magic_index(from, pieces);
            assert!(
                table[from][index] == 0 || table[from][index] == seen,
                "a magic factor gives two sets one index"
            );
            table[from][index] = seen;
            if pieces == 0 {
                break;
            }
            pieces = (pieces - 1) & BLOCKERS[from];
        }
        from += 1;
    }
    table
};

/// The empty points that a piece of a size (0 small, 1 medium, 2 large) reaches in a straight line over empty points.
#[inline]
pub fn reach(size: usize, from: Point, occupied: Points) -> Points {
    let from = from.index();
    WITHIN[size.min(2)][from] & SEEN[from][magic_index(from, occupied)] & !occupied
}
