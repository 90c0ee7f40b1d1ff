//! The layer that defines a field of an object, and the versions of Kubernetes that have a field
//! which the object's schema lacks.

use std::sync::Arc;

use smp_core::{Path, Schema, Segment};

use super::named::NamedSchema;
use super::registry::Schemas;
use crate::identity::Identity;
use crate::report::Report;

impl Schemas {
    /// The schema of an object with its layers, if its kind is known.
    pub(crate) fn named(&self, identity: &Identity) -> Result<Option<Arc<NamedSchema>>, Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(None);
        };
        Ok(self.find_kind(api_version, kind)?.map(|found| Arc::clone(&found.named)))
    }

    /// As [`missing_field`](Self::missing_field), for the kind of an object.
    pub(crate) fn missing_field_of(&self, object: &Identity, path: &Path) -> MissingField {
        match (&object.api_version, &object.kind) {
            (Some(api_version), Some(kind)) => self.missing_field(api_version, kind, path),
            _ => MissingField::default(),
        }
    }

    /// The versions that know a field which a kind, or another type that is built in, does not have.
    pub(crate) fn missing_field(&self, api_version: &str, kind: &str, path: &Path) -> MissingField {
        let Ok(found) = self.find_kind(api_version, kind) else { return MissingField::default() };
        let layer = match &found {
            Some(found) => found.named.layer(&fields_around(path)),
            None => &self.built_in.layer,
        };
        let schema = (layer == self.built_in.layer).then(|| layer.to_owned());
        let versions = match &found {
            Some(found) if found.from_files => None,
            _ => self.built_in.versions_of_field((api_version, kind), path),
        };
        MissingField { schema, versions }
    }

    /// The schema of metadata, which is the same in all objects.
    pub(crate) fn any_metadata(&self) -> Option<Schema> {
        self.built_in.catalogue.schema("v1", "ConfigMap").cloned()
    }
}

/// A field that the schema in use does not have, and versions of Kubernetes.
#[derive(Debug, Default)]
pub(crate) struct MissingField {
    /// The version whose schema is in use; `None` where a file or an overlay defines the fields.
    schema: Option<String>,
    /// The versions that have the field, in words; `None` if none has it.
    versions: Option<String>,
}

impl MissingField {
    /// Whether a version has the field: then its name is no mistake.
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

/// The names of the fields that lead to the object around a field.
fn fields_around(path: &Path) -> Vec<&str> {
    let around = path.segments().rev().skip(1).rev();
    let names = around.filter_map(|segment| match segment {
        Segment::Field(name) => Some(name.as_str()),
        Segment::Index(_) | Segment::Key(_) => None,
    });
    names.collect()
}
