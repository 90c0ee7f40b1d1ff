//! `#[derive(PatchSchema)]`, which `smp_core` re-exports: the one macro of this
//! crate, [`PatchSchema`](macro@PatchSchema), is documented with all of its
//! attributes.
//!
//! A derive runs through these modules in turn: `input` reads the type, with `attr`, `value`
//! and `serde` for its attributes; `check` checks the rules (`enumeration` and `union` read and
//! check their parts); `expand` writes the implementation, with the fields from `rows` and the
//! assertions from `assert`. Every mistake goes to `ctxt`; if there is one, `fallback` writes a
//! dummy.

// Nothing here may panic. Each exception gives its reason.
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
mod dependency;
mod enumeration;
mod expand;
mod fallback;
mod fields;
mod input;
mod kept;
mod kube;
mod malformed;
mod model;
mod names;
mod object;
mod reflected;
mod reflected_field;
mod rows;
mod serde;
mod spelling;
mod ty;
#[cfg(test)]
mod ui;
mod union;
mod value;

use proc_macro::TokenStream;
use syn::DeriveInput;

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
/// | `strategy = "replace"` | the value is replaced as a whole |
/// | `strategy = "retainKeys"` | a diff of the object lists the members to keep (`$retainKeys`) |
/// | `strategy = "merge\|retainKeys"`, `"replace\|retainKeys"` | both; `,` may be written instead of `\|` |
/// | `merge_key = "name"` | the field that identifies the elements of a merge list |
/// | `list_type = "atomic"`, `"set"`, `"map"` | how server-side apply merges the list |
/// | `list_map_keys("port" = 80, "protocol" = "TCP")` | the fields that identify an element of a list of type `map`, each with its default, if it has one: a string, an integer, `true` or `false` |
/// | `map_type = "atomic"`, `"granular"` | how server-side apply merges the object, the map or the JSON of any form |
/// | `leaf` | the value is replaced as a whole, and its type needs no schema |
/// | `union_member` | at most one of all fields with this attribute is set |
/// | `discriminator` | a string that names the member of the union that is set |
/// | `value = "EmptyDir"` | the value by which the discriminator names the member, if it is not the member's JSON name in `PascalCase`; members with the same value may be set together |
/// | `empty_is_unset` | the member counts as absent if it is an empty string or list, 0 or false |
///
/// Keys are JSON names of strings, integers or booleans that every element has. They may be
/// fields of types that serde flattens into the element. A number with a fraction can't be a
/// key, since `1.0` and `1` are two keys in JSON. `list_map_keys` implies `list_type = "map"`.
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
/// | `map_type = "atomic"` | server-side apply replaces the object as a whole, where a field does not say otherwise |
/// | `union` | at most one of all fields, apart from the discriminator, is set |
/// | `exactly_one` | validation requires one member of the union to be set, not only at most one |
/// | `allow_inactive_member` | a member may be set while the discriminator names none |
/// | `unenforced` | API servers do not hold to the union: it counts by the documents alone |
/// | `crate = "path"` | the path of `smp_core`, if it is not `::smp_core`: for crates that re-export it, or that give it another name in `Cargo.toml`. A macro may write `crate = $crate::path` |
/// | `bound = "T: …"` | the bounds after `where`, instead of those that the derive adds |
///
/// The derive adds `T: PatchSchema` for a type parameter that the schema needs, and
/// `T: 'static` for others (in skipped fields and leaves); for an associated type it adds
/// `T::Item: PatchSchema`. A type with lifetimes has no schema.
///
/// # Leaves
///
/// On a field, `leaf` allows any type, for example one of another crate. On a type, it declares
/// that the values are scalars in JSON, so that they can be merge keys. A derive can't check
/// this.
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
/// An enum with data is always a union. `T::strategic_merge` gives one variant of it,
/// regardless of the options.
///
/// | serde's form | in JSON | refused |
/// |---|---|---|
/// | externally tagged | a field for each variant, no discriminator | variants without data beside variants with data: in JSON they are strings; write `Empty {}`, or mark the fields that have the enum as `leaf` |
/// | internally tagged | the tag as discriminator, and the one field of each variant | variants with an unnamed field, or with several fields |
/// | adjacently tagged | the tag as discriminator, and the content | variants with data of several types, unless all are `leaf`: the content's type would depend on the tag. If several variants have content, a patch that sets another tag must set the content, too |
/// | untagged | | always: only the content shows which variant it is |
///
/// If a variant is a field in JSON, the attributes of the field are written on the variant.
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
/// let result = live.strategic_merge(&patch)?;
/// assert_eq!(result.source, Source::HostPath { path: "/data".into() });
/// # Ok::<(), smp_core::Error>(())
/// ```
///
/// # JSON forms of types
///
/// | type | in JSON |
/// |---|---|
/// | struct with named fields | an object |
/// | struct with one unnamed field, or `#[serde(transparent)]` | the JSON of its field |
/// | enum whose variants carry no data | a string |
/// | any type with `#[patch(leaf)]` | a string, number or boolean |
/// | enum whose variants carry data | an object that is a [union](#unions) |
/// | tuple struct, unit struct, Rust `union` | refused, unless it is a leaf |
///
/// # serde's attributes
///
/// They have the same meaning as for serde. If a type implements `Serialize` by hand, they may
/// be written for this derive alone.
///
/// | `#[serde(…)]` | here |
/// |---|---|
/// | `rename`, `rename_all` | the JSON names. Different names for writing and reading are refused: a patch needs one name |
/// | `alias` | none: a patch uses the name that is written |
/// | `flatten` | Go's inlined struct: the fields are among those of the outer object. With a flattened map or `leaf`, the object accepts members of any name; two maps are refused, since each would keep all of these members. Put the map last: a merge in place then visits only what the patch names |
/// | `skip` | there is no such field. With `skip_serializing` or `skip_deserializing` alone there is one: documents have it in one direction |
/// | `tag` on a struct | an additional field, a string |
/// | `transparent` | the type has the JSON of its field |
/// | `from` or `try_from`, with `into` the same type | the type has the JSON of that type; one without the other is refused |
/// | `with`, or `serialize_with` and `deserialize_with` | the form in JSON is unknown: refused, unless the field is a `leaf`. One of the two functions alone is assumed to read the JSON that the type writes, or to write the JSON that it reads. If it has another form, add `leaf` |
/// | `remote` | refused: such a definition has no JSON of its own. A field that uses it, `with = "TimeDef"`, is a `leaf` |
/// | `borrow` | refused: a merge reads values that own their data |
/// | `tag`, `content`, `untagged` on an enum | see [unions](#unions) |
/// | `default`, `skip_serializing_if`, `deny_unknown_fields`, `bound`, … | none |
///
/// ```
/// use smp_core::schema::TypeKind;
/// use smp_core::{PatchSchema, StrategicMerge};
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
/// # Compile-time errors
///
/// Every mistake is an error at its place, and all of them are shown at once: an unknown
/// attribute, strategy or list type (with a suggestion); a value without its attribute; an attribute
/// of serde, or one of this derive among serde's; `merge` with `replace`; a merge key
/// without `merge`; a merge list of objects without a key; a key on a list of scalars; a key
/// that isn't a string, integer or boolean field of every element, also if the elements' type
/// is in another module, or that is inside of a variant; a default of another type than its key, or
/// out of its range; a trait object that is no leaf; a packed struct; `merge` or `retainKeys` on a
/// scalar; `retainKeys` on an atomic list; a list type on a field that isn't a list; an
/// attribute given twice; two fields with one JSON name; a union without members, with a member
/// that cannot be absent, with two members of one value (unless all of them have `value`), or
/// with two discriminators; a discriminator that isn't a string, that can't name each member, or
/// that no union has; a JSON name that is a directive in a patch.
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
/// Mistakes that depend on the types of fields are found by constants, so that aliases and
/// types of other modules are checked, too. The compiler begins such an error with "evaluation
/// panicked". Mistakes that depend on a type parameter are found when the parameter is known:
/// by `cargo build`, not by `cargo check`.
///
/// # Threads
///
/// A type with a patch schema can be sent to other threads and shared between them (`Send` and
/// `Sync`): use `Arc` instead of `Rc`, and a leaf with `RwLock` instead of `RefCell`.
///
/// # Nesting
///
/// A type may contain itself, also by way of others: values may be nested as deeply as
/// `Limits::max_depth` says. Of structs in each other's lists, more than 31 levels of `Vec<Struct>` need
/// `#![recursion_limit = "512"]` in the crate, which is enough for a hundred: the compiler looks through
/// all of them for whether a value can be shared between threads, as in any code that sends it to one.
/// serde's code alone has a limit, too: `serde_json::from_str` compiles for 65 levels.
///
/// # Values that are equal in JSON
///
/// The operations on Rust types work on values as serde writes them. Infinite numbers and `NaN`
/// are null in JSON, and so are `None` and `Some(None)`. They can't be distinguished from a
/// field that is absent, nor can a map entry with the value `None` be distinguished from a
/// missing entry.
#[proc_macro_derive(PatchSchema, attributes(patch, serde))]
pub fn patch_schema(tokens: TokenStream) -> TokenStream {
    expanded(tokens, derive)
}

