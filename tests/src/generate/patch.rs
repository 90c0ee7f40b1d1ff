//! Generates patches for a schema: every directive, at every level. They are valid unless the
//! style asks for invalid ones ([`Style::odd`](super::Style::odd)).

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{Base, FieldRef, TypeKind};

use super::scalars::Set;
use super::{Generator, below, identity};

type Members = Map<String, Value>;

impl Generator<'_> {
    /// A patch for documents of this type. Given a live object, the patch mostly names members that
    /// live has. `O(n)` in the size of both.
    pub fn patch(&mut self, live: Option<&Value>, ty: TypeRef<'_>) -> Value {
        self.left = self.style.size;
        let live = live.and_then(Value::as_object);
        Value::Object(self.change_object(
            live,
            ty,
            Context::Object { retains: false },
            self.style.depth,
        ))
    }

    /// A patch in which one value is replaced with random JSON.
    pub fn mangled_patch(&mut self, ty: TypeRef<'_>) -> Value {
        let mut patch = self.patch(None, ty);
        let steps = self.choices.count(5);
        self.mangle(&mut patch, steps);
        patch
    }

    /// Replaces a value `steps` levels below `place` with random JSON; a higher one if there are
    /// fewer levels.
    fn mangle(&mut self, place: &mut Value, steps: usize) {
        let count = match &*place {
            Value::Object(members) => members.len(),
            Value::Array(items) => items.len(),
            _ => 0,
        };
        let at = self.choices.below(count);
        let below = match place {
            Value::Object(members) => members.values_mut().nth(at),
            Value::Array(items) => items.get_mut(at),
            _ => None,
        };
        match below.filter(|_| steps > 0) {
            Some(below) => self.mangle(below, steps - 1),
            None => *place = self.anything(3),
        }
    }

    /// A patch of an object or a map.
    fn change_object(
        &mut self,
        live: Option<&Members>,
        ty: TypeRef<'_>,
        context: Context,
        depth: usize,
    ) -> Members {
        // not: directives-never-leak, nulls-in-new-elements
        if self.style.comparable && live.is_none() {
            return self.plain(ty, depth);
        }
        let mut patch = Members::new();
        let mut names: Vec<String> = live.into_iter().flat_map(Members::keys).cloned().collect();
        self.choices.shuffle(&mut names);
        names.truncate(self.count(3));
        names.extend(self.some_fields(ty).iter().map(|field| field.name().to_owned()));
        if !matches!(ty.kind(), TypeKind::Object) || ty.other_members().is_some() {
            for _ in 0..self.count(2) {
                names.push(self.name().to_owned());
            }
        }
        names.sort_unstable();
        names.dedup();
        for name in names {
            let live = live.and_then(|live| live.get(&name));
            self.change_member(&mut patch, &name, live, ty, depth);
        }
        let retains = matches!(
            context,
            Context::Object { retains: true } | Context::Element { retains: true }
        );
        if retains && !self.choices.one_in(3) || self.choices.one_in(25) {
            self.retain_keys(&mut patch, live, ty);
        }
        if self.choices.one_in(25) && matches!(context, Context::Object { .. }) {
            let marker = self.choices.pick(&["replace", "delete", "delete"]);
            // not: directives-never-leak
            if self.style.comparable {
                patch = if marker == "delete" { Members::new() } else { self.plain(ty, depth) };
            }
            patch.insert("$patch".to_owned(), json!(marker));
        }
        if self.odd() {
            let directive = self.choices.pick(&DIRECTIVES);
            patch.insert(directive.to_owned(), self.anything(2));
        }
        patch
    }

    /// An object without directives.
    fn plain(&mut self, ty: TypeRef<'_>, depth: usize) -> Members {
        match ty.kind() {
            TypeKind::Object => self.object(ty, depth),
            _ => match self.value(ty, "", depth) {
                Value::Object(members) => members,
                _ => Members::new(),
            },
        }
    }

    fn retain_keys(&mut self, patch: &mut Members, live: Option<&Members>, ty: TypeRef<'_>) {
        let mut names: Vec<Value> = Vec::new();
        for name in patch.keys() {
            // A directive for a list counts as the list itself.
            let name = name
                .split_once('/')
                .filter(|_| name.starts_with('$'))
                .map_or(&**name, |(_, list)| list);
            if !names.contains(&json!(name)) {
                names.push(json!(name));
            }
        }
        for name in live.into_iter().flat_map(Members::keys) {
            if self.choices.one_in(3) && !names.contains(&json!(name)) {
                names.push(json!(name));
            }
        }
        if live.is_none() && self.choices.one_in(2) {
            names.extend(ty.fields().next().map(|field| json!(field.name())));
        }
        if self.odd() {
            names.pop();
        }
        if self.odd() {
            names.push(self.anything(1));
        }
        patch.insert("$retainKeys".to_owned(), Value::Array(names));
    }

    fn change_member(
        &mut self,
        patch: &mut Members,
        name: &str,
        live: Option<&Value>,
        ty: TypeRef<'_>,
        depth: usize,
    ) {
        let field = ty.field(name);
        let nested = live.is_some_and(|live| live.is_object() || live.is_array());
        let free_form = matches!(ty.kind(), TypeKind::Any | TypeKind::Map(_));
        let value = match below(ty, name) {
            _ if self.choices.one_in(10) => {
                // not: null-beside-directive
                if self.odd() {
                    patch.insert(format!("$setElementOrder/{name}"), json!([]));
                }
                Value::Null
            }
            _ if self.odd() => self.anything(2),
            // not: free-form-merges
            _ if free_form && nested && self.style.comparable => Value::Null,
            None => self.any_scalar(),
            Some(below) => match (below.kind(), field) {
                (TypeKind::Scalar, _) => match self.discriminator(ty, name) {
                    Some(value) => value,
                    None => self.value(below, name, depth.saturating_sub(1)),
                },
                _ if depth == 0 => self.value(below, name, 0),
                (TypeKind::List(element), Some(field)) => {
                    return self.change_list(patch, field, element, live, depth);
                }
                (TypeKind::Object | TypeKind::Map(_), _) => {
                    let replaces = field.is_some_and(|f| f.strategy().base() == Base::Replace);
                    let retains = field.is_some_and(|field| field.strategy().retain_keys());
                    // not: directives-never-leak
                    let live = live.filter(|_| !(replaces && self.style.comparable));
                    let live = live.and_then(Value::as_object);
                    Value::Object(self.change_object(
                        live,
                        below,
                        Context::Object { retains },
                        depth - 1,
                    ))
                }
                // not: free-form-merges
                (TypeKind::Any, _) if self.style.comparable => self.flat(),
                (TypeKind::Any, _) if self.choices.one_in(2) => Value::Object(self.change_object(
                    live.and_then(Value::as_object),
                    below,
                    Context::Object { retains: false },
                    depth.min(2) - 1,
                )),
                _ => self.value(below, name, depth - 1),
            },
        };
        patch.insert(name.to_owned(), value);
    }

    fn change_list(
        &mut self,
        patch: &mut Members,
        field: FieldRef<'_>,
        element: TypeRef<'_>,
        live: Option<&Value>,
        depth: usize,
    ) {
        let name = field.name();
        let live = live.and_then(Value::as_array);
        // not: directives-never-leak, order-beside-replacement
        let whole = self.style.comparable && live.is_none_or(Vec::is_empty);
        if !field.strategy().is_merge() || whole {
            let mut value = self.field_value(field, depth);
            // not: free-form-merges
            if whole && field.strategy().is_merge() && field.merge_key().is_some() {
                keep_first_of_each_key(field, &mut value);
            }
            patch.insert(name.to_owned(), value);
            if !self.style.comparable && self.choices.one_in(8) {
                let gone = json!([self.element_of_set(Set::Strings)]);
                patch.insert(format!("$deleteFromPrimitiveList/{name}"), gone);
            }
            return;
        }
        let live = live.map_or(&[][..], Vec::as_slice);
        let set = self.set();
        let keyed = field.merge_key().is_some() || !field.list_map_keys().is_empty();
        let mut items = if keyed {
            self.change_elements(field, element, live, depth)
        } else {
            self.items_of_set(live, set)
        };
        // not: replace-marker-under-order
        let replaced = items.iter().any(|item| item["$patch"] == "replace");
        let ordered = !(replaced && self.style.comparable) && self.choices.one_in(2);
        if !keyed && self.choices.one_in(3) {
            let mut gone: Vec<Value> =
                live.iter().filter(|_| self.choices.one_in(3)).cloned().collect();
            if self.choices.one_in(4) {
                gone.push(self.element_of_set(set));
            }
            // not: map-order
            if self.style.comparable && !ordered {
                items.clear();
            }
            let gone = if self.odd() { self.anything(1) } else { Value::Array(gone) };
            patch.insert(format!("$deleteFromPrimitiveList/{name}"), gone);
        }
        if keyed && self.choices.one_in(16) {
            patch.insert(format!("$deleteFromPrimitiveList/{name}"), json!([]));
        }
        if ordered {
            let order = self.order(live, &items, field, set);
            // not: empty-order-list, empty-lists-in-order
            if !(order.is_empty() && self.style.comparable) {
                let order = if self.odd() { self.anything(1) } else { Value::Array(order) };
                patch.insert(format!("$setElementOrder/{name}"), order);
            }
        }
        if !items.is_empty() || self.choices.one_in(2) {
            patch.insert(name.to_owned(), Value::Array(items));
        }
    }

    fn change_elements(
        &mut self,
        field: FieldRef<'_>,
        element: TypeRef<'_>,
        live: &[Value],
        depth: usize,
    ) -> Vec<Value> {
        let context = Context::Element { retains: field.strategy().retain_keys() };
        let replaces = self.choices.one_in(25);
        let mut items: Vec<Value> = Vec::new();
        let changed = if replaces && self.style.comparable { &[] } else { live };
        let mut named: Vec<Vec<Value>> = Vec::new();
        for old in changed {
            // not: nulls-in-new-elements. After a deletion, another element with the same merge key
            // is new.
            let key = identity(field, old, false);
            if self.style.comparable && named.contains(&key) {
                continue;
            }
            named.push(key);
            let keys =
                key_names(field).filter_map(|key| Some((key.to_owned(), old.get(key)?.clone())));
            let mut item = match self.choices.below(4) {
                2 => self.change_object(old.as_object(), element, context, depth - 1),
                3 => Members::from_iter([("$patch".to_owned(), json!("delete"))]),
                _ => continue,
            };
            self.set_keys(&mut item, keys.collect());
            items.push(Value::Object(item));
        }
        for _ in 0..self.count(3) {
            let keys = self.keys(field);
            let all = Value::Object(keys.clone());
            let taken = |other: &Value| {
                identity(field, other, !self.style.comparable)
                    == identity(field, &all, !self.style.comparable)
            };
            if (items.iter().any(taken) || live.iter().any(taken) && self.style.comparable)
                && !self.odd()
            {
                continue;
            }
            let mut item = if self.choices.one_in(2) {
                self.change_object(None, element, context, depth - 1)
            } else {
                self.plain(element, depth - 1)
            };
            self.set_keys(&mut item, keys);
            // not: directives-never-leak
            if !self.style.comparable {
                match self.choices.below(16) {
                    14 => drop(item.insert("$patch".to_owned(), json!("delete"))),
                    15 => drop(item.insert("$patch".to_owned(), json!("replace"))),
                    _ => {}
                }
            }
            items.push(Value::Object(item));
        }
        if self.choices.one_in(2) {
            self.choices.shuffle(&mut items);
        }
        if replaces {
            items.push(json!({ "$patch": "replace" }));
        }
        if self.odd() {
            items.push(self.anything(1));
        }
        items
    }

    /// Adds the keys to an element. If the element has `$retainKeys`, the keys must be listed
    /// there.
    fn set_keys(&mut self, item: &mut Members, keys: Members) {
        let listed: Vec<Value> = keys.keys().map(|key| json!(key)).collect();
        item.extend(keys);
        if let Some(Value::Array(names)) = item.get_mut("$retainKeys")
            && !self.choices.one_in(self.style.odd)
        {
            names.extend(listed);
        }
    }

    fn items_of_set(&mut self, live: &[Value], set: Set) -> Vec<Value> {
        let mut items: Vec<Value> =
            live.iter().filter(|_| self.choices.one_in(3)).cloned().collect();
        for _ in 0..self.choices.count(3) {
            let item = self.element_of_set(set);
            if !items.contains(&item) || self.odd() {
                items.push(item);
            }
        }
        self.choices.shuffle(&mut items);
        items
    }

    /// An order list: the items of the patch in their order, with items of live between them.
    fn order(
        &mut self,
        live: &[Value],
        items: &[Value],
        field: FieldRef<'_>,
        set: Set,
    ) -> Vec<Value> {
        if self.choices.one_in(15) {
            return Vec::new();
        }
        let keyed = field.merge_key().is_some() || !field.list_map_keys().is_empty();
        let comparable = self.style.comparable;
        let id = |item: &Value| match item {
            Value::Object(members) if keyed => {
                let names = key_names(field).take(if comparable { 1 } else { usize::MAX });
                let keys =
                    names.filter_map(|key| Some((key.to_owned(), members.get(key)?.clone())));
                Some(Value::Object(keys.collect::<Members>()))
            }
            other => (!keyed).then(|| other.clone()),
        };
        let mut order: Vec<Value> =
            items.iter().filter(|item| item.get("$patch").is_none()).filter_map(id).collect();
        let mut others: Vec<Value> = live.iter().filter_map(id).collect();
        self.choices.shuffle(&mut others);
        for _ in 0..self.choices.count(2) {
            others.push(if keyed {
                Value::Object(self.keys(field))
            } else {
                self.element_of_set(set)
            });
        }
        for item in others {
            let item = id(&item).unwrap_or(item);
            if !order.contains(&item) && !self.choices.one_in(3) {
                order.insert(self.choices.count(order.len()), item);
            }
        }
        // An order list that contradicts the patch.
        if self.odd() {
            order.pop();
        }
        if self.odd() {
            self.choices.shuffle(&mut order);
        }
        if self.odd() {
            order.push(self.anything(1));
        }
        order
    }
}

/// Keeps one element for each merge key: if live has an empty list, the reference merges elements
/// with the same key.
fn keep_first_of_each_key(field: FieldRef<'_>, list: &mut Value) {
    let mut seen = Vec::new();
    let Value::Array(items) = list else { return };
    items.retain(|item| {
        let key = identity(field, item, false);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
}

/// Whether an object of a patch is an element of a list.
#[derive(Clone, Copy)]
enum Context {
    Object { retains: bool },
    Element { retains: bool },
}

const DIRECTIVES: [&str; 7] = [
    "$patch",
    "$retainKeys",
    "$setElementOrder/items",
    "$setElementOrder/set",
    "$deleteFromPrimitiveList/set",
    "$deleteFromPrimitiveList/items",
    "$unknown",
];

/// The merge key, then the other keys of a list.
fn key_names(field: FieldRef<'_>) -> impl Iterator<Item = &str> {
    let others = field.list_map_keys().iter().map(smp_core::schema::ListMapKey::name);
    field.merge_key().into_iter().chain(others.filter(move |key| Some(*key) != field.merge_key()))
}
