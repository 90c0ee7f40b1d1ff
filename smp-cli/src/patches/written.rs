//! Patches for sets of objects: each has the identity of its object, as `smp patch
//! --patch-file` needs it.

use smp_core::{Document, View};

use crate::identity::Identity;
use crate::input::Input;
use crate::objects::{SetObject, with_members};
use crate::output::Output;
use crate::report::Report;

/// The error about JSON patches for several objects.
pub(crate) fn json_for_several() -> Report {
    Report::new("--type json is for one object")
        .help("a JSON patch does not say which object it is for; use --type merge")
}

/// Adds the patch for an object, with the identity of the object if there are several.
pub(crate) fn push_patch(
    output: &mut Output,
    patch: &Document<'_>,
    object: &SetObject<'_>,
    several: bool,
) -> Result<(), Report> {
    if !several {
        return output.push(patch, object.input.indent());
    }
    output.push(&with_identity(&object.identity, patch, object.input)?, object.input.indent())
}

/// The patch with the identity of its object, which is put in front if the patch has none.
pub(crate) fn with_identity(
    identity: &Identity,
    patch: &Document<'_>,
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    let text = |text: &Option<String>| text.clone().map(|it| View::String(it.into()).into());
    let names = [("namespace", text(&identity.namespace)), ("name", text(&identity.name))];
    let metadata = with_members(patch.get("metadata").as_ref(), names, input)?;
    let kind = [("apiVersion", text(&identity.api_version)), ("kind", text(&identity.kind))];
    let members = kind.into_iter().chain([("metadata", Some(metadata))]);
    with_members(Some(patch), members, input)
}
