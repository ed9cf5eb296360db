//! The positions of Tic Tac Doh! in the signature.

use super::{Case, depth, playouts};

pub(super) const CASES: &[Case] = &[
    depth("", "Mc3 Sb2 Sc4", 15),
    playouts("players=3", "Sc3", 3000),
    playouts("players=4", "Sc3 Sb2", 3000),
];
