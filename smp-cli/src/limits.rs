//! How much the command takes on.

/// How deep a document may be nested where all of it is looked at: that of the
/// library's own limit.
pub(crate) const MAX_DEPTH: usize = 128;

/// How many bytes a document may have, if nothing else is asked for: that of the
/// library, too.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// Stack for the thread that does the work: enough for that depth, optimized or
/// not, whatever the limits of the main thread.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// How many parts aliases may add to a document of YAML: scalars, and beginnings
/// and ends of lists and mappings.
pub(crate) const MAX_ALIASED_PARTS: usize = 100_000;

/// How many parts are kept for aliases; where anchors stand in each other, for
/// each of them.
pub(crate) const MAX_ANCHORED_PARTS: usize = 1_000_000;

/// How many bytes of text aliases may add to a document of YAML.
pub(crate) const MAX_ALIASED_BYTES: usize = 16 << 20;

/// What messages say where only the first of many mistakes are listed.
pub(crate) fn and_more(omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("and {omitted} more; correct those above first"))
}

/// What messages say of a document beyond [`MAX_DEPTH`].
pub(crate) fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels, which is as deep as smp looks")
}

/// What messages say where aliases add more than [`MAX_ALIASED_PARTS`].
pub(crate) fn too_many_aliased() -> String {
    format!("aliases add more than {MAX_ALIASED_PARTS} parts, which is the limit; {WRITE_OUT}")
}

/// What messages say where anchors hold more than [`MAX_ANCHORED_PARTS`].
pub(crate) fn too_many_anchored() -> String {
    format!("anchors hold more than {MAX_ANCHORED_PARTS} parts, which is the limit; {WRITE_OUT}")
}

/// What messages say where aliases add more than [`MAX_ALIASED_BYTES`].
pub(crate) fn too_long_aliased() -> String {
    let limit = MAX_ALIASED_BYTES >> 20;
    format!("aliases add more than {limit} MiB of text, which is the limit; {WRITE_OUT}")
}

const WRITE_OUT: &str = "write out what the aliases stand for";
