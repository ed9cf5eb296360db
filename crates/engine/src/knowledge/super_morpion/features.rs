//! What is seen in a board: its class, by the lines that each player could still complete.
//!
//! This file stands alone, so that the program that fits the weights reads boards exactly as the engine does.

/// All nine cells, or all nine boards.
pub(super) const ALL: u16 = 0x1ff;

/// The eight lines of three.
pub(super) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// How many classes of boards there are.
pub(super) const CLASSES: usize = 3 * 3 * 4 * 4 * 2;

/// For each set of cells: the cells that would complete a line.
pub(super) static COMPLETING: [u16; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let missing = LINES[line] & !(set as u16);
            if missing.count_ones() == 1 {
                table[set] |= missing;
            }
            line += 1;
        }
        set += 1;
    }
    table
};

/// For each set of cells: the lines of which it holds none, one or two cells, one bit each, and whether it holds a
/// whole one.
static HOLDS: [[u8; 4]; 512] = {
    let mut table = [[0; 4]; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let held = (LINES[line] & set as u16).count_ones() as usize;
            table[set][held] |= 1 << line;
            line += 1;
        }
        set += 1;
    }
    table
};

/// Whether a set holds a line of three.
#[inline]
pub(super) fn has_line(set: u16) -> bool {
    HOLDS[(set & ALL) as usize][3] != 0
}

/// The class of an open board as the player with `own` pieces sees it against `other` ones:
///
/// - on how many cells each could win it at once, up to two;
/// - how many lines each has begun alone, up to three;
/// - whether a line is empty still.
#[inline]
pub(super) fn class(own: u16, other: u16) -> usize {
    let (own, other) = ((own & ALL) as usize, (other & ALL) as usize);
    let empty = !(own | other) as u16;
    let wins = (COMPLETING[own] & empty).count_ones().min(2) as usize;
    let losses = (COMPLETING[other] & empty).count_ones().min(2) as usize;
    let [mine, yours] = [HOLDS[own], HOLDS[other]];
    let begun = (mine[1] & yours[0]).count_ones().min(3) as usize;
    let opposed = (yours[1] & mine[0]).count_ones().min(3) as usize;
    let is_fresh = usize::from(mine[0] & yours[0] != 0);
    (((wins * 3 + losses) * 4 + begun) * 4 + opposed) * 2 + is_fresh
}

/// The kind of a place: 0 the centre, 1 a corner, 2 an edge.
pub(super) const KIND: [usize; 9] = [1, 2, 1, 2, 0, 2, 1, 2, 1];

/// The kind of each of the [`LINES`]: 0 a diagonal, 1 another through the centre, 2 along the side.
pub(super) const LINE_KIND: [usize; 8] = [2, 1, 2, 2, 1, 2, 0, 0];

/// The three places of each of the [`LINES`].
pub(super) const LINE_PLACES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
