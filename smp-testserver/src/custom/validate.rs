//! [`check`]: values of a custom resource held against its schema, in the words of an API server. The
//! rules of CEL (`x-kubernetes-validations`) are not evaluated.

use regex::Regex;
use serde_json::Value;

use crate::cause::Cause;

/// Adds what is wrong with a value.
pub(super) fn check(value: &Value, schema: &Value, path: &mut String, causes: &mut Vec<Cause>) {
    let is = |name: &str| schema.get(name) == Some(&Value::Bool(true));
    if value.is_null() && is("nullable") {
        return;
    }
    if let Some(wanted) = wrong_type(value, schema) {
        let found = type_name(value);
        let shown = Value::from(found);
        let message = format!("{path} in body must be of type {wanted}: {shown}");
        let mut cause = Cause::invalid(path.as_str(), &shown, &message);
        cause.reason = "FieldValueTypeInvalid";
        causes.push(cause);
        return;
    }
    check_enum(value, schema, path, causes);
    match value {
        Value::Object(members) => {
            let count = members.len();
            limit(
                schema,
                "maxProperties",
                |it| count > it,
                |it| too_many(path, count, it, "properties"),
                causes,
            );
            limit(
                schema,
                "minProperties",
                |it| count < it,
                |it| too_few(path, count, it, "properties"),
                causes,
            );
            for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
                let name = name.as_str().unwrap_or_default();
                if !members.contains_key(name) {
                    causes.push(Cause::required(joined(path, name), ""));
                }
            }
            let properties = schema.get("properties").and_then(Value::as_object);
            let others = schema.get("additionalProperties").filter(|it| it.is_object());
            for (name, member) in members {
                if let Some(below) = properties.and_then(|it| it.get(name)).or(others) {
                    let depth = path.len();
                    *path = joined(path, name);
                    check(member, below, path, causes);
                    path.truncate(depth);
                }
            }
        }
        Value::Array(items) => {
            let count = items.len();
            limit(
                schema,
                "maxItems",
                |it| count > it,
                |it| too_many(path, count, it, "items"),
                causes,
            );
            limit(
                schema,
                "minItems",
                |it| count < it,
                |it| too_few(path, count, it, "items"),
                causes,
            );
            check_list(items, schema, path, causes);
            if let Some(below) = schema.get("items") {
                for (at, item) in items.iter().enumerate() {
                    let depth = path.len();
                    path.extend(["[", &at.to_string(), "]"]);
                    check(item, below, path, causes);
                    path.truncate(depth);
                }
            }
        }
        Value::String(text) => check_text(value, text, schema, path, causes),
        Value::Number(number) => check_number(value, number.as_f64(), schema, path, causes),
        _ => {}
    }
    check_combined(value, schema, path, causes);
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

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

/// The type that the schema wants, if the value has another one.
fn wrong_type<'s>(value: &Value, schema: &'s Value) -> Option<&'s str> {
    if schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
        let fits = matches!(type_name(value), "integer" | "string");
        return (!fits).then_some("integer,string");
    }
    let wanted = schema.get("type").and_then(Value::as_str)?;
    let found = type_name(value);
    let is_whole = value.as_f64().is_some_and(|it| it.fract() == 0.0);
    let fits = wanted == found
        || (wanted == "number" && found == "integer")
        || (wanted == "integer" && found == "number" && is_whole);
    (!fits).then_some(wanted)
}

fn check_enum(value: &Value, schema: &Value, path: &str, causes: &mut Vec<Cause>) {
    let Some(allowed) = schema.get("enum").and_then(Value::as_array) else { return };
    if !allowed.contains(value) {
        let words: Vec<_> = allowed.iter().map(Value::to_string).collect();
        let message = format!("Unsupported value: {value}: supported values: {}", words.join(", "));
        causes.push(Cause { reason: "FieldValueNotSupported", message, field: path.to_owned() });
    }
}

/// A limit on a count.
fn limit(
    schema: &Value,
    name: &str,
    is_beyond: impl Fn(usize) -> bool,
    cause: impl Fn(usize) -> Cause,
    causes: &mut Vec<Cause>,
) {
    let limit = schema.get(name).and_then(Value::as_u64).and_then(|it| usize::try_from(it).ok());
    causes.extend(limit.filter(|it| is_beyond(*it)).map(cause));
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

fn check_text(value: &Value, text: &str, schema: &Value, path: &str, causes: &mut Vec<Cause>) {
    let length = text.chars().count();
    limit(
        schema,
        "maxLength",
        |it| length > it,
        |it| {
            let message = format!("Too long: may not be more than {it} bytes");
            Cause { reason: "FieldValueTooLong", message, field: path.to_owned() }
        },
        causes,
    );
    limit(
        schema,
        "minLength",
        |it| length < it,
        |it| {
            Cause::invalid(
                path,
                value,
                &format!("{path} in body should be at least {it} chars long"),
            )
        },
        causes,
    );
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str)
        && Regex::new(pattern).is_ok_and(|it| !it.is_match(text))
    {
        causes.push(Cause::invalid(
            path,
            value,
            &format!("{path} in body should match '{pattern}'"),
        ));
    }
    let format = schema.get("format").and_then(Value::as_str);
    if format == Some("date-time") && text.parse::<jiff::Timestamp>().is_err() {
        causes.push(Cause::invalid(
            path,
            value,
            &format!("{path} in body must be of type date-time: {value}"),
        ));
    }
}

