//! The operations on Rust types, with the schema as an argument: for types of other crates, which can't
//! derive [`PatchSchema`]. The schema may come from a catalogue or an `OpenAPI` document. They convert
//! the whole object with serde, `O(n)`, in addition to the operation itself.
//! [`StrategicMerge`](crate::StrategicMerge), for derived types, converts only what the patch names.
//!
//! A merge writes `live` as JSON, reads the result as `T`, writes that again and compares: it is an error
//! if `T` drops a field of the result. A scalar may come back in another spelling, as quantities do. So a
//! constant that serde writes and doesn't read, such as the `kind` of a custom resource, keeps its value
//! without an error. A default that serde leaves out (`skip_serializing_if`) is not dropped: where a
//! scalar doesn't come back, a different one is tried. Elements of a set of structs are compared in the
//! order in which the set writes them, so a lost field goes unnoticed if the element compared with it
//! still has the field.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use smp_core::{FieldDef, ObjectDef, Options, Patch, SchemaBuilder, Strategy, typed};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Widget {
//!     finalizers: Vec<String>,
//! }
//!
//! let mut types = SchemaBuilder::new();
//! let leaf = types.scalar();
//! let list = types.list(leaf);
//! let finalizers = FieldDef::new(list).strategy(Strategy::MERGE);
//! let root = types.object(ObjectDef::new("Widget").field("finalizers", finalizers));
//! let schema = types.build(root)?;
//!
//! let live = Widget { finalizers: vec!["a".into()] };
//! let patch = Patch::from_json(r#"{"finalizers":["b"]}"#)?;
//! let result = typed::merge(&live, &patch, schema.root(), &Options::default())?;
//! assert_eq!(result.finalizers, ["b", "a"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edit;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::apply::apply_document;
use crate::check::refuse_lossy;
use crate::depth::DepthBudget;
use crate::diff::{ThreeWay, diff_of_rust_values};
use crate::document::{Document, Node, refused};
use crate::error::{Error, ErrorKind, Role};
use crate::options::{Options, Unions};
use crate::patch::Patch;
use crate::union::{
    normalize as normalize_json, normalize_document, validate_unions as validate_json,
};
use edit::{Edits, edit};
use smp_schema::__support::{
    ConvertError, Reflect, from_value as read_by_serde, refuse_lost_value, to_value_within,
};
use smp_schema::{PatchSchema, TypeKind, TypeRef};

/// Applies a patch to a value whose JSON is of type `ty`.
///
/// # Errors
///
/// As [`apply_document`]. A field of the patch that `ty` doesn't have is an
/// [`UnknownField`](ErrorKind::UnknownField), scalars included.
/// [`Typed`](ErrorKind::Typed) if the result can't be read as `T`, or if `T` would
/// drop a field of it, which happens if `T` is older than the schema.
pub fn merge<'s, T: Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<T, Error> {
    let ty = ty.into();
    refuse_lossy(&patch.root, ty).map_err(|error| error.about(Role::Patch))?;
    merge_whole(live, patch, ty, options).map(|(result, _)| result)
}

/// The result of a merge, and its JSON, for a value that serde converts.
fn merge_whole<T: Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<(T, Value), Error> {
    let merged = merged_value(to_value(live, Role::Live, options)?, patch, ty, options)?;
    let result: T = from_value(&merged)?;
    let back = to_value(&result, Role::Result, options)?;
    let rewrite =
        |json: Value| to_value_within(&read_by_serde::<T>(&json)?, options.limits.max_depth);
    refuse_lost_value(&merged, &back, Some(ty), &rewrite)
        .map_err(|error| refused(error).about(Role::Result))?;
    Ok((result, merged))
}

fn merged_value(
    live: Value,
    patch: &Patch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Value, Error> {
    let merged = apply_document(Document::from(live), patch, ty, options)?;
    merged.into_value().map_err(|error| error.about(Role::Result))
}

/// [`merge`] for a type that has its own schema: parts that the patch doesn't name are cloned. The clone
/// is made last, so that a failing patch doesn't cost a clone.
pub(crate) fn merge_own<T: PatchSchema + Clone + Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    options: &Options,
) -> Result<T, Error> {
    let changes = changes(live, patch, options)?;
    let mut result = live.clone();
    changes.apply(&mut result);
    Ok(result)
}

