//! Objects for a type, changes of them, and parts of them. Values come from small sets, so that equal
//! values, shared keys and conflicts are common.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use smp_core::schema::{FieldRef, ListMapKey, TypeKind};
use smp_core::{ListType, ScalarType, TypeRef};

/// Makes objects.
pub(crate) struct Objects<'r> {
    pub(crate) rng: &'r mut Rng,
    /// How often an irregular value is made: on average one in `odd` values; never, if 0.
    pub(crate) odd: usize,
}

/// How a list merges.
enum List<'s> {
    Atomic,
    Set,
    Keyed(Vec<&'s str>),
}

fn list_of(field: Option<FieldRef<'_>>) -> List<'_> {
    let Some(field) = field else { return List::Atomic };
    match (field.list_type(), field.merge_key()) {
        (Some(ListType::Set), _) => List::Set,
        (Some(ListType::Map), _) => {
            List::Keyed(field.list_map_keys().iter().map(ListMapKey::name).collect())
        }
        (None, Some(key)) if field.strategy().is_merge() => List::Keyed(vec![key]),
        (None, None) if field.strategy().is_merge() => List::Set,
        _ => List::Atomic,
    }
}

const TEXTS: [&str; 4] = ["a", "b", "c", "<&>"];

impl Objects<'_> {
    fn one_in(&mut self, times: usize) -> bool {
        times > 0 && self.rng.usize(..times) == 0
    }

    fn odd(&mut self) -> bool {
        self.one_in(self.odd)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(..from.len())].clone()
    }

    /// A whole object without its identity.
    pub(super) fn object(&mut self, ty: TypeRef<'_>) -> Value {
        self.value(ty, None, 6)
    }

    /// Any value for a field of this type.
    fn value(&mut self, ty: TypeRef<'_>, field: Option<FieldRef<'_>>, depth: usize) -> Value {
        if self.odd() {
            return match self.rng.u8(..4) {
                0 => Value::Null,
                _ => self.anything(2),
            };
        }
        match ty.kind() {
            TypeKind::Scalar => self.scalar(ty.scalar_type().unwrap_or_default()),
            TypeKind::Any => self.free(depth.min(3)),
            TypeKind::Map(value) => {
                let count = if depth == 0 { 0 } else { self.rng.usize(..3) };
                let members = (0..count).map(|_| {
                    (self.pick(&TEXTS).to_owned(), self.value(value, None, depth.saturating_sub(1)))
                });
                Value::Object(members.collect())
            }
            TypeKind::Object => {
                let mut object = Map::new();
                let fields: Vec<_> = ty.fields().collect();
                let count = if depth == 0 { 0 } else { self.rng.usize(..4).min(fields.len()) };
                for _ in 0..count {
                    let mut field = self.pick(&fields);
                    if matches!(field.ty().kind(), TypeKind::Scalar) {
                        field = self.pick(&fields);
                    }
                    let value = self.value(field.ty(), Some(field), depth.saturating_sub(1));
                    object.insert(field.name().to_owned(), value);
                }
                Value::Object(object)
            }
            TypeKind::List(element) => self.list(element, field, depth),
        }
    }

    fn list(&mut self, element: TypeRef<'_>, field: Option<FieldRef<'_>>, depth: usize) -> Value {
        let count = if depth == 0 { 0 } else { self.rng.usize(..4) };
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.item(element, field, depth));
        }
        self.distinct(&mut items, field);
        Value::Array(items)
    }

    fn item(&mut self, element: TypeRef<'_>, field: Option<FieldRef<'_>>, depth: usize) -> Value {
        let mut item = self.value(element, None, depth.saturating_sub(1));
        if let (List::Keyed(keys), Value::Object(members)) = (list_of(field), &mut item) {
            for key in keys {
                let Some(known) = element.field(key) else { continue };
                let has_default = field.is_some_and(|field| {
                    let keys = field.list_map_keys().iter();
                    keys.clone().any(|it| it.name() == key && it.default().is_some())
                });
                if has_default && self.rng.bool() || self.odd() {
                    members.remove(key);
                } else {
                    let scalar = self.scalar(known.ty().scalar_type().unwrap_or_default());
                    members.insert(key.to_owned(), scalar);
                }
            }
        }
        item
    }

    /// Usually removes items with the keys of earlier items.
    fn distinct(&mut self, items: &mut Vec<Value>, field: Option<FieldRef<'_>>) {
        if self.odd > 0 && self.one_in(8) {
            return;
        }
        let mut seen: Vec<Value> = Vec::new();
        let list = list_of(field);
        items.retain(|item| {
            let id = match &list {
                List::Atomic => return true,
                List::Set => item.clone(),
                List::Keyed(keys) => keys.iter().map(|key| key_of(field, item, key)).collect(),
            };
            let new = !seen.contains(&id);
            seen.push(id);
            new
        });
    }

    fn scalar(&mut self, ty: ScalarType) -> Value {
        match ty {
            ScalarType::String => json!(self.pick(&TEXTS)),
            ScalarType::Boolean => json!(self.rng.bool()),
            ScalarType::Integer | ScalarType::Int32 | ScalarType::Int64 => {
                json!(self.pick(&[0, 1, 2, 80]))
            }
            ScalarType::Number => self.pick(&[json!(1), json!(1.5), json!(2.0), json!(-0.25)]),
            _ => self.pick(&[json!("1"), json!(1), json!("1000m"), json!("a")]),
        }
    }

    /// A free-form object.
    fn free(&mut self, depth: usize) -> Value {
        let members =
            (0..self.rng.usize(..3)).map(|_| (self.pick(&TEXTS).to_owned(), self.anything(depth)));
        Value::Object(members.collect())
    }

    fn anything(&mut self, depth: usize) -> Value {
        match self.rng.u8(..if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.pick(&TEXTS)),
            2 => json!(self.rng.u8(..3)),
            3 => json!(self.rng.bool()),
            4 => json!({}),
            5 => (0..self.rng.usize(..3)).map(|_| self.anything(depth - 1)).collect(),
            _ => self.free(depth - 1),
        }
    }

    /// The value with some changes.
    pub(super) fn change(
        &mut self,
        value: &Value,
        ty: TypeRef<'_>,
        field: Option<FieldRef<'_>>,
        depth: usize,
    ) -> Value {
        if depth == 0 || self.odd() {
            return self.value(ty, field, depth);
        }
        match (value, ty.kind()) {
            (Value::Object(members), TypeKind::Object | TypeKind::Map(_) | TypeKind::Any) => {
                let mut members = members.clone();
                let names: Vec<String> = members.keys().cloned().collect();
                for name in names {
                    let (below, field) = member(ty, &name);
                    match self.rng.u8(..10) {
                        0 => drop(members.remove(&name)),
                        1..=4 => {
                            if let (Some(below), Some(value)) = (below, members.get_mut(&name)) {
                                *value = self.change(value, below, field, depth - 1);
                            }
                        }
                        _ => {}
                    }
                }
                if self.one_in(3)
                    && let Value::Object(more) = self.value(ty, None, depth.min(3))
                {
                    for (name, value) in more {
                        members.entry(name).or_insert(value);
                    }
                }
                Value::Object(members)
            }
            (Value::Array(items), TypeKind::List(element)) => {
                let mut items = items.clone();
                if self.one_in(3) && !items.is_empty() {
                    items.remove(self.rng.usize(..items.len()));
                }
                for item in &mut items {
                    if self.one_in(3) {
                        let changed = self.change(item, element, None, depth - 1);
                        *item = with_keys(changed, item, field);
                    }
                }
                if self.one_in(3) {
                    let item = self.item(element, field, depth.min(3));
                    items.insert(self.rng.usize(..=items.len()), item);
                }
                if self.one_in(4) {
                    self.rng.shuffle(&mut items);
                }
                self.distinct(&mut items, field);
                Value::Array(items)
            }
            _ => self.value(ty, field, depth),
        }
    }

    /// A part of the value: some of its members and items, which keep their keys.
    pub(crate) fn part(
        &mut self,
        value: &Value,
        ty: TypeRef<'_>,
        field: Option<FieldRef<'_>>,
    ) -> Value {
        match (value, ty.kind()) {
            (Value::Object(members), TypeKind::Object | TypeKind::Map(_) | TypeKind::Any) => {
                let mut kept = Map::new();
                for (name, value) in members {
                    if self.rng.u8(..3) > 0 {
                        let (below, field) = member(ty, name);
                        let value = below.map_or(value.clone(), |it| self.part(value, it, field));
                        kept.insert(name.clone(), value);
                    }
                }
                Value::Object(kept)
            }
            (Value::Array(items), TypeKind::List(element)) => {
                let mut kept = Vec::new();
                for item in items {
                    if self.rng.u8(..3) > 0 {
                        kept.push(with_keys(self.part(item, element, None), item, field));
                    }
                }
                Value::Array(kept)
            }
            _ => value.clone(),
        }
    }
}

fn member<'s>(ty: TypeRef<'s>, name: &str) -> (Option<TypeRef<'s>>, Option<FieldRef<'s>>) {
    (smp_tests::generate::below(ty, name), ty.field(name))
}

fn key_of(field: Option<FieldRef<'_>>, item: &Value, key: &str) -> Value {
    let default = || {
        let keys = field?.list_map_keys().iter();
        let default = keys.clone().find(|it| it.name() == key)?.default()?;
        Some(smp_tests::schema::default_value(default))
    };
    item.get(key).cloned().or_else(default).unwrap_or_default()
}

/// The changed item with the keys of the item before.
fn with_keys(mut changed: Value, before: &Value, field: Option<FieldRef<'_>>) -> Value {
    if let (List::Keyed(keys), Value::Object(members)) = (list_of(field), &mut changed) {
        for key in keys {
            match before.get(key) {
                Some(value) => members.insert(key.to_owned(), value.clone()),
                None => members.remove(key),
            };
        }
    }
    changed
}
