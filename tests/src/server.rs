//! What an API server makes of a patch, where it makes more of it than this engine: the reference
//! leaves directives in what live lacks. In a struct the server drops them as unknown fields. In a
//! map and in a free-form value it has no place for them: it stores or refuses them.

use serde_json::{Map, Value};
use smp_core::{Base, FieldRef, ListMapKey, TypeKind, TypeRef};

use crate::generate::below;
use crate::prune::is_directive;

type Members = Map<String, Value>;

/// Whether a server has no place for something in the result of a merge by the reference: a
/// directive in a map or in a free-form value. `O(n)`.
#[must_use]
pub fn has_directive_in_data(result: &Value, ty: TypeRef<'_>) -> bool {
    remains(result, Some(ty), Taken::Whole)
}

/// Whether a server refuses the patch for live, or stores a directive: the reference leaves one where
/// the server has no place for it, or finds an order list where neither live nor the patch has
/// elements. `O(n)` in both, apart from merge lists.
#[must_use]
pub fn is_refused(live: &Value, patch: &Value, ty: TypeRef<'_>) -> bool {
    let empty = Members::new();
    let live = live.as_object().unwrap_or(&empty);
    patch.as_object().is_some_and(|patch| is_object_refused(live, patch, Some(ty)))
}

/// Whether the patch adds an item to a list and deletes it: the order of Go's maps decides whether a
/// server has the item then. `O(n)`, apart from these lists.
#[must_use]
pub fn adds_what_it_deletes(patch: &Value) -> bool {
    match patch {
        Value::Object(members) => members.iter().any(|(name, value)| {
            let list = name.strip_prefix("$deleteFromPrimitiveList/");
            let added = list.and_then(|list| members.get(list)).and_then(Value::as_array);
            let both = added.zip(value.as_array());
            both.is_some_and(|(added, deleted)| added.iter().any(|item| deleted.contains(item)))
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
    /// As it is.
    Whole,
    /// Without objects that have `$patch`.
    New,
}

fn is_object_refused(live: &Members, patch: &Members, ty: Option<TypeRef<'_>>) -> bool {
    if let Some(marker) = patch.get("$patch") {
        let mut content = patch.clone();
        content.remove("$patch");
        return marker == "replace" && members_remain(&content, ty, Taken::Whole);
    }
    patch.iter().any(|(name, value)| {
        if is_directive(name) {
            return is_order_refused(live, patch, name);
        }
        let field = ty.and_then(|ty| ty.field(name));
        let below = ty.and_then(|ty| below(ty, name));
        let replaces = field.is_some_and(|field| field.strategy().base() == Base::Replace);
        match (live.get(name), value) {
            (Some(Value::Object(live)), Value::Object(patch)) if !replaces => {
                is_object_refused(live, patch, below)
            }
            (Some(Value::Array(live)), Value::Array(patch)) => {
                let element = match below.map(TypeRef::kind) {
                    Some(TypeKind::List(element)) => Some(element),
                    _ => None,
                };
                let merges = field.filter(|field| field.strategy().is_merge());
                are_elements_refused(live, patch, merges, element)
            }
            (Some(Value::Object(_)), Value::Object(_)) => remains(value, below, Taken::Whole),
            _ => remains(value, below, Taken::New),
        }
    })
}

/// Whether the member of a patch with this name is an order list for nothing but empty lists.
fn is_order_refused(live: &Members, patch: &Members, name: &str) -> bool {
    let Some(list) = name.strip_prefix("$setElementOrder/") else { return false };
    let lists = [live, patch].map(|object| object.get(list).and_then(Value::as_array));
    let mut lists = lists.into_iter().flatten().peekable();
    lists.peek().is_some() && lists.all(Vec::is_empty)
}

fn are_elements_refused(
    live: &[Value],
    patch: &[Value],
    merges: Option<FieldRef<'_>>,
    element: Option<TypeRef<'_>>,
) -> bool {
    let whole = |item: &Value| remains(item, element, Taken::Whole);
    let Some(field) = merges else { return patch.iter().any(whole) };
    let replaces = patch.iter().any(|item| item["$patch"] == "replace");
    patch.iter().filter(|item| item.get("$patch").is_none()).any(|item| {
        let old = live.iter().filter(|_| !replaces).find(|old| key(field, old) == key(field, item));
        match (old, item) {
            (Some(Value::Object(live)), Value::Object(patch)) => {
                is_object_refused(live, patch, element)
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

/// Whether a server has no place for a directive in a value that is taken.
fn remains(value: &Value, ty: Option<TypeRef<'_>>, taken: Taken) -> bool {
    match value {
        Value::Object(members) => members_remain(members, ty, taken),
        Value::Array(items) => {
            let element = match ty.map(TypeRef::kind) {
                Some(TypeKind::List(element)) => Some(element),
                Some(TypeKind::Any) => ty,
                _ => None,
            };
            items.iter().any(|item| remains(item, element, taken))
        }
        _ => false,
    }
}

fn members_remain(members: &Members, ty: Option<TypeRef<'_>>, taken: Taken) -> bool {
    if taken == Taken::New && members.contains_key("$patch") {
        return false;
    }
    // The server drops an unknown field with all that is in it.
    let Some(ty) = ty else { return false };
    let is_struct = matches!(ty.kind(), TypeKind::Object) && ty.other_members().is_none();
    members.iter().any(|(name, value)| {
        if is_directive(name) {
            // The reference drops nulls where it takes a value that live lacks.
            let dropped = is_struct || taken == Taken::New && value.is_null();
            return !dropped;
        }
        remains(value, below(ty, name), taken)
    })
}
