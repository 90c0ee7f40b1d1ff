//! The place at which a document states a union.

use serde_json::Value;

use super::node::SchemaNode;
use crate::diagnostic::pointer_step;
use crate::unions::{DISCRIMINATOR, EXTENSION, FIELDS};

/// The place of a union: the schema that states it, and its position in the extension.
pub(super) type UnionPlace<'d> = (&'d SchemaNode, usize);

/// `x-kubernetes-unions` of a schema.
pub(super) fn stated(node: &SchemaNode) -> Option<&Value> {
    node.extensions.as_ref()?.unions.as_ref()
}

/// The place of a union, or of one of its fields, in a schema.
pub(super) fn union_keyword(at: usize, entry: &Value, field: Option<&str>) -> String {
    match field {
        Some(field) if entry[DISCRIMINATOR] == *field => {
            format!("{EXTENSION}/{at}/{DISCRIMINATOR}")
        }
        Some(field) => format!("{EXTENSION}/{at}/{FIELDS}/{}", pointer_step(field)),
        None => format!("{EXTENSION}/{at}"),
    }
}

/// The schema and the keyword of a mistake in a union, or in one of its fields.
pub(super) fn blamed<'d>(
    (node, at): &UnionPlace<'d>,
    field: Option<&str>,
) -> Option<(&'d SchemaNode, String)> {
    let entry = stated(node)?.get(*at)?;
    Some((node, union_keyword(*at, entry, field)))
}
