//! Scalars: keys, elements of lists of scalars, and values of any other field.

use serde_json::{Map, Value, json};
use smp_core::schema::FieldRef;

use super::Generator;

pub(super) const LETTERS: [&str; 5] = ["a", "b", "c", "d", "e"];

impl Generator<'_> {
    /// The keys of an element.
    pub(super) fn keys(&mut self, field: FieldRef<'_>) -> Map<String, Value> {
        let mut keys = Map::new();
        if let Some(key) = field.merge_key()
            && !self.odd()
        {
            keys.insert(key.to_owned(), self.key_value(key));
        }
        for key in field.list_map_keys() {
            if Some(key.name()) == field.merge_key() || self.choices.one_in(6) {
                continue;
            }
            let value = match key.default() {
                Some(default) if self.choices.one_in(3) => crate::schema::default_value(default),
                _ => self.key_value(key.name()),
            };
            keys.insert(key.name().to_owned(), value);
        }
        keys
    }

    pub(super) fn key_value(&mut self, key: &str) -> Value {
        if self.odd() {
            return self.any_scalar();
        }
        match key {
            // Numbers that look alike are different keys.
            "id" => {
                let ids = [json!(1), json!(1.0), json!("1"), json!(2), json!(-7), json!(u64::MAX)];
                self.choices.pick(&ids)
            }
            "protocol" => json!(self.choices.pick(&["UDP", "TCP", "SCTP"])),
            _ if is_port(key) => json!(self.choices.pick(&[80, 443, 8080])),
            _ => json!(self.choices.pick(&LETTERS)),
        }
    }

    /// The type of the scalars of one list.
    pub(super) fn set(&mut self) -> Set {
        match self.choices.below(16) {
            _ if self.style.comparable => Set::Strings,
            13..=14 => Set::Numbers,
            15 if self.style.odd > 0 => Set::Mixed,
            _ => Set::Strings,
        }
    }

    pub(super) fn element_of_set(&mut self, set: Set) -> Value {
        match set {
            Set::Strings => json!(self.choices.pick(&LETTERS)),
            Set::Numbers => self.choices.pick(&[json!(1), json!(2), json!(1.0)]),
            Set::Mixed => self.anything(1),
        }
    }

    /// A scalar that suits the name of the field.
    pub(super) fn scalar(&mut self, name: &str) -> Value {
        if is_port(name) || name.ends_with("eplicas") {
            return json!(1 + self.choices.below(5));
        }
        match self.choices.below(14) {
            0..=10 => json!(self.choices.pick(&LETTERS)),
            11 => json!(1 + self.choices.below(3)),
            12 => json!(self.choices.one_in(2)),
            _ if self.style.comparable => json!(self.choices.pick(&["", "é", "x/y", "$patch"])),
            _ => self.any_scalar(),
        }
    }

    pub(super) fn any_scalar(&mut self) -> Value {
        const NUMBERS: [f64; 4] = [1.0, 100.0, -0.5, 1.5];
        match self.choices.below(8) {
            0..=1 => json!(self.choices.pick(&["a", "b", "", "1"])),
            2 => json!(self.choices.below(4)),
            3 => json!(self.choices.pick(&NUMBERS)),
            4 => json!(self.choices.pick(&[u64::MAX, u64::MAX - 1])),
            5 => json!(self.choices.pick(&["é", "x/y", "$patch", "a\"b\\", "\u{1f600}\n"])),
            6 => json!(-1),
            _ => Value::Null,
        }
    }

    /// The name of a member of a map.
    pub(super) fn name(&mut self) -> &'static str {
        self.choices.pick(&["a", "b", "c", "x.y/z", "$x", "é", "name", "items"])
    }
}

/// The type of the scalars of a merge list.
#[derive(Clone, Copy)]
pub(super) enum Set {
    Strings,
    Numbers,
    Mixed,
}

fn is_port(name: &str) -> bool {
    name.ends_with("ort") && name.len() >= 4
}