/// [`merge`] in place, for a type that has its own schema. Parts that the patch doesn't name are
/// not converted.
pub(crate) fn merge_into<T: PatchSchema + Serialize + DeserializeOwned>(
    live: &mut T,
    patch: &Patch,
    options: &Options,
) -> Result<(), Error> {
    changes(live, patch, options)?.apply(live);
    Ok(())
}

/// The changes of a patch. The engine merges nodes that represent Rust values, and the parts that
/// it changes become edits of the value.
fn changes<T: PatchSchema + Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    options: &Options,
) -> Result<Edits, Error> {
    let ty = T::schema().root();
    let edits = changes_of(live, patch, ty, options);
    // A separate condition: for a `FIELDWISE` type the compiler drops the rest, including serde's code
    // for each type in it.
    if T::FIELDWISE {
        return edits;
    }
    match edits {
        Err(error) if needs_whole(&error, &[live]) => {
            let (result, json) = merge_whole(live, patch, ty, options)?;
            Ok(Edits::of_whole(Box::new(result), json))
        }
        done => done,
    }
}

/// The [`changes`] of a value that is not converted as a whole. This and the other functions that take a
/// `dyn Reflect` are compiled once, not for each type in each program.
fn changes_of(
    live: &dyn Reflect,
    patch: &Patch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Edits, Error> {
    let is_object = matches!(ty.kind(), TypeKind::Object | TypeKind::Map(_));
    if patch.is_empty() && is_object && options.unions == Unions::Ignore {
        return Ok(Edits::new());
    }
    refuse_lossy(&patch.root, ty).map_err(|error| error.about(Role::Patch))?;
    let result = apply_document(document_of(live, Role::Live)?, patch, ty, options)?;
    edits_of(live, result, options)
}

/// [`diff`] for values of a type that has its own schema: parts that are equal are not converted.
pub(crate) fn diff_own<T: PatchSchema + Serialize>(
    original: &T,
    modified: &T,
    options: &Options,
) -> Result<Patch, Error> {
    let ty = T::schema().root();
    let patch = diff_of(original, modified, ty, options);
    // As in `changes`.
    if T::FIELDWISE {
        return patch;
    }
    match patch {
        Err(error) if needs_whole(&error, &[original, modified]) => {
            diff(original, modified, ty, options)
        }
        done => done,
    }
}

fn diff_of(
    original: &dyn Reflect,
    modified: &dyn Reflect,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Patch, Error> {
    let original = document_of(original, Role::Original)?;
    diff_of_rust_values(original, document_of(modified, Role::Modified)?, ty, options)
}

/// [`three_way`] for values of a type that has its own schema.
pub(crate) fn three_way_own<T: PatchSchema + Serialize>(
    documents: ThreeWay<&T>,
    options: &Options,
) -> Result<Patch, Error> {
    let ty = T::schema().root();
    let nodes = documents.clone().try_map(|value, role| document_of(value, role));
    let patch = nodes.and_then(|nodes| three_way_of(nodes, ty, options));
    // As in `changes`.
    if T::FIELDWISE {
        return patch;
    }
    match patch {
        Err(error) if error.is_unknown_form() => three_way(documents, ty, options),
        done => done,
    }
}

fn three_way_of(
    documents: ThreeWay<Document<'_>>,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Patch, Error> {
    documents.nulls_are_absent().diff(ty, options)
}

/// [`normalize`] for values of a type that has its own schema.
pub(crate) fn normalize_own<T: PatchSchema + Clone + Serialize + DeserializeOwned>(
    old: Option<&T>,
    new: &T,
    options: &Options,
) -> Result<T, Error> {
    let ty = T::schema().root();
    check_depth(new, Role::New, options)?;
    let read = || -> Result<_, Error> {
        let old = old.map(|old| document_of(old, Role::Old)).transpose()?;
        let normalized =
            normalize_document(old.as_ref(), document_of(new, Role::New)?, ty, options)?;
        edits_of(new, normalized, options)
    };
    let edits = match read() {
        Err(error) if !T::FIELDWISE && error.is_unknown_form() => {
            let whole = normalize(old, new, ty, options)?;
            let json = to_value(&whole, Role::Result, options)?;
            Edits::of_whole(Box::new(whole), json)
        }
        done => done?,
    };
    let mut result = new.clone();
    edits.apply(&mut result);
    Ok(result)
}

/// [`validate_unions`] for a value of a type that has its own schema.
pub(crate) fn validate_own<T: PatchSchema + Serialize>(
    new: &T,
    options: &Options,
) -> Result<(), Error> {
    let ty = T::schema().root();
    check_depth(new, Role::New, options)?;
    let done = document_of(new, Role::New).and_then(|new| validate_json(new, ty, options));
    match done {
        Err(error) if !T::FIELDWISE && error.is_unknown_form() => validate_unions(new, ty, options),
        done => done,
    }
}

/// Whether the whole object has to be converted, since a field can't be converted by itself. A
/// merge key that seems to be missing may be such a field.
fn needs_whole(error: &Error, values: &[&dyn Reflect]) -> bool {
    let is_unknown = |value: &&dyn Reflect| matches!(value.to_value(), Err(ConvertError::Unknown));
    error.is_unknown_form()
        || error.kind() == ErrorKind::MergeKeyMissing && values.iter().any(is_unknown)
}

/// A Rust value as a document.
fn document_of(value: &dyn Reflect, role: Role) -> Result<Document<'_>, Error> {
    let node = Node::of_rust(value).map_err(|error| error.about(role))?;
    Ok(Document::of(node))
}

/// The JSON of a value, as a merge in place reads it; `None` for a type that serde converts as a whole.
pub(crate) fn in_place<T: PatchSchema>(value: &T) -> Result<Option<Value>, Error> {
    match document_of(value, Role::New).and_then(Document::into_value) {
        Err(error) if error.is_unknown_form() => Ok(None),
        read => read.map(Some),
    }
}

/// The edits that turn a value into the result of an operation on it.
fn edits_of(value: &dyn Reflect, result: Document<'_>, options: &Options) -> Result<Edits, Error> {
    let mut edits = Edits::new();
    edit(value, result.node, DepthBudget::of(&options.limits), &mut edits)
        .map_err(|error| error.about(Role::Result))?;
    Ok(edits)
}

/// The patch that changes `original` to `modified`. Errors as [`diff`](crate::diff()).
pub fn diff<'s, T: Serialize>(
    original: &T,
    modified: &T,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    let original = to_value(original, Role::Original, options)?;
    let modified = to_value(modified, Role::Modified, options)?;
    diff_of_rust_values(original, modified, ty.into(), options)
}

