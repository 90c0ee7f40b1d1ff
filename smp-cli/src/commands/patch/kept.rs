//! The part of an object that a patch of a kustomization leaves as it is: apiVersion, kind,
//! namespace and name.

use smp_core::{Document, View};

use super::source::EntryOptions;
use crate::identity::Identity;
use crate::input::Input;
use crate::objects::with_members;
use crate::report::Report;

/// Gives an object the identity that it had before a strategic merge patch, except for what the options
/// let the patch change. Kustomize restores it after each patch, too, even if the patch replaces or
/// removes the fields around it. `O(c)` in the members of the object and of metadata.
pub(super) fn with_identity<'d>(
    object: Document<'d>,
    before: &Identity,
    options: EntryOptions,
    input: &Input<'_>,
) -> Result<Document<'d>, Report> {
    let after = Identity::of(&object);
    let kept = Identity {
        kind: if options.kind_change { after.kind.clone() } else { before.kind.clone() },
        name: if options.name_change { after.name.clone() } else { before.name.clone() },
        ..before.clone()
    };
    if kept == after {
        return Ok(object);
    }
    let text = |text: Option<String>| text.map(|text| Document::from(View::String(text.into())));
    let metadata = object.get("metadata");
    let is_named = kept.name.is_some() || kept.namespace.is_some();
    let metadata = if metadata.is_some() || is_named {
        let members = [("name", text(kept.name)), ("namespace", text(kept.namespace))];
        Some(with_members(metadata.as_ref(), members, input)?)
    } else {
        None
    };
    let members =
        [("apiVersion", text(kept.api_version)), ("kind", text(kept.kind)), ("metadata", metadata)];
    with_members(Some(&object), members, input)
}
