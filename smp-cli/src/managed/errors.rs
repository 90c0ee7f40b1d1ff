//! Errors of server-side apply as reports with a place, the values of both sides, and remedies.

use std::collections::BTreeMap;

use smp_core::{Document, Path, Role, Schema, Segment};
use smp_managed::{Conflict, Error, FieldPath, FieldSet, Input, Problem, locate};

use crate::engine_error::engine_error;
use crate::limits::and_more;
use crate::masking::masked;
use crate::objects::SetObject;
use crate::place::ObjectPlace;
use crate::report::{CappedReports, Report, Rule};
use crate::schemas::Schemas;

/// The most bytes of a value that a message shows.
const SHOWN_BYTES: usize = 80;

/// The sentences of kubectl about a conflict.
const WAYS: [&str; 3] = [
    "if you intend to manage all of these fields, apply again with --force-conflicts",
    "if you do not, remove those from the manifest that shall keep their current managers",
    "to co-own fields, state the existing value; you become the manager if the others stop managing \
     the field",
];

/// An apply that has failed.
pub(super) struct Failed<'a, 'l, 'd> {
    pub(super) config: &'a SetObject<'a>,
    /// The object as it is before the apply.
    pub(super) live: Option<(ObjectPlace<'l>, &'l Document<'d>)>,
    pub(super) schema: &'a Schema,
    pub(super) schemas: &'a Schemas,
    pub(super) max_errors: usize,
}

impl Failed<'_, '_, '_> {
    pub(super) fn report(&self, error: &Error) -> Report {
        let config = (self.config.place(), &self.config.document);
        match error {
            Error::Conflicts(found) => self.conflicts(error, found),
            Error::Invalid { document: Input::Config, .. } | Error::Refused(_) => {
                managed_error(error, config, self.schema, self.schemas)
            }
            _ => managed_error(error, self.live.unwrap_or(config), self.schema, self.schemas),
        }
    }

    /// The report about conflicts, in the words of kubectl, with the values of both sides for each
    /// field.
    fn conflicts(&self, error: &Error, found: &[Conflict]) -> Report {
        let document = &self.config.document;
        let first = found.first().and_then(|it| path_of(&it.path, document, self.schema));
        let values = self.masked_values(found);
        let mut at = 0;
        let mut notes = Vec::new();
        let words = error.to_string();
        let mut lines = words.lines();
        let title = lines.next().unwrap_or_default();
        if let [only] = found {
            notes.push(values_of(only, values.as_ref()));
        }
        for line in lines.take(self.max_errors) {
            let Some(conflict) = found.get(at).filter(|it| *line == format!("- {}", it.path))
            else {
                notes.push(line.to_owned());
                continue;
            };
            at += 1;
            notes.push(format!("{line}: {}", values_of(conflict, values.as_ref())));
        }
        let omitted = words.lines().count().saturating_sub(self.max_errors + 1);
        notes.extend(and_more(omitted));
        let place = self.config.place();
        let report = place.report(&first.unwrap_or_else(Path::root), title).rule(Rule::Conflict);
        let report = notes.into_iter().fold(report, Report::note);
        WAYS.into_iter().fold(report, Report::help)
    }

    /// The values of both sides with masks, if some must not be shown.
    fn masked_values(&self, found: &[Conflict]) -> Option<[BTreeMap<FieldPath, String>; 2]> {
        let (_, live) = self.live?;
        let masked =
            masked(self.config.identity.kind.as_deref(), [live, &self.config.document]).ok()??;
        let set = FieldSet::from_paths(found.iter().map(|it| it.path.clone()));
        Some(masked.map(|document| {
            let located = locate(&document, &set, self.schema).unwrap_or_default();
            located.into_iter().map(|it| (it.path, it.value.to_json())).collect()
        }))
    }
}

/// The values of a conflict, and the time of the other manager's last change.
fn values_of(conflict: &Conflict, masked: Option<&[BTreeMap<FieldPath, String>; 2]>) -> String {
    let Conflict { path, live, applied, since, .. } = conflict;
    let [live, applied] = match masked {
        Some(masked) => masked.each_ref().map(|values| values.get(path)),
        None => [live.as_ref(), applied.as_ref()],
    };
    let since = since.map(|time| format!("; last change by this manager: {time}"));
    format!(
        "{} in the live object, {} in the configuration{}",
        shown(live),
        shown(applied),
        since.unwrap_or_default()
    )
}

fn shown(value: Option<&String>) -> String {
    match value {
        None => "no value".to_owned(),
        Some(value) if value.len() <= SHOWN_BYTES => value.clone(),
        Some(value) => {
            let end = (0..=SHOWN_BYTES).rev().find(|&at| value.is_char_boundary(at));
            format!("{}…", &value[..end.unwrap_or_default()])
        }
    }
}

/// The report about an error in this object.
pub(crate) fn managed_error(
    error: &Error,
    (place, document): (ObjectPlace<'_>, &Document<'_>),
    schema: &Schema,
    schemas: &Schemas,
) -> Report {
    let managed = |entry: Option<usize>| {
        let list = ["metadata", "managedFields"].map(field);
        Path::from_segments(list.into_iter().chain(entry.map(Segment::Index)))
    };
    match error {
        Error::Document(error) => {
            engine_error(error, &[Role::Live, Role::Modified].map(|role| (role, place)))
        }
        Error::Invalid { document: of, problems } => {
            let mut reports = CappedReports::default();
            for problem in problems {
                reports.push(|| {
                    let report = invalid(problem, (place, document), schema, schemas);
                    report.note(format!("{of} does not fit its schema"))
                });
            }
            let all = reports.into_reports().into_iter().reduce(Report::and);
            all.unwrap_or_else(|| Report::new(error.to_string()))
        }
        Error::ManagedFields { entry, .. } => place
            .report(&managed(*entry), error.to_string())
            .note("an API server fails, too")
            .help("correct the entry; without metadata.managedFields nobody manages a field yet"),
        Error::Version { api_version, .. } => place.report(&managed(None), error.to_string()).help(format!(
            "its schema is unknown, or differs from that of the configuration; if no server has this \
             version any longer, give --gone-version {api_version}"
        )),
        _ => place.report_whole(error.to_string()),
    }
}

fn field(name: &str) -> Segment {
    Segment::Field(name.to_owned())
}

fn invalid(
    problem: &Problem,
    (place, document): (ObjectPlace<'_>, &Document<'_>),
    schema: &Schema,
    schemas: &Schemas,
) -> Report {
    let path = path_of(&problem.path, document, schema).unwrap_or_else(Path::root);
    let title = format!("{}: {}", problem.path, problem.message);
    let missing = schemas.missing_field_of(place.identity, &path);
    let report = place.report(&path, title);
    if missing.is_known() { missing.explain(report).rule(Rule::UnknownField) } else { report }
}

/// The path in an object, with the indices of items.
fn path_of(path: &FieldPath, document: &Document<'_>, schema: &Schema) -> Option<Path> {
    let set = FieldSet::from_paths([path.clone()]);
    Some(locate(document, &set, schema).ok()?.into_iter().next()?.at)
}
