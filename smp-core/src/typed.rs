//! The operations on Rust types: thin, through `serde_json::Value`.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::diff::ThreeWay;
use crate::directive::{Change, PatchObject};
use crate::document::Document;
use crate::error::{Error, ErrorKind, Role};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::Segment;
use crate::schema::{FieldRef, PatchSchema, TypeKind, TypeRef};

pub(crate) fn merge<T: PatchSchema + Serialize + DeserializeOwned>(
    live: &T,
    patch: &Patch,
    options: &Options,
) -> Result<T, Error> {
    let ty = T::schema().root();
    refuse_unknown(&patch.root, ty).map_err(|error| error.about(Role::Patch))?;
    let live = Document::from(to_value(live, Role::Live)?);
    let result = live.apply(patch, ty, options)?.into_value();
    from_value(result.map_err(|error| error.about(Role::Result))?)
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
