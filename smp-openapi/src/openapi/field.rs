//! What a document says of a field: extensions of the patch, list types, and
//! which of them count.

use serde_json::Value;

use super::OpenApi;
use super::convert::Importer;
use super::node::{Node, Rare};
use super::shape::{self, Shape};
use crate::default;
use smp_schema::{FieldDef, ListMapKey, ListType, Strategy, TypeId};

/// Keys whose absence means a value, where the document doesn't say so: v2
/// documents have no defaults. The API server sets `protocol` before it looks
/// at the keys of a list of ports.
const KEY_DEFAULTS: &[(&str, &str, &str)] = &[
    ("io.k8s.api.core.v1.ContainerPort", "protocol", "TCP"),
    ("io.k8s.api.core.v1.ServicePort", "protocol", "TCP"),
];

/// The schemas that say something of a field, and what they say.
struct Says<'d> {
    document: Option<&'d OpenApi>,
    chain: Vec<&'d Node>,
    shape: Shape,
}

impl<'d> Says<'d> {
    fn new(document: Option<&'d OpenApi>, node: &'d Node) -> Self {
        let chain = shape::chain(document, node);
        Self { document, chain, shape: shape::shape(document, node) }
    }

    /// The first to say it, from the field on.
    fn first<T>(&self, what: impl Fn(&'d Rare) -> Option<T>) -> Option<(&'d Node, T)> {
        let mut nodes = self.chain.iter();
        nodes.find_map(|node| Some((*node, what(node.rare.as_deref()?)?)))
    }

    fn element(&self) -> Option<Self> {
        let items = self.chain.iter().find_map(|node| node.items.as_deref())?;
        Some(Self::new(self.document, items))
    }

    /// The default of the property `key`. Where the property is required, an
    /// empty default is the way Go's types are written, and says nothing.
    fn default_of(&self, key: &str) -> Option<Value> {
        let property = self.chain.iter().find_map(|node| node.property(key))?;
        let (_, default) =
            Self::new(self.document, property).first(|rare| rare.default.as_ref())?;
        let required =
            self.chain.iter().any(|node| node.required.iter().any(|name| **name == *key));
        let empty = *default == "" || default.as_f64() == Some(0.0) || *default == false;
        (!(required && empty)).then(|| default.clone())
    }

    fn known_default(&self, key: &str) -> Option<Value> {
        let document = self.document?;
        let names = self.chain.iter().filter_map(|node| node.reference.as_deref());
        let mut targets = names.filter_map(|name| document.resolve(name));
        targets.find_map(|at| {
            let (name, _) = document.definitions.get(at)?;
            let known = KEY_DEFAULTS.iter().find(|(ty, of, _)| **ty == **name && *of == key);
            known.map(|(.., default)| Value::from(*default))
        })
    }
}

impl<'d> Importer<'d> {
    /// Most fields: neither the schema nor the plain definition that it refers
    /// to has any metadata.
    fn says_nothing(&self, node: &Node) -> bool {
        let merges = |node: &Node| node.rare.as_ref().is_some_and(|rare| rare.merges());
        if node.joins.is_some() || merges(node) {
            return false;
        }
        match (&node.reference, self.document) {
            (Some(reference), Some(document)) => document
                .target(reference)
                .is_some_and(|target| target.is_plain() && !merges(target)),
            (None, _) | (_, None) => true,
        }
    }

    /// The field of an object, whose type has been built.
    pub(super) fn field(&mut self, node: &'d Node, ty: TypeId) -> FieldDef {
        let field = FieldDef::new(ty);
        if self.says_nothing(node) {
            return field;
        }
        let says = Says::new(self.document, node);
        let merge_key = says.first(|rare| rare.merge_key.as_deref());
        let list_type = self.list_type(&says);
        let atomic_map = self.atomic_map(&says);
        let keys = self.list_map_keys(&says, list_type);
        let strategy = match says.first(|rare| rare.strategy.as_deref()) {
            Some((node, text)) => text.parse().unwrap_or_else(|error| {
                self.mistake(node, "x-kubernetes-patch-strategy", format!("{error}"));
                Strategy::NONE
            }),
            None if !self.list_types_serve => Strategy::NONE,
            None if atomic_map => Strategy::REPLACE,
            None => self.strategy_of(&says, list_type),
        };
        let mut field = field.strategy(strategy);
        if let Some((_, key)) = merge_key {
            field = field.merge_key(key);
        }
        if let Some((_, list_type)) = list_type {
            field = field.list_type(list_type);
        }
        keys.into_iter().fold(field, FieldDef::list_map_key)
    }

