//! [`extract`]: what a manager applied, with its current values.

use smp_core::{Document, TypeRef, View};

use crate::describe::check;
use crate::entry::ManagedFields;
use crate::error::{Error, Input};
use crate::manager::{Manager, Operation};
use crate::members::members;
use crate::object::text;
use crate::pick::{Pick, pick};
use crate::place::Place;

/// The fields that a manager applied, with their current values, and the identity of the object: its
/// `apiVersion`, `kind`, name and namespace. `None` if the manager has applied nothing, or no longer owns
/// anything. The same manager can change the result and apply it again. `O(n log n)`.
///
/// # Errors
///
/// [`Error::ManagedFields`] for entries that can't be read, and [`Error::Invalid`] for an object that
/// does not fit the type.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{Settings, apply, extract};
/// let schema = smp_types::schema("v1", "ConfigMap").expect("a known kind");
/// let config = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1"}}"#;
/// let (config, theirs) = (Document::from_json(config)?, config.replace("\"x\"", "\"y\""));
/// let time = "2024-02-29T12:00:00Z".parse()?;
/// let live = apply(None, &config, schema, &Settings::new("ours", time))?.object;
/// let theirs = Document::from_json(&theirs)?;
/// let live = apply(Some(&live), &theirs, schema, &Settings::new("theirs", time))?.object;
/// assert_eq!(extract(&live, "ours", "", schema)?, Some(config));
/// assert_eq!(extract(&live, "others", "", schema)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract<'d, 's>(
    object: &Document<'d>,
    manager: &str,
    subresource: &str,
    ty: impl Into<TypeRef<'s>>,
) -> Result<Option<Document<'d>>, Error> {
    let place = Place::of(ty.into());
    let entries = ManagedFields::of(object)?;
    let acting = Manager::of_request(manager, Operation::Apply, "", subresource);
    let Some(entry) = entries.get(&acting) else { return Ok(None) };
    check(object.clone(), place, Input::Live)?;
    let extracted = pick(object.clone(), &entry.fields.leaves(), place, Pick::Extract)?;
    let member = |name: &'static str| {
        let value = text(object, &[name]);
        (name.into(), Document::from(View::String(value.into())))
    };
    let mut found = vec![member("apiVersion"), member("kind")];
    let mut identity = Vec::new();
    for name in ["name", "namespace"] {
        let value = text(object, &["metadata", name]);
        if !value.is_empty() {
            identity.push((name.into(), Document::from(View::String(value.into()))));
        }
    }
    let mut others = Vec::new();
    for (name, value) in members(Some(extracted.into_view()?)) {
        if name == "metadata" {
            identity.extend(members(Some(value.into_view()?)));
        } else {
            others.push((name, value));
        }
    }
    found.push(("metadata".into(), View::Object(identity).into()));
    found.extend(others);
    Ok(Some(View::Object(found).into()))
}
