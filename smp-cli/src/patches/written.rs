//! Patches for sets of objects: each has the identity of its object, as `smp patch
//! --patch-file` needs it.

use std::borrow::Cow;

use smp_core::{Document, View};

use crate::identity::Identity;
use crate::input::Input;
use crate::objects::{SetObject, view};
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
        return output.push(patch, object.input.layout());
    }
    let members = view(patch, object.input)?;
    let document = with_identity(&object.identity, &members, object.input)?;
    output.push(&document, object.input.layout())
}

/// The patch with these members, and the identity of its object in front.
pub(crate) fn with_identity<'p>(
    identity: &'p Identity,
    patch: &'p View<'p>,
    input: &Input<'_>,
) -> Result<Document<'p>, Report> {
    let mut root =
        present_members([("apiVersion", &identity.api_version), ("kind", &identity.kind)]);
    let mut metadata =
        present_members([("namespace", &identity.namespace), ("name", &identity.name)]);
    let mut rest = Vec::new();
    if let View::Object(members) = patch {
        for (name, value) in members {
            match view(value, input)? {
                View::Object(inner) if name == "metadata" => metadata.extend(inner),
                _ => rest.push((Cow::Borrowed(name.as_ref()), value.clone())),
            }
        }
    }
    root.push(("metadata".into(), Document::from(View::Object(metadata))));
    root.extend(rest);
    Ok(Document::from(View::Object(root)))
}

/// The members that are present.
fn present_members<'p>(
    members: [(&'static str, &'p Option<String>); 2],
) -> Vec<(Cow<'p, str>, Document<'p>)> {
    let texts = members.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?)));
    texts.map(|(name, text)| (name.into(), Document::from(View::String(text.into())))).collect()
}
