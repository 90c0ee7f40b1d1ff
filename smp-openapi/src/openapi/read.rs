//! Reads schemas: every keyword by its name, all others skipped.

use core::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::loose::{Loose, Shape};
use super::node::{Additional, ByName, GroupVersionKind, Node, Properties, Rare, Type, Wrong};

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
                    _ => Keyword::Other,
                })
            }
        }
        deserializer.deserialize_identifier(ByName)
    }
}

impl Node {
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, object: &mut A) -> Result<(), A::Error> {
        while let Some(keyword) = object.next_key::<Keyword>()? {
            match keyword {
                Keyword::Reference => self.reference = self.take(object, "$ref")?,
                Keyword::Type => self.ty = self.take(object, "type")?,
                Keyword::Format => {
                    let format: Option<Box<str>> = self.take(object, "format")?;
                    self.int_or_string |= format.as_deref() == Some("int-or-string");
                }
                Keyword::Properties => self.properties = self.take(object, "properties")?,
                Keyword::Items => self.items = self.take(object, "items")?.map(Box::new),
                Keyword::Additional => {
                    self.additional = self.take(object, "additionalProperties")?;
                }
                Keyword::AllOf => {
                    let nodes = self.nodes(object, "allOf")?;
                    self.joins.get_or_insert_default().all = nodes;
                }
                Keyword::AnyOf => {
                    let nodes = self.nodes(object, "anyOf")?;
                    self.joins.get_or_insert_default().any = nodes;
                }
                Keyword::OneOf => {
                    let nodes = self.nodes(object, "oneOf")?;
                    self.joins.get_or_insert_default().one = nodes;
                }
                Keyword::Required => {
                    self.required = self.take(object, "required")?.unwrap_or_default();
                }
                Keyword::Default => {
                    let value: Value = object.next_value()?;
                    if value.is_string() || value.is_number() || value.is_boolean() {
                        self.rare().default = Some(value);
                    }
                }
                Keyword::IntOrString => {
                    let says = self.take(object, "x-kubernetes-int-or-string")?;
                    self.int_or_string |= says.unwrap_or(false);
                }
                Keyword::Other => {
                    object.next_value::<IgnoredAny>()?;
                }
                rare => self.read_rare(rare, object)?,
            }
        }
        Ok(())
    }

    fn read_rare<'de, A: MapAccess<'de>>(
        &mut self,
        keyword: Keyword,
        object: &mut A,
    ) -> Result<(), A::Error> {
        match keyword {
            Keyword::Strategy => {
                self.rare().strategy = self.take(object, "x-kubernetes-patch-strategy")?;
            }
            Keyword::MergeKey => {
                self.rare().merge_key = self.take(object, "x-kubernetes-patch-merge-key")?;
            }
            Keyword::ListType => {
                self.rare().list_type = self.take(object, "x-kubernetes-list-type")?;
            }
            Keyword::ListMapKeys => {
                self.rare().list_map_keys = self.take(object, "x-kubernetes-list-map-keys")?;
            }
            Keyword::MapType => {
                self.rare().map_type = self.take(object, "x-kubernetes-map-type")?;
            }
            Keyword::PreserveUnknown => {
                let says = self.take(object, "x-kubernetes-preserve-unknown-fields")?;
                self.rare().preserve_unknown = says.unwrap_or(false);
            }
            Keyword::Embedded => {
                let says = self.take(object, "x-kubernetes-embedded-resource")?;
                self.rare().embedded = says.unwrap_or(false);
            }
            Keyword::Unions => {
                self.rare().unions = object.next_value()?;
            }
            _ => {
                let kinds: Option<Vec<GroupVersionKind>> =
                    self.take(object, "x-kubernetes-group-version-kind")?;
                self.rare().kinds = kinds.unwrap_or_default();
            }
        }
        Ok(())
    }

    /// The value of a keyword; one of the wrong type is noted.
    fn take<'de, T: Shape<'de>, A: MapAccess<'de>>(
        &mut self,
        object: &mut A,
        keyword: &'static str,
    ) -> Result<Option<T>, A::Error> {
        let Loose(value) = object.next_value::<Loose<T>>()?;
        Ok(value.unwrap_or_else(|found| {
            self.rare().wrong.push(Wrong { keyword, expected: T::EXPECTED, found });
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

/// Never fails: what is no schema is noted in the schema that stands for it.
impl<'de> Shape<'de> for Node {
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
        node.rare().wrong.push(Wrong { keyword: "", expected: Self::EXPECTED, found });
        Ok(Some(node))
    }
}

impl<'de> Shape<'de> for Vec<Node> {
    const EXPECTED: &'static str = "a list of schemas";

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut nodes = Self::new();
        while let Some(Loose(node)) = list.next_element::<Loose<Node>>()? {
            nodes.push(node.ok().flatten().unwrap_or_default());
        }
        Ok(Some(nodes))
    }
}

impl<'de> Shape<'de> for Properties {
    const EXPECTED: &'static str = "an object of schemas";

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut properties = Vec::new();
        while let Some(name) = object.next_key::<String>()? {
            let Loose(node) = object.next_value::<Loose<Node>>()?;
            properties.push((name.into_boxed_str(), node.ok().flatten().unwrap_or_default()));
        }
        Ok(Some(Self(properties, ByName::default())))
    }
}

impl<'de> Shape<'de> for Additional {
    const EXPECTED: &'static str = "a boolean or a schema";

    fn boolean(value: bool) -> Option<Self> {
        Some(Self::Allowed(value))
    }

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(Node::object(object)?.map(|node| Self::Of(Box::new(node))))
    }
}

impl<'de> Shape<'de> for Type {
    const EXPECTED: &'static str = "the name of a type, or a list of them";

    fn string(text: &str) -> Option<Self> {
        Some(match text {
            "string" | "integer" | "number" | "boolean" => Self::Scalar,
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
            _ => Self::Several,
        })))
    }
}

impl<'de> Shape<'de> for GroupVersionKind {
    const EXPECTED: &'static str = "an object with `group`, `version` and `kind`";

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut whole = Self::default();
        while let Some(name) = object.next_key::<String>()? {
            let Loose(value) = object.next_value::<Loose<Box<str>>>()?;
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

/// One alone is written without the list at times.
impl<'de> Shape<'de> for Vec<GroupVersionKind> {
    const EXPECTED: &'static str = "a list of objects with `group`, `version` and `kind`";

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut all = Some(Self::new());
        while let Some(Loose(kind)) = list.next_element::<Loose<GroupVersionKind>>()? {
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