/// The patch that applies the changes from `original` to `modified` to `current`.
/// Errors as [`ThreeWay::diff`].
pub fn three_way<'s, T: Serialize>(
    documents: ThreeWay<&T>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    documents
        .nulls_are_absent()
        .try_map(|value, role| to_value(value, role, options))?
        .diff(ty, options)
}

/// Normalizes the unions of `new`, whose JSON is of type `ty`. Errors as
/// [`normalize`](crate::normalize).
pub fn normalize<'s, T: Serialize + DeserializeOwned>(
    old: Option<&T>,
    new: &T,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<T, Error> {
    let old = old.map(|old| to_value(old, Role::Old, options)).transpose()?;
    let new = to_value(new, Role::New, options)?;
    from_value(&normalize_json(old.as_ref(), &new, ty, options)?)
}

/// Checks every union of a value, whose JSON is of type `ty`. Errors as
/// [`validate_unions`](crate::validate_unions()).
pub fn validate_unions<'s, T: Serialize>(
    new: &T,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<(), Error> {
    validate_json(to_value(new, Role::New, options)?, ty, options)
}

/// The JSON that serde writes for a value.
fn to_value<T: Serialize>(value: &T, document: Role, options: &Options) -> Result<Value, Error> {
    written(to_value_within(value, options.limits.max_depth), document, options)
}

/// An error if serde writes a value that is nested too deeply.
fn check_depth<T: Serialize>(value: &T, document: Role, options: &Options) -> Result<(), Error> {
    match to_value_within(value, options.limits.max_depth) {
        Err(ConvertError::TooDeep) => {
            Err(DepthBudget::of(&options.limits).exceeded().about(document))
        }
        // Any other error is left to the conversion that follows.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn written(
    json: Result<Value, ConvertError>,
    document: Role,
    options: &Options,
) -> Result<Value, Error> {
    json.map_err(|error| match error {
        ConvertError::TooDeep => DepthBudget::of(&options.limits).exceeded(),
        other => refused(other).prefixed("the Rust value can't be written as JSON"),
    })
    .map_err(|error| error.about(document))
}

/// The value that serde reads from JSON, with the code that also reads parts of a value.
fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    read_by_serde(value).map_err(|error| {
        let name = core::any::type_name::<T>();
        refused(error).prefixed(&format!("does not fit `{name}`")).about(Role::Result)
    })
}
