//! How much the command takes on.

/// How deep a document may be nested where all of it is looked at: that of the
/// library's own limit.
pub(crate) const MAX_DEPTH: usize = 128;

/// Stack for the thread that does the work: enough for that depth, optimized or
/// not, whatever the limits of the main thread.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// What messages say where only the first of many mistakes are listed.
pub(crate) fn and_more(omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("and {omitted} more; correct those above first"))
}

/// What messages say of a document beyond [`MAX_DEPTH`].
pub(crate) fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels, which is as deep as smp looks")
}
