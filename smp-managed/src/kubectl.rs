//! [`kubectl_apply`]: the requests that kubectl makes.

use std::collections::BTreeSet;

use smp_core::{Document, TypeRef, View};

use crate::apply::{Applied, apply};
use crate::element::{Element, FieldPath};
use crate::entry::{Entry, ManagedFields};
use crate::error::Error;
use crate::last_applied::{ANNOTATION, KUBECTL, annotation};
use crate::manager::{Manager, Operation};
use crate::migrate::migrate;
use crate::object::text;
use crate::settings::Settings;

/// The manager under which kubectl keeps the annotation of client-side apply.
const LAST_APPLIED: &str = "kubectl-last-applied";

/// The requests of `kubectl apply --server-side`, whose default manager is `kubectl`: an [`apply`] and, if
/// the object was applied client-side before, a [`migrate`] of the client-side managers and a second apply,
/// which removes fields that the configuration no longer states. For the manager `kubectl`, the annotation
/// of client-side apply is kept, as a field of the manager `kubectl-last-applied`. Fields that a forced
/// apply has [taken](Applied::taken) from the migrated managers are not reported: those managers are
/// kubectl itself.
///
/// A request for a subresource migrates no managers, since a server ignores the managers in it. The second
/// apply follows all the same.
///
/// As in kubectl, a step after the first is skipped if it fails.
///
/// # Errors
///
/// As [`apply`].
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{ManagedFields, Settings, kubectl_apply, update};
/// let schema = smp_types::schema("v1", "ConfigMap").expect("a known kind");
/// let object = |annotations: &str, data: &str| format!(
///     r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"a"{annotations}}},"data":{data}}}"#
/// );
/// let last = r#","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{}"}"#;
/// let client_side = object(last, r#"{"x":"1","y":"1"}"#);
/// let time = "2024-02-29T12:00:00Z".parse()?;
/// let by = |manager| Settings::new(manager, time);
/// let live = Document::from_json(&client_side)?;
/// let live = update(None, &live, schema, &by("kubectl-client-side-apply"))?.object;
///
/// let config = object("", r#"{"x":"1"}"#);
/// let config = Document::from_json(&config)?;
/// let applied = kubectl_apply(Some(&live), &config, schema, &by("kubectl"))?.object;
/// assert_eq!(applied.get("data").unwrap().to_json(), r#"{"x":"1"}"#);
/// let managed = ManagedFields::of(&applied)?;
/// let names: Vec<_> = managed.entries().iter().map(|entry| &*entry.manager.name).collect();
/// assert_eq!(names, ["kubectl-last-applied", "kubectl"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn kubectl_apply<'d, 's>(
    live: Option<&Document<'d>>,
    config: &Document<'d>,
    ty: impl Into<TypeRef<'s>>,
    settings: &Settings<'_>,
) -> Result<Applied<Document<'d>>, Error> {
    let ty = ty.into();
    let mut applied = apply(live, config, ty, settings)?;
    let Ok(kept) = with_last_applied(&applied.object, config, ty, settings) else {
        return Ok(applied);
    };
    applied.object = kept.unwrap_or(applied.object);
    if let Ok(Some((after, migrated))) = without_client_side(&applied.object, settings) {
        applied.object = after;
        let is_migrated = |it: &Manager| {
            it.operation == Operation::Update
                && it.subresource.is_empty()
                && migrated.contains(&it.name)
        };
        applied.taken.retain(|it| !is_migrated(&it.manager));
        if let Ok(again) = apply(Some(&applied.object), config, ty, settings) {
            applied.object = again.object;
            applied.changed |= again.changed;
            applied.taken.extend(again.taken);
        }
    }
    Ok(applied)
}

/// Makes the annotation of client-side apply an applied field; `None` if that is not needed.
fn with_last_applied<'d>(
    object: &Document<'d>,
    config: &Document<'d>,
    ty: TypeRef<'_>,
    settings: &Settings<'_>,
) -> Result<Option<Document<'d>>, Error> {
    let managed = ManagedFields::of(object)?;
    if settings.manager != KUBECTL || owners(&managed, Operation::Apply).next().is_some() {
        return Ok(None);
    }
    let Some(annotation) = annotation(object) else { return Ok(None) };
    let string = |text: String| Document::from(View::String(text.into()));
    let mut metadata = Vec::new();
    for name in ["name", "namespace"] {
        let value = text(object, &["metadata", name]);
        if !value.is_empty() {
            metadata.push((name.into(), string(value)));
        }
    }
    let annotations = View::Object(vec![(ANNOTATION.into(), string(annotation))]);
    metadata.push(("annotations".into(), annotations.into()));
    let only = View::Object(vec![
        ("apiVersion".into(), string(text(config, &["apiVersion"]))),
        ("kind".into(), string(text(config, &["kind"]))),
        ("metadata".into(), View::Object(metadata).into()),
    ]);
    let settings = Settings { manager: LAST_APPLIED, force: false, ..settings.clone() };
    Ok(Some(apply(Some(object), &only.into(), ty, &settings)?.object))
}

/// Migrates all managers that applied the object client-side to this one, and returns their names; `None`
/// if no entry changes. The object of a subresource stays as it is.
fn without_client_side<'d>(
    object: &Document<'d>,
    settings: &Settings<'_>,
) -> Result<Option<(Document<'d>, BTreeSet<String>)>, Error> {
    let managed = ManagedFields::of(object)?;
    let names: BTreeSet<_> =
        owners(&managed, Operation::Update).map(|entry| entry.manager.name.clone()).collect();
    let migrate =
        |object: Document<'d>, name: &String| migrate(&object, name, settings.manager, "");
    let after = names.iter().try_fold(object.clone(), migrate)?;
    let changes = ManagedFields::of(&after)? != managed;
    let migrated = if settings.subresource.is_empty() {
        (after, names)
    } else {
        (object.clone(), BTreeSet::new())
    };
    Ok(changes.then_some(migrated))
}

/// The entries of an operation that own the annotation.
fn owners(managed: &ManagedFields, operation: Operation) -> impl Iterator<Item = &Entry> {
    let path = ["metadata", "annotations", ANNOTATION];
    let path = FieldPath(path.into_iter().map(Element::field).collect());
    managed
        .entries()
        .iter()
        .filter(move |it| it.manager.operation == operation && it.fields.contains(&path))
}
