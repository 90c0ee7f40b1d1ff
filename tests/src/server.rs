//! The answers of an API server to patches, as far as they differ from the result of the reference.
//! The reference leaves directives in values that live lacks. In a struct the server drops them as
//! unknown fields. In maps and free-form values no field is unknown: there the server stores or
//! refuses them.

use serde_json::{Map, Value};
use smp_core::TypeRef;
use smp_core::schema::{Base, FieldRef, ListMapKey, TypeKind};

use crate::generate::below;
use crate::prune::is_directive;

type Members = Map<String, Value>;

/// The reason why a server refuses a patch, or stores a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The reference leaves a directive in a map.
    InMap,
    /// The reference leaves a directive in a free-form value.
    InFreeForm,
    /// An order list where neither live nor the patch has elements.
    EmptyOrder,
}

/// Whether the reference leaves a directive in a map or in a free-form value of its result, where a
/// server has no place for it. `O(n)`.
#[must_use]
pub fn has_directive_in_data(result: &Value, ty: TypeRef<'_>) -> bool {
    remains(result, Some(ty), Taken::Whole).is_some()
}

/// The reason why a server refuses the patch for live, or stores a directive. `O(n)` in both, apart
/// from merge lists.
#[must_use]
pub fn refusal(live: &Value, patch: &Value, ty: TypeRef<'_>) -> Option<Refusal> {
    let empty = Members::new();
    let live = live.as_object().unwrap_or(&empty);
    object_refusal(live, patch.as_object()?, Some(ty))
}

/// Whether the patch adds an item to a list and deletes it, or sets a field and deletes it by a null
/// deletion list. The order of Go's maps then decides whether a server keeps the item or the field.
/// `O(n)`, apart from these lists.
#[must_use]
pub fn adds_what_it_deletes(patch: &Value) -> bool {
    match patch {
        Value::Object(members) => members.iter().any(|(name, value)| {
            let list = name.strip_prefix("$deleteFromPrimitiveList/");
            let set = list.and_then(|list| members.get(list)).filter(|set| !set.is_null());
            let both = set.and_then(Value::as_array).zip(value.as_array());
            set.is_some() && value.is_null()
                || both
                    .is_some_and(|(added, deleted)| added.iter().any(|item| deleted.contains(item)))
                || adds_what_it_deletes(value)
        }),
        Value::Array(items) => items.iter().any(adds_what_it_deletes),
        _ => false,
    }
}

/// The live object without one of the parts that the patches name, for each such part; for objects
/// also with null in its place. `O(n·p)`.
#[must_use]
pub fn lacking(live: &Value, patches: &[&Value]) -> Vec<Value> {
    let mut found = Vec::new();
    for patch in patches {
        parts(live, patch, &mut Vec::new(), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    let without = |path: &[String], value: Option<Value>| {
        let mut live = live.clone();
        let (last, parents) = path.split_last()?;
        let parent = parents.iter().try_fold(&mut live, |object, name| object.get_mut(name))?;
        let parent = parent.as_object_mut()?;
        match value {
            Some(value) => drop(parent.insert(last.clone(), value)),
            None => drop(parent.remove(last)),
        }
        Some(live)
    };
    let lacking = found.iter().flat_map(|(path, is_object)| {
        [without(path, None), is_object.then(|| without(path, Some(Value::Null))).flatten()]
    });
    lacking.flatten().collect()
}

/// Adds the path of each member that both live and the patch have, and whether it is an object.
fn parts(
    live: &Value,
    patch: &Value,
    here: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, bool)>,
) {
    let (Value::Object(live), Value::Object(patch)) = (live, patch) else { return };
    for (name, below) in patch {
        let name = name.split_once('/').filter(|_| is_directive(name)).map_or(&**name, |it| it.1);
        let Some(part) = live.get(name) else { continue };
        here.push(name.to_owned());
        found.push((here.clone(), part.is_object()));
        parts(part, below, here, found);
        here.pop();
    }
}

/// How the reference takes a value that live lacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// The value as it is.
    Whole,
    /// The value without objects that have `$patch`.
    New,
}

