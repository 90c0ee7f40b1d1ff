//! The few members of an object that the operations themselves read and write.

use smp_core::{Document, View};

use crate::error::Error;

/// An object with nothing but its kind.
pub(crate) fn empty(api_version: &str, kind: &str) -> Document<'static> {
    let member = |name: &'static str, value: &str| {
        (name.into(), Document::from(View::String(value.to_owned().into())))
    };
    View::Object(vec![member("apiVersion", api_version), member("kind", kind)]).into()
}

/// The value of `metadata.managedFields`, if there is one.
pub(crate) fn managed_fields(object: &Document<'_>) -> Option<Document<'static>> {
    object.get("metadata")?.get("managedFields")?.into_owned().ok()
}

/// The object with `metadata.managedFields` set to null, if it has any. The walks over an object have
/// nothing to do there, and [`with_managed_fields`] finds the place again.
pub(crate) fn without_entries(object: Document<'_>) -> Result<Document<'_>, Error> {
    if object.get_in(&["metadata", "managedFields"]).is_none() {
        return Ok(object);
    }
    with_managed_fields(object, Some(View::Null.into()))
}

/// The object with this value of `metadata.managedFields`, or without it.
pub(crate) fn with_managed_fields<'d>(
    object: Document<'d>,
    value: Option<Document<'d>>,
) -> Result<Document<'d>, Error> {
    let View::Object(mut members) = object.into_view()? else {
        return Err(Error::Refused("expected an object".to_owned()));
    };
    let at = members.iter().rposition(|(name, _)| name == "metadata");
    match at.and_then(|at| members.get_mut(at)) {
        Some((_, metadata)) => {
            let old = core::mem::replace(metadata, View::Null.into());
            *metadata = match old.into_view()? {
                View::Object(mut members) => {
                    let place = members.iter().rposition(|(name, _)| name == "managedFields");
                    match (place, value) {
                        (Some(at), Some(value)) => {
                            if let Some(member) = members.get_mut(at) {
                                member.1 = value;
                            }
                        }
                        (None, Some(value)) => members.push(("managedFields".into(), value)),
                        (_, None) => members.retain(|(name, _)| name != "managedFields"),
                    }
                    View::Object(members).into()
                }
                other => match value {
                    Some(value) => View::Object(vec![("managedFields".into(), value)]).into(),
                    None => other.into(),
                },
            };
        }
        None => {
            if let Some(value) = value {
                let metadata = View::Object(vec![("managedFields".into(), value)]);
                members.push(("metadata".into(), metadata.into()));
            }
        }
    }
    Ok(View::Object(members).into())
}

/// A text at a path of names; empty if there is none.
pub(crate) fn text(object: &Document<'_>, path: &[&str]) -> String {
    let Some((first, rest)) = path.split_first() else {
        return object.as_str().map(String::from).unwrap_or_default();
    };
    object.get(first).map(|below| text(&below, rest)).unwrap_or_default()
}
