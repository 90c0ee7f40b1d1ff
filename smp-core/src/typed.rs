//! The operations on Rust types: thin, through `serde_json::Value`.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::diff::ThreeWay;
use crate::directive::{Change, PatchObject};
use crate::document::{Document, Node};
use crate::error::{Error, ErrorKind, Role};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::Segment;
use crate::schema::{FieldRef, PatchSchema, TypeKind, TypeRef};
use crate::union::{Scope, normalize as normalize_node, validate};

pub(crate) fn merge<T: PatchSchema + Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    options: &Options,
) -> Result<T, Error> {
    let ty = T::schema().root();
    refuse_unknown(&patch.root, ty).map_err(|error| error.about(Role::Patch))?;
    let live = to_value(live, Role::Live)?;
    let mut result = Document::from(&live).apply(patch, ty, options)?;
    let about = |error: Error| error.about(Role::Result);
    let scope = Scope::RustEnums;
    if scope.reaches(ty) {
        // An enum has no room for a second member, and serde would take the
        // first that it finds.
        let old = Node::ValueRef(&live);
        normalize_node(&mut result.node, Some(&old), ty, options, scope).map_err(about)?;
        validate(&result.node, ty, options, scope).map_err(about)?;
    }
    from_value(result.into_value().map_err(about)?)
}

pub(crate) fn normalize<T: PatchSchema + Serialize + DeserializeOwned>(
    old: Option<&T>,
    new: &T,
    options: &Options,
) -> Result<T, Error> {
    let old = old.map(|old| to_value(old, Role::Old)).transpose()?;
    let new = to_value(new, Role::New)?;
    from_value(crate::normalize(old.as_ref(), &new, T::schema().root(), options)?)
}

pub(crate) fn diff<T: PatchSchema + Serialize>(
    original: &T,
    modified: &T,
    options: &Options,
) -> Result<Patch, Error> {
    let original = to_value(original, Role::Original)?;
    let modified = to_value(modified, Role::Modified)?;
    crate::diff(&original, &modified, T::schema().root(), options)
}

pub(crate) fn three_way<T: PatchSchema + Serialize>(
    original: &T,
    modified: &T,
    current: &T,
    settings: &ThreeWay,
    options: &Options,
) -> Result<Patch, Error> {
    let original = to_value(original, Role::Original)?;
    let modified = to_value(modified, Role::Modified)?;
    let current = to_value(current, Role::Current)?;
    crate::three_way(&original, &modified, &current, T::schema().root(), settings, options)
}

fn to_value<T: Serialize>(value: &T, document: Role) -> Result<Value, Error> {
    serde_json::to_value(value).map_err(|error| {
        Error::new(ErrorKind::Typed, format!("the Rust value is no JSON: {error}")).about(document)
    })
}

fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_json::from_value(value).map_err(|error| {
        let name = core::any::type_name::<T>();
        Error::new(ErrorKind::Typed, format!("does not fit `{name}`: {error}")).about(Role::Result)
    })
}

/// A Rust type has no place for what it doesn't know, and serde would drop it.
/// `O(p)`.
fn refuse_unknown(patch: &PatchObject, ty: TypeRef<'_>) -> Result<(), Error> {
    for (name, field) in &patch.fields {
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
