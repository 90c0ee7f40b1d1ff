//! Documents and patches along a schema, of choices that the fuzzer makes: a byte
//! a choice, from small pools of keys and values, so that things meet. Most are
//! valid; where choices end, so do documents.

mod import;
mod patch;

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};
use smp_core::{FieldRef, ListMapKey, TypeKind, TypeRef};

pub use import::{change, manifest, openapi, path};
pub use patch::patch;

/// How deep documents are, so that a few bytes don't make one path of all.
const DEPTH: u32 = 5;

/// A document of this type. `O(n)` in the bytes.
///
/// # Errors
///
/// None that isn't `arbitrary`'s.
pub fn document(ty: TypeRef<'_>, source: &mut Unstructured<'_>) -> Result<Value> {
    object(ty, DEPTH, source)
}

/// True once in so many times, never where choices have ended.
fn once_in(times: u8, source: &mut Unstructured<'_>) -> Result<bool> {
    Ok(source.int_in_range(1..=times)? == times)
}

fn count(most: u8, source: &mut Unstructured<'_>) -> Result<u8> {
    source.int_in_range(0..=most)
}

fn pick<T: Clone>(pool: &[T], source: &mut Unstructured<'_>) -> Result<T> {
    source.choose(pool).cloned()
}

/// Some of the fields of a type, one perhaps more than once.
fn some_fields<'s>(
    ty: TypeRef<'s>,
    most: u8,
    source: &mut Unstructured<'_>,
) -> Result<Vec<FieldRef<'s>>> {
    let fields: Vec<_> = ty.fields().collect();
    if fields.is_empty() {
        return Ok(Vec::new());
    }
    (0..count(most, source)?).map(|_| pick(&fields, source)).collect()
}

fn object(ty: TypeRef<'_>, depth: u32, source: &mut Unstructured<'_>) -> Result<Value> {
    if !matches!(ty.kind(), TypeKind::Object) {
        return value(ty, depth, source);
    }
    let mut members = Map::new();
    if let Some(below) = ty.other_members() {
        for _ in 0..count(2, source)? {
            members.insert(name(source)?.to_owned(), value(below, depth, source)?);
        }
    }
    for field in some_fields(ty, 6, source)? {
        members.insert(field.name().to_owned(), member(field, depth, source)?);
    }
    if once_in(40, source)? {
        members.insert("unknown".to_owned(), free(2, source)?);
    }
    Ok(Value::Object(members))
}

fn member(field: FieldRef<'_>, depth: u32, source: &mut Unstructured<'_>) -> Result<Value> {
    let TypeKind::List(element) = field.ty().kind() else {
        return value(field.ty(), depth, source);
    };
    if !field.strategy().is_merge() || once_in(60, source)? {
        return value(field.ty(), depth, source);
    }
    if depth == 0 {
        return Ok(json!([]));
    }
    let mut items = Vec::new();
    let mut seen = Vec::new();
    let twice = once_in(12, source)?;
    for _ in 0..count(5, source)? {
        let item = match element.kind() {
            TypeKind::Object | TypeKind::Any | TypeKind::Map(_) => {
                let mut item = object(element, depth - 1, source)?;
                if let Value::Object(members) = &mut item {
                    keys(field, members, source)?;
                }
                item
            }
            _ => element_of_set(source)?,
        };
        let id = identity(field, &item);
        if twice || !seen.contains(&id) {
            seen.push(id);
            items.push(item);
        }
    }
    Ok(Value::Array(items))
}

/// What two elements of a list may not share.
fn identity(field: FieldRef<'_>, item: &Value) -> Vec<Value> {
    let Value::Object(members) = item else { return vec![item.clone()] };
    let keys = field.list_map_keys().iter().map(ListMapKey::name).chain(field.merge_key());
    keys.map(|key| members.get(key).cloned().unwrap_or_default()).collect()
}

/// Gives an element the keys of its list, most of the time.
fn keys(
    field: FieldRef<'_>,
    members: &mut Map<String, Value>,
    source: &mut Unstructured<'_>,
) -> Result<()> {
    if let Some(key) = field.merge_key()
        && !once_in(60, source)?
    {
        members.insert(key.to_owned(), key_value(key, source)?);
    }
    for key in field.list_map_keys() {
        if Some(key.name()) == field.merge_key() || once_in(6, source)? {
            continue;
        }
        let value = match key.default() {
            Some(default) if once_in(3, source)? => json!(default.to_string()),
            _ => key_value(key.name(), source)?,
        };
        members.insert(key.name().to_owned(), value);
    }
    Ok(())
}