fn check_number(
    value: &Value,
    number: Option<f64>,
    schema: &Value,
    path: &str,
    causes: &mut Vec<Cause>,
) {
    let Some(number) = number else { return };
    let is = |name: &str| schema.get(name) == Some(&Value::Bool(true));
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64).zip(schema.get(name));
    if let Some((limit, shown)) = bound("maximum") {
        let exclusive = is("exclusiveMaximum");
        if number > limit || (exclusive && number >= limit) {
            let or = if exclusive { "" } else { " or equal to" };
            causes.push(Cause::invalid(
                path,
                value,
                &format!("{path} in body should be less than{or} {shown}"),
            ));
        }
    }
    if let Some((limit, shown)) = bound("minimum") {
        let exclusive = is("exclusiveMinimum");
        if number < limit || (exclusive && number <= limit) {
            let or = if exclusive { "" } else { " or equal to" };
            causes.push(Cause::invalid(
                path,
                value,
                &format!("{path} in body should be greater than{or} {shown}"),
            ));
        }
    }
    if let Some((divisor, shown)) = bound("multipleOf")
        && divisor != 0.0
        && (number / divisor).fract() != 0.0
    {
        causes.push(Cause::invalid(
            path,
            value,
            &format!("{path} in body should be a multiple of {shown}"),
        ));
    }
    if schema.get("format").and_then(Value::as_str) == Some("int32")
        && value.as_i64().is_some_and(|it| i32::try_from(it).is_err())
    {
        let message = format!("{path} in body must be of type int32: {value}");
        causes.push(Cause::invalid(path, value, &message));
    }
}

/// Elements of sets, and keys of list maps, are there once.
fn check_list(items: &[Value], schema: &Value, path: &str, causes: &mut Vec<Cause>) {
    let keys: Option<Vec<&str>> = match schema.get("x-kubernetes-list-type").and_then(Value::as_str)
    {
        Some("set") => Some(Vec::new()),
        Some("map") => {
            let keys = schema.get("x-kubernetes-list-map-keys").and_then(Value::as_array);
            Some(keys.into_iter().flatten().filter_map(Value::as_str).collect())
        }
        _ => None,
    };
    let Some(keys) = keys else { return };
    let mut seen = std::collections::HashSet::new();
    for (at, item) in items.iter().enumerate() {
        let identity = if keys.is_empty() {
            item.clone()
        } else {
            let picked =
                keys.iter().filter_map(|key| Some(((*key).to_owned(), item.get(*key)?.clone())));
            Value::Object(picked.collect())
        };
        if !seen.insert(identity.to_string()) {
            let message = format!("Duplicate value: {identity}");
            let field = format!("{path}[{at}]");
            causes.push(Cause { reason: "FieldValueDuplicate", message, field });
        }
    }
}

fn check_combined(value: &Value, schema: &Value, path: &mut String, causes: &mut Vec<Cause>) {
    let schemas = |name: &str| schema.get(name).and_then(Value::as_array);
    let mut fits = |schema: &Value| {
        let mut found = Vec::new();
        check(value, schema, path, &mut found);
        found.is_empty()
    };
    let mut messages = Vec::new();
    if let Some(any) = schemas("anyOf")
        && !any.iter().any(&mut fits)
    {
        messages.push("must validate at least one schema (anyOf)");
    }
    if let Some(one) = schemas("oneOf")
        && one.iter().filter(|it| fits(it)).count() != 1
    {
        messages.push("must validate one and only one schema (oneOf)");
    }
    if let Some(all) = schemas("allOf")
        && !all.iter().all(&mut fits)
    {
        messages.push("must validate all the schemas (allOf)");
    }
    if schema.get("not").is_some_and(&mut fits) {
        messages.push("must not validate the schema (not)");
    }
    for message in messages {
        let shown =
            if value.is_object() || value.is_array() { Value::from("") } else { value.clone() };
        let message = format!("{path} in body {message}").trim_start().to_owned();
        causes.push(Cause::invalid(path.as_str(), &shown, &message));
    }
}
