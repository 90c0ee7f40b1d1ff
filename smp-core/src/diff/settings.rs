//! The settings of a three-way diff.

/// What a three-way diff does with fields that both modified and current changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Overwrite {
    /// The patch sets them to the value in modified.
    #[default]
    Yes,
    /// The diff fails. The error lists every such field. A field that only current changed,
    /// and that modified states, is set back to the value in modified.
    No,
    /// As `No`, and the diff also fails if only current changed a field that the patch would
    /// set or delete, as with `kubectl apply --overwrite=false`. No change by others is lost.
    Never,
}

/// What a null in modified does to a member that only current has: semantics three-way-7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    Delete,
    /// Nothing: modified is a Rust value, where `None` is an absent member.
    Absent,
}
