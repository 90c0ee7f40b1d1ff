//! [`check`]: validates a custom resource against its schema, with the messages of an API server. The rules
//! of CEL (`x-kubernetes-validations`) are not evaluated.

use serde_json::{Map, Value};

use super::rules::Rules;
use crate::cause::{Cause, Causes};
use crate::object::shorten;

/// The budget of steps for one object. A step is a value checked against a schema, or 64 bytes of text.
const STEPS_MAX: usize = 10_000_000;

/// Adds the mistakes in an object.
pub(super) fn check(object: &Value, rules: &Rules, causes: &mut Causes) {
    let mut steps = STEPS_MAX;
    Check { causes, steps: &mut steps }.value(object, rules, &mut String::new());
    if steps == 0 {
        causes.add(|| Cause {
            reason: "FieldValueInvalid",
            message: format!("Invalid value: its schemas need more than {STEPS_MAX} checks"),
            field: String::new(),
        });
    }
}

/// A check of one object.
struct Check<'c> {
    causes: &'c mut Causes,
    /// How many steps are left.
    steps: &'c mut usize,
}

impl Check<'_> {
    /// Uses up steps; false if none are left.
    fn step(&mut self, steps: usize) -> bool {
        *self.steps = self.steps.saturating_sub(steps);
        *self.steps > 0 && !self.causes.is_full()
    }

    fn value(&mut self, value: &Value, rules: &Rules, path: &mut String) {
        if !self.step(1) || (value.is_null() && rules.is("nullable")) {
            return;
        }
        if let Some(wanted) = wrong_type(value, rules) {
            self.causes.add(|| {
                let shown = Value::from(type_name(value));
                let message = format!("{path} in body must be of type {wanted}: {shown}");
                Cause {
                    reason: "FieldValueTypeInvalid",
                    ..Cause::invalid(path.as_str(), &shown, &message)
                }
            });
            return;
        }
        if let Some(allowed) = rules.allowed.as_ref().filter(|it| !it.has(value)) {
            self.causes.add(|| {
                let words = &allowed.words;
                let message = format!("Unsupported value: {value}: supported values: {words}");
                Cause { reason: "FieldValueNotSupported", message, field: path.clone() }
            });
        }
        match value {
            Value::Object(members) => self.object(members, rules, path),
            Value::Array(items) => self.list(items, rules, path),
            Value::String(text) => self.text(value, text, rules, path),
            Value::Number(number) => {
                if let Some(float) = number.as_f64() {
                    self.number(value, float, rules, path);
                }
            }
            _ => {}
        }
        self.combined(value, rules, path);
    }

    fn object(&mut self, members: &Map<String, Value>, rules: &Rules, path: &mut String) {
        let count = members.len();
        if let Some(limit) = limit(rules, "maxProperties").filter(|it| count > *it) {
            self.causes.add(|| too_many(path, count, limit, "properties"));
        }
        if let Some(limit) = limit(rules, "minProperties").filter(|it| count < *it) {
            self.causes.add(|| too_few(path, count, limit, "properties"));
        }
        let required =
            rules.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        if !self.step(required.len()) {
            return;
        }
        for name in required.iter().map(|it| it.as_str().unwrap_or_default()) {
            if !members.contains_key(name) {
                self.causes.add(|| Cause::required(joined(path, name), ""));
            }
        }
        for (name, member) in members {
            if let Some(below) = rules.member(name) {
                let depth = path.len();
                path.push_str(if path.is_empty() { "" } else { "." });
                path.push_str(name);
                self.value(member, below, path);
                shorten(path, depth);
            }
        }
    }

    fn list(&mut self, items: &[Value], rules: &Rules, path: &mut String) {
        let count = items.len();
        if let Some(limit) = limit(rules, "maxItems").filter(|it| count > *it) {
            self.causes.add(|| too_many(path, count, limit, "items"));
        }
        if let Some(limit) = limit(rules, "minItems").filter(|it| count < *it) {
            self.causes.add(|| too_few(path, count, limit, "items"));
        }
        self.unique(items, rules, path);
        if let Some(below) = &rules.items {
            for (at, item) in items.iter().enumerate() {
                let depth = path.len();
                path.extend(["[", &at.to_string(), "]"]);
                self.value(item, below, path);
                shorten(path, depth);
            }
        }
    }

    /// Checks that the elements of sets and the keys of list maps are unique.
    fn unique(&mut self, items: &[Value], rules: &Rules, path: &str) {
        let keys: Vec<&str> = match rules.get("x-kubernetes-list-type").and_then(Value::as_str) {
            Some("set") => Vec::new(),
            Some("map") => {
                let keys = rules.get("x-kubernetes-list-map-keys").and_then(Value::as_array);
                keys.into_iter().flatten().filter_map(Value::as_str).collect()
            }
            _ => return,
        };
        if !self.step(keys.len().saturating_mul(items.len())) {
            return;
        }
        let mut seen = std::collections::HashSet::new();
        for (at, item) in items.iter().enumerate() {
            let identity = if keys.is_empty() {
                item.clone()
            } else {
                let picked = keys
                    .iter()
                    .filter_map(|key| Some(((*key).to_owned(), item.get(*key)?.clone())));
                Value::Object(picked.collect())
            };
            if !seen.insert(identity.to_string()) {
                self.causes.add(|| {
                    let message = format!("Duplicate value: {identity}");
                    let field = format!("{path}[{at}]");
                    Cause { reason: "FieldValueDuplicate", message, field }
                });
            }
        }
    }

    fn text(&mut self, value: &Value, text: &str, rules: &Rules, path: &str) {
        if !self.step(text.len() / 64) {
            return;
        }
        let length = text.chars().count();
        if let Some(limit) = limit(rules, "maxLength").filter(|it| length > *it) {
            self.causes.add(|| {
                let message = format!("Too long: may not be more than {limit} bytes");
                Cause { reason: "FieldValueTooLong", message, field: path.to_owned() }
            });
        }
        let mut wrong = |message: &dyn Fn() -> String| {
            self.causes.add(|| Cause::invalid(path, value, &message()));
        };
        if let Some(limit) = limit(rules, "minLength").filter(|it| length < *it) {
            wrong(&|| format!("{path} in body should be at least {limit} chars long"));
        }
        if let Some(pattern) = rules.pattern.as_ref().filter(|it| !it.fits(text)) {
            wrong(&|| format!("{path} in body should match '{}'", pattern.text));
        }
        let format = rules.get("format").and_then(Value::as_str);
        if format == Some("date-time") && text.parse::<jiff::Timestamp>().is_err() {
            wrong(&|| format!("{path} in body must be of type date-time: {value}"));
        }
    }

    fn number(&mut self, value: &Value, number: f64, rules: &Rules, path: &str) {
        let bound = |name: &str| rules.get(name).and_then(Value::as_f64).zip(rules.get(name));
        let mut wrong = |message: &dyn Fn() -> String| {
            self.causes.add(|| Cause::invalid(path, value, &message()));
        };
        if let Some((limit, shown)) = bound("maximum") {
            let exclusive = rules.is("exclusiveMaximum");
            if number > limit || (exclusive && number >= limit) {
                let or = if exclusive { "" } else { " or equal to" };
                wrong(&|| format!("{path} in body should be less than{or} {shown}"));
            }
        }
        if let Some((limit, shown)) = bound("minimum") {
            let exclusive = rules.is("exclusiveMinimum");
            if number < limit || (exclusive && number <= limit) {
                let or = if exclusive { "" } else { " or equal to" };
                wrong(&|| format!("{path} in body should be greater than{or} {shown}"));
            }
        }
        if let Some((divisor, shown)) = bound("multipleOf")
            && divisor != 0.0
            && (number / divisor).fract() != 0.0
        {
            wrong(&|| format!("{path} in body should be a multiple of {shown}"));
        }
        if rules.get("format").and_then(Value::as_str) == Some("int32")
            && value.as_i64().is_some_and(|it| i32::try_from(it).is_err())
        {
            wrong(&|| format!("{path} in body must be of type int32: {value}"));
        }
    }

    fn combined(&mut self, value: &Value, rules: &Rules, path: &mut String) {
        let mut fits = |rules: &Rules| {
            let mut found = Causes::default();
            Check { causes: &mut found, steps: self.steps }.value(value, rules, path);
            found.list().is_empty()
        };
        let mut messages = Vec::new();
        if rules.any_of.as_ref().is_some_and(|any| !any.iter().any(&mut fits)) {
            messages.push("must validate at least one schema (anyOf)");
        }
        if rules.one_of.as_ref().is_some_and(|one| one.iter().filter(|it| fits(it)).count() != 1) {
            messages.push("must validate one and only one schema (oneOf)");
        }
        if rules.all_of.as_ref().is_some_and(|all| !all.iter().all(&mut fits)) {
            messages.push("must validate all the schemas (allOf)");
        }
        if rules.not.as_deref().is_some_and(&mut fits) {
            messages.push("must not validate the schema (not)");
        }
        for message in messages {
            self.causes.add(|| {
                let is_scalar = !value.is_object() && !value.is_array();
                let shown = if is_scalar { value.clone() } else { Value::from("") };
                let message = format!("{path} in body {message}").trim_start().to_owned();
                Cause::invalid(path.as_str(), &shown, &message)
            });
        }
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The type as an API server names it in its messages: a type of OpenAPI.
fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The type that the rules want, if the value has a different one.
fn wrong_type<'s>(value: &Value, rules: &'s Rules) -> Option<&'s str> {
    if rules.is("x-kubernetes-int-or-string") {
        let fits = matches!(type_name(value), "integer" | "string");
        return (!fits).then_some("integer,string");
    }
    let wanted = rules.get("type").and_then(Value::as_str)?;
    let found = type_name(value);
    let is_whole = value.as_f64().is_some_and(|it| it.fract() == 0.0);
    let fits = wanted == found
        || (wanted == "number" && found == "integer")
        || (wanted == "integer" && found == "number" && is_whole);
    (!fits).then_some(wanted)
}

/// A limit on a count.
fn limit(rules: &Rules, name: &str) -> Option<usize> {
    rules.get(name).and_then(Value::as_u64).and_then(|it| usize::try_from(it).ok())
}

fn too_many(path: &str, count: usize, limit: usize, what: &str) -> Cause {
    let what = if limit == 1 && what == "items" { "item" } else { what };
    let message = format!("Too many: {count}: must have at most {limit} {what}");
    Cause { reason: "FieldValueTooMany", message, field: path.to_owned() }
}

fn too_few(path: &str, count: usize, limit: usize, what: &str) -> Cause {
    let message = format!("{path} in body should have at least {limit} {what}");
    Cause::invalid(path, &count.into(), &message)
}
