//! The type of a value: what a schema says itself, what it refers to, and what
//! `allOf` joins.

use core::fmt;

use super::convert::Importer;
use super::node::{Additional, Node, Rare, Type};
use super::shape::{self, MAX_HOPS, Part};
use smp_schema::__support::shortened;
use smp_schema::{FieldDef, ObjectDef, TypeId};

use crate::unions::unions_from_openapi;

/// How many fields all `allOf`s of a document may join: a small document can
/// join a large type over and over.
const MAX_JOINED_FIELDS: usize = 1_000_000;

/// What a resource has that its schema needn't mention.
const RESOURCE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Where in a type the importer is: gives types without a name theirs.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    parent: Option<&'p Place<'p>>,
    step: &'p str,
}

impl<'p> Place<'p> {
    pub(crate) fn root(name: &'p str) -> Self {
        Self { parent: None, step: name }
    }

    fn field<'a>(&'a self, name: &'a str) -> Place<'a> {
        Place { parent: Some(self), step: name }
    }
}

/// `CronTab.spec.template`; steps into lists and maps don't show. Every type below
/// has the name in its own, so that is shown as paths show it.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parent {
            None => f.write_str(self.step),
            Some(parent) => {
                parent.above(f)?;
                f.write_str(&shortened(self.step))
            }
        }
    }
}

impl Place<'_> {
    fn above(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.above(f)?;
        }
        write!(f, "{}.", shortened(self.step))
    }
}

impl<'d> Importer<'d> {
    /// The type of a value; an object type takes the place of `slot`, if there
    /// is one.
    pub(super) fn value(&mut self, node: &'d Node, at: Place<'_>, slot: Option<TypeId>) -> TypeId {
        self.report_wrong(node);
        if node.joins.is_none() {
            match (&node.reference, node.has_structure()) {
                (None, true) => return self.own(node, at, slot),
                (Some(reference), false) => return self.reference(node, reference),
                _ => {}
            }
        }
        let mut parts = Vec::new();
        shape::parts(node, &mut parts);
        match parts.as_slice() {
            [] => self.untyped(node),
            [Part::Own(only)] => self.own(only, at, slot),
            [Part::Reference(node, reference)] => self.reference(node, reference),
            _ => match slot {
                Some(_) => self.joined(node, parts, at, slot),
                None => self.joined_in_place(node, at),
            },
        }
    }

    fn report_wrong(&mut self, node: &'d Node) {
        for wrong in node.rare.iter().flat_map(|rare| &rare.wrong) {
            let message = format!("expected {}, found {}", wrong.expected, wrong.found);
            self.mistake(node, wrong.keyword, message);
        }
        if node.joins.is_none() {
            return;
        }
        for inner in node.all_of().iter().chain(node.any_of()).chain(node.one_of()) {
            self.report_wrong(inner);
        }
    }

    /// A schema without a type: free-form JSON, unless its alternatives tell.
    fn untyped(&mut self, node: &'d Node) -> TypeId {
        if shape::alternatives(node).next().is_none() {
            return self.types.any();
        }
        if shape::scalar_alternatives(self.document, node) {
            return self.types.scalar();
        }
        let keyword = if node.any_of().is_empty() { "oneOf" } else { "anyOf" };
        self.warn(
            node,
            keyword,
            "the value may have several types: taken as free-form JSON, where objects merge and \
             lists are replaced",
        );
        self.types.any()
    }

    fn reference(&mut self, node: &'d Node, reference: &str) -> TypeId {
        let found = self.document.and_then(|document| document.resolve(reference));
        if let Some(at) = found {
            return self.definition(at);
        }
        let base = self.document.map(|document| document.base);
        let says = match base {
            Some(base) if reference.starts_with('#') => {
                format!("there is no definition `{reference}`; add it under {base}")
            }
            Some(base) => format!(
                "`{reference}` leads out of the document; refer to a definition as \
                         `#{base}/NAME`"
            ),
            None => format!(
                "a CustomResourceDefinition has no definitions to refer to, found \
                         `{reference}`; write the schema in place"
            ),
        };
        self.mistake(node, "$ref", says);
        self.types.any()
    }

