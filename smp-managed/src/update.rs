//! [`update`]: the managers after any write other than an apply.

use smp_core::{Document, TypeRef, View};

use crate::cap::cap;
use crate::describe::check;
use crate::entry::{Entry, ManagedFields, Texts};
use crate::error::{Error, Input};
use crate::manager::{Manager, Operation};
use crate::object::{
    managed_fields, replace_managed_fields, text, with_managed_fields, without_entries,
};
use crate::ownership::{reconciled, settle, stripped};
use crate::place::Place;
use crate::settings::Settings;
use crate::unions;
use crate::versions::Known;

/// An object after a write.
#[derive(Debug)]
#[non_exhaustive]
pub struct Updated<O> {
    /// The object, with its `metadata.managedFields`: a document, or a value of a Rust type.
    pub object: O,
    /// The reason, if the write could not be tracked: `object` then has the entries of the live
    /// object.
    pub untracked: Option<Error>,
}

/// Tracks a write of a whole object: a create (without a live object), a replacement, or a patch that has
/// been applied. The writer owns the fields that it added or changed, and others lose them. There are no
/// conflicts. `O(n log n)` in the objects and entries.
///
/// `metadata.managedFields` of the new object replace those of the live one; an empty list, or one
/// with an empty entry, resets them. Without entries, only a create is tracked.
///
/// # Errors
///
/// If a document is not an object. Other problems do not make a write fail on a server; they are reported
/// in [`Updated::untracked`].
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{ManagedFields, Settings, update};
/// let schema = smp_types::schema("v1", "ConfigMap").expect("a known kind");
/// let new = Document::from_json(
///     r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1"}}"#,
/// )?;
/// let settings = Settings::new("editor", "2024-02-29T12:00:00Z".parse()?);
/// let created = update(None, &new, schema, &settings)?.object;
/// let fields = ManagedFields::of(&created)?.entries()[0].fields.to_fields_v1();
/// assert_eq!(fields, r#"{"f:data":{".":{},"f:x":{}}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn update<'d, 's>(
    live: Option<&Document<'d>>,
    new: &Document<'d>,
    ty: impl Into<TypeRef<'s>>,
    settings: &Settings<'_>,
) -> Result<Updated<Document<'d>>, Error> {
    let ty = ty.into();
    let kept = live.and_then(managed_fields);
    match tracked(live, new, ty, settings) {
        Ok(object) => Ok(Updated { object, untracked: None }),
        Err(error) => {
            Ok(Updated { object: with_managed_fields(new.clone(), kept)?, untracked: Some(error) })
        }
    }
}

fn tracked<'d>(
    live: Option<&Document<'d>>,
    new: &Document<'d>,
    ty: TypeRef<'_>,
    settings: &Settings<'_>,
) -> Result<Document<'d>, Error> {
    let api_version = text(new, &["apiVersion"]);
    let known = Known { api_version: &api_version, ty, others: settings.versions };
    let create = live.is_none();
    let live = match live {
        Some(live) => in_request_version(live.clone(), known)?,
        None => settings.blank_object(&api_version, &text(new, &["kind"]))?,
    };
    let (live, kept) = without_entries(live)?;
    let (mut object, stated) = replace_managed_fields(new.clone(), None)?;
    let (mut managed, texts) = entries(kept, stated, settings)?;
    if settings.unions {
        object = unions::normalized((!create).then_some(&live), object, ty)?;
    }
    if create || !managed.is_empty() {
        managed = track(live, object.clone(), &managed, known, settings.manager, settings)?;
    }
    managed.put_with(object, &texts)
}

/// The live object in the version of the request.
pub(crate) fn in_request_version<'d>(
    live: Document<'d>,
    known: Known<'_>,
) -> Result<Document<'d>, Error> {
    let version = text(&live, &["apiVersion"]);
    if version == known.api_version {
        return Ok(live);
    }
    match known.others {
        Some(others) if known.place(&version, None)?.is_some() => {
            Ok(others.convert(live, known.api_version)?)
        }
        _ => Err(Error::Version { manager: None, api_version: version }),
    }
}

/// The entries that a write starts from.
fn entries<'d>(
    kept: Option<Document<'d>>,
    stated: Option<Document<'d>>,
    settings: &Settings<'_>,
) -> Result<(ManagedFields, Texts<'d>), Error> {
    // Entries of the live object that can't be read are not kept.
    let of_live = || kept.and_then(|list| ManagedFields::read(list).ok()).unwrap_or_default();
    let Some(stated) = stated.filter(|_| settings.subresource.is_empty()) else {
        return Ok(of_live());
    };
    let View::List(list) = stated.view()? else { return Ok(of_live()) };
    let is_empty = |entry: &Document<'_>| matches!(entry.view(), Ok(View::Object(members)) if members.is_empty());
    if list.is_empty() || matches!(list.as_slice(), [only] if is_empty(only)) {
        return Ok(Default::default());
    }
    drop(list);
    Ok(match ManagedFields::read(stated) {
        Ok(read) if !read.0.is_empty() => read,
        _ => of_live(),
    })
}

/// The entries after a write by this manager.
pub(crate) fn track(
    live: Document<'_>,
    new: Document<'_>,
    managed: &ManagedFields,
    known: Known<'_>,
    writer: &str,
    settings: &Settings<'_>,
) -> Result<ManagedFields, Error> {
    let place = Place::of(known.ty);
    check(new.clone(), place, Input::New)?;
    check(live.clone(), place, Input::Live)?;
    let mut managed = reconciled(managed, known)?;
    let (live, new) = (known.request(live), known.request(new));
    let change = settle(&mut managed, (&live, &new), None, known, settings, true)?.change;
    let fields = settings.filtered(change.modified.union(&change.added), known.api_version);
    let fields = stripped(&fields);
    let writer =
        Manager::of_request(writer, Operation::Update, known.api_version, settings.subresource);
    if !fields.is_empty() {
        let fields = match managed.get(&writer) {
            Some(previous) => fields.union(&previous.fields),
            None => fields,
        };
        let api_version = known.api_version.to_owned();
        managed.set(Entry { manager: writer, api_version, time: Some(settings.time), fields });
    }
    cap(&mut managed);
    Ok(managed)
}
