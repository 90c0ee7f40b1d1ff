//! Report entries: objects that were checked, and objects that differ.

use smp_core::{Document, Options, Path, changes};

use crate::identity::{Identity, items_of};
use crate::place::{ObjectPlace, path_of_item};
use crate::report::{Checked, Report, collect};
use crate::schemas::Schemas;

/// The most paths that a message names.
const NAMED: usize = 5;

/// An object that was read to the end, for a report.
pub(crate) fn checked_object(object: ObjectPlace<'_>) -> Checked {
    let report = object.report_whole(String::new());
    Checked { identity: object.identity.clone(), place: report.place().cloned() }
}

/// The note about an object that differs, at the first difference; `None` if it does not differ. The
/// values may differ from those in the file. Elements of lists that merge by key are named by it, if
/// the kind is known.
pub(crate) fn difference(
    object: ObjectPlace<'_>,
    (before, after): (&Document<'_>, &Document<'_>),
    schemas: &Schemas,
) -> Option<Report> {
    let identity = object.identity;
    let found = changed_items(identity, (before, after), schemas)
        .filter(|found| !found.is_empty())
        .or_else(|| changed_fields(identity, (before, after), schemas))?;
    let first = found.first()?;
    let mut paths: Vec<_> = found.iter().take(NAMED).map(ToString::to_string).collect();
    if found.len() > NAMED {
        paths.push(format!("{} more", found.len() - NAMED));
    }
    let title = format!("{identity} differs: {}", paths.join(", "));
    Some(object.report(first, title))
}

/// The paths that differ in an object. `None` if it cannot be compared: the commands report mistakes in
/// definitions and documents.
fn changed_fields(
    identity: &Identity,
    (before, after): (&Document<'_>, &Document<'_>),
    schemas: &Schemas,
) -> Option<Vec<Path>> {
    let schema = schemas.known_or_free_form(identity).ok()?;
    let found = changes(before, after, &schema, &Options::default()).ok()?;
    Some(found.into_iter().map(|change| change.path).collect())
}

/// The paths that differ in the objects of a list. `None` if it is not a list, or the number of objects
/// differs.
fn changed_items(
    identity: &Identity,
    (before, after): (&Document<'_>, &Document<'_>),
    schemas: &Schemas,
) -> Option<Vec<Path>> {
    let default = schemas.default_item(identity)?;
    let (before, after) = (items_of(before)?, items_of(after)?);
    if before.len() != after.len() {
        return None;
    }
    let mut found = Vec::new();
    for (index, (before, after)) in before.iter().zip(&after).enumerate() {
        let identity = Identity::of(before).or(&default);
        let at = path_of_item(index);
        let below = changed_fields(&identity, (before, after), schemas)?;
        let below = below.iter().map(|path| at.iter().chain(path.segments()).cloned());
        found.extend(below.map(Path::from_segments));
    }
    Some(found)
}

/// The note about an object that one side does not have.
pub(crate) fn one_sided(object: ObjectPlace<'_>, what: &str) -> Report {
    object.report_whole(format!("{} {what}", object.identity))
}

/// Keeps an object that was read to the end, and the note about it, if a report is written.
pub(crate) fn record(object: ObjectPlace<'_>, differs: impl FnOnce() -> Option<Report>) {
    if collect::is_on() {
        keep(checked_object(object), differs().as_ref());
    }
}

/// Keeps an object, and the note about it, for a report.
pub(crate) fn keep(checked: Checked, difference: Option<&Report>) {
    collect::checked(|| checked);
    difference.into_iter().for_each(Report::collect_note);
}
