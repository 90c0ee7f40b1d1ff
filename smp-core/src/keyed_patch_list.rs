//! The patch of a merge list of objects, whose elements are found by their keys.

use crate::apply::{PatchKeys, list_of};
use crate::directive::{Change, FieldPatch, Marker, PatchObject};
use crate::element_key::ElementKey;
use crate::error::Error;
use crate::site::Site;

/// A patch list of objects, with the keys of its elements.
pub(crate) struct KeyedPatchList<'p> {
    pub(crate) keys: PatchKeys<'p>,
    pub(crate) changes: &'p [Change],
}

impl<'p> KeyedPatchList<'p> {
    pub(crate) fn of(field: &'p FieldPatch, member: &Site<'p>) -> Result<Self, Error> {
        let changes = list_of(field).unwrap_or_default();
        Ok(Self { keys: PatchKeys::of(changes, member)?, changes })
    }

    /// The elements without `$patch`, in order.
    pub(crate) fn items(&self) -> impl Iterator<Item = (&ElementKey<'p>, &'p PatchObject)> {
        self.keys.items().filter_map(|(at, key)| match self.changes.get(at) {
            Some(Change::Object(object)) => Some((key, object)),
            _ => None,
        })
    }

    /// The elements with `$patch: delete`.
    pub(crate) fn deletions(&self) -> impl Iterator<Item = &'p Change> {
        self.changes.iter().filter(|change| {
            matches!(change, Change::Object(object) if object.marker == Some(Marker::Delete))
        })
    }
}
