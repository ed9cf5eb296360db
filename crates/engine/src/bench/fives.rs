//! The positions of Three Fives in the signature.

use super::{Case, depth, playouts};

pub(super) const CASES: &[Case] = &[
    depth("", "La1 Le5 Sb4 Sd2", 6),
    playouts("players=3", "La1 Le5 Sb4", 500),
];
