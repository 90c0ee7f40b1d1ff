//! Limits of the command, and the messages about them.

/// Levels of nesting in a document of which every part is read: the library's
/// default limit.
pub(crate) const MAX_DEPTH: usize = 128;

/// Bytes of a document, unless `--max-bytes` sets another limit: the library's
/// default, too.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// Stack of the threads that handle documents: enough for [`MAX_DEPTH`] in any
/// build, whatever the stack of the main thread is.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// Parts that aliases may add to a YAML document. Parts are scalars, and the
/// beginnings and ends of lists and mappings.
pub(crate) const MAX_ALIASED_PARTS: usize = 100_000;

/// Parts that are stored for the anchors of a YAML document. A part inside two
/// nested anchors counts twice.
pub(crate) const MAX_ANCHORED_PARTS: usize = 1_000_000;

/// Bytes of text that aliases may add to a YAML document.
pub(crate) const MAX_ALIASED_BYTES: usize = 16 << 20;

/// Operations of a JSON patch, as in the Kubernetes API server.
pub(crate) const MAX_JSON_PATCH_OPERATIONS: usize = 10_000;

/// Bytes that the copies of a JSON patch may add to an object, as in the Kubernetes
/// API server.
pub(crate) const MAX_COPIED_BYTES: usize = 3 << 20;

/// Elements of lists that the operations of a JSON patch may move on an object. An
/// insertion at the front of a list moves all of its elements.
pub(crate) const MAX_MOVED_ELEMENTS: usize = 100_000_000;

/// The message about mistakes that are not listed, if there are any.
pub(crate) fn and_more(omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("and {omitted} more; correct those above first"))
}

/// The message about a document beyond [`MAX_DEPTH`].
pub(crate) fn too_deep() -> String {
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

/// The message about a JSON patch beyond [`MAX_COPIED_BYTES`].
pub(crate) fn too_much_copied() -> String {
    format!("the patch copies more than {MAX_COPIED_BYTES} bytes, which is the limit")
}

/// The message about a JSON patch beyond [`MAX_MOVED_ELEMENTS`].
pub(crate) fn too_many_moved() -> String {
    format!("the patch moves more than {MAX_MOVED_ELEMENTS} list elements, which is the limit")
}

const WRITE_OUT: &str = "write the values in place of the aliases";
