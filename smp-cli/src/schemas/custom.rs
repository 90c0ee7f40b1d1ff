//! Custom resources, and schemas of kinds that are not known.

use smp_core::{FieldDef, ObjectDef, Schema, SchemaBuilder};

use super::registry::Schemas;
use crate::identity::Identity;
use crate::report::Report;

/// Whether objects are those of a custom resource, or of another kind that API servers
/// patch by JSON merge patch: kinds of API groups that Kubernetes does not have itself.
pub(crate) fn is_custom(identity: &Identity) -> bool {
    let Some(api_version) = identity.api_version.as_deref() else { return false };
    if identity.kind.is_none() {
        return false;
    }
    let group = |api_version: &str| match api_version.split_once('/') {
        Some((group, _)) => group.to_owned(),
        None => String::new(),
    };
    let own = group(api_version);
    own.contains('.') && !smp_types::kinds().any(|(known, _)| group(known) == own)
}

/// A schema without fields: objects merge, lists are replaced.
pub(crate) fn free_form() -> Result<Schema, Report> {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    types.build(any).map_err(|error| Report::new(error.to_string()))
}

/// As [`free_form`], for an object. In a custom resource the definition may keep nulls, so that
/// null is a value of all that is not metadata.
pub(crate) fn free_form_of(identity: &Identity) -> Result<Schema, Report> {
    if !is_custom(identity) {
        return free_form();
    }
    let mut types = SchemaBuilder::new();
    let (any, others) = (types.any(), types.any_with_nulls());
    let others = types.nullable(others);
    let object = ["apiVersion", "kind", "metadata"]
        .into_iter()
        .fold(ObjectDef::new(""), |object, name| object.field(name, FieldDef::new(any)));
    let root = types.object(object.flatten(others));
    types.build(root).map_err(|error| Report::new(error.to_string()))
}

impl Schemas {
    /// The schema of an object, or one without fields if its kind is not known.
    pub(crate) fn known_or_free_form(&self, identity: &Identity) -> Result<Schema, Report> {
        self.known(identity)?.map_or_else(|| free_form_of(identity), Ok)
    }
}
