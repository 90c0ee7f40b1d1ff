//! Patches with a directive in a map or in a free-form value, where a server has no place for one:
//! in values that live has or lacks, also inside of objects and elements that live lacks.

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, ListMapKey, TypeKind};
use smp_tests::choices::Choices;

use super::edit::rename;
use super::kit::Kit;

type Members = Map<String, Value>;

/// The maximum number of levels around the map that live may lack.
const LACKING: usize = 2;

/// A patch of an object that changes one map or free-form value, with a directive in it. Empty if the
/// choices reach no such field.
pub(super) fn patch_with_directive(
    object: &Value,
    ty: TypeRef<'_>,
    kit: &Kit,
    choices: &mut Choices<'_>,
) -> Value {
    // Many random paths reach no such field.
    for _ in 0..20 {
        if let Some(patch) = object_patch(Some(object), ty, kit, choices, LACKING) {
            return patch;
        }
    }
    json!({})
}

fn object_patch(
    live: Option<&Value>,
    ty: TypeRef<'_>,
    kit: &Kit,
    choices: &mut Choices<'_>,
    lacking: usize,
) -> Option<Value> {
    let fields: Vec<FieldRef<'_>> = ty
        .fields()
        .filter(|field| is_data(field.ty()) || has(live, field.name()) || lacking > 0)
        .filter(|field| !["apiVersion", "kind", "managedFields"].contains(&field.name()))
        .collect();
    if fields.is_empty() {
        return None;
    }
    // Maps, and fields that live has, are chosen more often.
    let likely: Vec<FieldRef<'_>> = fields
        .iter()
        .copied()
        .filter(|field| is_data(field.ty()) || has(live, field.name()))
        .collect();
    let some = if likely.is_empty() || choices.one_in(6) { &fields } else { &likely };
    let field = choices.pick(some);
    let below = live.and_then(|live| live.get(field.name()));
    let value = match field.ty().kind() {
        TypeKind::Map(_) | TypeKind::Any => {
            let known = kit.of(ty, field.name());
            Some(with_directive(below, known, field.ty(), choices))
        }
        TypeKind::Object => {
            let lacking = if below.is_some() { lacking } else { lacking.checked_sub(1)? };
            object_patch(below, field.ty(), kit, choices, lacking)
        }
        TypeKind::List(element) => list_patch(below?.as_array()?, field, element, kit, choices),
        TypeKind::Scalar => None,
    };
    Some(json!({ (field.name()): value? }))
}

/// A patch of a list with the directive in one element: a changed element of live, or a new one.
fn list_patch(
    live: &[Value],
    field: FieldRef<'_>,
    element: TypeRef<'_>,
    kit: &Kit,
    choices: &mut Choices<'_>,
) -> Option<Value> {
    if !matches!(element.kind(), TypeKind::Object) || live.is_empty() {
        return None;
    }
    let at = choices.below(live.len());
    let old = live.get(at)?;
    let changed = object_patch(Some(old), element, kit, choices, LACKING)?;
    if !field.strategy().is_merge() {
        let mut items = live.to_vec();
        merge(items.get_mut(at)?, changed);
        return Some(Value::Array(items));
    }
    let mut item = Value::Object(Members::new());
    if choices.one_in(2) {
        item = old.clone();
        rename(&mut item, Some(field), choices);
    } else {
        let names = field.list_map_keys().iter().map(ListMapKey::name).chain(field.merge_key());
        for name in names {
            if let Some(key) = old.get(name) {
                item[name] = key.clone();
            }
        }
    }
    merge(&mut item, changed);
    Some(json!([item]))
}

/// Sets the members of a patch, directives included.
fn merge(value: &mut Value, patch: Value) {
    match (value, patch) {
        (Value::Object(members), Value::Object(patch)) => {
            for (name, below) in patch {
                merge(members.entry(name).or_insert(Value::Null), below);
            }
        }
        (value, patch) => *value = patch,
    }
}

/// The content of a map or a free-form value, with a directive at some level.
fn with_directive(
    live: Option<&Value>,
    known: &[Value],
    ty: TypeRef<'_>,
    choices: &mut Choices<'_>,
) -> Value {
    let free_form = matches!(ty.kind(), TypeKind::Any);
    let mut content = match live {
        Some(live) if live.is_object() && choices.one_in(2) => live.clone(),
        _ if !known.is_empty() && choices.one_in(2) => choices.pick(known),
        _ if free_form => json!({"n": "1", "o": {"p": "1", "q": ["x", "y"]}}),
        _ => json!({"n": "1"}),
    };
    let nested = free_form && choices.one_in(2);
    let inner = content
        .as_object_mut()
        .and_then(|members| members.values_mut().find(|value| nested && value.is_object()));
    match inner {
        Some(inner) => add_directive(inner, choices),
        None => add_directive(&mut content, choices),
    }
    content
}

fn add_directive(value: &mut Value, choices: &mut Choices<'_>) {
    let Value::Object(members) = value else { return };
    let names: Vec<String> = members.keys().cloned().collect();
    let (name, directive) = match choices.below(8) {
        0 | 1 => ("$patch", json!("replace")),
        2 | 3 => ("$patch", json!("delete")),
        4 => ("$retainKeys", json!(names)),
        5 => ("$deleteFromPrimitiveList/z", json!(["x"])),
        6 => ("$deleteFromPrimitiveList/z", Value::Null),
        _ => ("$setElementOrder/z", json!(["x"])),
    };
    members.insert(name.to_owned(), directive);
}

fn is_data(ty: TypeRef<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Map(_) | TypeKind::Any)
}

fn has(live: Option<&Value>, name: &str) -> bool {
    live.is_some_and(|live| live.get(name).is_some_and(|value| !value.is_null()))
}
