//! Generates other versions of a document, as a user or a controller changes it.

use serde_json::{Map, Value};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, ListMapKey, TypeKind};

use super::{Generator, below, identity};

impl Generator<'_> {
    /// The document with some changes. `O(n)` in its size.
    pub fn version(&mut self, document: &Value, ty: TypeRef<'_>) -> Value {
        self.left = self.style.size;
        let mut version = document.clone();
        if let Value::Object(members) = &mut version {
            self.edit(members, ty, self.style.depth);
        }
        version
    }

    fn edit(&mut self, members: &mut Map<String, Value>, ty: TypeRef<'_>, depth: usize) {
        let names: Vec<String> = members.keys().cloned().collect();
        for name in names {
            if self.choices.one_in(8) {
                members.remove(&name);
            } else if let Some(value) = members.get_mut(&name) {
                self.edit_value(value, ty, &name, depth);
            }
        }
        if self.choices.one_in(3) {
            for field in self.some_fields(ty).into_iter().take(1) {
                members.insert(field.name().to_owned(), self.field_value(field, depth.min(2)));
            }
        }
    }

    fn edit_value(&mut self, value: &mut Value, ty: TypeRef<'_>, name: &str, depth: usize) {
        if self.odd() {
            *value = self.anything(2);
            return;
        }
        if depth == 0 {
            return;
        }
        let field = ty.field(name);
        let Some(below) = below(ty, name) else { return };
        let free_form = matches!(ty.kind(), TypeKind::Map(_) | TypeKind::Any);
        match value {
            // not: free-form-merges
            Value::Object(_) | Value::Array(_) if free_form && self.style.comparable => {}
            Value::Array(_) if matches!(below.kind(), TypeKind::Any) && self.style.comparable => {}
            Value::Object(members) => {
                if !self.choices.one_in(4) {
                    self.edit(members, below, depth - 1);
                }
            }
            Value::Array(items) => {
                if let (TypeKind::List(element), false) = (below.kind(), self.choices.one_in(4)) {
                    self.edit_list(items, field, element, depth);
                }
            }
            scalar => {
                if self.choices.one_in(3) {
                    *scalar = self.scalar(name);
                }
            }
        }
    }

    fn edit_list(
        &mut self,
        items: &mut Vec<Value>,
        field: Option<FieldRef<'_>>,
        element: TypeRef<'_>,
        depth: usize,
    ) {
        if self.choices.one_in(3) {
            self.choices.shuffle(items);
        }
        if self.choices.one_in(3) && !items.is_empty() {
            items.remove(self.choices.below(items.len()));
        }
        if self.odd() {
            items.extend(items.first().cloned());
        }
        // The other key of an element, besides its merge key, may change.
        let by_all_keys = !self.choices.one_in(6);
        for at in 0..items.len() {
            let mut item = items[at].clone();
            if let (Value::Object(members), true) = (&mut item, self.choices.one_in(2)) {
                let kept: Vec<_> = key_names(field, by_all_keys)
                    .map(|key| (key.to_owned(), members.remove(key).unwrap_or_default()))
                    .collect();
                self.edit(members, element, depth - 1);
                if !self.odd() {
                    members.extend(kept.into_iter().filter(|(_, value)| !value.is_null()));
                }
            }
            let is_same = field.is_none_or(|field| {
                identity(field, &item, true) == identity(field, &items[at], true)
            });
            if is_same || !is_taken(field, items, &item, true) || self.odd() {
                items[at] = item;
            }
        }
        if self.choices.one_in(2) {
            self.add_element(items, field, element, depth);
        }
    }

    /// Adds an element, before, between or after the others.
    fn add_element(
        &mut self,
        items: &mut Vec<Value>,
        field: Option<FieldRef<'_>>,
        element: TypeRef<'_>,
        depth: usize,
    ) {
        let by_all_keys = self.choices.one_in(2);
        let (mut item, mut taken) = match field.filter(|field| field.strategy().is_merge()) {
            Some(field) => {
                let set = self.set();
                let mut item = self.element(field, element, set, depth.min(2) - 1);
                if by_all_keys && !items.is_empty() {
                    // Takes the merge key of another element.
                    let other = &items[self.choices.below(items.len())];
                    for key in field.merge_key().into_iter().filter(|_| other.is_object()) {
                        if let (Some(key_of_other), true) = (other.get(key), item.is_object()) {
                            item[key] = key_of_other.clone();
                        }
                    }
                }
                let taken = is_taken(Some(field), items, &item, by_all_keys);
                (item, taken)
            }
            None => (self.value(element, "", depth.min(2) - 1), false),
        };
        // A server accepts some elements with equal keys, such as environment variables.
        if taken && self.style.odd > 0 && self.choices.one_in(4) {
            taken = false;
        }
        if !taken || self.odd() {
            items.insert(self.choices.count(items.len()), item.take());
        }
    }

    /// The document with members, and elements of its merge lists, that others have added. `O(n)` in
    /// its size.
    pub fn with_additions(&mut self, document: &Value, ty: TypeRef<'_>) -> Value {
        self.left = self.style.size;
        let mut version = document.clone();
        self.add(&mut version, ty, None, self.style.depth);
        version
    }

    fn add(
        &mut self,
        value: &mut Value,
        ty: TypeRef<'_>,
        field: Option<FieldRef<'_>>,
        depth: usize,
    ) {
        if depth == 0 {
            return;
        }
        match (value, ty.kind()) {
            (Value::Object(members), TypeKind::Object) => {
                for field in self.some_fields(ty).into_iter().take(2) {
                    if !members.contains_key(field.name()) && self.choices.one_in(4) {
                        let value = self.field_value(field, depth.min(2));
                        members.insert(field.name().to_owned(), value);
                    }
                }
                for (name, member) in members {
                    if let Some(field) = ty.field(name) {
                        self.add(member, field.ty(), Some(field), depth - 1);
                    }
                }
            }
            (Value::Array(items), TypeKind::List(element)) => {
                if field.is_none_or(|field| !field.strategy().is_merge()) {
                    return;
                }
                for item in items.iter_mut() {
                    if self.choices.one_in(3) {
                        self.add(item, element, None, depth - 1);
                    }
                }
                for _ in 0..self.choices.below(3) {
                    self.add_element(items, field, element, depth);
                }
            }
            _ => {}
        }
    }
}

/// The names of the keys of a list's elements.
fn key_names(field: Option<FieldRef<'_>>, by_all_keys: bool) -> impl Iterator<Item = &str> {
    let all = field.map_or(&[][..], FieldRef::list_map_keys);
    let all = all.iter().map(ListMapKey::name).filter(move |_| by_all_keys);
    field.and_then(FieldRef::merge_key).into_iter().chain(all)
}

/// Whether the list already has an element with the keys of `item`.
fn is_taken(field: Option<FieldRef<'_>>, items: &[Value], item: &Value, by_all_keys: bool) -> bool {
    field.filter(|field| field.strategy().is_merge()).is_some_and(|field| {
        let id = identity(field, item, by_all_keys);
        items.iter().any(|other| identity(field, other, by_all_keys) == id)
    })
}
