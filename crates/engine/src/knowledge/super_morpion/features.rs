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

/// What a player about to move faces, as the evaluation is told of it.
pub(super) struct Outlook {
    /// The boards that are open.
    pub(super) open: u16,
    /// The boards that the player has won, and the other.
    pub(super) won: [u16; 2],
    /// The open boards that the player could win with one piece, and the other.
    pub(super) winnable: [u16; 2],
    /// The board to which the player is sent and its empty cells; none if free.
    pub(super) sent: Option<(usize, u16)>,
}

/// How many features an [`Outlook`] can have.
pub(super) const OUTLOOKS: usize = 25 + 40 + 8 + 12 + 10;

impl Outlook {
    /// The features it has:
    ///
    /// ```text
    ///  0–24  how many boards each could win with one piece, up to four: own × 5 + other's
    /// 25–64  whether each could win the game with one piece (own × 2 + other's), × 10 + closed boards
    /// 65–72  sent: whether the other could win the game, × 4 + how many cells are safe, up to three
    /// 73–84  sent: cells on which the other could win the board, up to two, × 4 + whether the board would complete
    ///        a line of boards for each (own × 2 + other's)
    /// 85–94  free: closed boards
    /// ```
    #[inline]
    pub(super) fn features(&self, losses: usize) -> [usize; 4] {
        let closed = 9 - (self.open & ALL).count_ones() as usize;
        let count = |set: u16| set.count_ones().min(4) as usize;
        // The boards that would complete a line of boards.
        let points = self.won.map(|won| COMPLETING[(won & ALL) as usize] & self.open);
        let hot = [0, 1].map(|player: usize| usize::from(points[player] & self.winnable[player] != 0));
        let boards = count(self.winnable[0]) * 5 + count(self.winnable[1]);
        let edge = 25 + (hot[0] * 2 + hot[1]) * 10 + closed;
        let Some((board, empty)) = self.sent else { return [boards, edge, 85 + closed, 85 + closed] };
        let safe = (empty & self.open & !self.winnable[1]).count_ones().min(3) as usize;
        let point = points.map(|set| usize::from(set >> board & 1));
        [boards, edge, 65 + hot[1] * 4 + safe, 73 + losses * 4 + point[0] * 2 + point[1]]
    }
}

/// On how many cells the other could win a board of this class at once, up to two.
#[inline]
pub(super) fn losses(class: usize) -> usize {
    class / 32 % 3
}
