//! The objects of a document: the document itself, or the items of a list.

use smp_core::{Document, Path, View};

use super::document::{expect_object, into_view, view};
use crate::identity::Identity;
use crate::input::Input;
use crate::place::{ObjectPlace, path_of_item};
use crate::report::Report;
use crate::schemas::Schemas;

/// The document with the results of `visit` for its objects, in the same order. `visit` returns `None`
/// for an object that is removed; the result is `None` if the document itself is removed.
pub(crate) fn visit_objects<'d>(
    schemas: &Schemas,
    input: &'d Input<'_>,
    mut visit: impl FnMut(Document<'d>, ObjectPlace<'_>) -> Result<Option<Document<'d>>, Report>,
) -> Result<Option<Document<'d>>, Report> {
    let document = expect_object(input)?;
    let identity = Identity::of(&document);
    let Some(default) = schemas.default_item(&identity) else {
        return visit(document, ObjectPlace::whole(&identity, input));
    };
    let list = with_items(document, input, |items| {
        let mut results = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            let at = path_of_item(index);
            if !matches!(view(&item, input)?, View::Object(_)) {
                let path = Path::from_segments(at);
                let label = path.to_string();
                return Err(input.report(&path, "expected a Kubernetes object in a list", label));
            }
            // An item without apiVersion or kind has those of the list.
            let identity = Identity::of(&item).or(&default);
            results.extend(visit(item, ObjectPlace { identity: &identity, input, at: &at })?);
        }
        Ok(results)
    });
    list.map(Some)
}

/// The list with its items changed, if it has a list of items. Copies none of its text.
pub(crate) fn with_items<'d>(
    list: Document<'d>,
    input: &Input<'_>,
    change: impl FnOnce(Vec<Document<'d>>) -> Result<Vec<Document<'d>>, Report>,
) -> Result<Document<'d>, Report> {
    let mut view = into_view(list, input)?;
    if let View::Object(members) = &mut view
        && let Some((_, member)) = members.iter_mut().find(|(name, _)| name == "items")
        && let View::List(items) = into_view(member.clone(), input)?
    {
        *member = Document::from(View::List(change(items)?));
    }
    Ok(Document::from(view))
}
