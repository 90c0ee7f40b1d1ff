//! The annotations that tell the caller of a function where an object is from.

use smp_core::{Document, View};

use crate::input::Input;
use crate::objects::{owned, with_members};
use crate::report::Report;

/// Annotations that the caller of the function has set on an object: its file, the place in the file,
/// and others. Without them the caller would write the object to another file, so they are kept even if
/// patches remove them.
pub(super) struct Annotations(Vec<(String, Document<'static>)>);

impl Annotations {
    /// The annotations of an object. `O(n)` in metadata.
    pub(super) fn of(object: &Document<'_>) -> Self {
        let all = object.get_in(&["metadata", "annotations"]);
        let members = match all.as_ref().map(Document::view) {
            Some(Ok(View::Object(members))) => members,
            _ => Vec::new(),
        };
        let kept = members.into_iter().filter(|(name, _)| is_of_caller(name));
        Self(
            kept.filter_map(|(name, value)| Some((name.into_owned(), owned(value).ok()?)))
                .collect(),
        )
    }

    /// Restores annotations that the patches removed. `O(n)` in the object, if any were removed.
    pub(super) fn put_into(
        self,
        object: Document<'static>,
        input: &Input<'_>,
    ) -> Result<Document<'static>, Report> {
        let present = object.get_in(&["metadata", "annotations"]);
        let is_lost =
            |name: &str| present.as_ref().is_none_or(|present| present.get(name).is_none());
        let lost: Vec<_> = self.0.iter().filter(|(name, _)| is_lost(name)).collect();
        if lost.is_empty() {
            return Ok(object);
        }
        let lost = lost.into_iter().map(|(name, value)| (name.as_str(), Some(value.clone())));
        let annotations = with_members(present.as_ref(), lost, input)?;
        let metadata = object.get("metadata");
        let metadata =
            with_members(metadata.as_ref(), [("annotations", Some(annotations))], input)?;
        with_members(Some(&object), [("metadata", Some(metadata))], input)
    }
}

/// Whether the caller sets annotations of this name.
fn is_of_caller(name: &str) -> bool {
    name.starts_with("internal.config.kubernetes.io/")
        || ["config.kubernetes.io/path", "config.kubernetes.io/index"].contains(&name)
}
