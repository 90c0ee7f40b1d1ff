//! From `apiVersion` and `kind` to the schema that says how things merge.
//!
//! Layers: the files of `--schema` over the built-in catalogue. Where several
//! files define a kind they must say the same; overlays and `--embed` refine
//! what is there. Nothing hides anything by its order alone.

use smp_core::{Path, Schema, Segment};

use crate::args::SchemaArgs;
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;
use crate::spelling::nearest;

/// The name of the built-in layer.
const CATALOGUE: &str = "Kubernetes 1.36";

/// How many kinds a message lists.
const LISTED: usize = 8;

/// Every schema that a run knows.
#[derive(Debug)]
pub(crate) struct Schemas {}

/// A schema, what it is of, and who says so.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) schema: Schema,
    /// The layer that defines it.
    base: String,
    /// Paths about which, or below which, another layer has the word.
    refined: Vec<(Vec<String>, String)>,
}

impl Named {
    /// The layer that says what there is to say about a field.
    pub(crate) fn layer(&self, path: &[&str]) -> String {
        let of_path = |refined: &&(Vec<String>, String)| {
            path.len() >= refined.0.len() && refined.0.iter().zip(path).all(|(a, b)| a == b)
        };
        let refined = self.refined.iter().filter(of_path).max_by_key(|(path, _)| path.len());
        refined.map_or(&self.base, |(_, layer)| layer).clone()
    }
}

impl Schemas {
    /// Reads the files that the user gave.
    pub(crate) fn open(_args: &SchemaArgs) -> Result<Self, Report> {
        Ok(Self {})
    }

    /// The schema of an object that stands in `input` at `path`. Never a guess.
    pub(crate) fn of(
        &self,
        identity: &Identity,
        input: &Input<'_>,
        path: &Path,
    ) -> Result<Schema, Report> {
        match (&identity.api_version, &identity.kind) {
            (Some(api_version), Some(kind)) => match self.find(api_version, kind)? {
                Some(named) => Ok(named.schema),
                None => Err(self.unknown(api_version, kind, input, path)),
            },
            (api_version, kind) => {
                let missing = match (api_version, kind) {
                    (None, None) => "apiVersion and kind",
                    (None, _) => "apiVersion",
                    _ => "kind",
                };
                let title = format!("the object has no {missing}");
                Err(input.report(path, title, "how it merges depends on its type").help(format!(
                    "add {missing}, or use --type merge, which needs no type but replaces lists"
                )))
            }
        }
    }

    /// The schema that a user names, as `apps/v1/Deployment` or, where only one
    /// has it, `Deployment`.
    pub(crate) fn named(&self, text: &str) -> Result<Named, Report> {
        let (api_version, kind) = text.rsplit_once('/').unwrap_or(("", text));
        let mut candidates: Vec<_> = self
            .kinds()
            .filter(|known| known.1 == kind && (api_version.is_empty() || known.0 == api_version))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        match candidates.as_slice() {
            [(api_version, kind)] => self
                .find(api_version, kind)?
                .ok_or_else(|| Report::new(format!("no schema for {api_version}/{kind}"))),
            [] => Err(self
                .suggest(kind, Report::new(format!("no schema for the kind {text:?}")))
                .help("give a file that defines it with --schema")),
            several => {
                let mut names: Vec<_> =
                    several.iter().take(LISTED).map(|known| full_name(*known)).collect();
                if several.len() > LISTED {
                    names.push(format!("{} more", several.len() - LISTED));
                }
                Err(Report::new(format!("several kinds are called {kind:?}"))
                    .help(format!("write one of {}", names.join(", "))))
            }
        }
    }

    /// As [`named`](Self::named), also for types of parts of objects, if they
    /// are given with their `apiVersion`.
    pub(crate) fn explained(&self, text: &str) -> Result<Named, Report> {
        let part = text.rsplit_once('/').and_then(|(api_version, name)| {
            smp_types::type_schema(api_version, name)
                .map(|schema| built_in(api_version, name, schema.clone()))
        });
        match (self.named(text), part) {
            (Err(_), Some(part)) => Ok(part),
            (named, _) => named,
        }
    }

    /// What the items of a list need not say themselves, if this names a list:
    /// nothing for a `List`, but the items of a `PodList` are pods.
    pub(crate) fn item_of_list(&self, identity: &Identity) -> Option<Identity> {
        let kind = identity.kind.as_deref()?;
        let item = kind.strip_suffix("List")?;
        if item.is_empty() {
            return Some(Identity::default());
        }
        let api_version = identity.api_version.as_deref()?;
        let known = smp_types::schema(api_version, item).is_some();
        known.then(|| Identity {
            api_version: Some(api_version.to_owned()),
            kind: Some(item.to_owned()),
            ..Identity::default()
        })
    }

    fn find(&self, api_version: &str, kind: &str) -> Result<Option<Named>, Report> {
        let schema = smp_types::schema(api_version, kind);
        Ok(schema.map(|schema| built_in(api_version, kind, schema.clone())))
    }

    fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        smp_types::kinds().map(|(api_version, kind)| (api_version, kind))
    }

    fn unknown(&self, api_version: &str, kind: &str, input: &Input<'_>, path: &Path) -> Report {
        let title = format!("no schema for apiVersion {api_version:?}, kind {kind:?}");
        let at = if self.kinds().any(|known| known.1 == kind) { "apiVersion" } else { "kind" };
        let report = input.report(&field(path, at), title, "not a kind that smp knows");
        self.suggest(kind, report)
            .help(
                "for a custom resource, give its CustomResourceDefinition, or the cluster's \
                 OpenAPI document, with --schema FILE",
            )
            .help(
                "or use --type merge, which needs no schema: it replaces lists, as a cluster \
                 does with custom resources",
            )
    }

    /// Names the kinds that are spelled nearly so.
    fn suggest(&self, kind: &str, report: Report) -> Report {
        let near = nearest(kind, self.kinds(), |known| known.1);
        let names: Vec<_> = near.into_iter().map(full_name).collect();
        match names.as_slice() {
            [] => report,
            [one] => report.help(format!("did you mean {one}?")),
            several => report.help(format!("did you mean one of {}?", several.join(", "))),
        }
    }
}

fn built_in(api_version: &str, kind: &str, schema: Schema) -> Named {
    Named {
        api_version: api_version.to_owned(),
        kind: kind.to_owned(),
        schema,
        base: CATALOGUE.to_owned(),
        refined: Vec::new(),
    }
}

pub(crate) fn full_name((api_version, kind): (&str, &str)) -> String {
    format!("{api_version}/{kind}")
}

fn field(path: &Path, name: &str) -> Path {
    let field = Segment::Field(name.to_owned());
    Path::from_segments(path.segments().iter().cloned().chain([field]))
}
