//! The settings of a three-way diff.

/// The treatment of fields that both modified and current changed, in a three-way diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Overwrite {
    /// The patch sets them to the value in modified.
    #[default]
    Yes,
    /// The diff fails. The error lists every such field. A field that only current changed,
    /// and that modified states, is set back to the value in modified.
    No,
    /// Like `No`, and the diff also fails if only current changed a field that the patch would set
    /// or delete, as with `kubectl apply --overwrite=false`. No change by others is lost.
    Never,
}

/// The effect of a null in modified on a member that only current has: semantics three-way-7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    Delete,
    /// None: modified is a Rust value, where `None` is an absent member.
    Absent,
}
