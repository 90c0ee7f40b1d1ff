//! Unions of a struct's fields: `union` on the struct, `union_member`, `discriminator` and
//! `value` on its fields. One function for each rule; `assert.rs` checks the rules that depend
//! on the types of fields.

use std::collections::HashMap;

use proc_macro2::Span;
use syn::LitStr;

use crate::attr::ContainerPatch;
use crate::case::discriminated;
use crate::ctxt::Ctxt;
use crate::model::{DefaultValue, Field, FieldType, Place, Union};
use crate::ty::{is_option, text};

/// The union that the attributes declare, if any.
pub(crate) fn of_struct(
    ctxt: &Ctxt,
    patch: &ContainerPatch,
    of_struct: Option<&DefaultValue>,
    fields: &mut [Field],
) -> Option<Union> {
    let before = ctxt.count();
    let discriminator = discriminator(ctxt, fields);
    let whole = patch.union.is_some();
    let is_member = |field: &Field| match field.place {
        Place::Flattened(_) => false,
        Place::Named { .. } if whole => {
            field.patch.discriminator.is_none()
                && !matches!(field.ty, FieldType::Tag | FieldType::Constant)
        }
        Place::Named { .. } => {
            field.patch.union_member.is_some() && field.patch.discriminator.is_none()
        }
    };
    let members: Vec<usize> =
        fields.iter().enumerate().filter(|(_, field)| is_member(field)).map(|(at, _)| at).collect();
    if whole {
        check_redundant_union_members(ctxt, fields);
        check_union_flattens_nothing(ctxt, fields);
    }
    check_leaf_members(ctxt, fields, &members);
    check_member_defaults(ctxt, of_struct, fields, &members);
    check_discriminator(ctxt, fields, discriminator);
    check_member_attributes(ctxt, fields, &members);
    check_allow_inactive_member(ctxt, patch, discriminator);
    let members = with_values(ctxt, fields, members);
    // If a member has a mistake, a missing member is not reported in addition.
    if ctxt.count() == before {
        check_union_has_members(ctxt, patch, fields, &members);
    }
    (!members.is_empty()).then(|| Union {
        discriminator,
        members,
        exactly_one: patch.exactly_one.is_some(),
        allow_inactive_member: patch.allow_inactive_member.is_some(),
        unenforced: patch.unenforced.is_some(),
        rust_enum: false,
    })
}

/// The index of the discriminator; reports any others.
fn discriminator(ctxt: &Ctxt, fields: &[Field]) -> Option<usize> {
    let mut first = None;
    for (at, field) in fields.iter().enumerate() {
        let (Some(span), Place::Named { name, .. }) = (field.patch.discriminator, &field.place)
        else {
            continue;
        };
        if field.patch.union_member.is_some() {
            ctxt.error(
                span,
                "a discriminator says which member is set, so it is none itself; remove \
                 `discriminator` or `union_member`",
            );
        }
        match first {
            None => first = Some((at, name)),
            Some((_, other)) => ctxt.error(
                span,
                format!("`{other}` is the discriminator already; a struct has one at most"),
            ),
        }
    }
    first.map(|(at, _)| at)
}

fn check_redundant_union_members(ctxt: &Ctxt, fields: &[Field]) {
    for field in fields {
        if let Some(span) = field.patch.union_member {
            ctxt.error(
                span,
                "every field of a struct with `union` is a member but the discriminator; remove \
                 `union_member`, or `union` on the struct",
            );
        }
    }
}

/// Refuses a flattened field in a union: semantics union-1.
fn check_union_flattens_nothing(ctxt: &Ctxt, fields: &[Field]) {
    for field in fields {
        if let Place::Flattened(span) = field.place {
            ctxt.error(
                span,
                "the fields of a flattened type are not members of this `union`: flatten it into \
                 a struct that flattens this one, too, or mark each member here `union_member`",
            );
        }
    }
}

/// Refuses a leaf as a member, unless it is an `Option`. For other types a constant checks
/// this.
fn check_leaf_members(ctxt: &Ctxt, fields: &mut [Field], members: &[usize]) {
    for (at, field) in fields.iter_mut().enumerate() {
        if let FieldType::Leaf(ty) = &field.ty
            && members.contains(&at)
            && !is_option(ty)
        {
            ctxt.error(
                blame(field),
                format!(
                    "a member of a union can be absent, and nothing is known of the leaf `{}`; \
                     write it as `Option<…>`",
                    text(ty)
                ),
            );
            field.sound = false;
        }
    }
}

