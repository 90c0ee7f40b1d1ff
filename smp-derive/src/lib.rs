//! `#[derive(PatchSchema)]`, which `smp_core` re-exports: the one macro of this
//! crate, [`PatchSchema`](macro@PatchSchema), is documented with all of its
//! attributes.
//!
//! A derive runs through these modules in turn: `input` reads the type, with
//! `attr`, `value` and `serde` for its attributes, `check` holds it against the
//! rules (`enumeration` and `union` do both for theirs), and `expand` writes the
//! implementation, with the fields as `rows` and the assertions of `assert`.
//! Every mistake goes to `ctxt`; where there is one, `fallback` writes a dummy.

// Nothing here may panic: an exception gives its reason in its place.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod assert;
mod attr;
mod case;
mod check;
mod ctxt;
mod enumeration;
mod expand;
mod fallback;
mod fields;
mod input;
mod kube;
mod model;
mod object;
mod reached;
mod rows;
mod serde;
mod spelling;
mod ty;
#[cfg(test)]
mod ui;
mod union;
mod value;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Describes a type for strategic merge patch: `smp_core::PatchSchema`.
///
/// ```
/// use smp_core::{PatchSchema, StrategicMerge};
///
/// #[derive(PatchSchema)]
/// #[serde(rename_all = "camelCase")]
/// struct PodSpec {
///     #[patch(strategy = "merge", merge_key = "name")]
///     containers: Vec<Container>,
///     node_selector: std::collections::BTreeMap<String, String>,
/// }
///
/// #[derive(PatchSchema)]
/// struct Container {
///     name: String,
///     image: Option<String>,
/// }
///
/// let spec = PodSpec::schema().root();
/// assert_eq!(spec.field("containers").unwrap().merge_key(), Some("name"));
/// assert!(spec.field("nodeSelector").is_some());
/// ```
///
/// The type of every field needs a schema, too, unless the field is a
/// [leaf](#leaves). Strings, numbers, lists, maps, `Option`, `Box` and
/// `serde_json::Value` have one.
///
/// # Attributes of a field
///
/// | `#[patch(…)]` | meaning |
/// |---|---|
/// | `strategy = "merge"` | a list merges element by element; an object member by member |
/// | `strategy = "replace"` | the patch's value takes the place of the whole |
/// | `strategy = "retainKeys"` | an object whose patch lists the members to keep |
/// | `strategy = "merge\|retainKeys"`, `"replace\|retainKeys"` | both; `,` does for `\|` |
/// | `merge_key = "name"` | the field that tells the elements of a merge list apart |
/// | `list_type = "atomic"`, `"set"`, `"map"` | how the API server's own merge sees the list |
/// | `list_map_keys("port" = 80, "protocol" = "TCP")` | the fields that identify an element of a list of type `map`, each with the value it has where it is absent, if any: a string, an integer, `true` or `false` |
/// | `leaf` | the value is replaced as a whole, and its type needs no schema |
/// | `union_member` | of all fields with this attribute one at a time is set |
/// | `discriminator` | a string that says which member of the union is set |
/// | `value = "EmptyDir"` | what the discriminator calls the member, if not by its JSON name in `PascalCase`; members that all say the same may be set together |
/// | `empty_is_unset` | the member counts as absent where it is an empty string or list, 0 or false |
///
/// Keys are JSON names of strings, integers or booleans that every element has. They
/// may be fields of types that serde flattens into the element. A number with a
/// fraction is no key, since `1.0` and `1` are two keys in JSON. `list_map_keys` implies
/// `list_type = "map"`.
///
/// ```
/// use smp_core::{ListType, PatchSchema, Strategy, StrategicMerge};
///
/// #[derive(PatchSchema)]
/// #[serde(rename_all = "camelCase")]
/// struct Container {
///     #[patch(strategy = "merge", merge_key = "containerPort")]
///     #[patch(list_map_keys("containerPort", "protocol" = "TCP"))]
///     ports: Vec<ContainerPort>,
///     #[patch(strategy = "merge", list_type = "set")]
///     finalizers: Vec<String>,
/// }
///
/// #[derive(PatchSchema)]
/// #[serde(rename_all = "camelCase")]
/// struct ContainerPort {
///     container_port: u16,
///     protocol: Option<String>,
/// }
///
/// let ports = Container::schema().root().field("ports").unwrap();
/// assert_eq!(ports.strategy(), Strategy::MERGE);
/// assert_eq!(ports.list_type(), Some(ListType::Map));
/// assert_eq!(ports.list_map_keys()[1].default(), Some(&"TCP".into()));
/// ```
///
/// # Attributes of a type
///
/// | `#[patch(…)]` | meaning |
/// |---|---|
/// | `leaf` | the type is a string, number or boolean in JSON, whatever it is in Rust |
/// | `union` | of all fields but the discriminator one at a time is set |
/// | `exactly_one` | validation wants one member of the union set, not only at most one |
/// | `allow_inactive_member` | a member may be set beside a discriminator that names none |
/// | `crate = "path"` | where `smp_core` is, if not at `::smp_core`: for crates that re-export it, or that give it another name in `Cargo.toml`. A macro may write `crate = $crate::path` |
/// | `bound = "T: …"` | what follows `where`, in place of the derive's guess |
///
/// The guess for a type parameter is `T: PatchSchema` where the schema needs it, and
/// `T: 'static` elsewhere (skipped fields, leaves); for an associated type it is
/// `T::Item: PatchSchema`. A type with lifetimes has no schema.
///
/// # Leaves
///
/// On a field, `leaf` takes a type as it comes: from another crate, say. On a type it
/// says that its values are scalars, so that they can be merge keys. What a type writes
/// is not known to a derive, so that this is the author's promise.
///
/// ```
/// use smp_core::{PatchSchema, Strategy, StrategicMerge};
///
/// #[derive(PatchSchema)]
/// struct Resources {
///     cpu: Quantity,
///     port: IntOrString,
///     #[patch(leaf)]
///     timeout: std::time::Duration,
/// }
///
/// // Written and read as a string such as `100m`.
/// #[derive(PatchSchema)]
/// #[patch(leaf)]
/// struct Quantity(u64, &'static str);
///
/// #[derive(PatchSchema)]
/// #[patch(leaf)]
/// #[serde(untagged)]
/// enum IntOrString {
///     Int(i32),
///     String(String),
/// }
///
/// let timeout = Resources::schema().root().field("timeout").unwrap();
/// assert_eq!(timeout.strategy(), Strategy::REPLACE);
/// ```
///
/// # Unions
///
/// The members of a union are `Option`s. A struct is a union as a whole (`union`), or
/// some of its fields are one (`union_member`); either may have one discriminator: a
/// `String`, an `Option<String>`, or an enum without data that has a variant for the value
/// of each member. A struct that flattens others has their unions, too.
///
/// ```
/// use smp_core::{PatchSchema, StrategicMerge};
///
/// #[derive(PatchSchema)]
/// struct Volume {
///     name: String,
///     #[serde(flatten)]
///     source: VolumeSource,
/// }
///
/// #[derive(PatchSchema)]
/// #[patch(union)]
/// #[serde(rename_all = "camelCase")]
/// struct VolumeSource {
///     empty_dir: Option<String>,
///     host_path: Option<String>,
/// }
///
/// #[derive(PatchSchema)]
/// struct Backend {
///     #[patch(discriminator)]
///     kind: Option<String>,
///     #[patch(union_member)]
///     service: Option<String>,
///     #[patch(union_member, value = "Ref")]
///     resource: Option<String>,
/// }
///
/// assert_eq!(Volume::schema().root().unions()[0].value_of("hostPath"), Some("HostPath"));
/// assert_eq!(Backend::schema().root().unions()[0].value_of("resource"), Some("Ref"));
/// ```
///
/// An enum with data is a union by nature. `T::strategic_merge` makes one variant of it,
/// whatever the options say.
///
/// | serde's form | in JSON | refused |
/// |---|---|---|
/// | externally tagged | a field for each variant, no discriminator | variants without data beside others: they are strings; write `Empty {}`, or mark the fields that hold the enum `leaf` |
/// | internally tagged | the tag as discriminator, and the one field of each variant | variants that hold a type, or several fields |
/// | adjacently tagged | the tag as discriminator, and the content | variants with data of several types, unless all are `leaf`: the content's type would depend on the tag. Where several have content, a patch that sets another tag sets the content, too |
/// | untagged | | always: which variant it is shows only in what it holds |
///
/// Attributes of a field are written on the variant where that is the field.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use smp_core::{Patch, PatchSchema, StrategicMerge};
///
/// #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
/// struct Volume {
///     name: String,
///     #[serde(flatten)]
///     source: Source,
/// }
///
/// #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
/// #[serde(rename_all = "camelCase")]
/// enum Source {
///     EmptyDir {},
///     HostPath { path: String },
/// }
///
/// let live = Volume { name: "data".into(), source: Source::EmptyDir {} };
/// let patch = Patch::from_json(r#"{"hostPath": {"path": "/data"}}"#)?;
/// let result = Volume::strategic_merge(&live, &patch)?;
/// assert_eq!(result.source, Source::HostPath { path: "/data".into() });
/// # Ok::<(), smp_core::Error>(())
/// ```
///
/// # What is described
///
/// | type | in JSON |
/// |---|---|
/// | struct with named fields | an object |
/// | struct with one unnamed field, or `#[serde(transparent)]` | what its field is |
/// | enum whose variants carry no data | a string |
/// | any type with `#[patch(leaf)]` | a string, number or boolean |
/// | enum whose variants carry data | an object that is a [union](#unions) |
/// | tuple struct, unit struct, Rust `union` | refused, unless it is a leaf |
///
/// # serde's attributes
///
/// They mean here what they mean to serde. Where a type implements `Serialize` by
/// hand, they may be written for this derive alone.
///
/// | `#[serde(…)]` | here |
/// |---|---|
/// | `rename`, `rename_all` | the JSON names. Names that differ between writing and reading are refused: a patch needs one |
/// | `alias` | none: a patch uses the name that is written |
/// | `flatten` | Go's inlined struct: the fields are among those of the outer object. A map, or a `leaf`, leaves the object open for members of any name; two maps are refused, since each would keep all of them |
/// | `skip` | there is no such field; `skip_serializing` or `skip_deserializing` alone leaves it, for documents have it in one direction |
/// | `tag` on a struct | a field more, a string |
/// | `transparent` | the type is what its field is |
/// | `from` or `try_from`, with `into` the same type | the type is what that type is; one without the other is refused |
/// | `with`, or `serialize_with` and `deserialize_with` | the form in JSON is unknown: refused, unless the field is a `leaf`. One of the two alone is taken to read what the type writes, or to write what it reads: where it has a form of its own, add `leaf` |
/// | `remote` | refused: such a definition has no JSON of its own |
/// | `tag`, `content`, `untagged` on an enum | see [unions](#unions) |
/// | `default`, `skip_serializing_if`, `deny_unknown_fields`, `bound`, … | none |
///
/// ```
/// use smp_core::{PatchSchema, TypeKind, StrategicMerge};
///
/// #[derive(PatchSchema)]
/// struct Volume {
///     name: String,
///     #[serde(flatten)]
///     source: Option<VolumeSource>,
/// }
///
/// #[derive(PatchSchema)]
/// #[serde(rename_all = "camelCase")]
/// struct VolumeSource {
///     host_path: Option<String>,
/// }
///
/// #[derive(PatchSchema)]
/// struct Names(Vec<String>);
///
/// assert!(Volume::schema().root().field("hostPath").is_some());
/// assert!(matches!(Names::schema().root().kind(), TypeKind::List(_)));
/// ```
///
/// # What does not compile
///
/// Every mistake is an error in its place, and all of them show at once: an
/// unknown attribute, strategy or list type (with the nearest that there is);
/// `merge` with `replace`; a merge key without `merge`; a merge list of objects
/// without a key; a key on a list of scalars; a key that isn't a string, integer or
/// boolean of every element, in whatever module the elements are; a default of another
/// type than its key; `merge` or `retainKeys` on a scalar;
/// `retainKeys` on an atomic list; a list type on what is no list; an attribute
/// given twice; two fields with one JSON name; a union without members, with one that
/// cannot be absent, with two of one value, or with two discriminators; a discriminator
/// that isn't a string, that can't name each member, or that no union has; a JSON name
/// that is a directive in a patch.
///
/// ```compile_fail
/// # use smp_core::PatchSchema;
/// #[derive(PatchSchema)]
/// struct PodSpec {
///     // `Container` has no field `nmae` (did you mean `name`?)
///     #[patch(strategy = "merge", merge_key = "nmae")]
///     containers: Vec<Container>,
/// }
/// # #[derive(PatchSchema)]
/// # struct Container {
/// #     name: String,
/// # }
/// ```
///
/// What depends on the types of fields is checked by constants, so that aliases and types
/// of other modules are seen through: such an error begins with "evaluation panicked".
/// What depends on a type parameter is checked when the parameter is known: by
/// `cargo build`, not yet by `cargo check`.
///
/// # Threads
///
/// A type with a patch schema can be sent to and shared between threads (`Send` and `Sync`):
/// write `Arc` for `Rc`.
///
/// # What JSON cannot tell apart
///
/// The operations on Rust types see values as serde writes them. Infinite numbers and `NaN` are
/// null there, and so are `None` and `Some(None)`: none of them is told from a field that
/// is absent, nor is an entry of a map whose value is `None` told from no entry.
#[proc_macro_derive(PatchSchema, attributes(patch, serde))]
pub fn patch_schema(tokens: TokenStream) -> TokenStream {
    let input = parse_macro_input!(tokens as DeriveInput);
    derive(&input).into()
}

/// Reads and writes the structs of smp-types (`smp-types/src/object.rs`). It is of use
/// nowhere else.
#[doc(hidden)]
#[proc_macro_derive(Object, attributes(object))]
pub fn object(tokens: TokenStream) -> TokenStream {
    let input = parse_macro_input!(tokens as DeriveInput);
    object::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let ctxt = ctxt::Ctxt::default();
    let read = input::read(&ctxt, input);
    match ctxt.finish() {
        Ok(()) => expand::expand(&read),
        Err(errors) => {
            let mut tokens = errors.into_compile_error();
            tokens.extend(fallback::expand(&read));
            tokens
        }
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
