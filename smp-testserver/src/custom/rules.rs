//! [`Rules`]: a schema of a definition, prepared once when the definition arrives.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value};

use super::pattern::Pattern;
use crate::weight::json_len;

/// The rules of a schema for a value.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// The keywords that are used as they are, such as limits and formats.
    keywords: Map<String, Value>,
    pub(super) pattern: Option<Pattern>,
    pub(super) allowed: Option<Allowed>,
    pub(super) default: Option<DefaultValue>,
    pub(super) properties: BTreeMap<String, Rules>,
    /// The names of the properties that have a default.
    with_default: Vec<String>,
    pub(super) others: Others,
    pub(super) items: Option<Box<Rules>>,
    pub(super) any_of: Option<Vec<Rules>>,
    pub(super) one_of: Option<Vec<Rules>>,
    pub(super) all_of: Option<Vec<Rules>>,
    pub(super) not: Option<Box<Rules>>,
}

/// The members that `properties` does not name.
#[derive(Debug, Default)]
pub(super) enum Others {
    #[default]
    Unknown,
    Any,
    Of(Box<Rules>),
}

/// A default, and its size as JSON in bytes.
#[derive(Debug)]
pub(super) struct DefaultValue {
    pub(super) value: Value,
    pub(super) size: usize,
}

/// The values of an `enum`.
#[derive(Debug)]
pub(super) struct Allowed {
    values: HashSet<Value>,
    /// The values as messages list them.
    pub(super) words: String,
}

/// The size after which a message lists no more values, in bytes.
const WORDS_MAX: usize = 16 * 1024;

impl Allowed {
    fn of(values: &[Value]) -> Self {
        let mut words = String::new();
        for value in values {
            if words.len() > WORDS_MAX {
                words.push_str(", and more");
                break;
            }
            let separator = if words.is_empty() { "" } else { ", " };
            words.extend([separator, &value.to_string()]);
        }
        Self { values: values.iter().cloned().collect(), words }
    }

    pub(super) fn has(&self, value: &Value) -> bool {
        self.values.contains(value)
    }
}

impl Rules {
    pub(super) fn of(schema: &Value) -> Self {
        let Some(members) = schema.as_object() else { return Self::default() };
        let mut rules = Self::default();
        let list = |value: &Value| value.as_array().map(|it| it.iter().map(Self::of).collect());
        for (name, value) in members {
            match name.as_str() {
                "pattern" => rules.pattern = value.as_str().and_then(Pattern::of),
                "enum" => rules.allowed = value.as_array().map(|it| Allowed::of(it)),
                "default" => {
                    rules.default =
                        Some(DefaultValue { value: value.clone(), size: json_len(value) });
                }
                "properties" => {
                    let members = value.as_object().into_iter().flatten();
                    rules.properties =
                        members.map(|(name, it)| (name.clone(), Self::of(it))).collect();
                    let filled = rules.properties.iter().filter(|(_, it)| it.default.is_some());
                    rules.with_default = filled.map(|(name, _)| name.clone()).collect();
                }
                "additionalProperties" => {
                    rules.others = match value {
                        Value::Bool(true) => Others::Any,
                        Value::Object(_) => Others::Of(Box::new(Self::of(value))),
                        _ => Others::Unknown,
                    };
                }
                "items" => rules.items = Some(Box::new(Self::of(value))),
                "anyOf" => rules.any_of = list(value),
                "oneOf" => rules.one_of = list(value),
                "allOf" => rules.all_of = list(value),
                "not" => rules.not = Some(Box::new(Self::of(value))),
                _ => drop(rules.keywords.insert(name.clone(), value.clone())),
            }
        }
        rules
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&Value> {
        self.keywords.get(keyword)
    }

    pub(super) fn is(&self, keyword: &str) -> bool {
        self.get(keyword) == Some(&Value::Bool(true))
    }

    /// The members that have a default.
    pub(super) fn with_default(&self) -> impl Iterator<Item = (&str, &Self)> {
        let names = self.with_default.iter();
        names.filter_map(|name| Some((name.as_str(), self.properties.get(name)?)))
    }

    /// The rules of all members and items directly inside.
    pub(super) fn below(&self) -> impl Iterator<Item = &Self> {
        let others = match &self.others {
            Others::Of(rules) => Some(&**rules),
            Others::Unknown | Others::Any => None,
        };
        self.properties.values().chain(others).chain(self.items.as_deref())
    }

    /// The rules of a member.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        self.properties.get(name).or(match &self.others {
            Others::Of(rules) => Some(rules),
            Others::Unknown | Others::Any => None,
        })
    }
}
