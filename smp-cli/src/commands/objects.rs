//! The objects of a document: the document itself, or the items of a list.

use smp_core::{Document, Path, Segment, View};

use super::documents::{expect_object, into_view, view};
use super::engine_error::engine_error;
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;
use crate::schemas::Schemas;

/// A command's work on each object of a document. The results may borrow from the visitor's data
/// (`'r`).
pub(super) trait ObjectVisitor<'r> {
    /// Processes the object at a path of the document of `input`. `None` if it is removed.
    fn visit<'d>(
        &mut self,
        object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Option<Document<'d>>, Report>
    where
        'r: 'd;
}

/// The document with the results for its objects, in the same order. `None` if it is an
/// object that is removed.
pub(super) fn visit_objects<'r, 'd>(
    visitor: &mut impl ObjectVisitor<'r>,
    schemas: &Schemas,
    input: &'d Input<'_>,
) -> Result<Option<Document<'d>>, Report>
where
    'r: 'd,
{
    let document = expect_object(input)?;
    let identity = Identity::of(&document);
    match schemas.default_item(&identity) {
        Some(default) => {
            let items = |items| visit_items(visitor, items, &default, input);
            with_items(document, input, items).map(Some)
        }
        None => visitor.visit(document, &identity, input, &[]),
    }
}

/// The list with other items, if it has a list of items. Copies none of its text.
pub(super) fn with_items<'d>(
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

/// The results for the items of a list. An item without apiVersion or kind has those of
/// `default`.
fn visit_items<'r, 'd>(
    visitor: &mut impl ObjectVisitor<'r>,
    items: Vec<Document<'d>>,
    default: &Identity,
    input: &Input<'_>,
) -> Result<Vec<Document<'d>>, Report>
where
    'r: 'd,
{
    let mut results = Vec::with_capacity(items.len());
    for item in items_of(items, default, input) {
        let (item, identity, at) = item?;
        results.extend(visitor.visit(item, &identity, input, &at)?);
    }
    Ok(results)
}

/// The items of a list, each with its identity and its path. An item without apiVersion or
/// kind has those of `default`.
pub(super) fn items_of<'d>(
    items: Vec<Document<'d>>,
    default: &Identity,
    input: &Input<'_>,
) -> impl Iterator<Item = Result<(Document<'d>, Identity, [Segment; 2]), Report>> {
    items.into_iter().enumerate().map(move |(index, item)| {
        let at = [Segment::Field("items".to_owned()), Segment::Index(index)];
        if !matches!(view(&item, input)?, View::Object(_)) {
            let path = Path::from_segments(at);
            let label = path.to_string();
            return Err(input.report(&path, "expected a Kubernetes object in a list", label));
        }
        let identity = Identity::of(&item).or(default);
        Ok((item, identity, at))
    })
}

/// The document of JSON text that was just made.
pub(super) fn parse_owned(json: &str) -> Result<Document<'static>, Report> {
    let document = Document::from_json(json).map_err(|error| engine_error(&error, &[]))?;
    owned(document)
}

/// A copy of the document that borrows nothing.
pub(super) fn owned(document: Document<'_>) -> Result<Document<'static>, Report> {
    document.into_owned().map_err(|error| engine_error(&error, &[]))
}
