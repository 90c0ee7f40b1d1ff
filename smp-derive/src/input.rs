//! Reads a type: from its syntax to an [`Input`]. Mistakes are collected in the [`Ctxt`]. If there
//! are any, the derive writes a dummy and does not use the rest of the `Input`.

use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Data, DataStruct, DeriveInput, Fields, Type};

use crate::attr::{ContainerPatch, FieldPatch};
use crate::ctxt::Ctxt;
use crate::expand::described;
use crate::fields::{carrying, named, tag};
use crate::model::{Input, Object, Shape};
use crate::serde::{ContainerSerde, FieldSerde, check_spelling};
use crate::{check, enumeration, kept, kube, object, reflected, union};

/// Reads a derive's input.
pub(crate) fn read<'a>(ctxt: &Ctxt, input: &'a DeriveInput) -> Input<'a> {
    let patch = ContainerPatch::read(ctxt, &input.attrs);
    check_spelling(ctxt, &input.attrs);
    let serde = ContainerSerde::read(&input.attrs);
    check::check_lifetimes(ctxt, &input.generics);
    check::check_borrowed(ctxt, input);
    if patch.leaf.is_none() {
        check::check_packed(ctxt, &input.attrs);
    }
    let has_rc = check::check_shared(ctxt, &input.data);
    let is_renamed = check::check_crate(ctxt, patch.krate.as_ref(), &input.ident);
    let plain_name = input.ident.unraw().to_string();
    let name = serde.rename.as_ref().map_or_else(
        || plain_name.clone(),
        |rename| rename.serialize.as_ref().map_or(plain_name.clone(), syn::LitStr::value),
    );
    let shape = if patch.leaf.is_some() {
        check::check_leaf_type(ctxt, &input.data);
        check::check_not_union_type(ctxt, &patch, "a leaf");
        Shape::Scalar
    } else if let Some(shape) = delegated(ctxt, &serde) {
        check::check_not_union_type(ctxt, &patch, "a type that is converted");
        shape
    } else {
        match &input.data {
            Data::Struct(data) => structure(ctxt, input, data, &patch, &serde),
            Data::Enum(data) => {
                check::check_enum_attributes(ctxt, &patch);
                enumeration::read(ctxt, input, data, &serde)
            }
            Data::Union(data) => {
                ctxt.error_on(
                    data.union_token,
                    "a Rust union has no form in JSON; derive `PatchSchema` for a struct",
                );
                Shape::Scalar
            }
        }
    };
    let has_dyn = check::check_trait_objects(ctxt, &described(&shape));
    Input {
        ident: &input.ident,
        generics: &input.generics,
        krate: patch.krate,
        bound: patch.bound,
        name,
        skipped: kept::skipped(input, &shape, &serde),
        reflected: reflected::read(input, &shape, serde),
        shape,
        never_compiles: has_rc || has_dyn || is_renamed,
        constants: object::constants(input),
        unknown_fields: object::unknown_fields(&input.data),
    }
}

/// `remote`, `from`, `try_from` and `into`: the JSON is that of another type.
fn delegated(ctxt: &Ctxt, serde: &ContainerSerde) -> Option<Shape> {
    if let Some(remote) = serde.remote {
        ctxt.error(
            remote,
            "a `remote` definition has no JSON of its own, so it needs no patch schema; mark the \
             fields that use it `#[patch(leaf)]`",
        );
        return Some(Shape::Scalar);
    }
    let (read, written) = (serde.from.as_ref(), serde.into.as_ref());
    let other = read.or(written)?;
    match (read, written) {
        (Some(read), Some(written)) if same_type(&read.value(), &written.value()) => {
            // If the text is not a type, serde reports it.
            Some(other.parse().map_or(Shape::Scalar, |ty| Shape::Same(Box::new(ty))))
        }
        (Some(read), Some(written)) => {
            ctxt.error_on(
                written,
                format!(
                    "a patch needs one form in JSON: this is written as `{}` and read as `{}`; \
                     convert into and from the same type",
                    written.value(),
                    read.value()
                ),
            );
            Some(Shape::Scalar)
        }
        _ => {
            let (here, missing) =
                if read.is_some() { ("read as", "into") } else { ("written as", "from") };
            ctxt.error_on(
                other,
                format!(
                    "this is {here} `{0}`, which need not be its own form in JSON; add \
                     `{missing} = \"{0}\"`, so that the patch schema is that of `{0}`, or \
                     `#[patch(leaf)]` if it is a string, number or boolean",
                    other.value()
                ),
            );
            Some(Shape::Scalar)
        }
    }
}

/// Whether two texts are the same type, apart from white space.
fn same_type(left: &str, right: &str) -> bool {
    let parse = |text| syn::parse_str::<Type>(text).map(|ty| ty.to_token_stream().to_string());
    left == right || matches!((parse(left), parse(right)), (Ok(left), Ok(right)) if left == right)
}

fn structure(
    ctxt: &Ctxt,
    input: &DeriveInput,
    data: &DataStruct,
    patch: &ContainerPatch,
    serde: &ContainerSerde,
) -> Shape {
    if serde.transparent.is_some() || !matches!(data.fields, Fields::Named(_)) {
        check::check_not_union_type(ctxt, patch, "a type without named fields of its own");
    }
    match &data.fields {
        _ if serde.transparent.is_some() => transparent(ctxt, input, data),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => transparent(ctxt, input, data),
        Fields::Unnamed(fields) => {
            ctxt.error_on(
                fields,
                "a tuple struct is a list of mixed types in JSON, which no patch can look into; \
                 name its fields, mark it `#[patch(leaf)]` if it is a string, number or boolean, \
                 or mark the fields that hold it `#[patch(leaf)]`",
            );
            Shape::Scalar
        }
        Fields::Unit => {
            ctxt.error_on(
                &input.ident,
                "a unit struct is null in JSON; give it fields, or braces to make it an empty \
                 object",
            );
            Shape::Scalar
        }
        Fields::Named(fields) => {
            let tag = serde.tag.as_ref().map(tag);
            let rules = &serde.rename_all;
            let named =
                fields.named.iter().filter_map(|field| named(ctxt, &input.ident, field, rules));
            let added = kube::added_fields(&input.generics, fields);
            let mut fields: Vec<_> = tag.into_iter().chain(added).chain(named).collect();
            check::check_distinct_names(ctxt, &fields);
            let union = union::of_struct(ctxt, patch, serde.default.as_ref(), &mut fields);
            let map_type = patch.map_type.map(|written| written.value).unwrap_or_default();
            Shape::Object(Object { fields, union, map_type })
        }
    }
}

/// A struct that has the JSON of its one field.
fn transparent(ctxt: &Ctxt, input: &DeriveInput, data: &DataStruct) -> Shape {
    for field in &data.fields {
        check_spelling(ctxt, &field.attrs);
        let patch = FieldPatch::read(ctxt, &field.attrs);
        check::check_transparent_field(ctxt, &patch, &FieldSerde::read(&field.attrs));
    }
    if let [(_, field)] = carrying(data)[..] {
        check::check_newtype(ctxt, &field.ty, &input.ident);
        return Shape::Same(Box::new(field.ty.clone()));
    }
    ctxt.error_on(
        &input.ident,
        "a transparent type needs exactly one field; skip the others with `#[serde(skip)]`",
    );
    Shape::Scalar
}
