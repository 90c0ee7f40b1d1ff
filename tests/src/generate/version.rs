//! Generates other versions of a document: it with the changes of a user or a controller.

use serde_json::{Map, Value};
use smp_core::{FieldRef, TypeKind, TypeRef};

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
        let key = field.and_then(FieldRef::merge_key);
        for item in items.iter_mut() {
            if let (Value::Object(members), true) = (item, self.choices.one_in(2)) {
                let kept = key.and_then(|key| Some((key.to_owned(), members.get(key)?.clone())));
                self.edit(members, element, depth - 1);
                if !self.odd() {
                    members.extend(kept);
                }
            }
        }
        if self.choices.one_in(2) {
            let (item, taken) = match field.filter(|field| field.strategy().is_merge()) {
                Some(field) => {
                    let set = self.set();
                    let item = self.element(field, element, set, depth.min(2) - 1);
                    let id = identity(field, &item, false);
                    let taken = items.iter().any(|other| identity(field, other, false) == id);
                    (item, taken)
                }
                None => (self.value(element, "", depth.min(2) - 1), false),
            };
            if !taken || self.odd() {
                items.insert(self.choices.count(items.len()), item);
            }
        }
    }
}
