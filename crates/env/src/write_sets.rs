//! Writes sets of squares into arrays: a bit becomes an entry.

/// The entries of each set of nine cells, in rows of sixteen, so that a row is one store instruction.
static NINE: [[i8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let mut cell = 0;
        while cell < 9 {
            table[set][cell] = (set >> cell & 1) as i8;
            cell += 1;
        }
        set += 1;
    }
    table
};

/// The entries of a set of nine cells, and seven more that the next row overwrites.
#[inline]
fn row(set: u16) -> &'static [i8; 16] {
    &NINE[(set & 0x1ff) as usize]
}

/// Writes nine cells.
#[inline]
pub(crate) fn write_9_cells(set: u16, out: &mut [i8]) {
    if let (Some(out), Some(row)) = (out.first_chunk_mut::<9>(), row(set).first_chunk::<9>()) {
        *out = *row;
    }
}

/// Writes the 25 squares of a set, the lowest bit first: 9, 9 and 7 of them.
#[inline]
pub(crate) fn write_25_squares(set: u32, out: &mut [i8]) {
    let Some(out) = out.first_chunk_mut::<25>() else { return };
    out[..16].copy_from_slice(row(set as u16));
    out[9..].copy_from_slice(row((set >> 9) as u16));
    out[18..].copy_from_slice(&row((set >> 18) as u16 & 0x7f)[..7]);
}
