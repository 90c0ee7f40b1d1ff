//! Versions of Kubernetes: the chosen one, and those that have a kind or a field.

use std::cmp::Reverse;
use std::env;

use smp_core::schema::TypeKind;
use smp_core::{Options, Path, Segment, Site, TypeRef};
use smp_openapi::{Definition, LayeredSchema};
use smp_types::Catalogue;

use super::Schemas;
use super::resources::stability;
use crate::api_resources::group_and_version;
use crate::args::SchemaArgs;
use crate::identity::Identity;
use crate::place::ObjectPlace;
use crate::report::{Report, Rule};

/// The environment variable with the version, used if no option gives it.
const VERSION: &str = "SMP_KUBERNETES";

/// The version from the option, or else from the environment, or else the newest one.
pub(super) fn catalogue(args: &SchemaArgs) -> Result<Catalogue, Report> {
    match (args.kubernetes, env::var_os(VERSION)) {
        (Some(catalogue), _) => Ok(catalogue),
        (None, Some(version)) if !version.is_empty() => Catalogue::of(&version.to_string_lossy())
            .map_err(|error| {
                Report::new(error.to_string()).note(format!("it is named by {VERSION}"))
            }),
        (None, _) => Ok(Catalogue::NEWEST),
    }
}

impl Schemas {
    /// The versions of Kubernetes that have a kind, in words. `None` if no version has it, or if the
    /// chosen one does.
    pub(super) fn versions_of_kind(&self, api_version: &str, kind: &str) -> Option<String> {
        self.versions("this kind", |catalogue| catalogue.has_kind(api_version, kind))
    }

    /// The versions that have something, in words: `Kubernetes has this field since 1.35`.
    fn versions(&self, what: &str, has: impl Fn(Catalogue) -> bool) -> Option<String> {
        if has(self.set.catalogue()) {
            return None;
        }
        let all: Vec<_> = Catalogue::all().map(|it| (it.version(), has(it))).collect();
        let with: Vec<_> = all.iter().filter(|it| it.1).map(|(version, _)| *version).collect();
        let (first, last) = (with.first()?, with.last()?);
        let changes = all.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        Some(match (all.first()?.1, all.last()?.1, changes) {
            (false, true, 1) => format!("Kubernetes has {what} since {first}"),
            (true, false, 1) => format!("Kubernetes has {what} until {last}"),
            _ => format!("Kubernetes has {what} in {}", with.join(", ")),
        })
    }

    /// Like [`missing_field`](Self::missing_field), but for the kind of an object.
    pub(crate) fn missing_field_of(&self, object: &Identity, path: &Path) -> MissingField {
        match (&object.api_version, &object.kind) {
            (Some(api_version), Some(kind)) => {
                let is_there = |root: TypeRef<'_>| type_at(root, path).is_some();
                let around = fields_on_path(path.segments().rev().skip(1).rev());
                self.missing_field((api_version, kind), &around, is_there)
            }
            _ => MissingField::default(),
        }
    }

    /// The versions that have a field which a kind, or another built-in type, lacks. `around` are the
    /// names that lead to the object of the field, and `is_there` says whether a type has the field.
    pub(crate) fn missing_field(
        &self,
        (api_version, kind): (&str, &str),
        around: &[&str],
        is_there: impl Fn(TypeRef<'_>) -> bool,
    ) -> MissingField {
        let Ok(found) = self.find(api_version, kind) else { return MissingField::default() };
        let built_in = self.set.built_in_layer();
        let layer = found.as_ref().map_or(&*built_in, |found| found.layer(around));
        let schema = (layer == built_in).then(|| layer.to_owned());
        if found.is_some_and(|found| found.is_from_documents()) {
            return MissingField { schema, versions: None };
        }
        let versions = self.versions("this field", |catalogue| {
            let schema = catalogue.type_schema(api_version, kind);
            schema.is_some_and(|schema| is_there(schema.root()))
        });
        MissingField { schema, versions }
    }

    /// The report about an object of a removed kind, at its apiVersion.
    pub(crate) fn removal(&self, object: ObjectPlace<'_>) -> Result<Option<Report>, Report> {
        let found = self.layered(object.identity)?;
        let at = Path::from_segments([Segment::Field("apiVersion".to_owned())]);
        Ok(found.and_then(|found| removal(&found, |title| object.report(&at, title))))
    }
}

/// The report about a kind that the version of Kubernetes no longer serves: it names the version that
/// removed the kind, and the API version to use now. `report` makes a report from a title. The schema
/// of the kind is that of the last version that had it.
pub(crate) fn removal(
    found: &LayeredSchema,
    report: impl FnOnce(String) -> Report,
) -> Option<Report> {
    let Definition::Removed(removed) = &found.definition else { return None };
    let (api_version, kind) = (removed.api_version(), removed.kind());
    let title = format!("{api_version} {kind} was removed in Kubernetes {}", removed.removed_in());
    let served = removed.served_by().into_iter();
    let newest =
        served.min_by_key(|api_version| Reverse(stability(group_and_version(api_version).1)));
    let help = match newest {
        Some(api_version) => format!("use {api_version}"),
        None => "no API version has this kind any more".to_owned(),
    };
    Some(report(title).rule(Rule::RemovedKind).help(help))
}

/// The facts about a field that the schema in use does not have.
#[derive(Debug, Default)]
pub(crate) struct MissingField {
    /// The version whose schema is in use; `None` where a file or an overlay defines the fields.
    schema: Option<String>,
    /// The versions that have the field, in words; `None` if no version has it.
    versions: Option<String>,
}

impl MissingField {
    /// Whether a version has the field, so that its name is not a mistake.
    pub(crate) fn is_known(&self) -> bool {
        self.versions.is_some()
    }

    /// The report, with notes on the schema in use and the versions that have the field.
    pub(crate) fn explain(self, mut report: Report) -> Report {
        if let Some(schema) = self.schema {
            report = report.note(format!("the schema is that of {schema}"));
        }
        if let Some(versions) = self.versions {
            report = report.help(versions);
        }
        report
    }
}

/// The names of the fields among the steps of a path.
pub(crate) fn fields_on_path<'p>(steps: impl Iterator<Item = &'p Segment>) -> Vec<&'p str> {
    let names = steps.filter_map(|step| match step {
        Segment::Field(name) => Some(name.as_str()),
        Segment::Index(_) | Segment::Key(_) => None,
    });
    names.collect()
}

/// The type of the values at a path; `None` if documents of the type `root` have no values there.
/// `O(d)` in the length of the path.
pub(crate) fn type_at<'s>(root: TypeRef<'s>, path: &Path) -> Option<TypeRef<'s>> {
    let options = Options::default();
    path.segments().try_fold(root, |ty, segment| match (segment, ty.kind()) {
        (_, TypeKind::Any) => None,
        (Segment::Field(name), _) => Site::member(Some(ty), name, &options).ty,
        (Segment::Index(_) | Segment::Key(_), _) => Site::of(Some(ty), &options).element_type(),
    })
}
