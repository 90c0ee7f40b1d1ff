//! Limits of the command, and the messages about them.

pub(crate) use smp_yaml::{MAX_DEPTH, too_deep};

/// Bytes of a document, unless `--max-bytes` sets another limit: the library's
/// default, too.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// Stack of the threads that handle documents: enough for [`MAX_DEPTH`] in any
/// build, whatever the stack of the main thread is.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// The message about mistakes that are not listed, if there are any.
pub(crate) fn and_more(omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("and {omitted} more; correct those above first"))
}
