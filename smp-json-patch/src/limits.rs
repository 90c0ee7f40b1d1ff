//! Limits of JSON patches.

/// Limits of JSON patches: a short patch can make a large result. The defaults of the first two are those
/// of an API server.
///
/// ```
/// use smp_core::Document;
/// use smp_json_patch::{JsonPatch, Limits};
/// let mut limits = Limits::default();
/// assert_eq!(limits.operations, 10_000);
/// limits.operations = 1;
/// let patch = Document::from_json(r#"[{"op":"remove","path":"/a"},{"op":"remove","path":"/b"}]"#)?;
/// let error = JsonPatch::new_within(patch, limits).unwrap_err();
/// assert_eq!(error.limit(), Some("operations"));
/// # Ok::<(), smp_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The number of operations in a patch: 10,000.
    pub operations: usize,
    /// The number of bytes that copies may add to a document: 3 MiB.
    pub copied_bytes: usize,
    /// The number of values that operations may move in a document: 100,000,000. An insertion at
    /// the front of a list moves all of its elements.
    pub moved_values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { operations: 10_000, copied_bytes: 3 << 20, moved_values: 100_000_000 }
    }
}
