//! From the syntax of a type to what the derive has to say about it. Mistakes
//! go to the [`Ctxt`]; what is left out because of one is never missed, for then
//! only a dummy is written.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Data, DataStruct, DeriveInput, Fields, Generics, Path, Type, WherePredicate};

use crate::attr::{ContainerPatch, FieldPatch};
use crate::ctxt::Ctxt;
use crate::serde::{ContainerSerde, FieldSerde, RenameAll, check_spelling};
use crate::{check, enumeration, ty, union};

/// The type to describe.
pub(crate) struct Input<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// Where `smp_core` is.
    pub(crate) krate: Option<Path>,
    /// What follows `where`, if the user writes it.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// The name that the schema shows.
    pub(crate) name: String,
    pub(crate) shape: Shape,
}

/// What the type is in JSON.
pub(crate) enum Shape {
    /// A string, number or boolean.
    Scalar,
    /// One of these strings.
    OneOf(Vec<String>),
    /// The same as another type.
    Same(Box<Type>),
    /// An object.
    Object(Object),
}

/// What an object is made of.
#[derive(Default)]
pub(crate) struct Object {
    pub(crate) fields: Vec<Field>,
    /// Of fields under their own names. Those of flattened types are theirs.
    pub(crate) union: Option<Union>,
}

/// Fields of which one at a time is set, by their places in the object.
pub(crate) struct Union {
    pub(crate) discriminator: Option<usize>,
    /// Each with the value by which the discriminator names it.
    pub(crate) members: Vec<(usize, String)>,
    pub(crate) exactly_one: bool,
    /// A member may be set beside a discriminator that names none.
    pub(crate) allow_inactive_member: bool,
    /// The object is a Rust enum.
    pub(crate) rust_enum: bool,
}

/// A field of an object.
pub(crate) struct Field {
    pub(crate) place: Place,
    pub(crate) ty: FieldType,
    pub(crate) patch: FieldPatch,
    /// serde skips it when it writes, or when it reads.
    pub(crate) one_way: bool,
    /// Nothing is wrong with it so far.
    pub(crate) sound: bool,
}

/// Where a field's value is in the object.
pub(crate) enum Place {
    /// Under a name of its own.
    Named { name: String, span: Span },
    /// Its fields are among those of the object.
    Flattened(Span),
}

/// What is known of a field's value.
pub(crate) enum FieldType {
    /// The constants of this type say.
    Described(Box<Type>),
    /// It is replaced as a whole, whatever it is.
    Leaf(Box<Type>),
    /// A string that serde adds.
    Tag,
    /// An object without a type of its own: the fields of a variant.
    Inline { name: String, object: Object },
}

/// Reads a derive's input.
pub(crate) fn read<'a>(ctxt: &Ctxt, input: &'a DeriveInput) -> Input<'a> {
    let patch = ContainerPatch::read(ctxt, &input.attrs);
    check_spelling(ctxt, &input.attrs);
    let serde = ContainerSerde::read(&input.attrs);
    check::check_lifetimes(ctxt, &input.generics);
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
    Input {
        ident: &input.ident,
        generics: &input.generics,
        krate: patch.krate,
        bound: patch.bound,
        name,
        shape,
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
            // What isn't a type is serde's to report.
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

/// Whether two texts are the same type but for blanks.
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
            let mut fields: Vec<_> = tag.into_iter().chain(named).collect();
            check::check_distinct_names(ctxt, &fields);
            let union = union::of_struct(ctxt, patch, &mut fields);
            Shape::Object(Object { fields, union })
        }
    }
}

/// The field that carries the name of a struct or variant.
pub(crate) fn tag(name: &syn::LitStr) -> Field {
    Field {
        place: Place::Named { name: name.value(), span: name.span() },
        ty: FieldType::Tag,
        patch: FieldPatch::default(),
        one_way: false,
        sound: true,
    }
}

pub(crate) fn named(
    ctxt: &Ctxt,
    own: &Ident,
    field: &syn::Field,
    rules: &RenameAll,
) -> Option<Field> {
    let ident = field.ident.as_ref()?;
    let before = ctxt.count();
    check_spelling(ctxt, &field.attrs);
    let patch = FieldPatch::read(ctxt, &field.attrs);
    let serde = FieldSerde::read(&field.attrs);
    if serde.skip() {
        check::check_skipped_field(ctxt, &patch);
        return None;
    }
    check::check_custom_functions(ctxt, &patch, &serde);
    let place = if let Some(flatten) = serde.flatten {
        check::check_flattened_field(ctxt, &patch);
        if patch.leaf.is_none() {
            check::check_flattened_type(ctxt, flatten, &field.ty, own);
        }
        Place::Flattened(flatten)
    } else {
        let plain = ident.unraw().to_string();
        let rename = serde.rename.as_ref();
        let (name, span) = rules.name(ctxt, rename, ident.span(), |rule| rule.apply(&plain));
        check::check_name(ctxt, &name, span);
        Place::Named { name, span }
    };
    let ty = if patch.leaf.is_some() {
        FieldType::Leaf(Box::new(field.ty.clone()))
    } else {
        check::check_phantom(ctxt, &field.ty);
        FieldType::Described(Box::new(field.ty.clone()))
    };
    let one_way = serde.skip_serializing || serde.skip_deserializing;
    let mut field = Field { place, ty, patch, one_way, sound: true };
    check::check_field(ctxt, &field);
    field.sound = ctxt.count() == before;
    Some(field)
}

/// A struct that is in JSON what its one field is.
fn transparent(ctxt: &Ctxt, input: &DeriveInput, data: &DataStruct) -> Shape {
    let mut carrying = Vec::new();
    for field in &data.fields {
        check_spelling(ctxt, &field.attrs);
        let patch = FieldPatch::read(ctxt, &field.attrs);
        let serde = FieldSerde::read(&field.attrs);
        check::check_transparent_field(ctxt, &patch, &serde);
        let ignored = serde.skip_serializing || serde.skip_deserializing || serde.default;
        if data.fields.len() == 1 || !(ignored || ty::is_phantom(&field.ty)) {
            carrying.push(field);
        }
    }
    if let [field] = carrying[..] {
        check::check_newtype(ctxt, &field.ty, &input.ident);
        return Shape::Same(Box::new(field.ty.clone()));
    }
    ctxt.error_on(
        &input.ident,
        "a transparent type is what its one field is; skip the other fields with `#[serde(skip)]`",
    );
    Shape::Scalar
}
