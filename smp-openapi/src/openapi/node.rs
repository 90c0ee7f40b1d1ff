//! One schema of a document, reduced to the keywords that decide how a patch merges.
//! Descriptions, examples and validation are skipped while reading.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;
use smp_schema::ScalarType;

/// A schema as it is in the document; references are not resolved.
#[derive(Debug, Default)]
pub(crate) struct SchemaNode {
    pub(crate) reference: Option<Box<str>>,
    pub(crate) ty: Option<JsonType>,
    /// The class of scalar that `format` or `x-kubernetes-int-or-string` names.
    pub(crate) class: Option<ScalarType>,
    pub(crate) nullable: bool,
    pub(crate) properties: Option<Properties>,
    pub(crate) items: Option<Box<SchemaNode>>,
    pub(crate) additional: Option<Additional>,
    pub(crate) combinators: Option<Box<Combinators>>,
    pub(crate) required: Vec<Box<str>>,
    /// Whether the schema has a validation keyword that is not read.
    pub(crate) constrained: bool,
    pub(crate) extensions: Option<Box<Extensions>>,
}

/// The members of `allOf`, `anyOf` and `oneOf`.
#[derive(Debug, Default)]
pub(crate) struct Combinators {
    pub(super) all: Vec<SchemaNode>,
    pub(super) any: Vec<SchemaNode>,
    pub(super) one: Vec<SchemaNode>,
}

/// The keywords that most schemas lack. They are boxed, so that a [`SchemaNode`] is small.
#[derive(Debug, Default)]
pub(crate) struct Extensions {
    pub(crate) strategy: Option<Box<str>>,
    pub(crate) merge_key: Option<Box<str>>,
    pub(crate) list_type: Option<Box<str>>,
    pub(crate) list_map_keys: Option<Vec<Box<str>>>,
    pub(crate) map_type: Option<Box<str>>,
    pub(crate) preserve_unknown: bool,
    pub(crate) embedded: bool,
    /// `default`, unless it is null.
    pub(crate) default: Option<Value>,
    /// The strings in `enum`.
    pub(crate) one_of: Option<Vec<Box<str>>>,
    pub(crate) kinds: Vec<GroupVersionKind>,
    pub(crate) unions: Option<Value>,
    /// `not`.
    pub(crate) not: Option<Value>,
    /// Keywords with a value of the wrong type.
    pub(crate) wrong: Vec<Wrong>,
}

/// A keyword with a value of the wrong type. An empty keyword means the schema itself.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) keyword: &'static str,
    pub(crate) expected: &'static str,
    pub(crate) found: &'static str,
}

/// Named schemas in the order of the document. A name may occur twice. The index is made at
/// the first lookup.
#[derive(Debug, Default)]
pub(crate) struct Properties(pub(crate) Vec<(Box<str>, SchemaNode)>, pub(super) ByName);

/// The position of each name; of a repeated one, the first.
pub(crate) type ByName = OnceLock<Box<HashMap<Box<str>, usize>>>;

/// For up to this many names, a search without an index is faster.
const LINEAR_SEARCH_MAX: usize = 16;

#[derive(Debug)]
pub(crate) enum Additional {
    Allowed(bool),
    Of(Box<SchemaNode>),
}

/// The place of a schema under a keyword of the schema around it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ChildStep<'n> {
    /// The schema is the value of the keyword.
    None,
    Name(&'n str),
    At(usize),
}

/// The value of `type`. Of a list of types, `null` is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JsonType {
    Scalar(ScalarType),
    Array,
    Object,
    /// Only `null`: no value.
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

impl Extensions {
    /// Whether the schema has a keyword that decides how a field merges.
    pub(crate) fn has_patch_metadata(&self) -> bool {
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

impl SchemaNode {
    /// Whether the schema's own keywords, without references and combinators, describe the type
    /// of the value.
    pub(crate) fn has_structure(&self) -> bool {
        self.ty.is_some()
            || self.is_int_or_string()
            || self.properties.is_some()
            || self.items.is_some()
            || self.additional.is_some()
            || self
                .extensions
                .as_ref()
                .is_some_and(|extensions| extensions.preserve_unknown || extensions.embedded)
    }

    /// Whether `format` is `int-or-string`, or `x-kubernetes-int-or-string` is true.
    pub(crate) fn is_int_or_string(&self) -> bool {
        self.class == Some(ScalarType::IntOrString)
    }

    /// Marks it as the schema of a whole resource, which has `apiVersion`, `kind` and
    /// `metadata`.
    pub(crate) fn make_resource(&mut self) {
        self.extensions.get_or_insert_default().embedded = true;
    }

    pub(crate) fn all_of(&self) -> &[Self] {
        self.combinators.as_ref().map_or(&[], |combinators| &combinators.all)
    }

    pub(crate) fn any_of(&self) -> &[Self] {
        self.combinators.as_ref().map_or(&[], |combinators| &combinators.any)
    }

    pub(crate) fn one_of(&self) -> &[Self] {
        self.combinators.as_ref().map_or(&[], |combinators| &combinators.one)
    }

    /// Whether the schema's own keywords describe the type, without references and combinators.
    pub(crate) fn is_plain(&self) -> bool {
        self.has_structure() && self.reference.is_none() && self.combinators.is_none()
    }

    /// The schema of the property with this name.
    pub(crate) fn property(&self, name: &str) -> Option<&Self> {
        let Properties(properties, by_name) = self.properties.as_ref()?;
        if properties.len() <= LINEAR_SEARCH_MAX {
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

    /// Every schema directly inside of this one, with its place: a keyword, and the name or
    /// number under it.
    pub(crate) fn children(&self) -> impl Iterator<Item = (&'static str, ChildStep<'_>, &Self)> {
        let named = self.properties.iter().flat_map(|properties| &properties.0);
        let named = named.map(|(name, node)| ("properties", ChildStep::Name(name), node));
        let items = self.items.iter().map(|node| ("items", ChildStep::None, &**node));
        let values = self.additional.iter().filter_map(|additional| match additional {
            Additional::Of(node) => Some(("additionalProperties", ChildStep::None, &**node)),
            Additional::Allowed(_) => None,
        });
        let numbered = |keyword, nodes: &'_ [_]| (0..nodes.len()).map(move |at| (keyword, at));
        let lists = numbered("allOf", self.all_of())
            .zip(self.all_of())
            .chain(numbered("anyOf", self.any_of()).zip(self.any_of()))
            .chain(numbered("oneOf", self.one_of()).zip(self.one_of()))
            .map(|((keyword, at), node)| (keyword, ChildStep::At(at), node));
        named.chain(items).chain(values).chain(lists)
    }
}