/// Implements serde's `Deserialize` and `Serialize` for a struct beside `#[derive(PatchSchema)]`, as
/// the structs of `smp_types` are read and written. It is used as `smp_types::KubernetesObject`;
/// that crate shows the form of a struct.
///
/// - A field that is absent or null is read as its empty value: an `Option` as `None`.
/// - A field that is `None` is not written.
/// - A member without a field is kept in the field `#[object(unknown_fields)]`, whose type is
///   `smp_types::UnknownFields`, and written again. Without such a field it is an error; and so is a
///   member that occurs twice.
///
/// A program that merges such structs builds faster than with serde's derives: the code that reads
/// and writes exists once, not for each struct. In return fields are options, lists, maps, scalars,
/// types of `smp_types`, and structs with this derive; of serde's attributes there are `rename`,
/// `rename_all` and `default`.
///
/// `#[object(api_version = "example.com/v1", kind = "Web")]` implements `Default`, too, with these
/// values in the fields `api_version` and `kind`, and `smp_types::Resource`. Other values
/// of these fields are an error. With the feature `schemars` of `smp_types` the
/// derive implements `JsonSchema`.
#[proc_macro_derive(KubernetesObject, attributes(object, patch, serde))]
pub fn kubernetes_object(tokens: TokenStream) -> TokenStream {
    expanded(tokens, |input| {
        object::expand(input).unwrap_or_else(|error| ctxt::compile_errors(&error))
    })
}

fn expanded(
    tokens: TokenStream,
    derive: impl FnOnce(&DeriveInput) -> proc_macro2::TokenStream,
) -> TokenStream {
    let input = syn::parse::<DeriveInput>(tokens);
    input
        .map_or_else(|error| ctxt::compile_errors(&ctxt::with_raw(error)), |input| derive(&input))
        .into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let ctxt = ctxt::Ctxt::default();
    let read = input::read(&ctxt, input);
    match ctxt.finish() {
        Ok(()) => expand::expand(&read),
        Err(errors) => {
            let mut tokens = ctxt::compile_errors(&errors);
            tokens.extend(fallback::expand(&read));
            tokens
        }
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
