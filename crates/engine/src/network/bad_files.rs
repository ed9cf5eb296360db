//! Files that are not networks of this version, for the tests of each network.

use rules::hash::fnv1a;

use super::NetworkError;

/// Where the first group of numbers begins: its scale, then its count, then the numbers.
const FIRST_GROUP: usize = 12;

/// The file with a true checksum in place of the one that it has.
fn with_true_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    bytes.extend(fnv1a(bytes.iter().copied()).to_le_bytes());
    bytes
}

/// Where each group of numbers begins.
fn groups(weights: &[u8]) -> Vec<usize> {
    let (mut groups, mut at) = (Vec::new(), FIRST_GROUP);
    while at < weights.len() - 8 {
        groups.push(at);
        let count = u32::from_le_bytes(weights[at + 4..at + 8].try_into().unwrap());
        at += 8 + 2 * count as usize;
    }
    groups
}

/// Checks that files which are truncated, damaged or of another version are refused. `weights` is a good file.
pub(crate) fn assert_refused(read: impl Fn(&[u8]) -> Result<(), NetworkError>, weights: &[u8], version: u32) {
    let read = |bytes: &[u8]| read(bytes).unwrap_err();
    assert_eq!(read(b""), NetworkError::Magic);
    assert_eq!(read(b"TROISNE"), NetworkError::Magic);
    for length in [8, 11, 12, 19, 20, weights.len() / 2, weights.len() - 1] {
        assert_eq!(read(&weights[..length]), NetworkError::Checksum, "{length} bytes");
    }
    let mut changed = weights.to_vec();
    changed[weights.len() / 3] ^= 1;
    assert_eq!(read(&changed), NetworkError::Checksum);
    changed = weights.to_vec();
    changed[8] += 1;
    assert_eq!(read(&changed), NetworkError::Version(version + 1, version));
}

/// Checks that files whose checksum is right, but whose numbers are not finite, too large, too few or too many, are
/// refused. `weights` is a good file.
pub(crate) fn assert_numbers_checked(read: impl Fn(&[u8]) -> Result<(), NetworkError>, weights: &[u8]) {
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = weights.to_vec();
        change(&mut bytes);
        read(&with_true_checksum(bytes))
    };
    assert_eq!(changed(&|_| {}), Ok(()), "the file is good as long as nothing is changed");
    let groups = groups(weights);
    for group in [groups[0], groups[groups.len() / 2], groups[groups.len() - 1]] {
        for scale in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1.0] {
            let scaled = |bytes: &mut Vec<u8>| bytes[group..group + 4].copy_from_slice(&scale.to_le_bytes());
            assert_eq!(changed(&scaled), Err(NetworkError::Range), "scale {scale} at byte {group}");
        }
    }
    let more: &[u8] = &[0, 0, 128, 63, 1, 0, 0, 0, 1, 0];
    for (what, change) in [
        (
            "a group more",
            &(|bytes: &mut Vec<u8>| {
                drop(bytes.splice(bytes.len() - 8..bytes.len() - 8, more.iter().copied()));
            }) as &dyn Fn(&mut Vec<u8>),
        ),
        ("a number less", &|bytes| drop(bytes.drain(bytes.len() - 10..bytes.len() - 8))),
        ("no number", &|bytes| bytes.truncate(FIRST_GROUP + 8)),
        ("a count without numbers", &|bytes| bytes[FIRST_GROUP + 4..FIRST_GROUP + 8].fill(255)),
    ] {
        assert_eq!(changed(change), Err(NetworkError::Length), "{what}");
    }
}