fn key_value(key: &str, source: &mut Unstructured<'_>) -> Result<Value> {
    if once_in(50, source)? {
        return scalar(source);
    }
    let pool: &[Value] = match key {
        "id" => &[json!(1), json!(1.0), json!("1"), json!(2), json!(-7), json!(u64::MAX)],
        "protocol" => return Ok(json!(pick(&["UDP", "TCP", "SCTP"], source)?)),
        _ if key.to_lowercase().ends_with("port") => &[json!(80), json!(443), json!(8080)],
        _ => return Ok(json!(pick(&["a", "b", "c", "d", "e"], source)?)),
    };
    pick(pool, source)
}

/// An element of a list of scalars that merges.
fn element_of_set(source: &mut Unstructured<'_>) -> Result<Value> {
    match source.int_in_range(0..=29_u8)? {
        0..=24 => Ok(json!(pick(&["a", "b", "c", "d", "e"], source)?)),
        25..=28 => pick(&[json!(1), json!(2), json!(1.0)], source),
        _ => free(1, source),
    }
}

fn value(ty: TypeRef<'_>, depth: u32, source: &mut Unstructured<'_>) -> Result<Value> {
    match source.int_in_range(0..=59_u8)? {
        57 => return free(2, source),
        58..=59 => return Ok(Value::Null),
        _ => {}
    }
    Ok(match ty.kind() {
        TypeKind::Object if depth > 0 => object(ty, depth - 1, source)?,
        TypeKind::Map(below) if depth > 0 => {
            let mut members = Map::new();
            for _ in 0..count(3, source)? {
                members.insert(name(source)?.to_owned(), value(below, depth - 1, source)?);
            }
            Value::Object(members)
        }
        TypeKind::List(below) if depth > 0 => {
            let items = (0..count(4, source)?).map(|_| value(below, depth - 1, source));
            Value::Array(items.collect::<Result<_>>()?)
        }
        TypeKind::Any => free(depth.min(3), source)?,
        TypeKind::Object | TypeKind::Map(_) => json!({}),
        TypeKind::List(_) => json!([]),
        _ => scalar(source)?,
    })
}

fn scalar(source: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match source.int_in_range(0..=13_u8)? {
        0..=7 => json!(pick(&["a", "b", "c", "d", ""], source)?),
        8..=9 => json!(source.int_in_range(1..=3_u8)?),
        10 => pick(&[json!(1.0), json!(100.0), json!(-0.5), json!(u64::MAX), json!(0)], source)?,
        11 => json!(source.int_in_range(0..=1_u8)? == 1),
        12 => json!(pick(&["é", "x/y", "$patch", "a\"b\\", "\u{1f600}\n"], source)?),
        _ => Value::Null,
    })
}

fn name(source: &mut Unstructured<'_>) -> Result<&'static str> {
    pick(&["a", "b", "c", "x.y/z", "$x", "é", "name", "items"], source)
}

/// Any JSON, directives included.
fn free(depth: u32, source: &mut Unstructured<'_>) -> Result<Value> {
    const NAMES: &[&str] = &[
        "a",
        "b",
        "name",
        "items",
        "set",
        "$patch",
        "$retainKeys",
        "$setElementOrder/items",
        "$setElementOrder/a",
        "$deleteFromPrimitiveList/set",
        "$deleteFromPrimitiveList/a",
    ];
    if depth == 0 {
        return scalar(source);
    }
    Ok(match source.int_in_range(0..=4_u8)? {
        0..=1 => scalar(source)?,
        2 => {
            let items = (0..count(3, source)?).map(|_| free(depth - 1, source));
            Value::Array(items.collect::<Result<_>>()?)
        }
        _ => {
            let mut members = Map::new();
            for _ in 0..count(3, source)? {
                members.insert(pick(NAMES, source)?.to_owned(), free(depth - 1, source)?);
            }
            Value::Object(members)
        }
    })
}
