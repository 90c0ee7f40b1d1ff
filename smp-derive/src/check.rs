//! The checks of attributes, alone and in combination with those of serde: one function for
//! each rule. Rules that depend on the type of a field are not here, since a macro sees only
//! the name of a type: `assert.rs` writes constants that check them by the constants of
//! `PatchSchema`.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, GenericParam, Generics, Meta, Path, Token, Type, Variant};

use smp_rules::{FieldFacts, Rule};

use crate::attr::{ContainerPatch, FieldPatch};
use crate::ctxt::Ctxt;
use crate::dependency;
use crate::model::{Field, FieldType, Place};
use crate::serde::{FieldSerde, borrow};
use crate::ty::{
    Unshared, contains_only, has_fixed_length, is_dyn, is_phantom, list_as_key, names_only, text,
    unshared,
};

/// The attributes that make a field part of a union. They do not change how a patch merges its
/// value.
const UNION: [&str; 4] = ["discriminator", "empty_is_unset", "union_member", "value"];

/// Refuses lifetimes: `PatchSchema` is for types without borrowed data.
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

/// Refuses `borrow` in a type without lifetimes: serde would read only `'static` documents, and the
/// compiler would refuse each merge with a message about `Deserialize`.
pub(crate) fn check_borrowed(ctxt: &Ctxt, input: &DeriveInput) {
    let attributes: Vec<&[Attribute]> = match &input.data {
        _ if input.generics.lifetimes().next().is_some() => return,
        Data::Enum(data) => data.variants.iter().map(|variant| &*variant.attrs).collect(),
        Data::Struct(_) | Data::Union(_) => Vec::new(),
    };
    let fields = fields(&input.data).into_iter().map(|field| &*field.attrs);
    for borrow in attributes.into_iter().chain(fields).filter_map(borrow) {
        ctxt.error(
            borrow,
            "a merge reads values that own their data; remove `borrow`: without it, serde reads \
             text of its own into a `Cow<'static, _>`",
        );
    }
}

/// Refuses `Rc` and cells: without this, the compiler reports up to three errors, in other places.
/// Returns whether it found any.
pub(crate) fn check_shared(ctxt: &Ctxt, data: &Data) -> bool {
    let mut found = false;
    for field in fields(data) {
        let Some(unshared) = unshared(&field.ty) else { continue };
        found = true;
        let remedy = match unshared {
            Unshared::Rc => "an `Rc` cannot; use `Arc`",
            Unshared::RefCell => {
                "a `RefCell` cannot; leave it out, or use `RwLock`, with `#[patch(leaf)]` on the field"
            }
            Unshared::Cell => {
                "a `Cell` cannot; leave it out, or use an atomic type, with `#[patch(leaf)]` on the \
                 field"
            }
        };
        ctxt.error_on(
            &field.ty,
            format!("a type with a patch schema can be shared between threads, and {remedy}"),
        );
    }
    found
}

/// The fields of a struct, or of all variants of an enum.
fn fields(data: &Data) -> Vec<&syn::Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    }
}

/// Refuses trait objects, for which the compiler reports up to four errors. Returns whether it
/// found any.
pub(crate) fn check_trait_objects(ctxt: &Ctxt, described: &[&Type]) -> bool {
    let mut objects = described.iter().filter(|ty| is_dyn(ty)).peekable();
    let found = objects.peek().is_some();
    for ty in objects {
        ctxt.error_on(
            ty,
            "a trait object has no patch schema, since its form in JSON depends on the value; mark \
             the field `#[patch(leaf)]` to have it replaced as a whole, or leave it out of \
             documents with `#[serde(skip)]`; its type must be `Send` and `Sync` in both cases",
        );
    }
    found
}

/// Refuses packed structs: a merge takes references to fields.
pub(crate) fn check_packed(ctxt: &Ctxt, attributes: &[Attribute]) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        for meta in metas.into_iter().flatten().filter(|meta| meta.path().is_ident("packed")) {
            ctxt.error_on(
                meta,
                "a merge takes references to fields, which a packed struct cannot give; remove \
                 `packed`, or mark the fields that have this type `#[patch(leaf)]`",
            );
        }
    }
}

