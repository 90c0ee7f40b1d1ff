//! Limits of the command, and the messages about them.

pub(crate) use smp_yaml::{MAX_DEPTH, too_deep};

/// Bytes of a document, unless `--max-bytes` sets another limit: the library's
/// default, too.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// Stack of the threads that handle documents: enough for [`MAX_DEPTH`] in any
/// build, whatever the stack of the main thread is.
pub(crate) const STACK_BYTES: usize = 64 << 20;

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

/// The message about a JSON patch beyond [`MAX_COPIED_BYTES`].
pub(crate) fn too_much_copied() -> String {
    format!("the patch copies more than {MAX_COPIED_BYTES} bytes, which is the limit")
}

/// The message about a JSON patch beyond [`MAX_MOVED_ELEMENTS`].
pub(crate) fn too_many_moved() -> String {
    format!("the patch moves more than {MAX_MOVED_ELEMENTS} list elements, which is the limit")
}
