//! Deserializes schemas. Keywords that have no effect on patches are skipped.

use core::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::lenient::{FromJson, Lenient};
use super::node::{
    Additional, ByName, Extensions, GroupVersionKind, JsonType, Properties, SchemaNode, Wrong,
};
use smp_schema::ScalarType;

#[derive(Clone, Copy)]
enum Keyword {
    Reference,
    Type,
    Format,
    Properties,
    Items,
    Additional,
    AllOf,
    AnyOf,
    OneOf,
    Required,
    Default,
    Enum,
    Nullable,
    Strategy,
    MergeKey,
    ListType,
    ListMapKeys,
    MapType,
    IntOrString,
    PreserveUnknown,
    Embedded,
    Kinds,
    Unions,
    Not,
    /// Validation that is not interpreted.
    Constraint,
    Other,
}

impl<'de> Deserialize<'de> for Keyword {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByName;
        impl Visitor<'_> for ByName {
            type Value = Keyword;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a keyword")
            }

            fn visit_str<E>(self, name: &str) -> Result<Keyword, E> {
                Ok(match name {
                    "$ref" => Keyword::Reference,
                    "type" => Keyword::Type,
                    "format" => Keyword::Format,
                    "properties" => Keyword::Properties,
                    "items" => Keyword::Items,
                    "additionalProperties" => Keyword::Additional,
                    "allOf" => Keyword::AllOf,
                    "anyOf" => Keyword::AnyOf,
                    "oneOf" => Keyword::OneOf,
                    "required" => Keyword::Required,
                    "default" => Keyword::Default,
                    "enum" => Keyword::Enum,
                    "nullable" => Keyword::Nullable,
                    "x-kubernetes-patch-strategy" => Keyword::Strategy,
                    "x-kubernetes-patch-merge-key" => Keyword::MergeKey,
                    "x-kubernetes-list-type" => Keyword::ListType,
                    "x-kubernetes-list-map-keys" => Keyword::ListMapKeys,
                    "x-kubernetes-map-type" => Keyword::MapType,
                    "x-kubernetes-int-or-string" => Keyword::IntOrString,
                    "x-kubernetes-preserve-unknown-fields" => Keyword::PreserveUnknown,
                    "x-kubernetes-embedded-resource" => Keyword::Embedded,
                    "x-kubernetes-group-version-kind" => Keyword::Kinds,
                    "x-kubernetes-unions" => Keyword::Unions,
                    "not" => Keyword::Not,
                    "minProperties"
                    | "maxProperties"
                    | "minItems"
                    | "maxItems"
                    | "uniqueItems"
                    | "minLength"
                    | "maxLength"
                    | "pattern"
                    | "minimum"
                    | "maximum"
                    | "exclusiveMinimum"
                    | "exclusiveMaximum"
                    | "multipleOf"
                    | "x-kubernetes-validations" => Keyword::Constraint,
                    _ => Keyword::Other,
                })
            }
        }
        deserializer.deserialize_identifier(ByName)
    }
}

