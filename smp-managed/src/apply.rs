//! [`apply`]: server-side apply of a configuration.

use smp_core::{Document, TypeRef, View};

use crate::compare::equal;
use crate::describe::{check, describe};
use crate::entry::{Entry, ManagedFields};
use crate::error::{Conflict, Error, Input};
use crate::last_applied::{self, KUBECTL};
use crate::manager::{BEFORE_FIRST_APPLY, Manager, Operation};
use crate::merge::merge;
use crate::object::{managed_fields, text, without_entries};
use crate::ownership::{Settled, reconciled, settle, stripped};
use crate::place::Place;
use crate::prune::prune;
use crate::set::FieldSet;
use crate::settings::Settings;
use crate::unions;
use crate::update::{in_request_version, track};
use crate::versions::Known;

/// An object after an apply.
#[derive(Debug)]
#[non_exhaustive]
pub struct Applied<O> {
    /// The object, with its `metadata.managedFields`: a document, or a value of a Rust type.
    pub object: O,
    /// Whether the object differs from the live one in more than its entries. Entries can change while the
    /// rest stays the same, and the other way round.
    pub changed: bool,
    /// The fields that a [forced](Settings::force) apply has taken from others, as the conflicts that it
    /// would have failed with, sorted by manager and path.
    pub taken: Vec<Conflict>,
}

/// Applies a configuration: sets the fields that it states, removes fields that the manager stated before
/// and no longer does, unless others own them, and records who owns what. Without a live object it creates
/// one. `O(n log n)` in the objects and entries.
///
/// The objects are taken as they are. A server adds defaults before and after, and members that Go
/// writes for empty values.
///
/// # Errors
///
/// [`Error::Conflicts`] for fields of others, unless [forced](Settings::force); [`Error::Invalid`] for an
/// object that does not fit the type; [`Error::ManagedFields`] for entries of the live object that can't be
/// read; [`Error::Refused`] for a configuration of a different object, or with `metadata.managedFields`.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{Settings, apply};
/// let schema = smp_types::schema("v1", "ConfigMap").expect("a known kind");
/// let config = |data: &str| {
///     let head = r#""apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}"#;
///     format!(r#"{{{head},"data":{data}}}"#)
/// };
/// let [at_noon, later] = ["2024-02-29T12:00:00Z", "2024-02-29T13:00:00Z"];
/// let ours = config(r#"{"x":"1","y":"1"}"#);
/// let settings = Settings::new("ours", at_noon.parse()?);
/// let live = apply(None, &Document::from_json(&ours)?, schema, &settings)?.object;
///
/// // Another manager is told of the conflict, and may take the field.
/// let theirs = config(r#"{"x":"2"}"#);
/// let settings = Settings::new("theirs", later.parse()?);
/// let error = apply(Some(&live), &Document::from_json(&theirs)?, schema, &settings).unwrap_err();
/// assert_eq!(error.to_string(), r#"Apply failed with 1 conflict: conflict with "ours": .data.x"#);
/// let applied = apply(Some(&live), &Document::from_json(&theirs)?, schema, &settings.force(true))?;
/// assert_eq!(applied.taken[0].manager.name, "ours");
/// let live = applied.object;
/// assert_eq!(live.get("data").unwrap().to_json(), r#"{"x":"2","y":"1"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply<'d, 's>(
    live: Option<&Document<'d>>,
    config: &Document<'d>,
    ty: impl Into<TypeRef<'s>>,
    settings: &Settings<'_>,
) -> Result<Applied<Document<'d>>, Error> {
    let ty = ty.into();
    check_request(live, config, settings)?;
    let (api_version, kind) = (text(config, &["apiVersion"]), text(config, &["kind"]));
    let known = Known { api_version: &api_version, ty, others: settings.versions };
    let live = match live {
        Some(live) => in_request_version(live.clone(), known)?,
        None => settings.blank_object(&api_version, &kind)?,
    };
    let (live, entries) = without_entries(live)?;
    let (mut managed, texts) = entries.map(ManagedFields::read).transpose()?.unwrap_or_default();
    let config = if settings.unions { &unions::of_config(config.clone(), ty)? } else { config };
    let fields = describe(config.clone(), Place::of(ty), Input::Config)?;
    check(live.clone(), Place::of(ty), Input::Live)?;
    if managed.is_empty() {
        let before = settings.blank_object(&api_version, &kind)?;
        managed = track(before, live.clone(), &managed, known, BEFORE_FIRST_APPLY, settings)?;
    }
    let request = Request { live: &live, config, fields, managed: &managed, known, settings };
    let outcome = match request.apply(settings.force) {
        Err(Error::Conflicts(conflicts)) if settings.manager == KUBECTL => {
            let left = last_applied::unexpected(conflicts, &live, known);
            if left.is_empty() { request.apply(true)? } else { return Err(Error::Conflicts(left)) }
        }
        outcome => outcome?,
    };
    let Outcome { object, managed, taken } = outcome;
    let changed = object.is_some();
    let mut object = match object {
        Some(object) => match settings.defaults {
            Some(defaults) => defaults.complete(object)?,
            None => object,
        },
        None => live,
    };
    if settings.manager == KUBECTL {
        object = last_applied::rewritten(object, config)?;
    }
    Ok(Applied { object: managed.put_with(object, &texts)?, changed, taken })
}