/// Refuses a function as serde's default of a member: it may set an absent member. The result of a
/// type's `Default` can't be seen here.
fn check_member_defaults(
    ctxt: &Ctxt,
    of_struct: Option<&DefaultValue>,
    fields: &[Field],
    members: &[usize],
) {
    let members = members.iter().filter_map(|at| fields.get(*at)?.access.as_ref());
    let (own, without): (Vec<_>, Vec<_>) =
        members.map(|member| member.default.as_ref()).partition(Option::is_some);
    let of_struct = of_struct.filter(|_| !without.is_empty());
    for default in own.into_iter().flatten().chain(of_struct) {
        let DefaultValue::Function(function) = default else { continue };
        ctxt.error_on(
            function,
            "serde reads an absent member of a union as what this function makes, so that a patch \
             may not be able to clear it; write `#[serde(default)]` on the member, with which it is \
             `None`",
        );
    }
}

/// Refuses a leaf as the discriminator. For other types a constant checks that it is a string.
fn check_discriminator(ctxt: &Ctxt, fields: &mut [Field], discriminator: Option<usize>) {
    if let Some(field) = discriminator.and_then(|at| fields.get_mut(at))
        && let (Some(span), FieldType::Leaf(_)) = (field.patch.discriminator, &field.ty)
    {
        field.sound = false;
        ctxt.error(
            span,
            "a discriminator is a string, and nothing is known of a leaf; remove `leaf`",
        );
    }
}

fn check_member_attributes(ctxt: &Ctxt, fields: &[Field], members: &[usize]) {
    for (at, field) in fields.iter().enumerate() {
        if let (Some(value), false) = (&field.patch.value, members.contains(&at)) {
            ctxt.error_on(
                value,
                "only a member of a union has a discriminated value; add `union_member`, or \
                 remove `value`",
            );
        }
        if let (Some(span), false) = (field.patch.empty_is_unset, members.contains(&at)) {
            ctxt.error(
                span,
                "only of a member of a union does it matter whether it is set; add \
                 `union_member`, or remove `empty_is_unset`",
            );
        }
    }
}

/// Refuses `allow_inactive_member` without a discriminator.
fn check_allow_inactive_member(ctxt: &Ctxt, patch: &ContainerPatch, discriminator: Option<usize>) {
    if let (Some(span), None) = (patch.allow_inactive_member, discriminator) {
        ctxt.error(
            span,
            "a member is inactive beside a discriminator that names none; mark the field that is \
             that discriminator `discriminator`, or remove `allow_inactive_member`",
        );
    }
}

/// The members with their values. Members with the same value must all state it.
fn with_values(ctxt: &Ctxt, fields: &[Field], members: Vec<usize>) -> Vec<(usize, String)> {
    let mut seen: HashMap<String, (String, bool)> = HashMap::new();
    let mut with_values = Vec::new();
    for (at, field) in members.into_iter().filter_map(|at| Some((at, fields.get(at)?))) {
        let Place::Named { name, .. } = &field.place else { continue };
        let value = field.patch.value.as_ref().map_or_else(|| discriminated(name), LitStr::value);
        if value.is_empty() {
            ctxt.error(
                blame(field),
                format!(
                    "the member `{name}` has no name in `PascalCase` for the discriminator; \
                     write `value = \"…\"`"
                ),
            );
            continue;
        }
        let written = field.patch.value.is_some();
        if let Some((other, as_well)) = seen.get(&value)
            && !(written && *as_well)
        {
            ctxt.error(
                field.patch.value.as_ref().map_or_else(|| blame(field), LitStr::span),
                format!(
                    "the members `{other}` and `{name}` both have the discriminated value \
                     `{value}`; give one another with `value = \"…\"`, or, if they may be set \
                     together, write it on both"
                ),
            );
        }
        seen.insert(value.clone(), (name.clone(), written));
        with_values.push((at, value));
    }
    with_values
}

fn check_union_has_members(
    ctxt: &Ctxt,
    patch: &ContainerPatch,
    fields: &[Field],
    members: &[(usize, String)],
) {
    if !members.is_empty() {
        return;
    }
    if let Some(span) = patch.union {
        ctxt.error(span, "a union needs at least one member: a field beside the discriminator");
        return;
    }
    for (span, name) in [(patch.exactly_one, "exactly_one"), (patch.unenforced, "unenforced")] {
        let Some(span) = span else { continue };
        ctxt.error(
            span,
            format!("`{name}` belongs to a union: add `union`, or mark its members `union_member`"),
        );
    }
    if let Some(span) = fields.iter().find_map(|field| field.patch.discriminator) {
        ctxt.error(
            span,
            "a discriminator belongs to a union: mark the fields that it chooses from \
             `union_member`, or the struct `union`",
        );
    }
}

/// The place of a mistake in a member: its attribute, or its name.
pub(crate) fn blame(field: &Field) -> Span {
    let named = match &field.place {
        Place::Named { span, .. } | Place::Flattened(span) => *span,
    };
    field.patch.union_member.unwrap_or(named)
}
