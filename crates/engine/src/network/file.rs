//! The file of a network that evaluates positions: a magic number, a version, 16-bit numbers in groups with a common
//! scale, and a checksum.
//!
//! ```text
//! bytes  0–7   "TROISNET"
//!        8–11  the version of the network's shape
//!       12–…   groups of numbers
//! the last 8   FNV-1a of everything before
//! ```
//!
//! A group is a scale (32-bit float), a count (32 bits) and that many 16-bit numbers, which count in units of the scale.
//! All is little-endian.

use std::fmt;

use rules::hash::fnv1a;

const MAGIC: &[u8; 8] = b"TROISNET";

/// The largest number that a file may hold; those in use are below 3. Sums of products of such numbers stay finite.
const MAX_NUMBER: f32 = 1000.0;

/// Why a file is not a network for this engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The game is not evaluated by a network.
    NoNetwork,
    /// It is another kind of file.
    Magic,
    /// It was made for another version of the engine: the version of the file, and the one that the engine needs.
    Version(u32, u32),
    /// It was truncated or changed.
    Checksum,
    /// It does not have as many numbers as the engine needs.
    Length,
    /// Some of its numbers are not finite, or too large to compute with.
    Range,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NoNetwork => f.write_str("this game is not evaluated by a network"),
            NetworkError::Magic => {
                f.write_str("this is not a network: the file does not begin with TROISNET")
            }
            NetworkError::Version(version, needed) => {
                write!(f, "this network has version {version}, and the engine needs version {needed}")
            }
            NetworkError::Checksum => {
                f.write_str("the file of the network is truncated or damaged: its checksum does not match")
            }
            NetworkError::Range => {
                f.write_str("the network has weights that are not finite or too large for the engine")
            }
            NetworkError::Length => f.write_str(
                "the network has another shape than the engine: its numbers are too few or too many",
            ),
        }
    }
}

impl std::error::Error for NetworkError {}

/// Checks a file whose shape must have this version. Returns the groups of numbers in it.
fn open(bytes: &[u8], needed: u32) -> Result<&[u8], NetworkError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(NetworkError::Magic) };
    let Some((version, rest)) = rest.split_first_chunk() else { return Err(NetworkError::Checksum) };
    let version = u32::from_le_bytes(*version);
    if version != needed {
        return Err(NetworkError::Version(version, needed));
    }
    let Some((groups, checksum)) = rest.split_last_chunk() else { return Err(NetworkError::Checksum) };
    if u64::from_le_bytes(*checksum) != fnv1a(bytes[..bytes.len() - 8].iter().copied()) {
        return Err(NetworkError::Checksum);
    }
    Ok(groups)
}

/// Reads the numbers of the groups, one after the other.
pub(crate) struct NumberReader<'b> {
    rest: &'b [u8],
    /// How many numbers of the group are left, and their scale.
    left: u32,
    scale: f32,
}

impl<'b> NumberReader<'b> {
    /// Reads a file whose shape must have this version.
    pub(crate) fn open(bytes: &'b [u8], version: u32) -> Result<NumberReader<'b>, NetworkError> {
        Ok(NumberReader { rest: open(bytes, version)?, left: 0, scale: 0.0 })
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(NetworkError::Length)?;
        self.rest = rest;
        Ok(*bytes)
    }

    /// The next number. One that is not finite or too large is refused, since every sum with it would be silently wrong.
    pub(crate) fn number(&mut self) -> Result<f32, NetworkError> {
        while self.left == 0 {
            self.scale = f32::from_le_bytes(self.take()?);
            self.left = u32::from_le_bytes(self.take()?);
        }
        self.left -= 1;
        let number = f32::from(i16::from_le_bytes(self.take()?)) * self.scale;
        if number.abs() <= MAX_NUMBER { Ok(number) } else { Err(NetworkError::Range) }
    }

    /// Fills a list with the next numbers.
    pub(crate) fn fill(&mut self, numbers: &mut [f32]) -> Result<(), NetworkError> {
        for number in numbers {
            *number = self.number()?;
        }
        Ok(())
    }

    /// Checks that nothing is left.
    pub(crate) fn end(&self) -> Result<(), NetworkError> {
        if self.left == 0 && self.rest.is_empty() { Ok(()) } else { Err(NetworkError::Length) }
    }
}
