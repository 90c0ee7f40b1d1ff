//! Generates documents, versions of documents, and patches for a schema. [`Choices`] decide
//! everything. Values come from small sets, so that equal keys, duplicates and equal values are
//! common. When the choices run out, the document ends.

pub mod cases;
mod clients;
mod patch;
mod scalars;
mod version;

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, ListMapKey, TypeKind};

use self::scalars::{LETTERS, Set};
use crate::choices::Choices;
use crate::schema::default_value;

/// The form of the generated documents and patches.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The number of levels of objects; deeper objects are empty.
    pub depth: usize,
    /// The maximum number of fields of an object.
    pub fields: usize,
    /// The approximate maximum of members and elements of a document or a patch.
    pub size: usize,
    /// How often something is generated that the schema doesn't allow: a value of the wrong type, an
    /// element without its key, a repeated key, a malformed directive. On average at one in `odd`
    /// places; 0 means never.
    pub odd: usize,
    /// How many members of documents are null: on average one in `null`; 0 means none.
    pub null: usize,
    /// Whether documents have members that are named like directives.
    pub directives_as_data: bool,
    /// Whether to leave out everything where this engine differs from the reference. A comment `not:
    /// NAME` names the section of `docs/deviations.md` that describes the difference.
    pub comparable: bool,
}

impl Style {
    /// Valid under the schema, apart from nulls.
    pub const VALID: Self = Self {
        depth: 3,
        fields: 14,
        size: 60,
        odd: 0,
        null: 20,
        directives_as_data: false,
        comparable: false,
    };
    /// Mostly valid.
    pub const MIXED: Self = Self { odd: 60, ..Self::VALID };
    /// Mostly valid, and small enough for the bytes of a fuzzer.
    pub const FUZZED: Self =
        Self { depth: 5, fields: 6, null: 30, directives_as_data: true, ..Self::MIXED };
    /// Only what both engines must treat alike.
    pub const COMPARABLE: Self = Self {
        depth: 6,
        fields: 4,
        size: 100,
        odd: 0,
        null: 0,
        directives_as_data: false,
        comparable: true,
    };
}

/// Generates documents, versions of them and patches.
pub struct Generator<'c> {
    /// The source of every choice.
    pub choices: Choices<'c>,
    /// The form of the documents.
    pub style: Style,
    /// The number of members and elements that may still be made.
    left: usize,
}

impl<'c> Generator<'c> {
    /// A generator with these choices and this style.
    #[must_use]
    pub fn new(choices: Choices<'c>, style: Style) -> Self {
        Self { choices, style, left: style.size }
    }

    /// A document of this type. `O(n)` in its size.
    pub fn document(&mut self, ty: TypeRef<'_>) -> Value {
        self.left = self.style.size;
        match ty.kind() {
            TypeKind::Object => Value::Object(self.object(ty, self.style.depth)),
            _ => self.value(ty, "", self.style.depth),
        }
    }

    /// Some of an example's members, at every level, with more elements in its lists.
    pub fn pruned(&mut self, example: &Value) -> Value {
        match example {
            Value::Object(members) => {
                // Keep few members of a large object: all of them would use up the size of the
                // document, and nothing deep would be generated.
                let keep = 1 + self.choices.below(6);
                let mut kept = Map::new();
                for (name, value) in members {
                    if self.choices.below(members.len()) < keep || name == "name" {
                        kept.insert(name.clone(), self.pruned(value));
                    }
                }
                Value::Object(kept)
            }
            Value::Array(items) => {
                let mut items: Vec<Value> = items.iter().map(|item| self.pruned(item)).collect();
                for at in 0..self.choices.below(3) {
                    let Some(mut copy) = items.first().cloned() else { break };
                    for name in ["name", "port", "containerPort", "mountPath", "type", "uid", "ip"]
                    {
                        if let Some(key) = copy.get_mut(name) {
                            *key = if key.is_number() { json!(at) } else { json!(at.to_string()) };
                        }
                    }
                    items.push(if copy.is_string() { json!(at.to_string()) } else { copy });
                }
                Value::Array(items)
            }
            scalar => scalar.clone(),
        }
    }