    fn list_type(&mut self, says: &Says<'d>) -> Option<(&'d Node, ListType)> {
        const KEYWORD: &str = "x-kubernetes-list-type";
        let (node, text) = says.first(|rare| rare.list_type.as_deref())?;
        let list_type = match text.parse::<ListType>() {
            Ok(list_type) => list_type,
            Err(error) => {
                self.mistake(node, KEYWORD, error.to_string());
                return None;
            }
        };
        // Kubernetes writes `atomic` on byte strings, which are replaced anyway:
        // semantics schema-9.
        let is_list = matches!(says.shape, Shape::List | Shape::Open);
        if !is_list && list_type == ListType::Atomic {
            return None;
        }
        Some((node, list_type))
    }

    fn list_map_keys(
        &mut self,
        says: &Says<'d>,
        list_type: Option<(&'d Node, ListType)>,
    ) -> Vec<ListMapKey> {
        const KEYWORD: &str = "x-kubernetes-list-map-keys";
        let is_map = list_type.filter(|(_, list_type)| *list_type == ListType::Map);
        let given = says.first(|rare| rare.list_map_keys.as_deref());
        match (given, is_map) {
            (Some((node, [_, ..])), None) => {
                let message = "list map keys need `x-kubernetes-list-type: map` beside them; add that, or \
                     remove the keys";
                self.mistake(node, KEYWORD, message);
                Vec::new()
            }
            (None | Some((_, [])), _) => Vec::new(),
            (Some((_, keys)), Some(_)) => {
                let element = says.element();
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

    /// Whether an object is replaced as a whole.
    fn atomic_map(&mut self, says: &Says<'d>) -> bool {
        const KEYWORD: &str = "x-kubernetes-map-type";
        let Some((node, text)) = says.first(|rare| rare.map_type.as_deref()) else { return false };
        if !matches!(text, "atomic" | "granular") {
            let message = format!("`{text}` is no map type; write atomic or granular");
            self.mistake(node, KEYWORD, message);
        }
        if !matches!(says.shape, Shape::Object | Shape::Open) {
            let message = "a map type belongs on an object; remove it, or write `type: object`";
            self.mistake(node, KEYWORD, message);
        }
        text == "atomic"
    }

    /// How a list merges by its list type alone.
    fn strategy_of(
        &mut self,
        says: &Says<'d>,
        list_type: Option<(&'d Node, ListType)>,
    ) -> Strategy {
        let Some((node, list_type)) = list_type else { return Strategy::NONE };
        let element = says.element();
        let shape = element.as_ref().map_or(Shape::Open, |element| element.shape);
        match (list_type, shape) {
            (ListType::Atomic, _) => Strategy::NONE,
            (ListType::Map, _) | (ListType::Set, Shape::Scalar | Shape::Open) => Strategy::MERGE,
            (ListType::Set, Shape::List | Shape::Object) => {
                let atomic = element.is_some_and(|element| {
                    let list = |rare: &'d Rare| rare.list_type.as_deref();
                    let map = |rare: &'d Rare| rare.map_type.as_deref();
                    let says = |what: Option<(_, &str)>| what.is_some_and(|it| it.1 == "atomic");
                    says(element.first(list)) || says(element.first(map))
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

    /// Elements of lists and values of maps have no strategy of their own: what
    /// a document says of them beyond their type can't be followed.
    pub(super) fn check_nested(&mut self, node: &'d Node) {
        if self.says_nothing(node) {
            return;
        }
        let says = Says::new(self.document, node);
        if let Some((node, _)) = says.first(|rare| rare.strategy.as_deref()) {
            self.warn(
                node,
                "x-kubernetes-patch-strategy",
                "elements of lists and values of maps have no strategy of their own: it does not \
                 count here",
            );
        }
        if !self.list_types_serve {
            return;
        }
        let list_type = self.list_type(&says);
        if let Some((node, ListType::Set | ListType::Map)) = list_type {
            self.warn(
                node,
                "x-kubernetes-list-type",
                "a list inside of a list or map has no strategy of its own: it is replaced as a \
                 whole",
            );
        }
        if self.atomic_map(&says) {
            let node = says.first(|rare| rare.map_type.as_deref()).map_or(node, |(node, _)| node);
            self.warn(
                node,
                "x-kubernetes-map-type",
                "elements of lists and values of maps have no strategy of their own: where one is \
                 patched, it is merged, not replaced",
            );
        }
    }
}
