//! Custom resources, and the schemas of objects whose kind is not known.

use smp_core::{FieldDef, ObjectDef, Schema, SchemaBuilder};

use crate::api_resources::group_of;
use crate::identity::Identity;
use crate::report::Report;

/// Whether an object is a custom resource, or of another kind that API servers patch with JSON merge
/// patches: one in an API group that is not part of Kubernetes itself.
pub(crate) fn is_custom(identity: &Identity) -> bool {
    let own = identity.group();
    identity.kind.is_some()
        && own.contains('.')
        && !smp_types::kinds().any(|(known, _)| group_of(known) == own)
}

/// A schema without fields: objects merge, lists are replaced.
pub(crate) fn free_form() -> Result<Schema, Report> {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    types.build(any).map_err(|error| Report::new(error.to_string()))
}

/// Like [`free_form`], for an object. The definition of a custom resource may keep nulls, so that null
/// is a value everywhere except in metadata.
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