/// Checks that the configuration may be applied to the live object at all.
fn check_request(
    live: Option<&Document<'_>>,
    config: &Document<'_>,
    settings: &Settings<'_>,
) -> Result<(), Error> {
    let refuse = |message: String| Err(Error::Refused(message));
    if !matches!(config.view()?, View::Object(_)) {
        return refuse("the configuration is no object".to_owned());
    }
    if settings.manager.is_empty() {
        return refuse("an apply needs the name of a field manager".to_owned());
    }
    if settings.manager.len() > 128 || settings.manager.chars().any(char::is_control) {
        return refuse(
            "the name of a field manager has at most 128 bytes, all printable".to_owned(),
        );
    }
    for path in [["apiVersion"].as_slice(), &["kind"], &["metadata", "name"]] {
        if text(config, path).is_empty() {
            return refuse(format!("the configuration has no {}; state it", path.join(".")));
        }
    }
    if managed_fields(config).is_some_and(|stated| !matches!(stated.view(), Ok(View::Null))) {
        return refuse(
            "metadata.managedFields must be nil in a configuration; remove it".to_owned(),
        );
    }
    let Some(live) = live else {
        return match text(config, &["metadata", "uid"]) {
            uid if uid.is_empty() => Ok(()),
            uid => Err(Error::NoObject { uid }),
        };
    };
    for path in [["kind"].as_slice(), &["metadata", "name"], &["metadata", "namespace"]] {
        let (live, config) = (text(live, path), text(config, path));
        if !config.is_empty() && !live.is_empty() && live != config {
            let what = path.join(".");
            return refuse(format!(
                "{what} of the configuration is {config}, of the object {live}"
            ));
        }
    }
    Ok(())
}

/// The result of an apply.
struct Outcome<'d> {
    /// The object, if it changes.
    object: Option<Document<'d>>,
    managed: ManagedFields,
    taken: Vec<Conflict>,
}

/// An apply that can be tried again with force.
struct Request<'r, 'd> {
    live: &'r Document<'d>,
    config: &'r Document<'d>,
    /// The field set of the configuration.
    fields: FieldSet,
    managed: &'r ManagedFields,
    known: Known<'r>,
    settings: &'r Settings<'r>,
}

impl<'d> Request<'_, 'd> {
    fn apply(&self, force: bool) -> Result<Outcome<'d>, Error> {
        let Self { known, settings, .. } = *self;
        let mut managed = reconciled(self.managed, known)?;
        let merged =
            merge(Some(self.live.clone()), Some(self.config.clone()), Place::of(known.ty))?;
        let mut merged = merged.unwrap_or_else(|| View::Null.into());
        if settings.unions {
            merged = unions::normalized(Some(self.live), merged, known.ty)?;
        }
        let merged = known.request(merged);
        let acting =
            Manager::of_request(settings.manager, Operation::Apply, "", settings.subresource);
        let last = managed.remove(&acting);
        // The time is kept even if the version of the entry is gone.
        let time = self.managed.entries.iter().find(|it| it.manager == acting);
        let time = time.and_then(|it| it.time);
        let fields = settings.filtered(self.fields.clone(), known.api_version);
        let states_all = last.as_ref().is_some_and(|last| self.states_all(&fields, last, &managed));
        let api_version = known.api_version.to_owned();
        managed.set(Entry { manager: acting.clone(), api_version, time, fields });
        let after = match &last {
            Some(last) if !states_all => prune(merged, &managed, last, known)?,
            _ => merged,
        };
        let live = known.request(self.live.clone());
        let objects = (&live, &after);
        let Settled { change, taken } =
            settle(&mut managed, objects, Some(&acting), known, settings, force)?;
        let changed = !change.is_empty() || !equal(live.object.into_view()?, after.object.view()?)?;
        if let Some(mut entry) = managed.remove(&acting) {
            entry.fields = stripped(&entry.fields);
            if let Some(last) = last.filter(|last| last.fields == entry.fields) {
                entry.fields = last.fields;
            }
            if changed {
                entry.time = Some(settings.time);
            }
            if !entry.fields.is_empty() {
                managed.set(entry);
            }
        }
        Ok(Outcome { object: changed.then_some(after.object), managed, taken })
    }
    /// Whether the configuration has each path of the last one, so that nothing is removed. A shortcut to
    /// the result of [`prune`]; `false` if that is not certain.
    fn states_all(&self, fields: &FieldSet, last: &Entry, others: &ManagedFields) -> bool {
        let in_request = |entry: &Entry| entry.api_version == self.known.api_version;
        // All entries have the version of the request, and the set is the whole set of the configuration:
        // with each item and map above a path.
        in_request(last)
            && others.entries.iter().all(in_request)
            && !self.settings.unions
            && *fields == self.fields
            && fields.reaches(&last.fields, Place::of(self.known.ty))
    }
}
