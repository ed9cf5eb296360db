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

/// Writes the 25 squares of a set, the lowest bit first.
#[inline]
pub(crate) fn twenty_five(set: u32, out: &mut [i8]) {
    let Some(out) = out.first_chunk_mut::<25>() else { return };
    for (square, entry) in out.iter_mut().enumerate() {
        *entry = (set >> square & 1) as i8;
    }
}
