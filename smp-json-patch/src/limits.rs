//! Limits of JSON patches: a short patch can make a large result.

/// Operations of a JSON patch, as in an API server.
pub const MAX_OPERATIONS: usize = 10_000;

/// Bytes that the copies of a JSON patch may add to a document, as in an API server.
pub const MAX_COPIED_BYTES: usize = 3 << 20;

/// Values that the operations of a JSON patch may move in a document. An insertion at the front of
/// a list moves all of its elements.
pub const MAX_MOVED_VALUES: usize = 100_000_000;
