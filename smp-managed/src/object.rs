//! The few members of an object that the operations themselves read and write.

use smp_core::{Document, View};

use crate::error::Error;

/// An object with only its `apiVersion` and `kind`.
pub(crate) fn empty(api_version: &str, kind: &str) -> Document<'static> {
    let member = |name: &'static str, value: &str| {
        (name.into(), Document::from(View::String(value.to_owned().into())))
    };
    View::Object(vec![member("apiVersion", api_version), member("kind", kind)]).into()
}

/// The value of `metadata.managedFields`; `None` if it is absent.
pub(crate) fn managed_fields<'d>(object: &Document<'d>) -> Option<Document<'d>> {
    without_entries(object.clone()).ok()?.1
}

/// The object with `metadata.managedFields` set to null, if it has any, and their previous value. Walks
/// over the object then have nothing to do there, and [`with_managed_fields`] finds the place again.
pub(crate) fn without_entries(
    object: Document<'_>,
) -> Result<(Document<'_>, Option<Document<'_>>), Error> {
    if object.get_in(&["metadata", "managedFields"]).is_none() {
        return Ok((object, None));
    }
    replace_managed_fields(object, Some(View::Null.into()))
}

/// The object with this value of `metadata.managedFields`, or without it.
pub(crate) fn with_managed_fields<'d>(
    object: Document<'d>,
    value: Option<Document<'d>>,
) -> Result<Document<'d>, Error> {
    Ok(replace_managed_fields(object, value)?.0)
}

/// The object with a new value of `metadata.managedFields`, or without it, and the previous value.
pub(crate) fn replace_managed_fields<'d>(
    object: Document<'d>,
    value: Option<Document<'d>>,
) -> Result<(Document<'d>, Option<Document<'d>>), Error> {
    let View::Object(mut members) = object.into_view()? else {
        return Err(Error::Refused("expected an object".to_owned()));
    };
    let mut before = None;
    let at = members.iter().rposition(|(name, _)| name == "metadata");
    if let Some((_, metadata)) = at.and_then(|at| members.get_mut(at)) {
        let old = core::mem::replace(metadata, View::Null.into());
        *metadata = match old.into_view()? {
            View::Object(mut members) => {
                let at = members.iter().rposition(|(name, _)| name == "managedFields");
                match (at.and_then(|at| members.get_mut(at)), value) {
                    (Some((_, old)), Some(value)) => before = Some(core::mem::replace(old, value)),
                    (None, Some(value)) => members.push(("managedFields".into(), value)),
                    (Some(_), None) => {
                        let taken = members.extract_if(.., |(name, _)| name == "managedFields");
                        before = taken.last().map(|(_, value)| value);
                    }
                    (None, None) => {}
                }
                View::Object(members).into()
            }
            other => match value {
                Some(value) => View::Object(vec![("managedFields".into(), value)]).into(),
                None => other.into(),
            },
        };
    } else if let Some(value) = value {
        let metadata = View::Object(vec![("managedFields".into(), value)]);
        members.push(("metadata".into(), metadata.into()));
    }
    Ok((View::Object(members).into(), before))
}

/// The text at a path of names; empty if it is absent.
pub(crate) fn text(object: &Document<'_>, path: &[&str]) -> String {
    let Some((first, rest)) = path.split_first() else {
        return object.as_str().map(String::from).unwrap_or_default();
    };
    object.get(first).map(|below| text(&below, rest)).unwrap_or_default()
}
