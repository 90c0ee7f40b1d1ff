//! The objects of a patch, each with the object of live that it merges into.

use serde_json::{Map, Value};
use smp_core::TypeRef;
use smp_core::schema::{Base, FieldRef, ListMapKey, TypeKind};
use smp_tests::generate::below;
use smp_tests::prune::is_directive;

pub(super) type Members = Map<String, Value>;

pub(super) const ORDER: &str = "$setElementOrder/";
pub(super) const DELETE: &str = "$deleteFromPrimitiveList/";

/// An object of a patch.
pub(super) struct Spot<'d, 's> {
    /// The object that it merges into.
    pub(super) live: &'d mut Members,
    pub(super) patch: &'d mut Members,
    pub(super) ty: Option<TypeRef<'s>>,
}

impl<'s> Spot<'_, 's> {
    pub(super) fn field(&self, name: &str) -> Option<FieldRef<'s>> {
        self.ty.and_then(|ty| ty.field(name))
    }

    /// Live's value of a member.
    pub(super) fn old(&self, name: &str) -> Option<&Value> {
        self.live.get(name)
    }

    /// The items of a list of live; empty if live has no list.
    pub(super) fn old_items(&self, name: &str) -> &[Value] {
        items(self.old(name))
    }

    /// The items of a list of the patch; empty if it has no list.
    pub(super) fn items(&self, name: &str) -> &[Value] {
        items(self.patch.get(name))
    }

    pub(super) fn forget_old(&mut self, name: &str) {
        self.live.remove(name);
    }

    /// The names of the lists that have a directive with this beginning.
    pub(super) fn lists(&self, directive: &str) -> Vec<String> {
        let names = self.patch.keys().filter_map(|name| name.strip_prefix(directive));
        names.map(str::to_owned).collect()
    }

    /// The names of all members that are lists.
    pub(super) fn all_lists(&self) -> Vec<String> {
        let lists =
            self.patch.iter().filter(|(name, value)| value.is_array() && !is_directive(name));
        lists.map(|(name, _)| name.clone()).collect()
    }
}

pub(super) fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Calls `read` for every object of the patch that merges, the outer ones first.
pub(super) fn each_object(
    live: &mut Members,
    patch: &mut Members,
    ty: Option<TypeRef<'_>>,
    read: fn(&mut Spot<'_, '_>),
) {
    if patch.contains_key("$patch") {
        return;
    }
    read(&mut Spot { live, patch, ty });
    for (name, value) in patch.iter_mut().filter(|(name, _)| !is_directive(name)) {
        let field = ty.and_then(|ty| ty.field(name));
        let below = ty.and_then(|ty| below(ty, name));
        match (live.get_mut(name), value) {
            (Some(Value::Object(live)), Value::Object(patch)) if !replaces(field) => {
                each_object(live, patch, below, read);
            }
            (Some(Value::Array(live)), Value::Array(patch)) if merge_list(field) => {
                let all = patch.clone();
                for (at, element) in patch.iter_mut().enumerate() {
                    let Value::Object(element) = element else { continue };
                    match target(field, live, &all, at) {
                        Some(Target::Live(at)) => {
                            if let Some(Value::Object(live)) = live.get_mut(at) {
                                each_object(live, element, item(below), read);
                            }
                        }
                        Some(Target::Added(mut added)) => {
                            each_object(&mut added, element, item(below), read);
                        }
                        None => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// The object that an element of a patch merges into.
pub(super) enum Target {
    /// The element of live at this place.
    Live(usize),
    /// An earlier element that the patch adds.
    Added(Members),
}

/// The target of an element of a patch; `None` if the element is new, as all elements that replace a
/// list are.
pub(super) fn target(
    field: Option<FieldRef<'_>>,
    live: &[Value],
    elements: &[Value],
    at: usize,
) -> Option<Target> {
    let field = field?;
    let wanted = key(field, elements.get(at)?)?;
    if elements.iter().any(|one| one["$patch"] == "replace") {
        return None;
    }
    let has = |one: &&Value| key(field, one).as_ref() == Some(&wanted);
    let is_gone = elements.iter().any(|one| one["$patch"] == "delete" && has(&one));
    if let (Some(at), false) = (live.iter().position(|old| has(&old)), is_gone) {
        return Some(Target::Live(at));
    }
    let mut before = elements.iter().take(at).filter(|one| one.get("$patch").is_none());
    before.find(has).and_then(Value::as_object).cloned().map(Target::Added)
}

/// The key of an element of a merge list; a scalar is its own key.
pub(super) fn key(field: FieldRef<'_>, element: &Value) -> Option<Value> {
    let names = field.list_map_keys();
    match (field.merge_key(), element) {
        (Some(key), _) => element.get(key).cloned(),
        (None, Value::Object(_)) if !names.is_empty() => {
            names.iter().map(ListMapKey::name).map(|name| element.get(name).cloned()).collect()
        }
        (None, _) => Some(element.clone()),
    }
}

pub(super) fn merge_list(field: Option<FieldRef<'_>>) -> bool {
    field.is_some_and(|field| field.strategy().is_merge())
}

pub(super) fn replaces(field: Option<FieldRef<'_>>) -> bool {
    field.is_some_and(|field| field.strategy().base() == Base::Replace)
}

/// The type of a list's items.
pub(super) fn item(list: Option<TypeRef<'_>>) -> Option<TypeRef<'_>> {
    match list.map(TypeRef::kind) {
        Some(TypeKind::List(item)) => Some(item),
        Some(TypeKind::Any) => list,
        _ => None,
    }
}

/// The name of the list that a directive is for, or the name itself.
pub(super) fn list_of(name: &str) -> &str {
    name.strip_prefix(ORDER).or(name.strip_prefix(DELETE)).unwrap_or(name)
}
