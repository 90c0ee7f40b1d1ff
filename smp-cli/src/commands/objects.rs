//! The objects of a document: itself, or the items of a list.

use smp_core::{Document, Path, Segment, View};

use super::{explain, object, view};
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;
use crate::schemas::Schemas;

/// What a command makes of each object. What it makes may borrow from what it
/// has (`'r`).
pub(super) trait Each<'r> {
    /// Takes the object that stands at a place of a document.
    fn object<'d>(
        &mut self,
        object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Document<'d>, Report>
    where
        'r: 'd;
}

/// The document with what `each` makes of its objects, in their order.
pub(super) fn each_object<'r, 'd>(
    each: &mut impl Each<'r>,
    schemas: &Schemas,
    input: &'d Input<'_>,
) -> Result<Document<'d>, Report>
where
    'r: 'd,
{
    let document = object(input)?;
    let identity = Identity::of(&document);
    match schemas.item_of_list(&identity) {
        Some(inherited) => list(each, &document, &inherited, input),
        None => each.object(document, &identity, input, &[]),
    }
}

fn list<'r>(
    each: &mut impl Each<'r>,
    list: &Document<'_>,
    inherited: &Identity,
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    let mut members = Vec::new();
    if let View::Object(fields) = view(list, input)? {
        for (name, value) in &fields {
            let json = match view(value, input)? {
                View::List(list) if name == "items" => items(each, list, inherited, input)?,
                _ => value.to_json(),
            };
            members.push(format!("{}:{json}", serde_json::Value::from(name.as_ref())));
        }
    }
    owned(&format!("{{{}}}", members.join(",")))
}

/// What becomes of the items of a list, as JSON.
fn items<'r>(
    each: &mut impl Each<'r>,
    items: Vec<Document<'_>>,
    inherited: &Identity,
    input: &Input<'_>,
) -> Result<String, Report> {
    let mut results = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let at = [Segment::Field("items".to_owned()), Segment::Index(index)];
        if !matches!(view(&item, input)?, View::Object(_)) {
            let path = Path::from_segments(at);
            let label = path.to_string();
            return Err(input.report(&path, "expected a Kubernetes object in a list", label));
        }
        let mut identity = Identity::of(&item);
        identity.api_version = identity.api_version.or_else(|| inherited.api_version.clone());
        identity.kind = identity.kind.or_else(|| inherited.kind.clone());
        results.push(each.object(item, &identity, input, &at)?.to_json());
    }
    Ok(format!("[{}]", results.join(",")))
}

pub(super) fn owned(json: &str) -> Result<Document<'static>, Report> {
    Document::from_json(json).and_then(Document::into_owned).map_err(|error| explain(&error, &[]))
}
