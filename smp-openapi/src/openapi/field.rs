//! The patch metadata of a field: the extensions of strategic merge patch, the list types, and the
//! choice between them.

use serde_json::Value;

use super::OpenApi;
use super::convert::Importer;
use super::node::{Extensions, SchemaNode};
use super::shape::{self, Shape};
use crate::RAW_EXTENSION;
use crate::default;
use crate::key_defaults::key_default;
use smp_schema::{FieldDef, ListMapKey, ListType, MapType, Strategy, TypeId};

/// The schemas that describe a field, and the shape that they describe.
struct FieldSchemas<'d> {
    document: Option<&'d OpenApi>,
    chain: Vec<&'d SchemaNode>,
    shape: Shape,
}

impl<'d> FieldSchemas<'d> {
    fn new(document: Option<&'d OpenApi>, node: &'d SchemaNode) -> Self {
        let chain = shape::describing_schemas(document, node);
        Self { document, chain, shape: shape::shape(document, node) }
    }

    /// The first schema of the chain that has an extension, and its value. The chain begins with the
    /// schema of the field, which therefore overrides the type that it refers to.
    fn first<T>(&self, what: impl Fn(&'d Extensions) -> Option<T>) -> Option<(&'d SchemaNode, T)> {
        let mut nodes = self.chain.iter();
        nodes.find_map(|node| Some((*node, what(node.extensions.as_deref()?)?)))
    }

    /// The schemas of the elements of a list.
    fn element(&self) -> Option<Self> {
        let items = self.chain.iter().find_map(|node| node.items.as_deref())?;
        Some(Self::new(self.document, items))
    }

    /// The default of the property `key`. An empty default (`""`, 0, false) of a required
    /// property is ignored: documents made from Go types have it for fields without a default.
    /// So is `""` in an OpenAPI document: v3 documents have it where v2 documents have no
    /// default.
    fn default_of(&self, key: &str) -> Option<Value> {
        let property = self.chain.iter().find_map(|node| node.property(key))?;
        let (_, default) =
            Self::new(self.document, property).first(|extensions| extensions.default.as_ref())?;
        let required =
            self.chain.iter().any(|node| node.required.iter().any(|name| **name == *key));
        let go_string = self.document.is_some() && *default == "";
        (!(go_string || required && is_empty(default))).then(|| default.clone())
    }

    /// The default that Kubernetes' v2 documents leave out.
    fn known_default(&self, key: &str) -> Option<Value> {
        let document = self.document?;
        let names = self.chain.iter().filter_map(|node| node.reference.as_deref());
        let mut targets = names.filter_map(|name| document.resolve(name));
        targets.find_map(|at| {
            let (name, _) = document.definitions.get(at)?;
            key_default(name, key).map(Value::from)
        })
    }
}

/// Whether a schema refers to the definition of `RawExtension`, an object of any kind. Documents have
/// no other mark for it, but API servers know the name: server-side apply treats the object as one
/// value.
fn is_raw(node: &SchemaNode) -> bool {
    let name = node.reference.as_deref().and_then(|reference| reference.rsplit('/').next());
    name == Some(RAW_EXTENSION)
}

/// Whether a default is the empty value of a type in Go.
fn is_empty(default: &Value) -> bool {
    match default {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        other => other.as_f64() == Some(0.0) || *other == false,
    }
}

impl<'d> Importer<'d> {
    /// Whether a server fills in a property that an object lacks. Documents made from Go types have
    /// empty defaults for fields without a default.
    pub(super) fn is_defaulted(&self, node: &SchemaNode) -> bool {
        let default = node.extensions.as_ref().and_then(|extensions| extensions.default.as_ref());
        default.is_some_and(|default| self.document.is_none() || !is_empty(default))
    }

    /// Whether a field certainly has no metadata, as is the case for most fields: neither its schema
    /// nor the plain definition that the schema refers to has any.
    fn has_no_metadata(&self, node: &SchemaNode) -> bool {
        let has_metadata = |node: &SchemaNode| {
            node.extensions.as_ref().is_some_and(|extensions| extensions.has_patch_metadata())
        };
        if node.combinators.is_some() || has_metadata(node) || is_raw(node) {
            return false;
        }
        match (&node.reference, self.document) {
            (Some(reference), Some(document)) => document
                .target(reference)
                .is_some_and(|target| target.is_plain() && !has_metadata(target)),
            (None, _) | (_, None) => true,
        }
    }