    /// Any JSON.
    pub fn anything(&mut self, depth: usize) -> Value {
        const DIRECTIVES: [&str; 6] = [
            "$patch",
            "$retainKeys",
            "$setElementOrder/items",
            "$setElementOrder/a",
            "$deleteFromPrimitiveList/set",
            "$deleteFromPrimitiveList/a",
        ];
        match self.choices.below(if depth == 0 { 2 } else { 5 }) {
            0..=1 => self.any_scalar(),
            2 => {
                let count = self.count(3);
                Value::Array((0..count).map(|_| self.anything(depth - 1)).collect())
            }
            _ => {
                let mut members = Map::new();
                for _ in 0..self.count(3) {
                    let name = if self.style.directives_as_data && self.choices.one_in(2) {
                        self.choices.pick(&DIRECTIVES)
                    } else {
                        self.name()
                    };
                    members.insert(name.to_owned(), self.anything(depth - 1));
                }
                Value::Object(members)
            }
        }
    }

    /// Chooses a number of members or elements, and subtracts it from those that are left.
    fn count(&mut self, most: usize) -> usize {
        let count = self.choices.count(most.min(self.left));
        self.left -= count;
        count
    }

    /// Whether to do something that the schema doesn't allow.
    fn odd(&mut self) -> bool {
        self.choices.one_in(self.style.odd)
    }

    /// Some fields of a type; those that hold more than a scalar are preferred.
    fn some_fields<'s>(&mut self, ty: TypeRef<'s>) -> Vec<FieldRef<'s>> {
        let all: Vec<FieldRef<'s>> = ty.fields().collect();
        let count = self.count(self.style.fields.min(all.len()));
        let one = |choices: &mut Choices<'_>| match choices.pick(&all) {
            field if matches!(field.ty().kind(), TypeKind::Scalar) => choices.pick(&all),
            field => field,
        };
        (0..count).map(|_| one(&mut self.choices)).collect()
    }

    fn object(&mut self, ty: TypeRef<'_>, depth: usize) -> Map<String, Value> {
        let mut members = Map::new();
        if let Some(below) = ty.other_members() {
            for _ in 0..self.count(2) {
                let value = self.value(below, "", depth.saturating_sub(1));
                members.insert(self.name().to_owned(), value);
            }
        }
        for field in self.some_fields(ty) {
            let value = match self.discriminator(ty, field.name()) {
                Some(value) => value,
                None => self.field_value(field, depth),
            };
            members.insert(field.name().to_owned(), value);
        }
        if self.odd() {
            members.insert("unknown".to_owned(), self.anything(2));
        }
        members
    }

    /// For the discriminator of a union, most of the time one of the values that matter to the union.
    fn discriminator(&mut self, ty: TypeRef<'_>, field: &str) -> Option<Value> {
        let values = discriminated(ty, field)?;
        (!self.choices.one_in(6)).then(|| json!(self.choices.pick(&values)))
    }

    /// A value for a field, without directives.
    fn field_value(&mut self, field: FieldRef<'_>, depth: usize) -> Value {
        let element = match field.ty().kind() {
            TypeKind::List(element) if field.strategy().is_merge() => element,
            _ => return self.value(field.ty(), field.name(), depth),
        };
        if self.odd() {
            return self.anything(2);
        }
        if self.choices.one_in(self.style.null) {
            return Value::Null;
        }
        if depth == 0 {
            return json!([]);
        }
        let set = self.set();
        let by_all_keys = self.choices.one_in(2);
        let repeats = self.style.odd > 0 && self.choices.one_in(12);
        let mut items: Vec<Value> = Vec::new();
        for _ in 0..self.count(5) {
            let item = self.element(field, element, set, depth - 1);
            let id = identity(field, &item, by_all_keys);
            if repeats || items.iter().all(|other| identity(field, other, by_all_keys) != id) {
                items.push(item);
            }
        }
        if self.odd() {
            items.push(self.anything(1));
        }
        Value::Array(items)
    }

    /// An element of a merge list: an object with its keys, or a scalar.
    fn element(
        &mut self,
        field: FieldRef<'_>,
        element: TypeRef<'_>,
        set: Set,
        depth: usize,
    ) -> Value {
        if field.merge_key().is_none() && field.list_map_keys().is_empty() {
            return self.element_of_set(set);
        }
        let mut item = match element.kind() {
            TypeKind::Object => Value::Object(self.object(element, depth)),
            _ => self.value(element, "", depth),
        };
        if let Value::Object(members) = &mut item {
            members.extend(self.keys(field));
        }
        item
    }

    fn value(&mut self, ty: TypeRef<'_>, name: &str, depth: usize) -> Value {
        if self.odd() {
            return self.anything(2);
        }
        if self.choices.one_in(self.style.null) {
            return Value::Null;
        }
        match ty.kind() {
            TypeKind::Object if depth > 0 => Value::Object(self.object(ty, depth - 1)),
            TypeKind::Map(below) if depth > 0 => {
                let mut members = Map::new();
                for _ in 0..self.count(3) {
                    // not: free-form-merges
                    let depth = if self.style.comparable { 0 } else { depth - 1 };
                    let value = self.value(below, "", depth);
                    members.insert(self.name().to_owned(), value);
                }
                Value::Object(members)
            }
            TypeKind::List(below) if depth > 0 => {
                let count = self.count(3);
                Value::Array((0..count).map(|_| self.value(below, "", depth - 1)).collect())
            }
            // not: free-form-merges
            TypeKind::Any if self.style.comparable => self.flat(),
            TypeKind::Any => self.anything(depth.min(3)),
            TypeKind::Object | TypeKind::Map(_) => json!({}),
            TypeKind::List(_) => json!([]),
            TypeKind::Scalar => self.scalar(name),
        }
    }

    /// A free-form object without objects or lists in it.
    fn flat(&mut self) -> Value {
        let mut members = Map::new();
        for _ in 0..self.count(3) {
            members.insert(self.name().to_owned(), json!(self.choices.pick(&LETTERS)));
        }
        Value::Object(members)
    }
}

