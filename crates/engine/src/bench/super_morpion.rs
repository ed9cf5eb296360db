//! The positions of Super Morpion in the signature.

use super::{Case, depth};

pub(super) const CASES: &[Case] = &[
    depth("", "", 14),
    depth("", "5.5 5.1 1.5 5.9 9.5 5.2 2.5 5.4 4.5", 15),
    depth("", "1.5 5.7 7.4 4.9 9.3 3.3 3.5 5.6 6.7 7.9 9.9", 14),
    depth("tiebreak=draw", "5.1 1.5 5.5 5.9 9.1 1.9 9.9 9.5 5.4 4.5", 14),
];
