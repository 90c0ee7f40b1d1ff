//! Directives in values that are taken as a whole, which two patches cannot share. By default
//! `$patch` inside of such a value is obeyed where live lacks it, and has no effect where live
//! has it (semantics adopt-3). The second patch finds what the first has made, whereas the
//! composed patch finds live.

use super::{Compose, incompatible};
use crate::directive::{Change, PatchObject};
use crate::error::Error;
use crate::options::MapDirectives;

impl Compose<'_> {
    /// The error about such directives, where they depend on live.
    pub(super) fn refuse_directives_in_taken(&self) -> Result<(), Error> {
        if self.options.map_directives != MapDirectives::Kubernetes {
            return Ok(());
        }
        Err(incompatible(
            "both patches have this value, and a directive inside of it has an effect only where \
             live lacks the value",
        ))
    }
}

/// Whether `$patch` or a deletion list is anywhere in the value.
pub(super) fn has_directive(change: &Change) -> bool {
    match change {
        Change::Object(object) => has_directive_in(object),
        Change::List(items) => items.iter().any(has_directive),
        Change::Scalar(_) => false,
    }
}

/// As [`has_directive`].
pub(super) fn has_directive_in(object: &PatchObject) -> bool {
    object.marker.is_some() || has_directive_below(object)
}

/// As [`has_directive`], without the `$patch` of the object itself.
pub(super) fn has_directive_below(object: &PatchObject) -> bool {
    object
        .fields
        .iter()
        .any(|(_, field)| field.delete.is_some() || field.value.as_ref().is_some_and(has_directive))
}
