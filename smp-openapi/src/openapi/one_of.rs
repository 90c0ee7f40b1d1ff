//! `oneOf` with branches that require one field each: the validation of a union, which never
//! changes an object. Rule: semantics import-17.

use std::collections::BTreeSet;

use serde_json::Value;
use smp_schema::{Member, ObjectDef, UnionDef};

use super::node::{JsonType, SchemaNode};

/// The object with the unions that `oneOf` of these schemas validates.
pub(super) fn with_one_of(nodes: &[&SchemaNode], object: ObjectDef) -> ObjectDef {
    nodes.iter().fold(object, |object, node| match validated(node, &object) {
        Some(union) => object.validated_union(union),
        None => object,
    })
}

/// The union of a `oneOf`; `None` if a branch says anything else than that one field is there, or
/// that none of the fields of the other branches is.
fn validated(node: &SchemaNode, object: &ObjectDef) -> Option<UnionDef> {
    let (mut fields, mut unset) = (Vec::new(), None);
    for branch in node.one_of() {
        match (required(branch), absent(branch)) {
            (Some(field), None) => fields.push(field),
            (None, Some(absent)) if unset.is_none() => unset = Some(absent),
            _ => return None,
        }
    }
    let names: BTreeSet<&str> = fields.iter().copied().collect();
    let is_field = |name: &&str| {
        object.members().iter().any(|it| matches!(it, Member::Field(field, _) if field == name))
    };
    let is_clear = names.len() == fields.len()
        && fields.len() > usize::from(unset.is_none())
        && fields.iter().all(is_field)
        && unset.as_ref().is_none_or(|absent| *absent == names);
    let union = fields.into_iter().fold(UnionDef::new(), |union, field| union.member(field, field));
    is_clear.then(|| if unset.is_some() { union } else { union.exactly_one() })
}

/// The field that a branch requires, if it says nothing else.
fn required(branch: &SchemaNode) -> Option<&str> {
    let [field] = &*branch.required else { return None };
    (is_bare(branch) && branch.extensions.is_none()).then_some(&**field)
}

/// The fields of which a branch has none, if it says nothing else.
fn absent(branch: &SchemaNode) -> Option<BTreeSet<&str>> {
    let extensions = branch.extensions.as_ref()?;
    let not = extensions.not.as_ref().filter(|_| is_bare(branch) && branch.required.is_empty())?;
    let branches = match not.get("anyOf") {
        Some(branches) if not.as_object()?.len() == 1 => branches.as_array()?.as_slice(),
        _ => core::slice::from_ref(not),
    };
    branches.iter().map(only_required).collect()
}

/// The field of `{required: [field]}`.
fn only_required(schema: &Value) -> Option<&str> {
    let members = schema.as_object().filter(|members| members.len() == 1)?;
    match members.get("required")?.as_array()?.as_slice() {
        [Value::String(field)] => Some(field),
        _ => None,
    }
}

/// Whether a branch has none of the keywords that describe a value.
fn is_bare(branch: &SchemaNode) -> bool {
    let is_object = branch.ty.is_none() || branch.ty == Some(JsonType::Object);
    is_object
        && branch.reference.is_none()
        && branch.properties.is_none()
        && branch.items.is_none()
        && branch.additional.is_none()
        && branch.combinators.is_none()
        && !branch.constrained
}