fn object_refusal(live: &Members, patch: &Members, ty: Option<TypeRef<'_>>) -> Option<Refusal> {
    if let Some(marker) = patch.get("$patch") {
        let mut content = patch.clone();
        content.remove("$patch");
        return members_remain(&content, ty, Taken::Whole).filter(|_| marker == "replace");
    }
    patch.iter().find_map(|(name, value)| {
        if is_directive(name) {
            return is_order_refused(live, patch, name).then_some(Refusal::EmptyOrder);
        }
        let field = ty.and_then(|ty| ty.field(name));
        let below = ty.and_then(|ty| below(ty, name));
        let replaces = field.is_some_and(|field| field.strategy().base() == Base::Replace);
        match (live.get(name), value) {
            (Some(Value::Object(live)), Value::Object(patch)) if !replaces => {
                object_refusal(live, patch, below)
            }
            (Some(Value::Array(live)), Value::Array(patch)) => {
                let element = match below.map(TypeRef::kind) {
                    Some(TypeKind::List(element)) => Some(element),
                    // The elements of a free-form list are free-form.
                    Some(TypeKind::Any) => below,
                    _ => None,
                };
                let merges = field.filter(|field| field.strategy().is_merge());
                elements_refusal(live, patch, merges, element)
            }
            (Some(Value::Object(_)), Value::Object(_)) => remains(value, below, Taken::Whole),
            _ => remains(value, below, Taken::New),
        }
    })
}

/// Whether a member of a patch is an order list for lists that are all empty.
fn is_order_refused(live: &Members, patch: &Members, name: &str) -> bool {
    let Some(list) = name.strip_prefix("$setElementOrder/") else { return false };
    let lists = [live, patch].map(|object| object.get(list).and_then(Value::as_array));
    let mut lists = lists.into_iter().flatten().peekable();
    lists.peek().is_some() && lists.all(Vec::is_empty)
}

fn elements_refusal(
    live: &[Value],
    patch: &[Value],
    merges: Option<FieldRef<'_>>,
    element: Option<TypeRef<'_>>,
) -> Option<Refusal> {
    let whole = |item: &Value| remains(item, element, Taken::Whole);
    let Some(field) = merges else { return patch.iter().find_map(whole) };
    let replaces = patch.iter().any(|item| item["$patch"] == "replace");
    // An element that the patch deletes is gone before the others merge.
    let is_deleted = |old: &Value| {
        let mut deletions = patch.iter().filter(|item| item["$patch"] == "delete");
        deletions.any(|item| key(field, old) == key(field, item))
    };
    patch.iter().filter(|item| item.get("$patch").is_none()).find_map(|item| {
        let left = live.iter().filter(|old| !replaces && !is_deleted(old));
        let old = left.into_iter().find(|old| key(field, old) == key(field, item));
        match (old, item) {
            (Some(Value::Object(live)), Value::Object(patch)) => {
                object_refusal(live, patch, element)
            }
            _ => whole(item),
        }
    })
}

fn key<'v>(field: FieldRef<'_>, item: &'v Value) -> Vec<&'v Value> {
    match field.merge_key() {
        Some(key) => vec![&item[key]],
        None => field.list_map_keys().iter().map(ListMapKey::name).map(|key| &item[key]).collect(),
    }
}

/// Why a server refuses or stores a directive in a value that the reference takes; `None` if it does
/// neither.
fn remains(value: &Value, ty: Option<TypeRef<'_>>, taken: Taken) -> Option<Refusal> {
    match value {
        Value::Object(members) => members_remain(members, ty, taken),
        Value::Array(items) => {
            let element = match ty.map(TypeRef::kind) {
                Some(TypeKind::List(element)) => Some(element),
                Some(TypeKind::Any) => ty,
                _ => None,
            };
            items.iter().find_map(|item| remains(item, element, taken))
        }
        _ => None,
    }
}

fn members_remain(members: &Members, ty: Option<TypeRef<'_>>, taken: Taken) -> Option<Refusal> {
    if taken == Taken::New && members.contains_key("$patch") {
        return None;
    }
    // The server drops an unknown field with all its content.
    let ty = ty?;
    let refusal = match ty.kind() {
        TypeKind::Object if ty.other_members().is_none() => None,
        TypeKind::Map(_) => Some(Refusal::InMap),
        _ => Some(Refusal::InFreeForm),
    };
    members.iter().find_map(|(name, value)| {
        if is_directive(name) {
            // The reference drops nulls where it takes a value that live lacks.
            return refusal.filter(|_| taken == Taken::Whole || !value.is_null());
        }
        remains(value, below(ty, name), taken)
    })
}