impl SchemaNode {
    fn extensions(&mut self) -> &mut Extensions {
        self.extensions.get_or_insert_default()
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, object: &mut A) -> Result<(), A::Error> {
        while let Some(keyword) = object.next_key::<Keyword>()? {
            match keyword {
                Keyword::Reference => self.reference = self.take(object, "$ref")?,
                Keyword::Type => self.ty = self.take(object, "type")?,
                Keyword::Format => {
                    let format: Option<Box<str>> = self.take(object, "format")?;
                    // The extension takes precedence over the format.
                    if !self.is_int_or_string() {
                        self.class = format.as_deref().and_then(class_of_format);
                    }
                }
                Keyword::Properties => self.properties = self.take(object, "properties")?,
                Keyword::Items => self.items = self.take(object, "items")?.map(Box::new),
                Keyword::Additional => {
                    self.additional = self.take(object, "additionalProperties")?;
                }
                Keyword::AllOf => {
                    let nodes = self.nodes(object, "allOf")?;
                    self.combinators.get_or_insert_default().all = nodes;
                }
                Keyword::AnyOf => {
                    let nodes = self.nodes(object, "anyOf")?;
                    self.combinators.get_or_insert_default().any = nodes;
                }
                Keyword::OneOf => {
                    let nodes = self.nodes(object, "oneOf")?;
                    self.combinators.get_or_insert_default().one = nodes;
                }
                Keyword::Required => {
                    self.required = self.take(object, "required")?.unwrap_or_default();
                }
                Keyword::Default => {
                    let value: Value = object.next_value()?;
                    if !value.is_null() {
                        self.extensions().default = Some(value);
                    }
                }
                Keyword::Enum => {
                    // Validation is read only as far as it is useful: an `enum` that is not a list is
                    // not a mistake.
                    if let Value::Array(values) = object.next_value()? {
                        let strings =
                            values.iter().filter_map(|value| Some(value.as_str()?.into()));
                        self.extensions().one_of = Some(strings.collect());
                    }
                }
                Keyword::Nullable => {
                    self.nullable = self.take(object, "nullable")?.unwrap_or(false);
                }
                Keyword::IntOrString => {
                    let value = self.take(object, "x-kubernetes-int-or-string")?;
                    if value == Some(true) {
                        self.class = Some(ScalarType::IntOrString);
                    }
                }
                Keyword::Not => self.extensions().not = Some(object.next_value()?),
                Keyword::Constraint => {
                    object.next_value::<IgnoredAny>()?;
                    self.constrained = true;
                }
                Keyword::Other => {
                    object.next_value::<IgnoredAny>()?;
                }
                extensions => self.read_extension(extensions, object)?,
            }
        }
        Ok(())
    }

    fn read_extension<'de, A: MapAccess<'de>>(
        &mut self,
        keyword: Keyword,
        object: &mut A,
    ) -> Result<(), A::Error> {
        match keyword {
            Keyword::Strategy => {
                self.extensions().strategy = self.take(object, "x-kubernetes-patch-strategy")?;
            }
            Keyword::MergeKey => {
                self.extensions().merge_key = self.take(object, "x-kubernetes-patch-merge-key")?;
            }
            Keyword::ListType => {
                self.extensions().list_type = self.take(object, "x-kubernetes-list-type")?;
            }
            Keyword::ListMapKeys => {
                self.extensions().list_map_keys =
                    self.take(object, "x-kubernetes-list-map-keys")?;
            }
            Keyword::MapType => {
                self.extensions().map_type = self.take(object, "x-kubernetes-map-type")?;
            }
            Keyword::PreserveUnknown => {
                let value = self.take(object, "x-kubernetes-preserve-unknown-fields")?;
                self.extensions().preserve_unknown = value.unwrap_or(false);
            }
            Keyword::Embedded => {
                let value = self.take(object, "x-kubernetes-embedded-resource")?;
                self.extensions().embedded = value.unwrap_or(false);
            }
            Keyword::Unions => {
                self.extensions().unions = object.next_value()?;
            }
            _ => {
                let kinds: Option<Vec<GroupVersionKind>> =
                    self.take(object, "x-kubernetes-group-version-kind")?;
                self.extensions().kinds = kinds.unwrap_or_default();
            }
        }
        Ok(())
    }

    /// The value of a keyword. A value of the wrong type is added to [`Extensions::wrong`].
    fn take<'de, T: FromJson<'de>, A: MapAccess<'de>>(
        &mut self,
        object: &mut A,
        keyword: &'static str,
    ) -> Result<Option<T>, A::Error> {
        let Lenient(value) = object.next_value::<Lenient<T>>()?;
        Ok(value.unwrap_or_else(|found| {
            self.extensions().wrong.push(Wrong { keyword, expected: T::EXPECTED, found });
            None
        }))
    }

    fn nodes<'de, A: MapAccess<'de>>(
        &mut self,
        object: &mut A,
        keyword: &'static str,
    ) -> Result<Vec<Self>, A::Error> {
        Ok(self.take(object, keyword)?.unwrap_or_default())
    }
}

/// Every value gives a schema. A value that is not a schema gives an empty one with a note.
impl<'de> FromJson<'de> for SchemaNode {
    const EXPECTED: &'static str = "a schema, which is an object";

    fn boolean(value: bool) -> Option<Self> {
        value.then(Self::default)
    }

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut node = Self::default();
        node.read(object)?;
        Ok(Some(node))
    }

    fn misfit(found: &'static str) -> Result<Option<Self>, &'static str> {
        let mut node = Self::default();
        node.extensions().wrong.push(Wrong { keyword: "", expected: Self::EXPECTED, found });
        Ok(Some(node))
    }
}

