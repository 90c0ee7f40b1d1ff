//! Patches along a schema: directives at every level, most of them as a patch may
//! have them.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};
use smp_core::{FieldRef, TypeKind, TypeRef};

use super::{DEPTH, count, element_of_set, free, keys, name, once_in, pick, some_fields, value};

/// A patch of documents of this type. `O(n)` in the bytes.
///
/// # Errors
///
/// None that isn't `arbitrary`'s.
pub fn patch(ty: TypeRef<'_>, source: &mut Unstructured<'_>) -> Result<Value> {
    change(ty, DEPTH, source)
}

/// A patch of an object or a map.
fn change(ty: TypeRef<'_>, depth: u32, source: &mut Unstructured<'_>) -> Result<Value> {
    let mut members = Map::new();
    let others = match ty.kind() {
        TypeKind::Object => ty.other_members(),
        TypeKind::Map(below) => Some(below),
        TypeKind::Any => Some(ty),
        _ => return value(ty, depth, source),
    };
    if let Some(below) = others.filter(|_| depth > 0) {
        for _ in 0..count(3, source)? {
            let change = change_or_null(below, depth - 1, source)?;
            members.insert(name(source)?.to_owned(), change);
        }
    }
    for field in some_fields(ty, 5, source)? {
        field_change(field, depth, &mut members, source)?;
    }
    match source.int_in_range(0..=39_u8)? {
        36 => drop(members.insert("$patch".into(), "replace".into())),
        37 => drop(members.insert("$patch".into(), "delete".into())),
        38 => {
            let set =
                |(name, value): &(&String, &Value)| !name.starts_with('$') && !value.is_null();
            let mut names: Vec<Value> =
                members.iter().filter(set).map(|(name, _)| json!(name)).collect();
            for _ in 0..count(2, source)? {
                names.push(json!(name(source)?));
            }
            members.insert("$retainKeys".into(), names.into());
        }
        39 => {
            let at = pick(DIRECTIVES, source)?;
            members.insert(at.to_owned(), free(2, source)?);
        }
        _ => {}
    }
    Ok(Value::Object(members))
}

const DIRECTIVES: &[&str] = &[
    "$patch",
    "$retainKeys",
    "$setElementOrder/items",
    "$setElementOrder/set",
    "$deleteFromPrimitiveList/set",
    "$deleteFromPrimitiveList/items",
    "$unknown",
];

fn change_or_null(ty: TypeRef<'_>, depth: u32, source: &mut Unstructured<'_>) -> Result<Value> {
    if once_in(8, source)? { Ok(Value::Null) } else { change(ty, depth, source) }
}

/// Adds a change of one field, with the directives beside it.
fn field_change(
    field: FieldRef<'_>,
    depth: u32,
    members: &mut Map<String, Value>,
    source: &mut Unstructured<'_>,
) -> Result<()> {
    let TypeKind::List(element) = field.ty().kind() else {
        let change = if depth > 0 {
            change_or_null(field.ty(), depth - 1, source)?
        } else {
            value(field.ty(), 0, source)?
        };
        members.insert(field.name().to_owned(), change);
        return Ok(());
    };
    if once_in(12, source)? {
        members.insert(field.name().to_owned(), Value::Null);
        return Ok(());
    }
    let scalars = matches!(element.kind(), TypeKind::Scalar);
    if scalars && once_in(4, source)? {
        let gone = (0..=count(2, source)?).map(|_| element_of_set(source));
        let gone = Value::Array(gone.collect::<Result<_>>()?);
        members.insert(format!("$deleteFromPrimitiveList/{}", field.name()), gone);
    }
    if !field.strategy().is_merge() {
        members.insert(field.name().to_owned(), value(field.ty(), depth, source)?);
        return Ok(());
    }
    if depth == 0 {
        return Ok(());
    }
    let mut items = Vec::new();
    let mut order = Vec::new();
    for _ in 0..count(4, source)? {
        let (item, id) = if scalars {
            let item = element_of_set(source)?;
            (item.clone(), item)
        } else {
            element_change(field, element, depth - 1, source)?
        };
        if order.contains(&id) && !once_in(6, source)? {
            continue;
        }
        if item["$patch"].is_null() || once_in(10, source)? {
            order.push(id);
        }
        items.push(item);
    }
    if once_in(2, source)? {
        for _ in 0..count(3, source)? {
            let at = usize::from(count(u8::try_from(order.len()).unwrap_or(0), source)?);
            let id = if scalars { element_of_set(source)? } else { id_only(field, source)? };
            if !order.contains(&id) {
                order.insert(at, id);
            }
        }
        match source.int_in_range(0..=29_u8)? {
            28 => drop(order.pop()),
            29 => order.reverse(),
            _ => {}
        }
        members.insert(format!("$setElementOrder/{}", field.name()), order.into());
    }
    members.insert(field.name().to_owned(), items.into());
    Ok(())
}

/// A change of one element, and the object that stands for it in an order list.
fn element_change(
    field: FieldRef<'_>,
    element: TypeRef<'_>,
    depth: u32,
    source: &mut Unstructured<'_>,
) -> Result<(Value, Value)> {
    let id = id_only(field, source)?;
    let mut item = change(element, depth, source)?;
    if let (Value::Object(members), Value::Object(id)) = (&mut item, &id) {
        members.extend(id.clone());
        match source.int_in_range(0..=15_u8)? {
            13..=14 => drop(members.insert("$patch".into(), "delete".into())),
            15 => drop(members.insert("$patch".into(), "replace".into())),
            _ => {}
        }
    }
    Ok((item, id))
}

fn id_only(field: FieldRef<'_>, source: &mut Unstructured<'_>) -> Result<Value> {
    let mut id = Map::new();
    keys(field, &mut id, source)?;
    Ok(Value::Object(id))
}
