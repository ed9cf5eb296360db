//! Numbers as bytes: seven bits each, the lowest first, and a bit that says whether more follow.

/// Appends a number.
pub(crate) fn write(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number from the front of some bytes; `None` if they end before it does or if it is too large.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        number |= part.checked_shl(shift).filter(|shifted| shifted >> shift == part)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip_and_truncated_ones_are_refused() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            write(number, &mut bytes);
            assert_eq!(read(&mut bytes.as_slice()), Some(number));
            bytes.pop();
            assert_eq!(read(&mut bytes.as_slice()), None, "{number}");
        }
        assert_eq!(read(&mut [0xff; 11].as_slice()), None);
    }
}