/// Refuses a type whose crate depends on smp-core under a different name, which the generated code
/// cannot know. Returns whether it refused the type.
pub(crate) fn check_crate(ctxt: &Ctxt, krate: Option<&Path>, own: &Ident) -> bool {
    let Some(name) = dependency::renamed().filter(|_| krate.is_none()) else { return false };
    ctxt.error_on(
        own,
        format!(
            "the dependency on smp-core is called `{name}` in Cargo.toml; add \
             `#[patch(crate = \"{name}\")]`"
        ),
    );
    true
}

/// Refuses attributes in a leaf: a patch doesn't see its fields or variants.
pub(crate) fn check_leaf_type(ctxt: &Ctxt, data: &Data) {
    let mut fields: Vec<&syn::Field> = Vec::new();
    match data {
        Data::Struct(data) => fields.extend(&data.fields),
        Data::Enum(data) => {
            for variant in &data.variants {
                let reason =
                    "a patch replaces a leaf as a whole, so its variants take no attributes";
                check_bare_variant(ctxt, variant, reason);
                fields.extend(&variant.fields);
            }
        }
        Data::Union(_) => {}
    }
    for field in fields {
        for (name, span) in FieldPatch::read(ctxt, &field.attrs).places() {
            ctxt.error(span, format!("a patch replaces a leaf as a whole, so its fields take no attributes; remove `{name}`"));
        }
    }
}

/// Refuses attributes on a variant without data: in JSON it is a string.
pub(crate) fn check_unit_variant(ctxt: &Ctxt, variant: &Variant) {
    let reason = "a variant without data is a string in JSON, which takes no patch attributes";
    check_bare_variant(ctxt, variant, reason);
}

/// Refuses attributes on a variant that takes none for this reason.
pub(crate) fn check_bare_variant(ctxt: &Ctxt, variant: &Variant, reason: &str) {
    for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("patch")) {
        ctxt.error_on(attribute, format!("{reason}; remove them"));
    }
}

/// Refuses attributes on a skipped field: documents don't have it.
pub(crate) fn check_skipped_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places() {
        ctxt.error(span, format!("no patch can reach a field that serde skips; remove `{name}`"));
    }
}

/// Refuses attributes on a flattened field: it has no name in JSON, so that a patch can't
/// change it as a whole.
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

/// Refuses a map whose keys are lists in JSON, where the key of an object is a string.
pub(crate) fn check_map_keys(ctxt: &Ctxt, ty: &Type) {
    if let Some(key) = list_as_key(ty) {
        ctxt.error_on(
            key,
            format!(
                "the keys of an object are strings in JSON, and a `{}` is a list there; use a type \
                 that serde writes as a string, or functions of serde that give the map another \
                 form, with `#[patch(leaf)]`",
                text(key)
            ),
        );
    }
}

/// Refuses a type that is flattened into itself: it would have endlessly many fields.
pub(crate) fn check_flattened_type(ctxt: &Ctxt, flatten: Span, ty: &Type, own: &Ident) {
    if names_only(ty, own) {
        ctxt.error(flatten, "a type cannot be flattened into itself; leave `flatten` out");
    }
}

/// Refuses attributes on the field of a transparent type: they belong on the fields of other
/// types that have this type.
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

/// Refuses functions of serde on a field that is not a leaf: the JSON that they write and read
/// is not known.
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

/// Refuses two fields with the same JSON name.
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

/// Refuses a JSON name that is a directive in a patch: no patch could change the field.
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

/// Refuses a `PhantomData` that is not skipped: serde writes it as null.
pub(crate) fn check_phantom(ctxt: &Ctxt, ty: &Type) {
    if is_phantom(ty) {
        ctxt.error_on(ty, "`PhantomData` is null in JSON; add `#[serde(skip)]` to leave it out");
    }
}

