//! `x-kubernetes-unions`, the extension by which an `OpenAPI` schema tells of
//! the unions of an object: a list of
//! `{discriminator?, fields-to-discriminateBy: {field: value}}`.
//!
//! Whether exactly one member is wanted is not part of it: the KEP leaves that
//! to `oneOf`. Nor is what Kubernetes tolerates beside a member, an empty one or
//! an inactive one: what is read from a document is stricter there.

use serde_json::{Map, Value, json};

use super::mistakes::SchemaError;
use super::{TypeRef, Union, UnionDef};
use crate::limits::{Kept, Limits};

const DISCRIMINATOR: &str = "discriminator";
const FIELDS: &str = "fields-to-discriminateBy";

impl UnionDef {
    /// Reads the value of `x-kubernetes-unions`. `O(n)`.
    ///
    /// # Errors
    ///
    /// Every entry and every part of one that is not as the KEP has it, members
    /// of an entry that it doesn't know included. Whether the fields exist is
    /// for [`SchemaBuilder::build`](super::SchemaBuilder::build) to say.
    ///
    /// ```
    /// use smp_core::UnionDef;
    /// let extension = serde_json::json!([
    ///     {"discriminator": "type", "fields-to-discriminateBy": {"rollingUpdate": "RollingUpdate"}},
    /// ]);
    /// let unions = UnionDef::from_openapi(&extension)?;
    /// let expected = UnionDef::new().discriminator("type").member("rollingUpdate", "RollingUpdate");
    /// assert_eq!(unions, [expected]);
    /// # Ok::<(), smp_core::SchemaError>(())
    /// ```
    pub fn from_openapi(extension: &Value) -> Result<Vec<Self>, SchemaError> {
        let mut mistakes = Kept::within(&Limits::default());
        let mut unions = Vec::new();
        match extension {
            Value::Array(entries) => {
                for (at, entry) in entries.iter().enumerate() {
                    let mistake = |text: String| mistakes.add(|| format!("union {at}: {text}"));
                    unions.push(read(entry, mistake));
                }
            }
            other => mistakes.add(|| format!("expected a list of unions, found `{other}`")),
        }
        if mistakes.is_empty() { Ok(unions) } else { Err(SchemaError::of(mistakes)) }
    }
}

fn read(entry: &Value, mut mistake: impl FnMut(String)) -> UnionDef {
    let mut union = UnionDef::new();
    let Value::Object(entry) = entry else {
        mistake(format!("expected an object with `{FIELDS}`, found `{entry}`"));
        return union;
    };
    for (name, value) in entry {
        match (name.as_str(), value) {
            (DISCRIMINATOR, Value::String(field)) => union = union.discriminator(field),
            (DISCRIMINATOR, other) => {
                mistake(format!("`{DISCRIMINATOR}` is the name of a field, found `{other}`"));
            }
            (FIELDS, Value::Object(members)) => {
                for (field, value) in members {
                    match value {
                        Value::String(value) => union = union.member(field, value),
                        other => mistake(format!(
                            "`{FIELDS}.{field}` is what the discriminator calls the field, a \
                             string, found `{other}`"
                        )),
                    }
                }
            }
            (FIELDS, other) => {
                mistake(format!("`{FIELDS}` maps fields to strings, found `{other}`"));
            }
            (unknown, _) => mistake(format!(
                "`{unknown}` is no part of a union, which has `{DISCRIMINATOR}` and `{FIELDS}`"
            )),
        }
    }
    if !entry.contains_key(FIELDS) {
        mistake(format!("add the members of the union as `{FIELDS}`"));
    }
    union
}

impl Union {
    /// An entry of `x-kubernetes-unions`. `O(m)` in the members.
    ///
    /// ```
    /// use smp_core::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let root = types.object(
    ///     ObjectDef::new("EnvVar")
    ///         .field("value", FieldDef::new(text))
    ///         .union(UnionDef::new().member("value", "Value")),
    /// );
    /// let schema = types.build(root)?;
    /// let entry = schema.root().unions()[0].to_openapi();
    /// assert_eq!(entry, serde_json::json!({"fields-to-discriminateBy": {"value": "Value"}}));
    /// # Ok::<(), smp_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn to_openapi(&self) -> Value {
        let members: Map<String, Value> =
            self.members().map(|(field, value)| (field.to_owned(), json!(value))).collect();
        let mut entry = Map::new();
        if let Some(field) = self.discriminator() {
            entry.insert(DISCRIMINATOR.to_owned(), json!(field));
        }
        entry.insert(FIELDS.to_owned(), Value::Object(members));
        Value::Object(entry)
    }
}

impl TypeRef<'_> {
    /// The value of `x-kubernetes-unions`; `None` for a type without unions.
    /// `O(m)` in their members.
    #[must_use]
    pub fn unions_to_openapi(self) -> Option<Value> {
        let unions = self.unions();
        (!unions.is_empty()).then(|| unions.iter().map(Union::to_openapi).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::UnionDef;

    #[test]
    fn every_mistake_of_an_extension_is_reported() {
        let error = UnionDef::from_openapi(&json!([
            {"discriminator": 1, "fields-to-discriminateBy": {"a": null, "b": "B"}},
            {"fields": []},
            "x",
        ]))
        .unwrap_err();
        let mistakes = error.mistakes().join("\n");
        for part in [
            "union 0: `discriminator` is the name of a field, found `1`",
            "union 0: `fields-to-discriminateBy.a`",
            "union 1: `fields` is no part",
            "union 1: add the members",
            "union 2: expected an object",
        ] {
            assert!(mistakes.contains(part), "{part} in {mistakes}");
        }
        assert!(UnionDef::from_openapi(&json!({})).is_err());
        assert_eq!(UnionDef::from_openapi(&json!([])).unwrap(), []);
    }
}
