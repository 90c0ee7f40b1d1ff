//! `x-kubernetes-unions`, the extension of `OpenAPI` schemas for the unions of an object: a list
//! of `{discriminator?, fields-to-discriminateBy: {field: value}}`.
//!
//! The extension cannot express that a member is required, nor that an empty or inactive member
//! is accepted beside the active one. A union that is read from a document is therefore
//! stricter. Rule: semantics import-11.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::{Map, Value, json};

use smp_schema::__support::Capped;
use smp_schema::{Limits, TypeRef, Union, UnionDef};

use crate::diagnostic::{Diagnostic, ImportError, pointer_step};

pub(crate) const EXTENSION: &str = "x-kubernetes-unions";
pub(crate) const DISCRIMINATOR: &str = "discriminator";
pub(crate) const FIELDS: &str = "fields-to-discriminateBy";

/// Reads the value of `x-kubernetes-unions`. `O(n)`.
///
/// # Errors
///
/// Every entry, and every part of an entry, that is not of this form, unknown members included.
/// Whether the fields exist is checked by
/// [`SchemaBuilder::build`](smp_schema::SchemaBuilder::build).
///
/// ```
/// use smp_openapi::unions_from_openapi;
/// use smp_schema::UnionDef;
/// let extension = serde_json::json!([
///     {"discriminator": "type", "fields-to-discriminateBy": {"rollingUpdate": "RollingUpdate"}},
/// ]);
/// let unions = unions_from_openapi(&extension)?;
/// let expected = UnionDef::new().discriminator("type").member("rollingUpdate", "RollingUpdate");
/// assert_eq!(unions, [expected]);
/// # Ok::<(), smp_openapi::ImportError>(())
/// ```
pub fn unions_from_openapi(extension: &Value) -> Result<Vec<UnionDef>, ImportError> {
    let mut mistakes = Capped::within(&Limits::default());
    let mut unions = Vec::new();
    match extension {
        Value::Array(entries) => {
            for (at, entry) in entries.iter().enumerate() {
                let mistake = |member: &str, text: String| {
                    mistakes.push(|| Diagnostic::new(format!("/{at}{member}"), text));
                };
                unions.push(read(entry, mistake));
            }
        }
        other => mistakes
            .push(|| Diagnostic::new("", format!("expected a list of unions, found `{other}`"))),
    }
    if mistakes.is_empty() { Ok(unions) } else { Err(ImportError::of(mistakes)) }
}

fn read(entry: &Value, mut mistake: impl FnMut(&str, String)) -> UnionDef {
    let mut union = UnionDef::new();
    let Value::Object(entry) = entry else {
        mistake("", format!("expected an object with `{FIELDS}`, found `{entry}`"));
        return union;
    };
    for (name, value) in entry {
        match (name.as_str(), value) {
            (DISCRIMINATOR, Value::String(field)) => union = union.discriminator(field),
            (DISCRIMINATOR, other) => {
                mistake(
                    "/discriminator",
                    format!("`{DISCRIMINATOR}` is the name of a field, found `{other}`"),
                );
            }
            (FIELDS, Value::Object(members)) => {
                for (field, value) in members {
                    match value {
                        Value::String(value) => union = union.member(field, value),
                        other => mistake(
                            &format!("/{FIELDS}/{}", pointer_step(field)),
                            format!(
                                "`{FIELDS}.{field}` is what the discriminator calls the field, a \
                             string, found `{other}`"
                            ),
                        ),
                    }
                }
            }
            (FIELDS, other) => {
                mistake(
                    "/fields-to-discriminateBy",
                    format!("`{FIELDS}` maps fields to strings, found `{other}`"),
                );
            }
            (unknown, _) => mistake(
                &format!("/{}", pointer_step(unknown)),
                format!(
                    "`{unknown}` is not a part of a union, which has `{DISCRIMINATOR}` and `{FIELDS}`"
                ),
            ),
        }
    }
    if !entry.contains_key(FIELDS) {
        mistake("", format!("add the members of the union as `{FIELDS}`"));
    }
    union
}

/// Members of an entry with the same value as an earlier member: the earlier member, the member, and
/// the value. `O(n)`.
pub(crate) fn same_values(entry: &Value) -> Vec<(&str, &str, &str)> {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let mut same = Vec::new();
    for (field, value) in entry[FIELDS].as_object().into_iter().flatten() {
        let Some(value) = value.as_str() else { continue };
        match seen.entry(value) {
            Entry::Occupied(first) => same.push((*first.get(), field.as_str(), value)),
            Entry::Vacant(first) => {
                first.insert(field);
            }
        }
    }
    same
}

/// The value of `x-kubernetes-unions` for a type; `None` for a type without unions.
/// `O(m)` in their members.
///
/// ```
/// use smp_openapi::unions_to_openapi;
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let root = types.object(
///     ObjectDef::new("EnvVar")
///         .field("value", FieldDef::new(text))
///         .union(UnionDef::new().member("value", "Value")),
/// );
/// let schema = types.build(root)?;
/// let unions = unions_to_openapi(&schema).unwrap();
/// assert_eq!(unions, serde_json::json!([{"fields-to-discriminateBy": {"value": "Value"}}]));
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
#[must_use]
pub fn unions_to_openapi<'s>(ty: impl Into<TypeRef<'s>>) -> Option<Value> {
    let unions = ty.into().unions();
    (!unions.is_empty()).then(|| unions.iter().map(entry).collect())
}

/// An entry of `x-kubernetes-unions`.
fn entry(union: &Union) -> Value {
    let members: Map<String, Value> =
        union.members().map(|(field, value)| (field.to_owned(), json!(value))).collect();
    let mut entry = Map::new();
    if let Some(field) = union.discriminator() {
        entry.insert(DISCRIMINATOR.to_owned(), json!(field));
    }
    entry.insert(FIELDS.to_owned(), Value::Object(members));
    Value::Object(entry)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::unions_from_openapi;

    #[test]
    fn every_mistake_of_an_extension_is_reported() {
        let error = unions_from_openapi(&json!([
            {"discriminator": 1, "fields-to-discriminateBy": {"a": null, "b": "B"}},
            {"fields": []},
            "x",
        ]))
        .unwrap_err();
        let mistakes = error.to_string();
        for part in [
            "/0/discriminator: `discriminator` is the name of a field, found `1`",
            "/0/fields-to-discriminateBy/a: `fields-to-discriminateBy.a`",
            "/1/fields: `fields` is not a part",
            "/1: add the members",
            "/2: expected an object",
        ] {
            assert!(mistakes.contains(part), "{part} in {mistakes}");
        }
        assert!(unions_from_openapi(&json!({})).is_err());
        assert_eq!(unions_from_openapi(&json!([])).unwrap(), []);
    }
}
