//! The part that apply and update share: what a change of the object means for every manager.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::compare::{Comparison, compare};
use crate::element::{Element, FieldPath};
use crate::entry::{Entry, ManagedFields};
use crate::error::{Conflict, Error};
use crate::locate::locate_in;
use crate::manager::{BEFORE_FIRST_APPLY, Manager};
use crate::reconcile::reconcile;
use crate::set::FieldSet;
use crate::settings::Settings;
use crate::versions::{Known, Versioned};

/// Fields that nobody can own.
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

/// The set without fields that nobody can own.
pub(crate) fn stripped(set: &FieldSet) -> FieldSet {
    set.difference(&UNOWNED)
}

/// The entries adapted to today's schema: below atomic lists and objects nothing is owned, and entries of
/// versions that are gone are dropped.
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

/// The change of an object, and what it means for its managers.
pub(crate) struct Settled {
    /// The comparison in the version of the request.
    pub(crate) change: Comparison,
    /// The fields of others that an apply has taken.
    pub(crate) taken: Vec<Conflict>,
}

/// Takes the fields that a change removes, modifies or adds from all managers but the acting one.
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
) -> Result<Settled, Error> {
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
        let of = |change: &FieldSet| entry.fields.intersection(change);
        let taken = of(&comparison.modified).union(&of(&comparison.added));
        if acting.is_some() && !taken.is_empty() {
            conflicts.push((entry, taken.clone()));
        }
        let fields = entry.fields.difference(&taken).difference(&comparison.removed);
        settled.push(Entry { fields, ..entry.clone() });
    }
    let conflicts = explained(conflicts, before, after)?;
    if !force && !conflicts.is_empty() {
        return Err(Error::Conflicts(conflicts));
    }
    settled.retain(|entry| !entry.fields.is_empty());
    managed.entries = settled;
    Ok(Settled { change: own, taken: conflicts })
}

/// Conflicts with their values, sorted.
fn explained(
    found: Vec<(&Entry, FieldSet)>,
    before: &Versioned<'_, '_>,
    after: &Versioned<'_, '_>,
) -> Result<Vec<Conflict>, Error> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let all = FieldSet::union_of(found.iter().map(|(_, fields)| fields));
    let values = |of: &Versioned<'_, '_>| {
        let mut values = BTreeMap::new();
        for located in locate_in(of.object.clone(), &all, of.place)? {
            values.entry(located.path).or_insert_with(|| located.value.to_json());
        }
        Ok::<_, Error>(values)
    };
    let (live, applied) = (values(before)?, values(after)?);
    let mut conflicts = Vec::new();
    for (entry, fields) in found {
        for path in fields.paths() {
            let (live, applied) = (live.get(&path).cloned(), applied.get(&path).cloned());
            let manager = entry.manager.clone();
            let since = entry.time.filter(|_| manager.name != BEFORE_FIRST_APPLY);
            conflicts.push(Conflict { manager, since, path, live, applied });
        }
    }
    conflicts.sort_by_cached_key(|it| (it.manager.sort_text(), it.path.clone()));
    Ok(conflicts)
}