    /// The allowed values of a field, if its schema or the definition that the schema refers to lists
    /// them.
    pub(super) fn one_of(&self, node: &'d SchemaNode) -> Option<&'d [Box<str>]> {
        let own = |node: &'d SchemaNode| node.extensions.as_ref()?.one_of.as_deref();
        let document = self.document;
        let target = |node: &'d SchemaNode| document?.target(node.reference.as_deref()?);
        let mut nodes = core::iter::once(node).chain(node.all_of());
        nodes.find_map(|node| own(node).or_else(|| own(target(node)?)))
    }

    /// The definition of a field with the type `ty` and the metadata of its schemas.
    pub(super) fn field(&mut self, node: &'d SchemaNode, ty: TypeId) -> FieldDef {
        let mut field = FieldDef::new(ty);
        field.one_of = self.one_of(node).map(Into::into);
        if self.has_no_metadata(node) {
            return field;
        }
        let schemas = FieldSchemas::new(self.document, node);
        let merge_key = schemas.first(|extensions| extensions.merge_key.as_deref());
        let list_type = self.list_type(&schemas);
        let map_type = self.map_type(&schemas);
        let keys = self.list_map_keys(&schemas, list_type);
        let strategy = match schemas.first(|extensions| extensions.strategy.as_deref()) {
            Some((node, text)) => text.parse().unwrap_or_else(|error| {
                self.mistake(node, "x-kubernetes-patch-strategy", format!("{error}"));
                Strategy::NONE
            }),
            None if !self.uses_list_types => Strategy::NONE,
            None if map_type == Some(MapType::Atomic) => Strategy::REPLACE,
            None => self.strategy_of_list_type(&schemas, list_type),
        };
        let mut field = field.strategy(strategy);
        let is_raw = schemas.chain.iter().any(|node| is_raw(node));
        field.map_type = map_type.or(is_raw.then_some(MapType::Atomic));
        match merge_key {
            Some((node, key)) if matches!(schemas.shape, Shape::Scalar | Shape::Object) => self
                .warn(
                    node,
                    "x-kubernetes-patch-merge-key",
                    format!(
                        "the merge key `{key}` is on a field that is not a list, and is ignored"
                    ),
                ),
            Some((_, key)) => field = field.merge_key(key),
            None => {}
        }
        if let Some((_, list_type)) = list_type {
            field = field.list_type(list_type);
        }
        keys.into_iter().fold(field, FieldDef::list_map_key)
    }

    /// `x-kubernetes-list-type`, with the schema that has it.
    fn list_type(&mut self, schemas: &FieldSchemas<'d>) -> Option<(&'d SchemaNode, ListType)> {
        const KEYWORD: &str = "x-kubernetes-list-type";
        let (node, text) = schemas.first(|extensions| extensions.list_type.as_deref())?;
        let list_type = match text.parse::<ListType>() {
            Ok(list_type) => list_type,
            Err(error) => {
                self.mistake(node, KEYWORD, error.to_string());
                return None;
            }
        };
        // Kubernetes' documents have `atomic` for byte strings, which are replaced in any case:
        // semantics schema-9.
        let is_list = matches!(schemas.shape, Shape::List | Shape::Open);
        if !is_list && list_type == ListType::Atomic {
            return None;
        }
        Some((node, list_type))
    }

    /// `x-kubernetes-list-map-keys`, with their defaults.
    fn list_map_keys(
        &mut self,
        schemas: &FieldSchemas<'d>,
        list_type: Option<(&'d SchemaNode, ListType)>,
    ) -> Vec<ListMapKey> {
        const KEYWORD: &str = "x-kubernetes-list-map-keys";
        let is_map = list_type.filter(|(_, list_type)| *list_type == ListType::Map);
        let given = schemas.first(|extensions| extensions.list_map_keys.as_deref());
        match (given, is_map) {
            (Some((node, [_, ..])), None) => {
                let message = "list map keys need `x-kubernetes-list-type: map` beside them; add that, or \
                     remove the keys";
                self.mistake(node, KEYWORD, message);
                Vec::new()
            }
            (None | Some((_, [])), _) => Vec::new(),
            (Some((_, keys)), Some(_)) => {
                let element = schemas.element();
                let keys = keys.iter().map(|name| {
                    let key = ListMapKey::new(&**name);
                    let default = element.as_ref().and_then(|element| {
                        element.default_of(name).or_else(|| element.known_default(name))
                    });
                    match default.as_ref().and_then(default::from_value) {
                        Some(default) => key.with_default(default),
                        None => key,
                    }
                });
                keys.collect()
            }
        }
    }

    /// `x-kubernetes-map-type`.
    fn map_type(&mut self, schemas: &FieldSchemas<'d>) -> Option<MapType> {
        const KEYWORD: &str = "x-kubernetes-map-type";
        let (node, text) = schemas.first(|extensions| extensions.map_type.as_deref())?;
        let map_type = text.parse::<MapType>();
        if let Err(error) = &map_type {
            self.mistake(node, KEYWORD, error.to_string());
        }
        if !matches!(schemas.shape, Shape::Object | Shape::Open) {
            let message = "a map type belongs on an object; remove it, or write `type: object`";
            self.mistake(node, KEYWORD, message);
        }
        map_type.ok()
    }

    /// The strategy that follows from the list type, for a field without a patch strategy.
    fn strategy_of_list_type(
        &mut self,
        schemas: &FieldSchemas<'d>,
        list_type: Option<(&'d SchemaNode, ListType)>,
    ) -> Strategy {
        let Some((node, list_type)) = list_type else { return Strategy::NONE };
        let element = schemas.element();
        let shape = element.as_ref().map_or(Shape::Open, |element| element.shape);
        match (list_type, shape) {
            (ListType::Atomic, _) => Strategy::NONE,
            (ListType::Map, _) | (ListType::Set, Shape::Scalar | Shape::Open) => Strategy::MERGE,
            (ListType::Set, Shape::List | Shape::Object) => {
                let atomic = element.is_some_and(|element| {
                    let list = |extensions: &'d Extensions| extensions.list_type.as_deref();
                    let map = |extensions: &'d Extensions| extensions.map_type.as_deref();
                    let is_atomic =
                        |found: Option<(_, &str)>| found.is_some_and(|it| it.1 == "atomic");
                    is_atomic(element.first(list)) || is_atomic(element.first(map))
                });
                if atomic {
                    self.warn(
                        node,
                        "x-kubernetes-list-type",
                        "a set of objects or lists has no keys to merge by: it is replaced as a \
                         whole",
                    );
                } else {
                    self.mistake(
                        node,
                        "x-kubernetes-list-type",
                        "a set holds scalars, found objects or lists; for objects write \
                         `x-kubernetes-list-type: map` with keys",
                    );
                }
                Strategy::NONE
            }
        }
    }

    /// Warns about metadata of elements of lists and values of maps. Only fields have a strategy, so
    /// these metadata have no effect.
    pub(super) fn check_nested(&mut self, node: &'d SchemaNode) {
        if self.has_no_metadata(node) {
            return;
        }
        let schemas = FieldSchemas::new(self.document, node);
        if let Some((node, _)) = schemas.first(|extensions| extensions.strategy.as_deref()) {
            self.warn(
                node,
                "x-kubernetes-patch-strategy",
                "elements of lists and values of maps have no strategy of their own: it does not \
                 count here",
            );
        }
        if !self.uses_list_types {
            return;
        }
        let list_type = self.list_type(&schemas);
        if let Some((node, ListType::Set | ListType::Map)) = list_type {
            self.warn(
                node,
                "x-kubernetes-list-type",
                "a list inside of a list or map has no strategy of its own: it is replaced as a \
                 whole",
            );
        }
        if self.map_type(&schemas) == Some(MapType::Atomic) {
            let node = schemas
                .first(|extensions| extensions.map_type.as_deref())
                .map_or(node, |(node, _)| node);
            self.warn(
                node,
                "x-kubernetes-map-type",
                "elements of lists and values of maps have no strategy of their own: where one is \
                 patched, it is merged, not replaced",
            );
        }
    }
}
