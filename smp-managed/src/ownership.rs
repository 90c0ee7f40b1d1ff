//! The part that apply and update share: what a change of the object means for every manager.

use std::sync::LazyLock;

use smp_core::{Document, View};

use crate::compare::{Comparison, compare};
use crate::element::{Element, FieldPath};
use crate::entry::{Entry, ManagedFields};
use crate::error::{Conflict, Error};
use crate::manager::Manager;
use crate::reconcile::reconcile;
use crate::set::FieldSet;
use crate::settings::Settings;
use crate::versions::{Known, Versioned};

/// The fields that nobody owns.
static UNOWNED: LazyLock<FieldSet> = LazyLock::new(|| {
    let metadata = [
        "name",
        "namespace",
        "creationTimestamp",
        "selfLink",
        "uid",
        "clusterName",
        "generation",
        "managedFields",
        "resourceVersion",
    ];
    let top = ["apiVersion", "kind", "metadata"];
    let top = top.iter().map(|name| FieldPath(vec![Element::field(*name)]));
    let metadata = metadata
        .iter()
        .map(|name| FieldPath(vec![Element::field("metadata"), Element::field(*name)]));
    FieldSet::from_paths(top.chain(metadata))
});

/// The set without fields that nobody owns.
pub(crate) fn stripped(set: &FieldSet) -> FieldSet {
    set.difference(&UNOWNED)
}

/// The entries as today's schema has them: below atomic lists and objects nothing is owned, and
/// entries of versions that are gone are dropped.
pub(crate) fn reconciled(
    managed: &ManagedFields,
    known: Known<'_>,
) -> Result<ManagedFields, Error> {
    let mut entries = Vec::with_capacity(managed.entries.len());
    for entry in &managed.entries {
        if let Some(place) = known.place(&entry.api_version, Some(&entry.manager))? {
            let fields = reconcile(&entry.fields, place);
            let mut entry = entry.clone();
            entry.fields = fields.unwrap_or(entry.fields);
            entries.push(entry);
        }
    }
    Ok(ManagedFields { entries })
}

/// Takes from all managers but the acting one what a change removes, and what it modifies or adds.
/// The comparison is that in the version of the request.
///
/// # Errors
///
/// [`Error::Conflicts`] for fields of others that it modifies or adds, unless it is forced.
pub(crate) fn settle(
    managed: &mut ManagedFields,
    (before, after): (&Versioned<'_, '_>, &Versioned<'_, '_>),
    acting: Option<&Manager>,
    known: Known<'_>,
    settings: &Settings<'_>,
    force: bool,
) -> Result<Comparison, Error> {
    let in_version = |api_version: &str, manager: Option<&Manager>| {
        let before = known.convert(before, api_version, manager)?;
        let after = known.convert(after, api_version, manager)?;
        let (Some(before), Some(after)) = (before, after) else { return Ok(None) };
        let comparison = compare(before.object, after.object, before.place)?;
        Ok::<_, Error>(Some(comparison.filtered(|set| settings.filtered(set, api_version))))
    };
    let own = in_version(known.api_version, None)?.unwrap_or_default();
    let mut others: Vec<(String, Option<Comparison>)> = Vec::new();
    let mut conflicts = Vec::new();
    let mut settled = Vec::with_capacity(managed.entries.len());
    for entry in &managed.entries {
        if Some(&entry.manager) == acting {
            settled.push(entry.clone());
            continue;
        }
        let comparison = if entry.api_version == known.api_version {
            Some(&own)
        } else {
            if !others.iter().any(|(version, _)| *version == entry.api_version) {
                let comparison = in_version(&entry.api_version, Some(&entry.manager))?;
                others.push((entry.api_version.clone(), comparison));
            }
            let found = others.iter().find(|(version, _)| *version == entry.api_version);
            found.and_then(|(_, comparison)| comparison.as_ref())
        };
        // Nobody can own fields of a version that is gone.
        let Some(comparison) = comparison else { continue };
        let taken = entry.fields.intersection(&comparison.modified.union(&comparison.added));
        if !force {
            conflicts.extend(taken.paths().map(|path| (entry, path)));
        }
        let fields = entry.fields.difference(&taken).difference(&comparison.removed);
        settled.push(Entry { fields, ..entry.clone() });
    }
    if !conflicts.is_empty() {
        return Err(Error::Conflicts(explained(conflicts, before, after)?));
    }
    settled.retain(|entry| !entry.fields.is_empty());
    managed.entries = settled;
    Ok(own)
}

