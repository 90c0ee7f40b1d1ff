//! Other versions of a document: what a user or a controller makes of it.

use serde_json::{Map, Value};
use smp_core::{FieldRef, TypeKind, TypeRef};

use super::generate::Generator;

impl Generator<'_> {
    /// A version of the document with some changes.
    pub(super) fn version(&mut self, document: &Value, ty: TypeRef<'_>) -> Value {
        let mut version = document.clone();
        if let Value::Object(members) = &mut version {
            self.edit(members, Some(ty), 5);
        }
        version
    }

    fn edit(&mut self, members: &mut Map<String, Value>, ty: Option<TypeRef<'_>>, depth: usize) {
        let names: Vec<String> = members.keys().cloned().collect();
        for name in names {
            if self.one_in(8) {
                members.remove(&name);
            } else if let Some(value) = members.get_mut(&name) {
                let field = ty.and_then(|ty| ty.field(&name));
                let below = match ty.map(TypeRef::kind) {
                    Some(TypeKind::Map(value)) => Some(value),
                    Some(TypeKind::Any) => ty,
                    _ => field.map(FieldRef::ty),
                };
                self.edit_value(value, field, below, &name, depth);
            }
        }
        if self.one_in(3) {
            let fields: Vec<FieldRef<'_>> = ty.map(|ty| ty.fields().collect()).unwrap_or_default();
            if let Some(field) = self.choose(&fields) {
                let value = self.field_value(field, 2);
                members.insert(field.name().to_owned(), value);
            }
        }
    }

    fn edit_value(
        &mut self,
        value: &mut Value,
        field: Option<FieldRef<'_>>,
        ty: Option<TypeRef<'_>>,
        name: &str,
        depth: usize,
    ) {
        if depth == 0 || self.wild() {
            *value = self.anything(2);
            return;
        }
        match value {
            Value::Object(members) => {
                if !self.one_in(4) {
                    self.edit(members, ty, depth - 1);
                }
            }
            Value::Array(items) => {
                let element = match ty.map(TypeRef::kind) {
                    Some(TypeKind::List(element)) => Some(element),
                    _ => None,
                };
                let key = field.and_then(FieldRef::merge_key);
                self.edit_list(items, key, element, name, depth);
            }
            scalar => {
                if self.one_in(3) {
                    *scalar = self.scalar(name);
                }
            }
        }
    }

    fn edit_list(
        &mut self,
        items: &mut Vec<Value>,
        key: Option<&str>,
        element: Option<TypeRef<'_>>,
        name: &str,
        depth: usize,
    ) {
        if self.one_in(4) {
            return;
        }
        if self.one_in(3) {
            self.rng.shuffle(items);
        }
        if self.one_in(3) && !items.is_empty() {
            let at = self.rng.usize(0..items.len());
            items.remove(at);
        }
        if self.wild() && !items.is_empty() {
            let copy = items.first().cloned().unwrap_or_default();
            items.push(copy);
        }
        for item in items.iter_mut() {
            if let Value::Object(members) = item
                && self.one_in(2)
            {
                let kept = key.and_then(|key| Some((key, members.get(key)?.clone())));
                self.edit(members, element, depth - 1);
                if let (Some((key, value)), false) = (kept, self.wild()) {
                    members.insert(key.to_owned(), value);
                }
            }
        }
        if let (Some(element), true) = (element, self.one_in(2)) {
            let item = self.element(element, key, name, 2);
            let taken = items.iter().any(|other| match key {
                Some(key) => other.get(key) == item.get(key),
                None => *other == item,
            });
            if !taken || self.wild() {
                let at = self.rng.usize(0..=items.len());
                items.insert(at, item);
            }
        }
    }
}
