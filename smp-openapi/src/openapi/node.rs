//! One schema of a document, with the keywords that decide how a patch merges.
//! Prose, examples and validation are skipped while reading.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;

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
    pub(crate) joins: Option<Box<Joins>>,
    pub(crate) required: Vec<Box<str>>,
    pub(crate) rare: Option<Box<Rare>>,
}

/// Schemas put together.
#[derive(Debug, Default)]
pub(crate) struct Joins {
    pub(super) all: Vec<Node>,
    pub(super) any: Vec<Node>,
    pub(super) one: Vec<Node>,
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
    pub(crate) unions: Option<Value>,
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
pub(crate) struct Properties(pub(crate) Vec<(Box<str>, Node)>, pub(super) ByName);

/// Where the names stand, the first of each; made when many are asked for.
pub(crate) type ByName = OnceLock<Box<HashMap<Box<str>, usize>>>;

/// Among so many names one is found sooner without.
const FEW: usize = 16;

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

impl Rare {
    /// Whether it says how a field merges.
    pub(crate) fn merges(&self) -> bool {
        self.strategy.is_some()
            || self.merge_key.is_some()
            || self.list_type.is_some()
            || self.list_map_keys.is_some()
            || self.map_type.is_some()
    }
}

impl GroupVersionKind {
    pub(crate) fn api_version(&self) -> String {
        match (&*self.group, &*self.version) {
            ("", version) => version.to_owned(),
            (group, version) => format!("{group}/{version}"),
        }
    }
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

    /// Makes it the schema of a whole resource, whose metadata is known.
    pub(crate) fn make_resource(&mut self) {
        self.rare.get_or_insert_default().embedded = true;
    }

    pub(crate) fn all_of(&self) -> &[Self] {
        self.joins.as_ref().map_or(&[], |joins| &joins.all)
    }

    pub(crate) fn any_of(&self) -> &[Self] {
        self.joins.as_ref().map_or(&[], |joins| &joins.any)
    }

    pub(crate) fn one_of(&self) -> &[Self] {
        self.joins.as_ref().map_or(&[], |joins| &joins.one)
    }

    /// Whether the schema stands for itself: nothing that it refers to or is
    /// joined with matters.
    pub(crate) fn is_plain(&self) -> bool {
        self.has_structure() && self.reference.is_none() && self.joins.is_none()
    }

    /// The schema of the property with this name.
    /// `O(1)`.
    pub(crate) fn property(&self, name: &str) -> Option<&Self> {
        let Properties(properties, by_name) = self.properties.as_ref()?;
        if properties.len() <= FEW {
            return properties.iter().find(|(own, _)| **own == *name).map(|(_, node)| node);
        }
        let by_name = by_name.get_or_init(|| {
            let mut places = HashMap::with_capacity(properties.len());
            for (at, (own, _)) in properties.iter().enumerate() {
                places.entry(own.clone()).or_insert(at);
            }
            Box::new(places)
        });
        properties.get(*by_name.get(name)?).map(|(_, node)| node)
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
        let lists = numbered("allOf", self.all_of())
            .zip(self.all_of())
            .chain(numbered("anyOf", self.any_of()).zip(self.any_of()))
            .chain(numbered("oneOf", self.one_of()).zip(self.one_of()))
            .map(|((keyword, at), node)| (keyword, Step::At(at), node));
        named.chain(items).chain(values).chain(lists)
    }
}
