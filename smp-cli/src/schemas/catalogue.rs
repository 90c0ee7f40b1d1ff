//! The built-in layer: the kinds of a version of Kubernetes.

use std::env;

use smp_core::schema::TypeKind;
use smp_core::{Path, Schema, Segment, TypeRef};
use smp_openapi::TypeSource;
use smp_types::Catalogue;

use super::named::NamedSchema;
use crate::args::SchemaArgs;
use crate::report::Report;

/// The environment variable with the version, if no option has one.
const VERSION: &str = "SMP_KUBERNETES";

/// The kinds of a version of Kubernetes.
#[derive(Debug, Clone)]
pub(super) struct BuiltIn {
    pub(super) catalogue: Catalogue,
    /// The name of the layer: `Kubernetes 1.34`.
    pub(super) layer: String,
}

impl BuiltIn {
    /// The version of the option, or of the environment, or the newest one.
    pub(super) fn of(args: &SchemaArgs) -> Result<Self, Report> {
        let of_environment = || match env::var_os(VERSION) {
            Some(version) if !version.is_empty() => Catalogue::of(&version.to_string_lossy())
                .map_err(|error| {
                    Report::new(error.to_string()).note(format!("it is named by {VERSION}"))
                }),
            _ => Ok(Catalogue::NEWEST),
        };
        let catalogue = args.kubernetes.map_or_else(of_environment, Ok)?;
        Ok(Self { catalogue, layer: layer_of(catalogue.version()) })
    }

    /// A kind that the version has, or that it does not serve any more.
    pub(super) fn kind(&self, api_version: &str, kind: &str) -> Option<NamedSchema> {
        let catalogue = self.catalogue;
        if let Some(schema) = catalogue.schema(api_version, kind) {
            return Some(NamedSchema::new(api_version, kind, schema.clone(), &self.layer));
        }
        let schema = catalogue.removed_schema(api_version, kind)?;
        let removed = catalogue.removed_kind(api_version, kind)?;
        let layer = layer_of(removed.last_version());
        let mut named = NamedSchema::new(api_version, kind, schema.clone(), &layer);
        named.removed = Some(removed);
        Some(named)
    }

    /// Whether [`kind`](Self::kind) finds a kind.
    pub(super) fn has_kind(&self, api_version: &str, kind: &str) -> bool {
        let catalogue = self.catalogue;
        catalogue.has_kind(api_version, kind) || catalogue.removed_kind(api_version, kind).is_some()
    }

    /// The versions of Kubernetes that have a kind, in words. `None` if none has it, or if the
    /// chosen one has.
    pub(super) fn versions_of_kind(&self, api_version: &str, kind: &str) -> Option<String> {
        self.versions("this kind", |catalogue| catalogue.has_kind(api_version, kind))
    }

    /// As [`versions_of_kind`](Self::versions_of_kind), for a field of a kind or of another type.
    /// The path is one of a document.
    pub(super) fn versions_of_field(
        &self,
        (api_version, kind): (&str, &str),
        path: &Path,
    ) -> Option<String> {
        self.versions("this field", |catalogue| {
            let schema = catalogue.type_schema(api_version, kind);
            schema.is_some_and(|schema| has_field(schema.root(), path))
        })
    }

    /// The versions that have something, in words: `Kubernetes has this field since 1.35`.
    fn versions(&self, what: &str, has: impl Fn(Catalogue) -> bool) -> Option<String> {
        if has(self.catalogue) {
            return None;
        }
        let all: Vec<_> = Catalogue::all().map(|it| (it.version(), has(it))).collect();
        let with: Vec<_> =
            all.iter().filter(|(_, has)| *has).map(|(version, _)| *version).collect();
        let (first, last) = (with.first()?, with.last()?);
        let ends_with_it = all.last().is_some_and(|(_, has)| *has);
        let starts_with_it = all.first().is_some_and(|(_, has)| *has);
        let changes = all.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        Some(match (starts_with_it, ends_with_it, changes) {
            (false, true, 1) => format!("Kubernetes has {what} since {first}"),
            (true, false, 1) => format!("Kubernetes has {what} until {last}"),
            _ => format!("Kubernetes has {what} in {}", with.join(", ")),
        })
    }
}

/// The name of the layer with the kinds of a version.
pub(super) fn layer_of(version: &str) -> String {
    format!("Kubernetes {version}")
}

/// The types that other schemas use by name.
impl TypeSource for BuiltIn {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        self.catalogue.type_schema(api_version, name).cloned()
    }
}

/// Whether a document of this type may have the field at the path. `O(d)` in its length.
fn has_field(root: TypeRef<'_>, path: &Path) -> bool {
    let mut ty = root;
    for segment in path.segments() {
        ty = match (segment, ty.kind()) {
            (Segment::Field(name), TypeKind::Object) => match ty.field(name) {
                Some(field) => field.ty(),
                None => return false,
            },
            (Segment::Field(_), TypeKind::Map(inner))
            | (Segment::Index(_) | Segment::Key(_), TypeKind::List(inner)) => inner,
            _ => return false,
        };
    }
    true
}
