//! The deviations: an id each, and what makes one disappear from a case. Title,
//! reason and minimal example stand in `docs/deviations.md`, our result for the
//! example in `tests/tests/deviations.rs`.
//!
//! A *cure* takes away from a case exactly what sets a deviation off, and
//! nothing if that isn't there. A difference is explained by the cures that end
//! it: both sides then agree on the case.

mod apply;
mod directives;
mod lists;

use super::case::{Case, Op};

/// Something that this engine does otherwise than the reference, on purpose.
pub(super) struct Deviation {
    pub(super) id: &'static str,
    pub(super) ops: &'static [Op],
    /// What our result has to do with the cured case's.
    pub(super) cured: Cured,
    /// The case without what sets the deviation off; `None` if that isn't there.
    pub(super) cure: fn(&Case) -> Option<Case>,
}

/// What a cure does to our result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cured {
    /// Nothing: the cured case is another way to say the same, and the
    /// reference gives for it what we gave all along.
    SameResult,
    /// We refused the case, or the reference did.
    Refusal,
    /// The values concerned come out otherwise.
    OtherResult,
}

/// All of them, in the order in which they are tried.
pub(super) fn all() -> impl Iterator<Item = &'static Deviation> {
    apply::DEVIATIONS.iter().chain(lists::DEVIATIONS)
}

/// Deviations that show in the effect of a patch, or in an outcome, without
/// anything to cure.
const BY_EFFECT: [&str; 17] = [
    "compose-law",
    "compose-never-approximates",
    "compose-refused",
    "conflict-missed",
    "conflict-needs-two-changes",
    "conflict-of-nothing",
    "conflict-overlooked",
    "conflicts-refused",
    "diff-law",
    "diff-refused",
    "invalid-patches-refused",
    "map-order",
    "patch-refused-by-its-maker",
    "precondition-missed",
    "precondition-needs-a-change",
    "reference-panics",
    "three-way-law",
];

/// Every id.
pub(super) fn ids() -> Vec<&'static str> {
    all().map(|deviation| deviation.id).chain(BY_EFFECT).collect()
}
