//! The settings of a three-way diff.

/// The fields that a three-way diff overwrites in current, where others have changed them since original.
/// Fields that modified does not state are never overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Overwrite {
    /// All fields that modified states: those that only others changed are set back to modified's value,
    /// as by `kubectl apply`.
    #[default]
    Always,
    /// No fields: where modified equals original, current is kept. The diff fails if both changed a
    /// field, to different values; the error lists every such field. No change by others is lost.
    KeepTheirs,
    /// Fields that only others changed, which are set back to modified's value. The diff fails if both
    /// changed a field, to different values; the error lists every such field.
    UnlessBothChanged,
    /// No fields: the diff fails if others changed a field that the patch would set or delete, as with
    /// `kubectl apply --overwrite=false`. No change by others is lost.
    UnlessTheyChanged,
}

/// The effect of a null in modified on a member that only current has: semantics three-way-7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    Delete,
    /// No effect: modified is a Rust value, in which `None` is an absent member.
    Absent,
}
