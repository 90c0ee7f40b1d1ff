//! Refuses directives in values that are taken as a whole. By default, `$patch` in such a value
//! has an effect where live lacks the value, and none where live has it (semantics adopt-3).
//! The second patch is applied to the result of the first, whereas the composed patch is
//! applied to live; so the effect may differ.

use super::{Compose, incompatible};
use crate::directive::{Change, PatchObject};
use crate::error::Error;
use crate::options::MapDirectives;

impl Compose<'_> {
    /// The error for a patch with such directives, if their effect depends on live.
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