/// Conflicts with their values, sorted.
fn explained(
    found: Vec<(&Entry, FieldPath)>,
    before: &Versioned<'_, '_>,
    after: &Versioned<'_, '_>,
) -> Result<Vec<Conflict>, Error> {
    let mut conflicts = Vec::with_capacity(found.len());
    for (entry, path) in found {
        let (live, applied) = (value_at(before, &path)?, value_at(after, &path)?);
        let manager = entry.manager.clone();
        conflicts.push(Conflict { manager, since: entry.time, path, live, applied });
    }
    conflicts.sort_by_cached_key(|it| (it.manager.sort_text(), it.path.clone()));
    Ok(conflicts)
}

/// The value at a path, as JSON.
fn value_at(object: &Versioned<'_, '_>, path: &FieldPath) -> Result<Option<String>, Error> {
    let (mut value, mut place) = (object.object.clone(), object.place);
    for element in &path.0 {
        let below = match (element, value.into_view()?) {
            (Element::Field(name), View::Object(members)) => {
                place = place.member(name);
                members.into_iter().rev().find(|(member, _)| **member == **name).map(|it| it.1)
            }
            (element, View::List(items)) => {
                let at = items.iter().position(|item| {
                    let view = item.view();
                    view.is_ok_and(|view| place.item(&view).is_ok_and(|it| it == *element))
                });
                place = place.element();
                at.and_then(|at| items.into_iter().nth(at))
            }
            _ => None,
        };
        let Some(below) = below else { return Ok(None) };
        value = below;
    }
    Ok(Some(value.to_json()))
}

/// The object with these entries, or without `metadata.managedFields` if there are none.
pub(crate) fn with_entries<'d>(
    object: Document<'d>,
    managed: &mut ManagedFields,
) -> Result<Document<'d>, Error> {
    managed.sort();
    let entries = if managed.is_empty() {
        None
    } else {
        let text = managed.to_json();
        Some(Document::from_json(&text)?.into_owned()?)
    };
    with_managed_fields(object, entries)
}

/// The object with this value of `metadata.managedFields`, or without it.
pub(crate) fn with_managed_fields<'d>(
    object: Document<'d>,
    value: Option<Document<'d>>,
) -> Result<Document<'d>, Error> {
    let View::Object(mut members) = object.into_view()? else {
        return Err(Error::Refused("expected an object".to_owned()));
    };
    let at = members.iter().rposition(|(name, _)| name == "metadata");
    match at.and_then(|at| members.get_mut(at)) {
        Some((_, metadata)) => {
            let old = core::mem::replace(metadata, View::Null.into());
            *metadata = match old.into_view()? {
                View::Object(mut members) => {
                    let place = members.iter().rposition(|(name, _)| name == "managedFields");
                    match (place, value) {
                        (Some(at), Some(value)) => {
                            if let Some(member) = members.get_mut(at) {
                                member.1 = value;
                            }
                        }
                        (None, Some(value)) => members.push(("managedFields".into(), value)),
                        (_, None) => members.retain(|(name, _)| name != "managedFields"),
                    }
                    View::Object(members).into()
                }
                other => match value {
                    Some(value) => View::Object(vec![("managedFields".into(), value)]).into(),
                    None => other.into(),
                },
            };
        }
        None => {
            if let Some(value) = value {
                let metadata = View::Object(vec![("managedFields".into(), value)]);
                members.push(("metadata".into(), metadata.into()));
            }
        }
    }
    Ok(View::Object(members).into())
}

/// A text at a path of names; empty if there is none.
pub(crate) fn text(object: &Document<'_>, path: &[&str]) -> String {
    let Some((first, rest)) = path.split_first() else {
        return object.as_str().map(String::from).unwrap_or_default();
    };
    object.get(first).map(|below| text(&below, rest)).unwrap_or_default()
}
