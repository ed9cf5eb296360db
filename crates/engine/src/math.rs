//! Logarithm and exponential that give the same bits on every platform.
//!
//! `f32::ln` and `f32::exp` call the platform's libm, whose last bit differs from one system to the next, and one bit
//! is enough to send a tree search another way. These use only additions, multiplications and divisions of `f64`,
//! which IEEE 754 defines exactly, so that the signature of [`bench`](crate::bench) is the same everywhere. (`sqrt` is
//! defined exactly too.)

use std::f64::consts::{LN_2, LOG2_E};

/// How many points between 1 and 2 the table has: a power of two, so that the top bits of a mantissa are the index.
const POINTS: usize = 64;

const MANTISSA: u64 = (1 << 52) - 1;
const EXPONENT_OF_ONE: u64 = 1023 << 52;
/// The bits of a mantissa below the six that are the index.
const BELOW_INDEX: u32 = 52 - 6;

/// For each point `c`: `1 / c` and `ln c`.
const LN_POINTS: [(f64, f64); POINTS] = ln_points();

const fn ln_points() -> [(f64, f64); POINTS] {
    let mut points = [(1.0, 0.0); POINTS];
    let mut i = 0;
    while i < POINTS {
        let c = 1.0 + i as f64 / POINTS as f64;
        points[i] = (1.0 / c, ln_series(c));
        i += 1;
    }
    points
}

/// `ln c` for `c` from 1 to 2: `2 atanh z` with `z = (c - 1) / (c + 1)`, as a power series.
const fn ln_series(c: f64) -> f64 {
    let z = (c - 1.0) / (c + 1.0);
    let square = z * z;
    let (mut power, mut sum, mut k) = (z, 0.0, 1.0);
    while k < 60.0 {
        sum += power / k;
        power *= square;
        k += 2.0;
    }
    2.0 * sum
}

/// The logarithms of small numbers, which a tree search needs most.
static SMALL_LN: [f32; 1024] = {
    let mut table = [0.0; 1024];
    let mut n = 2;
    while n < table.len() {
        table[n] = compute_ln(n as u32);
        n += 1;
    }
    table
};

/// The natural logarithm of a number from 1 on; 0 for 0.
#[inline]
pub(crate) fn ln(n: u32) -> f32 {
    match SMALL_LN.get(n as usize) {
        Some(&ln) => ln,
        None => compute_ln(n),
    }
}

/// The natural logarithm of a number from 1 on.
const fn compute_ln(n: u32) -> f32 {
    let bits = (n as f64).to_bits();
    let exponent = ((bits >> 52) - 1023) as f64;
    let index = (bits & MANTISSA) >> BELOW_INDEX;
    let mantissa = f64::from_bits(bits & MANTISSA | EXPONENT_OF_ONE);
    let point = f64::from_bits(index << BELOW_INDEX | EXPONENT_OF_ONE);
    let (inverse, ln_point) = LN_POINTS[index as usize & (POINTS - 1)];
    // ln m = ln c + ln (1 + r), with r below 1/64.
    let r = (mantissa - point) * inverse;
    let series = 1.0 / 2.0 - r * (1.0 / 3.0 - r * (1.0 / 4.0 - r * (1.0 / 5.0 - r * (1.0 / 6.0))));
    (exponent * LN_2 + (ln_point + (r - r * r * series))) as f32
}

/// `e` to the power of `x`.
pub(crate) fn exp(x: f32) -> f32 {
    let x = f64::from(x.clamp(-87.0, 88.0));
    // e^x = 2^k · e^r, with r between -ln 2 / 2 and ln 2 / 2.
    let k = (x * LOG2_E + if x < 0.0 { -0.5 } else { 0.5 }) as i64;
    let r = x - k as f64 * LN_2;
    let (mut term, mut sum, mut n) = (1.0, 1.0, 1.0);
    while n < 14.0 {
        term *= r / n;
        sum += term;
        n += 1.0;
    }
    (sum * f64::from_bits(((1023 + k) as u64) << 52)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with the platform in `f64`, whose last bits do not matter for an `f32`.
    #[test]
    fn logarithms_and_exponentials_are_right_to_the_last_bit_or_the_one_before() {
        let numbers = (2..100_000).chain((1..4000).map(|n| n * 1_048_573)).chain([u32::MAX]);
        for n in numbers {
            let exact = f64::from(n).ln();
            assert!((f64::from(ln(n)) - exact).abs() <= exact * f64::from(f32::EPSILON), "ln {n}");
        }
        for x in (-8000..8000).map(|x| x as f32 / 100.0) {
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) - exact).abs() <= exact * f64::from(f32::EPSILON), "exp {x}");
        }
        assert_eq!([ln(0), ln(1), exp(0.0)], [0.0, 0.0, 1.0]);
    }

    /// A change of one bit anywhere changes these sums.
    #[test]
    fn every_platform_computes_the_same_bits() {
        let sum = |bits: &mut dyn Iterator<Item = u32>| {
            bits.fold(0u32, |sum, bits| sum.rotate_left(5).wrapping_add(bits))
        };
        assert_eq!(sum(&mut (1..50_000).map(|n| ln(n).to_bits())), 1_166_798_516);
        assert_eq!(sum(&mut (-8000..8000).map(|x| exp(x as f32 / 100.0).to_bits())), 3_514_592_437);
    }
}
