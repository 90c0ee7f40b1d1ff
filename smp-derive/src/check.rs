//! What can be wrong with a type and its attributes: one named function a rule.
//! Where the name of a type says too little, `expand.rs` writes a constant that
//! checks the same rule by the constants of `PatchSchema`.

use proc_macro2::{Ident, Span};
use syn::{Data, GenericParam, Generics, LitStr, Type, Variant};

use crate::attr::{Base, ContainerPatch, FieldPatch, ListType};
use crate::ctxt::Ctxt;
use crate::input::{Field, FieldType, Place};
use crate::serde::FieldSerde;
use crate::ty::{Element, Known, known, names_only, text};

/// The attributes that make a field part of a union. They say nothing of what a
/// patch does to its value.
const UNION: [&str; 4] = ["discriminator", "empty_is_unset", "union_member", "value"];

/// `PatchSchema` is for types that own what they hold.
pub(crate) fn no_lifetimes(ctxt: &Ctxt, generics: &Generics) {
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
pub(crate) fn leaf_type_is_plain(ctxt: &Ctxt, data: &Data) {
    let mut fields: Vec<&syn::Field> = Vec::new();
    match data {
        Data::Struct(data) => fields.extend(&data.fields),
        Data::Enum(data) => {
            for variant in &data.variants {
                variant_says_nothing(ctxt, variant);
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
pub(crate) fn variant_says_nothing(ctxt: &Ctxt, variant: &Variant) {
    for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("patch")) {
        ctxt.error_on(attribute, "a variant has no patch attributes; remove them");
    }
}

/// Documents don't carry a skipped field.
pub(crate) fn skipped_field_says_nothing(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places() {
        ctxt.error(span, format!("no patch can reach a field that serde skips; remove `{name}`"));
    }
}

/// A flattened field has no name in JSON, so a patch cannot say what becomes of
/// it as a whole.
pub(crate) fn flattened_field_says_nothing(ctxt: &Ctxt, patch: &FieldPatch) {
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
pub(crate) fn flattened_type_is_another(ctxt: &Ctxt, flatten: Span, ty: &Type, own: &Ident) {
    if names_only(ty, own) {
        ctxt.error(flatten, "a type cannot be flattened into itself; leave `flatten` out");
    }
}

/// What a patch does to a value is said where the value is a field.
pub(crate) fn transparent_field_says_nothing(ctxt: &Ctxt, patch: &FieldPatch, serde: &FieldSerde) {
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
pub(crate) fn custom_form_is_leaf(ctxt: &Ctxt, patch: &FieldPatch, serde: &FieldSerde) {
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
pub(crate) fn names_are_distinct(ctxt: &Ctxt, fields: &[Field]) {
    let names: Vec<(&str, Span)> = fields
        .iter()
        .filter_map(|field| match &field.place {
            Place::Named { name, span } => Some((name.as_str(), *span)),
            Place::Flattened(_) => None,
        })
        .collect();
    for (at, (name, span)) in names.iter().enumerate() {
        if names.iter().take(at).any(|(earlier, _)| earlier == name) {
            ctxt.error(*span, format!("another field is called `{name}` in JSON, too; rename one"));
        }
    }
}

/// The rules for the patch attributes of one field.
pub(crate) fn field(ctxt: &Ctxt, field: &Field) {
    let patch = &field.patch;
    leaf_stands_alone(ctxt, patch);
    merge_key_needs_merge(ctxt, patch);
    list_type_suits_keys(ctxt, patch);
    let (FieldType::Described(ty), None) = (&field.ty, patch.leaf) else { return };
    let (known, text) = (known(ty), text(ty));
    strategy_suits_type(ctxt, patch, known, &text);
    keys_suit_type(ctxt, patch, known, &text);
    list_type_suits_type(ctxt, patch, known, &text);
}

/// A leaf is replaced as a whole: nothing else is left to say.
fn leaf_stands_alone(ctxt: &Ctxt, patch: &FieldPatch) {
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

/// Only a list that merges looks at keys.
fn merge_key_needs_merge(ctxt: &Ctxt, patch: &FieldPatch) {
    let (Some(key), None) = (&patch.merge_key, patch.leaf) else { return };
    match patch.strategy {
        Some(strategy) if strategy.value.base == Base::Merge => {}
        Some(_) => ctxt.error_on(
            key,
            "`merge_key` needs a strategy with `merge`: only then are elements told apart",
        ),
        None if patch.says("strategy") => {}
        None => ctxt.error_on(
            key,
            "`merge_key` needs `strategy = \"merge\"` beside it: without a strategy a list is \
             replaced as a whole",
        ),
    }
}

/// Map keys make a list a map, and a map needs them.
fn list_type_suits_keys(ctxt: &Ctxt, patch: &FieldPatch) {
    match (patch.list_type, &patch.list_map_keys) {
        (Some(_), None) if patch.says("list_map_keys") => {}
        (Some(list_type), None) if list_type.value == ListType::Map => ctxt.error(
            list_type.span,
            "a list of type `map` needs the keys of its elements: add `list_map_keys(\"…\")`",
        ),
        (Some(list_type), Some(_)) if list_type.value != ListType::Map => ctxt.error(
            list_type.span,
            "only a list of type `map` has `list_map_keys`: write `list_type = \"map\"`, or leave \
             `list_type` out, which means the same",
        ),
        _ => {}
    }
}

fn strategy_suits_type(ctxt: &Ctxt, patch: &FieldPatch, known: Known, text: &str) {
    let Some(strategy) = patch.strategy else { return };
    let merge = strategy.value.base == Base::Merge;
    let retain_keys = strategy.value.retain_keys;
    let keyed = patch.says("merge_key") || patch.says("list_map_keys");
    let mistake = match known {
        Known::Scalar if merge => {
            format!("`{text}` is a scalar, which cannot merge; leave `strategy` out")
        }
        Known::Scalar if retain_keys => {
            format!("`{text}` is a scalar and has no keys to retain; leave `strategy` out")
        }
        Known::List(_) if retain_keys && !merge => format!(
            "`{text}` is a list, where `retainKeys` needs `merge` beside it: an atomic list is \
             replaced as a whole; write `merge|retainKeys`"
        ),
        Known::List(Element::Scalar) if retain_keys => {
            format!("`{text}` is a list of scalars, which have no keys to retain; write `merge`")
        }
        Known::List(Element::List) if merge => {
            format!("`{text}` is a list of lists, which cannot merge; leave `strategy` out")
        }
        Known::List(Element::Map) if merge && !keyed => format!(
            "`{text}` is a list of objects: to merge it needs a merge key; add `merge_key = \"…\"`"
        ),
        _ => return,
    };
    ctxt.error(strategy.span, mistake);
}

fn keys_suit_type(ctxt: &Ctxt, patch: &FieldPatch, known: Known, text: &str) {
    let merge_key = patch.merge_key.as_ref().map(|key| ("merge key", key));
    let map_keys = patch.list_map_keys.iter().flat_map(|keys| &keys.value);
    let map_keys = map_keys.map(|key| ("list map key", &key.name));
    for (role, key) in merge_key.into_iter().chain(map_keys) {
        key_suits_type(ctxt, role, key, known, text);
    }
}

fn key_suits_type(ctxt: &Ctxt, role: &str, key: &LitStr, known: Known, text: &str) {
    let mistake = match known {
        Known::List(Element::Scalar) => {
            format!("`{text}` is a list of scalars, which have no {role}; remove it")
        }
        Known::Scalar | Known::Map => {
            format!("`{text}` is not a list: only a list has a {role}; remove it")
        }
        Known::List(_) | Known::Unknown => return,
    };
    ctxt.error(key.span(), mistake);
}

fn list_type_suits_type(ctxt: &Ctxt, patch: &FieldPatch, known: Known, text: &str) {
    if let (Some(list_type), Known::Scalar | Known::Map) = (patch.list_type, known) {
        ctxt.error(
            list_type.span,
            format!("`{text}` is not a list: `list_type` belongs on a list; remove it"),
        );
    }
}

/// Only an object that has its own fields can be a union.
pub(crate) fn type_is_no_union(ctxt: &Ctxt, patch: &ContainerPatch, what: &str) {
    for (name, span) in patch.of_union() {
        ctxt.error(
            span,
            format!("a union is a struct with named fields, this is {what}; remove `{name}`"),
        );
    }
}

/// Of an enum one variant is set in any case.
pub(crate) fn enum_is_a_union_already(ctxt: &Ctxt, patch: &ContainerPatch) {
    for (name, span) in patch.of_union() {
        ctxt.error(span, format!("an enum is a union by itself; remove `{name}`"));
    }
}

/// A variant is a member under the name that serde gives it.
pub(crate) fn variant_is_a_member_already(ctxt: &Ctxt, patch: &FieldPatch) {
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

/// The fields of a variant stand in an object that is no struct of its own.
pub(crate) fn field_is_of_no_union(ctxt: &Ctxt, patch: &FieldPatch) {
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
pub(crate) fn attributes_stand_on_the_variant(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places() {
        ctxt.error(span, format!("write `{name}` on the variant, which is the field in JSON"));
    }
}
