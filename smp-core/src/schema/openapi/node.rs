//! One schema of a document, with the keywords that decide how a patch merges.
//! Prose, examples and validation are skipped while reading.

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess};
use serde_json::Value;

use super::loose::{Loose, Shape};

/// A schema as it was read.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) reference: Option<Box<str>>,
    pub(crate) ty: Option<Type>,
    /// By `format` or extension.
    pub(crate) int_or_string: bool,
    pub(crate) properties: Option<Properties>,
    pub(crate) items: Option<Box<Node>>,
    pub(crate) additional: Option<Additional>,
    pub(crate) all_of: Vec<Node>,
    /// `anyOf` as well as `oneOf`.
    pub(crate) any_of: Vec<Node>,
    pub(crate) one_of: Vec<Node>,
    pub(crate) required: Vec<Box<str>>,
    pub(crate) rare: Option<Box<Rare>>,
}

/// What few schemas have.
#[derive(Debug, Default)]
pub(crate) struct Rare {
    pub(crate) strategy: Option<Box<str>>,
    pub(crate) merge_key: Option<Box<str>>,
    pub(crate) list_type: Option<Box<str>>,
    pub(crate) list_map_keys: Option<Vec<Box<str>>>,
    pub(crate) map_type: Option<Box<str>>,
    pub(crate) preserve_unknown: bool,
    pub(crate) embedded: bool,
    /// Scalars only.
    pub(crate) default: Option<Value>,
    pub(crate) kinds: Vec<GroupVersionKind>,
    /// Keywords with a value of the wrong type.
    pub(crate) wrong: Vec<Wrong>,
}

/// A keyword with a value of the wrong type; the empty keyword is the schema
/// itself.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) keyword: &'static str,
    pub(crate) expected: &'static str,
    pub(crate) found: &'static str,
}

/// Named schemas in the order of the document. A name may stand twice.
#[derive(Debug, Default)]
pub(crate) struct Properties(pub(crate) Vec<(Box<str>, Node)>);

#[derive(Debug)]
pub(crate) enum Additional {
    Allowed(bool),
    Of(Box<Node>),
}

/// The place of a schema under a keyword.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'n> {
    None,
    Name(&'n str),
    At(usize),
}

/// What `type` says. A list of types counts without its `null`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    Scalar,
    Array,
    Object,
    /// `null` alone: no value.
    Null,
    /// Several types, not all of them scalars.
    Several,
    Unknown(Box<str>),
}

/// `x-kubernetes-group-version-kind`.
#[derive(Debug, Clone, Default)]
pub(crate) struct GroupVersionKind {
    pub(crate) group: Box<str>,
    pub(crate) version: Box<str>,
    pub(crate) kind: Box<str>,
}

impl GroupVersionKind {
    pub(crate) fn api_version(&self) -> String {
        match (&*self.group, &*self.version) {
            ("", version) => version.to_owned(),
            (group, version) => format!("{group}/{version}"),
        }
    }
}

#[derive(Deserialize, Clone, Copy)]
enum Keyword {
    #[serde(rename = "$ref")]
    Reference,
    #[serde(rename = "type")]
    Type,
    #[serde(rename = "format")]
    Format,
    #[serde(rename = "properties")]
    Properties,
    #[serde(rename = "items")]
    Items,
    #[serde(rename = "additionalProperties")]
    Additional,
    #[serde(rename = "allOf")]
    AllOf,
    #[serde(rename = "anyOf")]
    AnyOf,
    #[serde(rename = "oneOf")]
    OneOf,
    #[serde(rename = "required")]
    Required,
    #[serde(rename = "default")]
    Default,
    #[serde(rename = "x-kubernetes-patch-strategy")]
    Strategy,
    #[serde(rename = "x-kubernetes-patch-merge-key")]
    MergeKey,
    #[serde(rename = "x-kubernetes-list-type")]
    ListType,
    #[serde(rename = "x-kubernetes-list-map-keys")]
    ListMapKeys,
    #[serde(rename = "x-kubernetes-map-type")]
    MapType,
    #[serde(rename = "x-kubernetes-int-or-string")]
    IntOrString,
    #[serde(rename = "x-kubernetes-preserve-unknown-fields")]
    PreserveUnknown,
    #[serde(rename = "x-kubernetes-embedded-resource")]
    Embedded,
    #[serde(rename = "x-kubernetes-group-version-kind")]
    Kinds,
    #[serde(other)]
    Other,
}

impl Node {
    /// Whether the schema itself says what the value is.
    pub(crate) fn has_structure(&self) -> bool {
        self.ty.is_some()
            || self.int_or_string
            || self.properties.is_some()
            || self.items.is_some()
            || self.additional.is_some()
            || self.rare.as_ref().is_some_and(|rare| rare.preserve_unknown || rare.embedded)
    }

    /// The schema of the property with this name.
    pub(crate) fn property(&self, name: &str) -> Option<&Self> {
        let properties = &self.properties.as_ref()?.0;
        properties.iter().find(|(own, _)| **own == *name).map(|(_, node)| node)
    }

    /// Every schema inside, with its place from here: a keyword, and a name or
    /// number under it.
    pub(crate) fn inside(&self) -> impl Iterator<Item = (&'static str, Step<'_>, &Self)> {
        let named = self.properties.iter().flat_map(|properties| &properties.0);
        let named = named.map(|(name, node)| ("properties", Step::Name(name), node));
        let items = self.items.iter().map(|node| ("items", Step::None, &**node));
        let values = self.additional.iter().filter_map(|additional| match additional {
            Additional::Of(node) => Some(("additionalProperties", Step::None, &**node)),
            Additional::Allowed(_) => None,
        });
        let numbered = |keyword, nodes: &'_ [_]| (0..nodes.len()).map(move |at| (keyword, at));
        let lists = numbered("allOf", &self.all_of)
            .zip(&self.all_of)
            .chain(numbered("anyOf", &self.any_of).zip(&self.any_of))
            .chain(numbered("oneOf", &self.one_of).zip(&self.one_of))
            .map(|((keyword, at), node)| (keyword, Step::At(at), node));
        named.chain(items).chain(values).chain(lists)
    }

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
                Keyword::AllOf => self.all_of = self.nodes(object, "allOf")?,
                Keyword::AnyOf => self.any_of = self.nodes(object, "anyOf")?,
                Keyword::OneOf => self.one_of = self.nodes(object, "oneOf")?,
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
        Ok(Some(Self(properties)))
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
