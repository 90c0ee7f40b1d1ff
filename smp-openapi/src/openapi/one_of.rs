//! `oneOf` with branches that require one field each: the validation of a union, which never
//! changes an object. Rule: semantics import-17.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;
use smp_schema::{Member, ObjectDef, UnionDef};

use super::convert::Importer;
use super::node::{JsonType, SchemaNode};
use crate::diagnostic::UNREAD_ONE_OF;

impl<'d> Importer<'d> {
    /// Adds to the object the unions that a `oneOf` of these schemas validates. Warns about any other
    /// `oneOf` that requires fields.
    pub(super) fn with_one_of(
        &mut self,
        nodes: &[&'d SchemaNode],
        mut object: ObjectDef,
    ) -> ObjectDef {
        for node in nodes.iter().flat_map(|node| stating(node)) {
            if let Some(union) = validated(node, &object) {
                object = object.validated_union(union);
            } else if node.one_of().iter().any(|branch| !branch.required.is_empty()) {
                self.warn(node, "oneOf", UNREAD_ONE_OF);
            }
        }
        object
    }
}

/// The schemas that state a `oneOf` of an object: its own, and those in its `allOf` that only validate.
fn stating(node: &SchemaNode) -> impl Iterator<Item = &SchemaNode> {
    let validates = |inner: &&SchemaNode| !inner.has_structure() && inner.reference.is_none();
    core::iter::once(node).chain(node.all_of().iter().filter(validates))
}

/// The union of a `oneOf`. `None` unless each branch says only that one field is set and the fields
/// of the other branches are not; one branch may say that no field is set.
fn validated(node: &SchemaNode, object: &ObjectDef) -> Option<UnionDef> {
    let (mut fields, mut absent, mut unset) = (Vec::new(), Vec::new(), None);
    for branch in node.one_of() {
        match (&*branch.required, excluded(branch)?) {
            _ if !is_bare(branch) => return None,
            ([field], excluded) => {
                fields.push(&**field);
                absent.extend(Some((&**field, excluded)).filter(|(_, it)| !it.is_empty()));
            }
            ([], excluded) if unset.is_none() && !excluded.is_empty() => unset = Some(excluded),
            _ => return None,
        }
    }
    let names: BTreeSet<&str> = fields.iter().copied().collect();
    let members = object.members().iter().filter_map(|it| match it {
        Member::Field(field, _) => Some(field.as_str()),
        Member::Flattened(_) | Member::FlattenedOptional(_) => None,
    });
    let members: HashSet<&str> = members.collect();
    // Where some branches exclude the others and some do not, two fields may be set.
    let exclude_alike = absent.is_empty() || absent.len() == fields.len();
    let is_clear = names.len() == fields.len()
        && fields.len() > usize::from(unset.is_none())
        && fields.iter().all(|field| members.contains(field))
        && exclude_alike
        && absent.iter().all(|(own, absent)| names.iter().filter(|it| *it != own).eq(absent))
        && unset.as_ref().is_none_or(|absent| *absent == names);
    let union = fields.into_iter().fold(UnionDef::new(), |union, field| union.member(field, field));
    is_clear.then(|| if unset.is_some() { union } else { union.exactly_one() })
}

/// The fields that a branch excludes by `not`; `None` if it says anything else.
fn excluded(branch: &SchemaNode) -> Option<BTreeSet<&str>> {
    let Some(extensions) = &branch.extensions else { return Some(BTreeSet::new()) };
    let not = extensions.not.as_ref().filter(|_| extensions.one_of.is_none())?;
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

/// Whether a branch has no keywords that describe a value, except properties that take any value.
fn is_bare(branch: &SchemaNode) -> bool {
    let is_object = branch.ty.is_none() || branch.ty == Some(JsonType::Object);
    let mut fields = branch.properties.iter().flat_map(|fields| &fields.0);
    is_object
        && fields.all(|(_, field)| takes_all(field))
        && branch.reference.is_none()
        && branch.items.is_none()
        && branch.additional.is_none()
        && branch.combinators.is_none()
        && !branch.constrained
}

/// Whether a schema allows any value.
fn takes_all(schema: &SchemaNode) -> bool {
    is_bare(schema)
        && schema.ty.is_none()
        && schema.class.is_none()
        && schema.properties.is_none()
        && schema.required.is_empty()
        && schema.extensions.is_none()
}
