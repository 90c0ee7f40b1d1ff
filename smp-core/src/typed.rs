//! The operations on Rust types, with the schema as an argument: for types of other
//! crates, which can't derive [`PatchSchema`](crate::PatchSchema). The schema may come
//! from a catalogue or an `OpenAPI` document. All convert through `serde_json::Value`:
//! two conversions of the whole object, `O(n)`, in addition to the operation itself.
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

use serde::Serialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use crate::apply::apply_document;
use crate::diff::{ThreeWay, diff as diff_json};
use crate::directive::{Change, PatchObject};
use crate::document::{Document, Node};
use crate::error::{Error, ErrorKind, Role};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::Segment;
use crate::union::{
    Scope, normalize as normalize_json, normalize_node, validate_node,
    validate_unions as validate_json,
};
use smp_schema::{FieldRef, TypeKind, TypeRef};

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
    let merged = merged(live, patch, ty.into(), options)?;
    let result: T = from_value(&merged)?;
    let back = to_value(&result, Role::Result)?;
    refuse_lost::<T>(&merged, &back).map_err(|error| error.about(Role::Result))?;
    Ok(result)
}

/// As [`merge`], for a type with every field of the schema.
pub(crate) fn merge_own<T: Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<T, Error> {
    from_value(merged(live, patch, ty, options)?)
}

/// The patch that changes `original` to `modified`. Errors as [`diff`](crate::diff()).
pub fn diff<'s, T: Serialize>(
    original: &T,
    modified: &T,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    let original = to_value(original, Role::Original)?;
    let modified = to_value(modified, Role::Modified)?;
    diff_json(original, modified, ty, options)
}

/// The patch that applies the changes from `original` to `modified` to `current`.
/// Errors as [`ThreeWay::diff`].
pub fn three_way<'s, T: Serialize>(
    documents: ThreeWay<&T>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    documents.try_map(to_value)?.diff(ty, options)
}

fn merged<T: Serialize>(
    live: &T,
    patch: &Patch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Value, Error> {
    refuse_unknown(&patch.root, ty).map_err(|error| error.about(Role::Patch))?;
    let live = to_value(live, Role::Live)?;
    let about = |error: Error| error.about(Role::Result);
    let scope = Scope::RustEnums;
    // If a patch sets another variant, the merged object has two members of the enum.
    // Without normalizing, serde would read the first one.
    let old = scope.is_within(ty).then(|| live.clone());
    let mut result = apply_document(Document::from(live), patch, ty, options)?;
    if let Some(old) = &old {
        let old = Node::ValueRef(old);
        normalize_node(&mut result.node, Some(&old), ty, options, scope).map_err(about)?;
        validate_node(&result.node, ty, options, scope).map_err(about)?;
    }
    result.into_value_within(&options.limits).map_err(about)
}

/// Normalizes the unions of `new`, whose JSON is of type `ty`. Errors as
/// [`normalize`](crate::normalize).
pub fn normalize<'s, T: Serialize + DeserializeOwned>(
    old: Option<&T>,
    new: &T,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<T, Error> {
    let old = old.map(|old| to_value(old, Role::Old)).transpose()?;
    let new = to_value(new, Role::New)?;
    from_value(&normalize_json(old.as_ref(), &new, ty, options)?)
}

/// Checks every union of a value, whose JSON is of type `ty`. Errors as [`validate_unions`](crate::validate_unions()).
pub fn validate_unions<'s, T: Serialize>(
    new: &T,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<(), Error> {
    validate_json(to_value(new, Role::New)?, ty, options)
}

fn to_value<T: Serialize>(value: &T, document: Role) -> Result<Value, Error> {
    serde_json::to_value(value).map_err(|error| {
        let message = format!("the Rust value can't be written as JSON: {error}");
        Error::new(ErrorKind::Typed, message).caused_by(error).about(document)
    })
}

fn from_value<'v, T: DeserializeOwned>(
    value: impl Deserializer<'v, Error = serde_json::Error>,
) -> Result<T, Error> {
    T::deserialize(value).map_err(|error| {
        let name = core::any::type_name::<T>();
        let message = format!("does not fit `{name}`: {error}");
        Error::new(ErrorKind::Typed, message).caused_by(error).about(Role::Result)
    })
}

/// An error if the patch has a field that the Rust type lacks: serde would drop it.
/// `O(p)`.
fn refuse_unknown(patch: &PatchObject, ty: TypeRef<'_>) -> Result<(), Error> {
    for (name, field) in patch.fields.iter() {
        let below = match ty.kind() {
            TypeKind::Object => ty.field(name).map(FieldRef::ty).or(ty.other_members()),
            TypeKind::Map(value) => Some(value),
            _ => return Ok(()),
        };
        let Some(below) = below else {
            return Err(Error::new(
                ErrorKind::UnknownField,
                format!(
                    "`{}` has no such field; correct the name",
                    ty.name().unwrap_or("the type")
                ),
            )
            .within_field(name));
        };
        let value = field.value.as_ref();
        value.map_or(Ok(()), |value| refuse_in(value, below)).map_err(|e| e.within_field(name))?;
    }
    Ok(())
}

fn refuse_in(change: &Change, ty: TypeRef<'_>) -> Result<(), Error> {
    match (change, ty.kind()) {
        (Change::Object(object), _) => refuse_unknown(object, ty),
        (Change::List(items), TypeKind::List(element)) => {
            for (at, item) in items.iter().enumerate() {
                refuse_in(item, element).map_err(|error| error.within(Segment::Index(at)))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// An error if a value of `merged` is not in `back`, which is `merged` after it was read
/// and written by the Rust type.
fn refuse_lost<T>(merged: &Value, back: &Value) -> Result<(), Error> {
    match (merged, back) {
        (Value::Object(merged), Value::Object(back)) => {
            for (name, value) in merged {
                let kept = match back.get(name) {
                    Some(back) => refuse_lost::<T>(value, back),
                    None if may_be_omitted(value) => Ok(()),
                    None => Err(Error::new(
                        ErrorKind::Typed,
                        format!(
                            "the schema has this field, and `{}` would drop it; use a newer \
                             version of the type, or patch the object as JSON",
                            core::any::type_name::<T>()
                        ),
                    )),
                };
                kept.map_err(|error| error.within_field(name))?;
            }
            Ok(())
        }
        (Value::Array(merged), Value::Array(back)) => {
            for (at, (merged, back)) in merged.iter().zip(back).enumerate() {
                refuse_lost::<T>(merged, back).map_err(|error| error.within(Segment::Index(at)))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether serde may leave out the value when it writes it: null, or empty.
fn may_be_omitted(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.values().all(may_be_omitted),
        _ => false,
    }
}
