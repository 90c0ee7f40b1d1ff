//! The objects of a document: the document itself, or the items of a list.

use smp_core::{Document, Path, Segment, View};

use super::documents::{expect_object, view};
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
        Some(default) => visit_list(visitor, &document, &default, input).map(Some),
        None => visitor.visit(document, &identity, input, &[]),
    }
}

/// The list with the results for its items. An item without apiVersion or kind has
/// those of `default`.
fn visit_list<'r>(
    visitor: &mut impl ObjectVisitor<'r>,
    list: &Document<'_>,
    default: &Identity,
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    let items = match list.get("items") {
        Some(items) => match view(&items, input)? {
            View::List(items) => Some(visit_items(visitor, items, default, input)?),
            _ => None,
        },
        None => None,
    };
    match items {
        Some(items) => with_items(list, items, input),
        None => owned(list.clone()),
    }
}

/// The list with other items. `O(n)`.
pub(super) fn with_items(
    list: &Document<'_>,
    items: Document<'static>,
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    let View::Object(mut members) = view(list, input)? else { return owned(list.clone()) };
    if let Some((_, member)) = members.iter_mut().find(|(name, _)| name == "items") {
        *member = items;
    }
    owned(Document::from(View::Object(members)))
}

/// The results for the items of a list.
fn visit_items<'r>(
    visitor: &mut impl ObjectVisitor<'r>,
    items: Vec<Document<'_>>,
    default: &Identity,
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    let mut results = Vec::new();
    for item in items_of(items, default, input) {
        let (item, identity, at) = item?;
        if let Some(result) = visitor.visit(item, &identity, input, &at)? {
            results.push(owned(result)?);
        }
    }
    Ok(Document::from(View::List(results)))
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
