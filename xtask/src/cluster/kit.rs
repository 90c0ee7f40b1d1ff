//! Legal values of fields: those that the server's own objects have. Random text would be refused
//! in most fields.

use std::collections::HashMap;

use serde_json::Value;
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};
use smp_tests::choices::Choices;
use smp_tests::generate::below;

/// Values by the name of the type and the field that has them.
#[derive(Default)]
pub(super) struct Kit {
    values: HashMap<(String, String), Vec<Value>>,
}

/// The number of values of one field that are kept.
const KEPT: usize = 24;

impl Kit {
    /// Adds every value inside an object.
    pub(super) fn learn(&mut self, value: &Value, ty: TypeRef<'_>) {
        match (value, ty.kind()) {
            (Value::Object(members), _) => {
                for (name, member) in members {
                    if let (Some(owner), false) = (ty.name(), member.is_null()) {
                        let known =
                            self.values.entry((owner.to_owned(), name.clone())).or_default();
                        if known.len() < KEPT && !known.contains(member) {
                            known.push(member.clone());
                        }
                    }
                    if let Some(ty) = below(ty, name) {
                        self.learn(member, ty);
                    }
                }
            }
            (Value::Array(items), TypeKind::List(element)) => {
                for item in items {
                    self.learn(item, element);
                }
            }
            _ => {}
        }
    }

    /// The known legal values of a field.
    pub(super) fn of(&self, ty: TypeRef<'_>, field: &str) -> &[Value] {
        let key = ty.name().map(|name| (name.to_owned(), field.to_owned()));
        key.and_then(|key| self.values.get(&key)).map_or(&[], Vec::as_slice)
    }

    /// The names of the fields with known values.
    pub(super) fn fields(&self, ty: TypeRef<'_>) -> Vec<String> {
        let names = ty.fields().map(|field| field.name().to_owned());
        names.filter(|name| !self.of(ty, name).is_empty()).collect()
    }

    /// Makes most of a random patch legal: its scalars become values that the field has elsewhere.
    /// Directives, and the keys of elements, stay.
    pub(super) fn legalise(&self, patch: &mut Value, ty: TypeRef<'_>, choices: &mut Choices<'_>) {
        let Value::Object(members) = patch else { return };
        for (name, member) in members.iter_mut().filter(|(name, _)| !name.starts_with('$')) {
            if !(member.is_object() || member.is_array() || member.is_null()) {
                let known = self.of(ty, name);
                if !known.is_empty() && !choices.one_in(5) {
                    *member = choices.pick(known);
                }
                continue;
            }
            let Some(below) = below(ty, name) else { continue };
            let (Value::Array(items), TypeKind::List(element)) = (&mut *member, below.kind())
            else {
                self.legalise(member, below, choices);
                continue;
            };
            let key = ty.field(name).and_then(FieldRef::merge_key);
            for item in items {
                let kept = key.and_then(|key| Some((key, item.get(key)?.clone())));
                self.legalise(item, element, choices);
                if let (Some((key, value)), Value::Object(item)) = (kept, item) {
                    item.insert(key.to_owned(), value);
                }
            }
        }
    }
}
