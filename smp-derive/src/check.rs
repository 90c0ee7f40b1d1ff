//! What can be wrong with attributes by themselves, and together with those of
//! serde: one named function a rule. What depends on the type of a field is not
//! here: `assert.rs` writes constants that check it by the constants of
//! `PatchSchema`, since a macro sees no more of a type than its name.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::{Data, GenericParam, Generics, Type, Variant};

use smp_rules::{FieldFacts, Rule};

use crate::attr::{ContainerPatch, FieldPatch};
use crate::ctxt::Ctxt;
use crate::model::{Field, Place};
use crate::serde::FieldSerde;
use crate::ty::{is_phantom, names_only};

/// The attributes that make a field part of a union. They say nothing of what a
/// patch does to its value.
const UNION: [&str; 4] = ["discriminator", "empty_is_unset", "union_member", "value"];

/// `PatchSchema` is for types that own what they hold.
pub(crate) fn check_lifetimes(ctxt: &Ctxt, generics: &Generics) {
    for param in &generics.params {
        if let GenericParam::Lifetime(lifetime) = param {
            ctxt.error_on(
                &lifetime.lifetime,
                "a type with a patch schema owns its data: a schema belongs to one type, and \
                 each lifetime would make another; use `String`, `Vec` or `Cow<'static, _>` in \
                 its fields",
            );
        }
    }
}

/// A leaf has neither fields nor variants for a patch.
pub(crate) fn check_leaf_type(ctxt: &Ctxt, data: &Data) {
    let mut fields: Vec<&syn::Field> = Vec::new();
    match data {
        Data::Struct(data) => fields.extend(&data.fields),
        Data::Enum(data) => {
            for variant in &data.variants {
                check_unit_variant(ctxt, variant);
                fields.extend(&variant.fields);
            }
        }
        Data::Union(_) => {}
    }
    for field in fields {
        for (name, span) in FieldPatch::read(ctxt, &field.attrs).places() {
            ctxt.error(span, format!("a leaf has no fields for a patch; remove `{name}`"));
        }
    }
}

/// A variant is a string: there is nothing to say.
pub(crate) fn check_unit_variant(ctxt: &Ctxt, variant: &Variant) {
    for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("patch")) {
        ctxt.error_on(attribute, "a variant has no patch attributes; remove them");
    }
}

/// Documents don't carry a skipped field.
pub(crate) fn check_skipped_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places() {
        ctxt.error(span, format!("no patch can reach a field that serde skips; remove `{name}`"));
    }
}

/// A flattened field has no name in JSON, so a patch cannot say what becomes of
/// it as a whole.
pub(crate) fn check_flattened_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places().filter(|(name, _)| *name != "leaf") {
        ctxt.error(
            span,
            format!(
                "a flattened field is not in JSON, only its fields are; write `{name}` on them"
            ),
        );
    }
}

/// A type among its own fields would never end.
pub(crate) fn check_flattened_type(ctxt: &Ctxt, flatten: Span, ty: &Type, own: &Ident) {
    if names_only(ty, own) {
        ctxt.error(flatten, "a type cannot be flattened into itself; leave `flatten` out");
    }
}

/// The value is patched as a field of other types, so the attributes belong there.
pub(crate) fn check_transparent_field(ctxt: &Ctxt, patch: &FieldPatch, serde: &FieldSerde) {
    for (name, span) in patch.places() {
        ctxt.error(
            span,
            format!(
                "this field is not in JSON, only its value is; write `{name}` on the fields that \
                 hold this type"
            ),
        );
    }
    if let Some(custom) = serde.custom {
        ctxt.error(
            custom,
            "functions write and read this value, so its form in JSON is not known; mark the \
             type `#[patch(leaf)]` if it is a string, number or boolean",
        );
    }
}

/// Only serde's functions know the JSON that they write and read.
pub(crate) fn check_custom_functions(ctxt: &Ctxt, patch: &FieldPatch, serde: &FieldSerde) {
    if let Some(custom) = serde.custom
        && patch.leaf.is_none()
    {
        ctxt.error(
            custom,
            "functions write and read this field, so its form in JSON is not known; add \
             `#[patch(leaf)]` to have it replaced as a whole",
        );
    }
}

/// No two fields of an object share a name.
pub(crate) fn check_distinct_names(ctxt: &Ctxt, fields: &[Field]) {
    let mut seen = HashSet::new();
    for field in fields {
        if let Place::Named { name, span } = &field.place
            && !seen.insert(name)
        {
            ctxt.error(*span, format!("another field is called `{name}` in JSON, too; rename one"));
        }
    }
}

