//! The removal of fields that a manager stated before and no longer does.

use std::collections::BTreeMap;

use crate::entry::{Entry, ManagedFields};
use crate::error::Error;
use crate::pick::{Pick, pick};
use crate::set::FieldSet;
use crate::versions::{Known, Versioned};

/// The merged object without the fields of the manager's last set that are in no set of `managed`, which
/// has its new set. Fields that nobody owns stay, with everything around them.
pub(crate) fn prune<'d, 's>(
    merged: Versioned<'d, 's>,
    managed: &ManagedFields,
    last: &Entry,
    known: Known<'s>,
) -> Result<Versioned<'d, 's>, Error> {
    if last.fields.is_empty() {
        return Ok(merged);
    }
    let Some(merged_then) = known.convert(&merged, &last.api_version, Some(&last.manager))? else {
        return Ok(merged);
    };
    let last_fields = last.fields.with_fields(merged_then.place);
    let pruned = without(&merged_then, &last_fields)?;
    let all = merged_then.fields()?;
    let pruned = with_owned(&merged_then, &all, pruned, last, managed, known)?;
    let kept = match known.convert(&pruned, &last.api_version, Some(&last.manager))? {
        Some(pruned) => {
            without(&merged_then, &all.difference(&pruned.fields()?).intersection(&last_fields))?
        }
        None => merged_then,
    };
    Ok(known.convert(&kept, known.api_version, None)?.unwrap_or(merged))
}

fn without<'d, 's>(
    object: &Versioned<'d, 's>,
    fields: &FieldSet,
) -> Result<Versioned<'d, 's>, Error> {
    let Versioned { object, place, api_version } = object.clone();
    if fields.is_empty() {
        return Ok(Versioned { object, place, api_version });
    }
    Ok(Versioned { object: pick(object, fields, place, Pick::Remove)?, place, api_version })
}

/// The pruned object with the fields that some manager owns, and everything around them. `all` is the set
/// of the merged object.
fn with_owned<'d, 's>(
    merged: &Versioned<'d, 's>,
    all: &FieldSet,
    pruned: Versioned<'d, 's>,
    last: &Entry,
    managed: &ManagedFields,
    known: Known<'s>,
) -> Result<Versioned<'d, 's>, Error> {
    let mut owned: BTreeMap<&str, Vec<&FieldSet>> = BTreeMap::new();
    for entry in &managed.entries {
        owned.entry(&entry.api_version).or_default().push(&entry.fields);
    }
    // The version of the last set comes first: conversion to others may need the fields that are removed.
    let first = owned.remove_entry(last.api_version.as_str());
    let (mut merged, mut pruned) = (merged.clone(), pruned);
    let mut all = all.clone();
    for (version, owned) in first.into_iter().chain(owned) {
        if merged.api_version != version {
            let Some(in_version) = known.convert(&merged, version, None)? else { continue };
            merged = in_version;
            all = merged.fields()?;
        }
        let Some(in_version) = known.convert(&pruned, version, None)? else { continue };
        let owned = FieldSet::union_of(owned).with_fields(merged.place);
        let kept = in_version.fields()?.union(&owned);
        pruned = without(&merged, &all.difference(&kept))?;
    }
    Ok(pruned)
}