/// Refuses a newtype whose field is the type itself, which has no JSON, or a list or map of the
/// type, whose constants would depend on themselves.
pub(crate) fn check_newtype(ctxt: &Ctxt, ty: &Type, own: &Ident) {
    if contains_only(ty, own) {
        ctxt.error_on(
            ty,
            format!(
                "`{own}` is in JSON what its field is, which would be lists or maps in each other \
                 without end; name the field"
            ),
        );
        return;
    }
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
    check_length(ctxt, field);
    check_named(ctxt, field);
}

/// Refuses to merge a list that no directive can name.
fn check_named(ctxt: &Ctxt, field: &Field) {
    if let (Place::Named { name, span }, Some(strategy)) = (&field.place, field.patch.strategy)
        && name.is_empty()
        && strategy.value.is_merge()
    {
        ctxt.error(*span, "no directive can name a field whose name is empty; rename it");
    }
}

/// Refuses to merge a list that can't have more or fewer elements.
fn check_length(ctxt: &Ctxt, field: &Field) {
    if let (FieldType::Described(ty), Some(strategy)) = (&field.ty, field.patch.strategy)
        && strategy.value.is_merge()
        && has_fixed_length(ty)
    {
        ctxt.error(
            strategy.span,
            format!(
                "`{}` has a fixed number of elements, so it cannot merge; use a `Vec`, or remove \
                 the strategy",
                text(ty)
            ),
        );
    }
}

/// Refuses other attributes on a leaf: it is replaced as a whole.
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

/// Checks the rules of [`smp_rules`] that the attributes violate with any type of the field.
/// The constants of `assert.rs` check the others.
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
    // If the strategy can't be read, rules that depend on it are not checked.
    let unreadable = patch.strategy.is_none() && patch.has("strategy");
    for rule in Rule::ALL {
        if unreadable && rule == Rule::MergeKeyStrategy {
            continue;
        }
        if let Some(message) = rule.violated_by(facts)
            && let Some(span) = patch.span_of(rule.part())
        {
            ctxt.error(span, message);
        }
    }
}

/// Refuses union attributes on a type without fields of its own.
pub(crate) fn check_not_union_type(ctxt: &Ctxt, patch: &ContainerPatch, what: &str) {
    for (name, span) in patch.of_union() {
        ctxt.error(
            span,
            format!("a union is a struct with named fields, this is {what}; remove `{name}`"),
        );
    }
    if let Some(map_type) = patch.map_type {
        let message = format!(
            "a map type is for a struct with named fields, this is {what}; remove `map_type`"
        );
        ctxt.error(map_type.span, message);
    }
}

/// Refuses union attributes on an enum: it is always a union.
pub(crate) fn check_enum_attributes(ctxt: &Ctxt, patch: &ContainerPatch) {
    for (name, span) in patch.of_union() {
        ctxt.error(span, format!("an enum is always a union; remove `{name}`"));
    }
    if let Some(map_type) = patch.map_type {
        let message = "a map type is for a struct; write it on the fields that hold this enum";
        ctxt.error(map_type.span, message);
    }
}

/// Refuses union attributes on a variant: it is a member with the name that serde gives it.
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

/// Refuses union attributes on the fields of a variant, which have no struct of their own.
pub(crate) fn check_variant_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in union_places(patch) {
        ctxt.error(
            span,
            format!(
                "the fields of a variant cannot be a union; write a struct, or remove `{name}`"
            ),
        );
    }
}

fn union_places(patch: &FieldPatch) -> impl Iterator<Item = (&'static str, Span)> {
    patch.places().filter(|(name, _)| UNION.contains(name))
}

/// Refuses attributes on the field of a newtype variant: in JSON the variant has a name, but the
/// field does not.
pub(crate) fn check_newtype_variant_field(ctxt: &Ctxt, patch: &FieldPatch) {
    for (name, span) in patch.places() {
        ctxt.error(span, format!("write `{name}` on the variant, which is the field in JSON"));
    }
}