/// The values of a union's discriminator, and two that select no member of the union. `None` if
/// the field is not a discriminator.
fn discriminated(ty: TypeRef<'_>, field: &str) -> Option<Vec<String>> {
    let union = ty.unions().iter().find(|union| union.discriminator() == Some(field))?;
    let values = union.members().map(|(_, value)| value.to_owned());
    Some(values.chain(["Nothing".to_owned(), String::new()]).collect())
}

/// The keys that distinguish the elements of a merge list: the merge key or, as for an API server,
/// all list map keys.
pub(crate) fn identity(field: FieldRef<'_>, item: &Value, by_all_keys: bool) -> Vec<Value> {
    let Value::Object(members) = item else { return vec![item.clone()] };
    let of = |key: &str| members.get(key).filter(|value| !value.is_null()).cloned();
    match (field.merge_key(), field.list_map_keys()) {
        (Some(key), all) if all.is_empty() || !by_all_keys => vec![of(key).unwrap_or_default()],
        (_, all) => {
            let default = |key: &ListMapKey| key.default().map(default_value);
            all.iter().map(|key| of(key.name()).or(default(key)).unwrap_or_default()).collect()
        }
    }
}

/// The type of a member; `None` if the schema does not have the member.
#[must_use]
pub fn below<'s>(ty: TypeRef<'s>, name: &str) -> Option<TypeRef<'s>> {
    match ty.kind() {
        TypeKind::Map(value) => Some(value),
        TypeKind::Any => Some(ty),
        _ => ty.field(name).map(FieldRef::ty).or_else(|| ty.other_members()),
    }
}
