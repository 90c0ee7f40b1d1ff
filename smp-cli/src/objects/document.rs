//! Checked conversions of input documents into the forms that commands need: patches, objects,
//! views.

use smp_core::{Document, Patch, Role, View};

use crate::engine_error::engine_error;
use crate::identity::Identity;
use crate::input::Input;
use crate::place::ObjectPlace;
use crate::report::Report;

/// The document as an object; anything else is an error.
pub(crate) fn expect_object<'i>(input: &'i Input<'_>) -> Result<Document<'i>, Report> {
    let document = input.document()?;
    if input.json().trim_start().starts_with('{') {
        return Ok(document);
    }
    Err(wrong_type("a Kubernetes object", input)?)
}

/// The content of a patch as a strategic merge patch. It may be a part of the document.
pub(crate) fn strategic_patch(content: Document<'_>, input: &Input<'_>) -> Result<Patch, Report> {
    let failed = |error| {
        engine_error(&error, &[(Role::Patch, ObjectPlace::whole(&Identity::default(), input))])
    };
    Patch::from_document(content).map_err(failed)
}

/// The value of the document or of a part of it.
pub(crate) fn view<'d>(document: &'d Document<'_>, input: &Input<'_>) -> Result<View<'d>, Report> {
    document.view().map_err(|error| input.report_whole(error.to_string()))
}

/// Like [`view`], but consumes the document and copies nothing.
pub(crate) fn into_view<'d>(document: Document<'d>, input: &Input<'_>) -> Result<View<'d>, Report> {
    document.into_view().map_err(|error| input.report_whole(error.to_string()))
}

/// The error about a document of an unexpected type; `Err` if it cannot be read.
pub(crate) fn wrong_type(expected: &str, input: &Input<'_>) -> Result<Report, Report> {
    let found = view(&input.document()?, input)?.kind().name();
    Ok(input.report_whole(format!("expected {expected}, found {found}")))
}

/// The number of members of an object, or of elements of a list.
pub(crate) fn size(document: &Document<'_>) -> Option<usize> {
    match document.view().ok()? {
        View::Object(members) => Some(members.len()),
        View::List(items) => Some(items.len()),
        _ => None,
    }
}

/// A copy of the document that borrows nothing.
pub(crate) fn owned(document: Document<'_>) -> Result<Document<'static>, Report> {
    Ok(document.into_owned()?)
}

/// The object with these members set, or removed if they have no value. A new member is put after the
/// one set before it, or in front. A value that is not an object is replaced by one.
pub(crate) fn with_members<'d>(
    object: Option<&'d Document<'_>>,
    kept: impl IntoIterator<Item = (&'d str, Option<Document<'d>>)>,
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    let mut members = match object {
        Some(object) => match view(object, input)? {
            View::Object(members) => members,
            _ => Vec::new(),
        },
        None => Vec::new(),
    };
    let mut next = 0;
    for (name, value) in kept {
        let at = members.iter().position(|(known, _)| known == name);
        match (at, value) {
            (Some(at), Some(value)) => {
                members[at].1 = value;
                next = at + 1;
            }
            (Some(at), None) => {
                members.remove(at);
            }
            (None, Some(value)) => {
                members.insert(next, (name.into(), value));
                next += 1;
            }
            (None, None) => {}
        }
    }
    owned(Document::from(View::Object(members)))
}