/// A member whose name a patch reads as a directive can't be patched.
pub(crate) fn check_name(ctxt: &Ctxt, name: &str, span: Span) {
    let directive = ["$patch", "$retainKeys"].contains(&name)
        || ["$setElementOrder/", "$deleteFromPrimitiveList/"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
    if directive {
        ctxt.error(
            span,
            format!(
                "`{name}` is a directive in a patch, so no patch can reach this field; rename it"
            ),
        );
    }
}

/// serde writes a marker as null, so it belongs in no document.
pub(crate) fn check_phantom(ctxt: &Ctxt, ty: &Type) {
    if is_phantom(ty) {
        ctxt.error_on(ty, "`PhantomData` is null in JSON; add `#[serde(skip)]` to leave it out");
    }
}

/// A newtype around itself has no form in JSON.
pub(crate) fn check_newtype(ctxt: &Ctxt, ty: &Type, own: &Ident) {
    if names_only(ty, own) {
        ctxt.error_on(
            ty,
            format!("`{own}` is in JSON what its field is, and that is `{own}`; name the field"),
        );
    }
}

/// The rules for the patch attributes of one field.
pub(crate) fn check_field(ctxt: &Ctxt, field: &Field) {
    let patch = &field.patch;
    check_leaf(ctxt, patch);
    check_metadata(ctxt, patch);
}

/// A leaf is replaced as a whole: nothing else is left to say.
fn check_leaf(ctxt: &Ctxt, patch: &FieldPatch) {
    if patch.leaf.is_none() {
        return;
    }
    let others = |name: &str| name != "leaf" && !UNION.contains(&name);
    for (name, span) in patch.places().filter(|(name, _)| others(name)) {
        ctxt.error(
            span,
            format!("a leaf is replaced as a whole; remove `{name}`, or remove `leaf`"),
        );
    }
}

/// The rules that need no knowledge of the field's type: those of [`smp_rules`] which
/// the attributes break whatever the type is. The constants of `assert.rs` check the
/// others.
fn check_metadata(ctxt: &Ctxt, patch: &FieldPatch) {
    if patch.leaf.is_some() {
        return;
    }
    let facts = FieldFacts {
        strategy: patch.strategy.map(|strategy| strategy.value).unwrap_or_default(),
        merge_key: patch.merge_key.is_some(),
        list_map_keys: patch.has("list_map_keys"),
        list_type: patch.list_type.map(|list_type| list_type.value),
        ..FieldFacts::NONE
    };
    // The strategy that was meant is not known.
    let unreadable = patch.strategy.is_none() && patch.has("strategy");
    for rule in Rule::ALL {
        if unreadable && rule == Rule::MergeKeyStrategy {
            continue;
        }
        if let Some(message) = rule.violated_by(&facts)
            && let Some(span) = patch.span_of(rule.part())
        {
            ctxt.error(span, message);
        }
    }
}

/// Only an object that has its own fields can be a union.
pub(crate) fn check_not_union_type(ctxt: &Ctxt, patch: &ContainerPatch, what: &str) {
    for (name, span) in patch.of_union() {
        ctxt.error(
            span,
            format!("a union is a struct with named fields, this is {what}; remove `{name}`"),
        );
    }
}

/// Of an enum one variant is set in any case.
pub(crate) fn check_enum_attributes(ctxt: &Ctxt, patch: &ContainerPatch) {
    for (name, span) in patch.of_union() {
        ctxt.error(span, format!("an enum is a union by itself; remove `{name}`"));
    }
}

/// A variant is a member under the name that serde gives it.
pub(crate) fn check_variant_attributes(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in union_places(patch) {
        ctxt.error(
            span,
            format!(
                "a variant is a member of its enum already, with its name in JSON as its value; \
                 remove `{name}`"
            ),
        );
    }
}

/// The fields of a variant are an object without a struct of its own.
pub(crate) fn check_variant_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in union_places(patch) {
        ctxt.error(
            span,
            format!("the fields of a variant are no union; write a struct, or remove `{name}`"),
        );
    }
}

fn union_places(patch: &FieldPatch) -> impl Iterator<Item = (&'static str, Span)> {
    patch.places().filter(|(name, _)| UNION.contains(name))
}

/// What a variant holds has no name of its own.
pub(crate) fn check_newtype_variant_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places() {
        ctxt.error(span, format!("write `{name}` on the variant, which is the field in JSON"));
    }
}
