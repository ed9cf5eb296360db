//! The positions of Morpion in the signature.

use super::{Case, depth};

pub(super) const CASES: &[Case] = &[
    depth("", "", 9),
];