    fn own(&mut self, node: &'d Node, at: Place<'_>, slot: Option<TypeId>) -> TypeId {
        if node.int_or_string {
            return self.types.scalar();
        }
        let bare = matches!(node.ty, Some(Type::Scalar | Type::Null | Type::Array));
        if bare && node.properties.is_some() {
            self.mistake(
                node,
                "properties",
                "only an object has properties; write `type: object`, or remove them",
            );
        }
        match &node.ty {
            Some(Type::Scalar | Type::Null) => self.types.scalar(),
            Some(Type::Array) => self.list(node, at),
            Some(Type::Several) => {
                self.warn(
                    node,
                    "type",
                    "the value may have several types: taken as free-form JSON, where objects \
                     merge and lists are replaced",
                );
                self.types.any()
            }
            Some(Type::Unknown(name)) => {
                let message = format!(
                    "`{name}` is no type; write string, integer, number, boolean, array or object"
                );
                self.mistake(node, "type", message);
                self.types.any()
            }
            None if node.items.is_some()
                && node.properties.is_none()
                && node.additional.is_none() =>
            {
                self.list(node, at)
            }
            Some(Type::Object) | None => self.object(&[node], at, slot),
        }
    }

    fn list(&mut self, node: &'d Node, at: Place<'_>) -> TypeId {
        let element = if let Some(items) = &node.items {
            self.check_nested(items);
            self.value(items, at, None)
        } else {
            self.warn(node, "", "the list has no `items`: its elements are free-form JSON");
            self.types.any()
        };
        self.types.list(element)
    }

    /// `allOf` with several parts that have a type: objects are joined.
    fn joined(
        &mut self,
        node: &'d Node,
        parts: Vec<Part<'d>>,
        at: Place<'_>,
        slot: Option<TypeId>,
    ) -> TypeId {
        let Some(nodes) = self.expand(parts) else {
            self.mistake(
                node,
                "allOf",
                format!("more than {MAX_HOPS} schemas are joined; write the fields in one"),
            );
            return self.types.any();
        };
        let shapes: Vec<_> = nodes.iter().filter_map(|node| shape::own_shape(node)).collect();
        let all = |shape| shapes.iter().all(|own| *own == shape || *own == shape::Shape::Open);
        let fields = nodes.iter().filter_map(|node| Some(node.properties.as_ref()?.0.len()));
        self.joined_fields = self.joined_fields.saturating_add(fields.sum());
        if self.joined_fields > MAX_JOINED_FIELDS {
            let message = format!(
                "more than {MAX_JOINED_FIELDS} fields are joined in this document; refer to a \
                 definition that joins them once"
            );
            self.mistake(node, "allOf", message);
            return self.types.any();
        }
        if all(shape::Shape::Object) {
            self.object(&nodes, at, slot)
        } else if all(shape::Shape::Scalar) {
            self.types.scalar()
        } else {
            self.mistake(
                node,
                "allOf",
                "schemas of different types are joined here, or several lists; leave one of them",
            );
            self.types.any()
        }
    }

