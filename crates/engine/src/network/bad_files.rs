//! Files that are not networks of this version, for the tests of each network.

use super::NetworkError;

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
