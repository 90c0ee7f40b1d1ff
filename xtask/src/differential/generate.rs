//! Documents at random: valid by their schema, or nearly so.
//!
//! Values come from small sets, so that keys meet, duplicates occur and equal
//! values are common.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use smp_core::{FieldRef, TypeKind, TypeRef};

/// What makes documents, versions of them ([`edit`](super::edit)) and patches
/// ([`patch`](super::patch)).
pub(super) struct Generator<'r> {
    pub(super) rng: &'r mut Rng,
    /// How often something is not as the schema has it.
    pub(super) wildness: f64,
}

/// Levels of objects that are generated; what schemas nest deeper stays empty.
const DEPTH: usize = 6;

impl Generator<'_> {
    /// True once in `n`.
    pub(super) fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(0..n) == 0
    }

    /// Whether to do something that the schema doesn't allow.
    pub(super) fn wild(&mut self) -> bool {
        self.wildness > 0.0 && self.rng.f64() < self.wildness
    }

    /// A document, or part of one.
    pub(super) fn document(&mut self, ty: TypeRef<'_>) -> Value {
        Value::Object(self.object(ty, DEPTH))
    }

    /// Some of an example's members, at every level.
    pub(super) fn pruned(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(members) => {
                // Few members of large objects, so that depth is reached.
                let keep = self.rng.usize(1..=6);
                let all = members.len().max(1);
                let mut kept = Map::new();
                for (name, value) in members {
                    if self.rng.usize(0..all) < keep || name == "name" {
                        kept.insert(name.clone(), self.pruned(value));
                    }
                }
                Value::Object(kept)
            }
            Value::Array(items) => {
                let mut items: Vec<Value> = items.iter().map(|item| self.pruned(item)).collect();
                for at in 0..self.rng.usize(0..3) {
                    let Some(mut copy) = items.first().cloned() else { break };
                    for name in ["name", "port", "containerPort", "mountPath", "type", "uid", "ip"]
                    {
                        if let Some(key) = copy.get_mut(name) {
                            *key = if key.is_number() { json!(at) } else { json!(format!("{at}")) };
                        }
                    }
                    if copy.is_string() {
                        copy = json!(format!("{at}"));
                    }
                    items.push(copy);
                }
                Value::Array(items)
            }
            scalar => scalar.clone(),
        }
    }

    pub(super) fn object(&mut self, ty: TypeRef<'_>, depth: usize) -> Map<String, Value> {
        let mut members = Map::new();
        let fields: Vec<FieldRef<'_>> = ty.fields().collect();
        if fields.is_empty() || depth == 0 {
            return members;
        }
        // Deep types have many fields; a few of them are enough, and those that
        // hold more are the ones that matter.
        let wanted = self.rng.usize(0..5);
        for _ in 0..wanted {
            let Some(field) = self.choose(&fields) else { break };
            let field = match self.choose(&fields) {
                Some(other) if matches!(field.ty().kind(), TypeKind::Scalar) => other,
                _ => field,
            };
            let value = self.field_value(field, depth - 1);
            members.insert(field.name().to_owned(), value);
        }
        if self.wild() {
            let value = self.anything(2);
            members.insert("unknown".to_owned(), value);
        }
        members
    }

    pub(super) fn choose<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { from.get(self.rng.usize(0..from.len())).copied() }
    }

    /// A value for a field.
    pub(super) fn field_value(&mut self, field: FieldRef<'_>, depth: usize) -> Value {
        if self.wild() {
            return self.anything(2);
        }
        match field.ty().kind() {
            TypeKind::List(element) => {
                let count = self.rng.usize(0..5);
                self.list(element, field.merge_key(), field.name(), count, depth)
            }
            _ => self.value(field.ty(), field.name(), depth),
        }
    }

    pub(super) fn list(
        &mut self,
        element: TypeRef<'_>,
        key: Option<&str>,
        name: &str,
        count: usize,
        depth: usize,
    ) -> Value {
        let mut items: Vec<Value> = Vec::new();
        for _ in 0..count {
            let item = self.element(element, key, name, depth);
            let taken = items.iter().any(|other| match key {
                Some(key) => other.get(key) == item.get(key),
                None => *other == item,
            });
            if !taken || self.wild() {
                items.push(item);
            }
        }
        if self.wild() {
            let odd = self.anything(1);
            let at = self.rng.usize(0..=items.len());
            items.insert(at, odd);
        }
        Value::Array(items)
    }

    /// An element of a list, with its merge key.
    pub(super) fn element(
        &mut self,
        element: TypeRef<'_>,
        key: Option<&str>,
        name: &str,
        depth: usize,
    ) -> Value {
        let mut item = self.value(element, name, depth);
        if let (Value::Object(members), Some(key)) = (&mut item, key) {
            if self.wild() {
                members.remove(key);
            } else {
                let value = self.scalar(key);
                members.insert(key.to_owned(), value);
            }
        }
        item
    }

    pub(super) fn value(&mut self, ty: TypeRef<'_>, name: &str, depth: usize) -> Value {
        match ty.kind() {
            TypeKind::Object => Value::Object(self.object(ty, depth)),
            TypeKind::List(element) => {
                let count = self.rng.usize(0..3);
                self.list(element, None, name, count, depth)
            }
            TypeKind::Map(value) => {
                let mut members = Map::new();
                for _ in 0..self.rng.usize(0..3) {
                    let key = self.letter();
                    let value = self.value(value, name, depth.saturating_sub(1));
                    members.insert(key, value);
                }
                Value::Object(members)
            }
            TypeKind::Any => self.anything(2),
            _ => self.scalar(name),
        }
    }

    fn letter(&mut self) -> String {
        self.rng.char('a'..='e').to_string()
    }

    /// A scalar as the field's name suggests: fields keep to one type.
    pub(super) fn scalar(&mut self, name: &str) -> Value {
        if self.wild() {
            return self.odd_scalar();
        }
        let lower = name.to_ascii_lowercase();
        if lower.contains("port") && !lower.ends_with("name") || lower.contains("replicas") {
            json!(self.rng.u32(1..6))
        } else if lower.starts_with("read") || lower.starts_with("host") && lower.len() == 7 {
            json!(self.rng.bool())
        } else {
            json!(self.letter())
        }
    }

    fn odd_scalar(&mut self) -> Value {
        match self.rng.u32(0..9) {
            0 => Value::Null,
            1 => json!(self.rng.bool()),
            2 => json!(f64::from(self.rng.u32(1..4))),
            3 => json!(self.rng.u32(1..4)),
            4 => json!(self.rng.u32(1..4).to_string()),
            5 => json!(u64::MAX - u64::from(self.rng.u32(0..2))),
            6 => json!(1.5),
            7 => json!(-1),
            _ => json!(""),
        }
    }

    /// Any JSON.
    pub(super) fn anything(&mut self, depth: usize) -> Value {
        match self.rng.u32(0..if depth == 0 { 3 } else { 6 }) {
            0 => self.odd_scalar(),
            1 | 2 => json!(self.letter()),
            3 => {
                let items = (0..self.rng.usize(0..3)).map(|_| self.anything(depth - 1));
                Value::Array(items.collect())
            }
            _ => {
                let count = self.rng.usize(0..3);
                let mut members = Map::new();
                for _ in 0..count {
                    members.insert(self.letter(), self.anything(depth - 1));
                }
                Value::Object(members)
            }
        }
    }
}
