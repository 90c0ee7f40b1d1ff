//! Limits of reading, and the messages about them.

/// Levels of nesting in a document of which every part is read: the default limit of
/// [`smp_core::Limits`].
pub const MAX_DEPTH: usize = 128;

/// Parts that aliases may add to a document. Parts are scalars, and the beginnings and
/// ends of lists and mappings.
pub(crate) const MAX_ALIASED_PARTS: usize = 100_000;

/// Parts that are in the anchored nodes of a document. A part inside two nested anchors
/// counts twice.
pub(crate) const MAX_ANCHORED_PARTS: usize = 1_000_000;

/// Bytes of scalars that aliases may add to a document.
pub(crate) const MAX_ALIASED_BYTES: usize = 16 << 20;

/// The message about a document beyond [`MAX_DEPTH`].
#[must_use]
pub fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels, which is the limit")
}

/// The message about aliases beyond [`MAX_ALIASED_PARTS`].
pub(crate) fn too_many_aliased() -> String {
    format!("aliases add more than {MAX_ALIASED_PARTS} parts, which is the limit; {WRITE_OUT}")
}

/// The message about anchors beyond [`MAX_ANCHORED_PARTS`].
pub(crate) fn too_many_anchored() -> String {
    format!("anchors hold more than {MAX_ANCHORED_PARTS} parts, which is the limit; {WRITE_OUT}")
}

/// The message about aliases beyond [`MAX_ALIASED_BYTES`].
pub(crate) fn too_long_aliased() -> String {
    let limit = MAX_ALIASED_BYTES >> 20;
    format!("aliases add more than {limit} MiB of text, which is the limit; {WRITE_OUT}")
}

const WRITE_OUT: &str = "write the values in place of the aliases";