    /// The schemas behind the parts, each once; `None` if there are too many.
    fn expand(&mut self, parts: Vec<Part<'d>>) -> Option<Vec<&'d Node>> {
        let mut nodes: Vec<&'d Node> = Vec::new();
        let mut visited = Vec::new();
        let mut open = parts;
        open.reverse();
        while let Some(part) = open.pop() {
            match part {
                Part::Own(node) => {
                    if !nodes.iter().any(|seen| core::ptr::eq(*seen, node)) {
                        nodes.push(node);
                    }
                }
                Part::Reference(node, reference) => {
                    let document = self.document;
                    let target = document.and_then(|document| {
                        let at = document.resolve(reference)?;
                        document.definitions.get(at).map(|(_, node)| node)
                    });
                    match target {
                        None => drop(self.reference(node, reference)),
                        Some(target)
                            if !visited.iter().any(|seen| core::ptr::eq(*seen, target)) =>
                        {
                            visited.push(target);
                            let mut inner = Vec::new();
                            shape::parts(target, &mut inner);
                            inner.reverse();
                            open.extend(inner);
                        }
                        Some(_) => {}
                    }
                }
            }
            if nodes.len().saturating_add(visited.len()) > MAX_HOPS {
                return None;
            }
        }
        Some(nodes)
    }

    /// An object type made of one schema, or of those that `allOf` joins.
    fn object(&mut self, nodes: &[&'d Node], at: Place<'_>, slot: Option<TypeId>) -> TypeId {
        let rare = |says: fn(&Rare) -> bool| {
            nodes.iter().any(|node| node.rare.as_deref().is_some_and(says))
        };
        let (preserve, embedded) = (rare(|rare| rare.preserve_unknown), rare(|rare| rare.embedded));
        let additional = nodes.iter().find_map(|node| node.additional.as_ref());
        let others = match additional {
            Some(Additional::Of(value)) => {
                self.check_nested(value);
                let value = self.value(value, at, None);
                Some(self.types.map(value))
            }
            Some(Additional::Allowed(true)) => {
                let any = self.types.any();
                Some(self.types.map(any))
            }
            _ if preserve => Some(self.types.any()),
            _ => None,
        };
        let fields = nodes.iter().filter_map(|node| node.properties.as_ref());
        let fields: Vec<_> = fields.flat_map(|properties| &properties.0).collect();
        if fields.is_empty() && !embedded {
            match (others, additional) {
                (Some(others), _) => return others,
                (None, None) => return self.types.any(),
                // `additionalProperties: false`: an object without fields.
                (None, Some(_)) => {}
            }
        }
        let mut object = ObjectDef::new(at.to_string());
        if embedded {
            object = self.resource_fields(object, nodes);
        }
        for (name, node) in fields {
            if embedded && RESOURCE_FIELDS.contains(&&**name) {
                continue;
            }
            let ty = self.value(node, at.field(name), None);
            object = object.field(&**name, self.field(node, ty));
        }
        if let Some(others) = others {
            object = object.flatten(others);
        }
        for node in nodes {
            object = self.unions(node, object);
        }
        let id = match slot {
            Some(slot) => {
                self.types.define(slot, object);
                slot
            }
            None => self.types.object(object),
        };
        self.origins.insert(id, nodes.to_vec());
        id
    }

    fn unions(&mut self, node: &'d Node, object: ObjectDef) -> ObjectDef {
        let Some(unions) = node.rare.as_ref().and_then(|rare| rare.unions.as_ref()) else {
            return object;
        };
        match unions_from_openapi(unions) {
            Ok(unions) => unions.into_iter().fold(object, ObjectDef::union),
            Err(error) => {
                for mistake in error.mistakes() {
                    let keyword = format!("x-kubernetes-unions{}", mistake.pointer());
                    self.mistake(node, &keyword, mistake.message());
                }
                object
            }
        }
    }

    /// What every resource has. Where its schema says something of `metadata`,
    /// that only validates.
    fn resource_fields(&mut self, object: ObjectDef, nodes: &[&'d Node]) -> ObjectDef {
        let text = self.types.scalar();
        let metadata = self.object_meta().unwrap_or_else(|| {
            if let Some(node) = nodes.first() {
                self.warn(
                    node,
                    "",
                    "the type of `metadata` (v1/ObjectMeta) is not known: taken as free-form \
                     JSON, where objects merge and lists are replaced",
                );
            }
            self.types.any()
        });
        let [api_version, kind, name] = RESOURCE_FIELDS;
        object
            .field(api_version, FieldDef::new(text))
            .field(kind, FieldDef::new(text))
            .field(name, FieldDef::new(metadata))
    }
}