impl<'de> FromJson<'de> for Vec<SchemaNode> {
    const EXPECTED: &'static str = "a list of schemas";

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut nodes = Self::new();
        while let Some(Lenient(node)) = list.next_element::<Lenient<SchemaNode>>()? {
            nodes.push(node.ok().flatten().unwrap_or_default());
        }
        Ok(Some(nodes))
    }
}

impl<'de> FromJson<'de> for Properties {
    const EXPECTED: &'static str = "an object of schemas";

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut properties = Vec::new();
        while let Some(name) = object.next_key::<String>()? {
            let Lenient(node) = object.next_value::<Lenient<SchemaNode>>()?;
            properties.push((name.into_boxed_str(), node.ok().flatten().unwrap_or_default()));
        }
        Ok(Some(Self(properties, ByName::default())))
    }
}

impl<'de> FromJson<'de> for Additional {
    const EXPECTED: &'static str = "a boolean or a schema";

    fn boolean(value: bool) -> Option<Self> {
        Some(Self::Allowed(value))
    }

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(SchemaNode::object(object)?.map(|node| Self::Of(Box::new(node))))
    }
}

impl<'de> FromJson<'de> for JsonType {
    const EXPECTED: &'static str = "the name of a type, or a list of them";

    fn string(text: &str) -> Option<Self> {
        Some(match text {
            "string" => Self::Scalar(ScalarType::String),
            "integer" => Self::Scalar(ScalarType::Integer),
            "number" => Self::Scalar(ScalarType::Number),
            "boolean" => Self::Scalar(ScalarType::Boolean),
            "array" => Self::Array,
            "object" => Self::Object,
            "null" => Self::Null,
            other => Self::Unknown(other.into()),
        })
    }

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let Some(names) = Vec::<Box<str>>::list(list)? else { return Ok(None) };
        let types = names.iter().filter_map(|name| Self::string(name));
        let types = types.filter(|ty| *ty != Self::Null);
        Ok(Some(types.fold(Self::Null, |all, one| match (all, one) {
            (Self::Null, one) => one,
            (unknown @ Self::Unknown(_), _) | (_, unknown @ Self::Unknown(_)) => unknown,
            (all, one) if all == one => all,
            (Self::Scalar(_), Self::Scalar(_)) => Self::Scalar(ScalarType::Any),
            _ => Self::Several,
        })))
    }
}

impl<'de> FromJson<'de> for GroupVersionKind {
    const EXPECTED: &'static str = "an object with `group`, `version` and `kind`";

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut whole = Self::default();
        while let Some(name) = object.next_key::<String>()? {
            let Lenient(value) = object.next_value::<Lenient<Box<str>>>()?;
            let place = match name.as_str() {
                "group" => &mut whole.group,
                "version" => &mut whole.version,
                "kind" => &mut whole.kind,
                _ => continue,
            };
            *place = value.ok().flatten().unwrap_or_default();
        }
        Ok((!whole.version.is_empty() && !whole.kind.is_empty()).then_some(whole))
    }
}

/// A single object instead of a list is accepted, too: some documents have it.
impl<'de> FromJson<'de> for Vec<GroupVersionKind> {
    const EXPECTED: &'static str = "a list of objects with `group`, `version` and `kind`";

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut all = Some(Self::new());
        while let Some(Lenient(kind)) = list.next_element::<Lenient<GroupVersionKind>>()? {
            match (kind, &mut all) {
                (Ok(Some(kind)), Some(kinds)) => kinds.push(kind),
                _ => all = None,
            }
        }
        Ok(all)
    }

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(GroupVersionKind::object(object)?.map(|kind| vec![kind]))
    }
}

/// The class of scalar that a value of `format` names.
fn class_of_format(format: &str) -> Option<ScalarType> {
    Some(match format {
        "int-or-string" => ScalarType::IntOrString,
        "int32" => ScalarType::Int32,
        "date-time" => ScalarType::Time,
        "duration" => ScalarType::Duration,
        "byte" => ScalarType::Bytes,
        _ => return None,
    })
}
