//! The random numbers of one case of a run.

use fastrand::Rng;

/// The generator of the case with this number. A case depends only on the seed and its number, so
/// that a long run can go on where it was interrupted, and one case can be repeated.
pub(crate) fn rng_of(seed: u64, number: usize) -> Rng {
    let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Rng::with_seed(mixed.wrapping_add(number as u64))
}
