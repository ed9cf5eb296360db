//! Writes sets of squares into arrays: a bit becomes an entry.

/// For each set of nine cells, its entries; rows of sixteen, so that a row is one store of the processor.
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

/// Writes nine cells.
#[inline]
pub(crate) fn nine(set: u16, out: &mut [i8]) {
    let row = &NINE[(set & 0x1ff) as usize];
    // Where there is room, sixteen entries are written at once; the caller writes what follows later.
    if let Some(wide) = out.first_chunk_mut::<16>() {
        *wide = *row;
    } else if let Some(narrow) = out.first_chunk_mut::<9>()
        && let Some(row) = row.first_chunk::<9>()
    {
        *narrow = *row;
    }
}

/// Writes the 25 squares of a set, the lowest bit first: 9, 9 and 7 of them.
#[inline]
pub(crate) fn twenty_five(set: u32, out: &mut [i8]) {
    let Some(out) = out.first_chunk_mut::<25>() else { return };
    nine(set as u16, out);
    nine((set >> 9) as u16, &mut out[9..]);
    out[18..].copy_from_slice(&NINE[(set >> 18 & 0x7f) as usize][..7]);
}

/// Writes the 19 points of a set, the lowest bit first: 9, 9 and 1 of them.
#[inline]
pub(crate) fn nineteen(set: u32, out: &mut [i8]) {
    let Some(out) = out.first_chunk_mut::<19>() else { return };
    nine(set as u16, out);
    out[9..18].copy_from_slice(&NINE[(set >> 9 & 0x1ff) as usize][..9]);
    out[18] = (set >> 18 & 1) as i8;
}
