//! The positions of the card game in the signature.

use super::{Case, playouts};

pub(super) const CASES: &[Case] = &[
    playouts("", "", 1000),
];
