//! Builds the type of a value from its schema: from the schema's own keywords, from the
//! definition that it refers to, and from the members of `allOf`.

use std::collections::HashSet;

use foldhash::quality::RandomState;

use super::convert::Importer;
use super::node::{Additional, Extensions, JsonType, SchemaNode};
use super::shape::{self, MAX_HOPS, TypePart};
use super::type_path::TypePath;
use smp_schema::{FieldDef, ObjectDef, ScalarType, TypeId, TypeKind};

/// The maximum number of fields that all `allOf`s of a document may join. Without a limit, a
/// small document could join a large type many times.
const MAX_JOINED_FIELDS: usize = 1_000_000;

/// Definitions of scalars whose class the keywords do not state. OpenAPI v2, for example, calls a
/// quantity a string, but API servers also read it from a number.
const CLASSES: [(&str, ScalarType); 5] = [
    ("/io.k8s.apimachinery.pkg.api.resource.Quantity", ScalarType::Quantity),
    ("/io.k8s.apimachinery.pkg.apis.meta.v1.Duration", ScalarType::Duration),
    ("/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", ScalarType::Time),
    ("/io.k8s.apimachinery.pkg.apis.meta.v1.Time", ScalarType::Time),
    ("/io.k8s.apimachinery.pkg.util.intstr.IntOrString", ScalarType::IntOrString),
];

/// The fields of every resource, which its schema may leave out.
const RESOURCE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl<'d> Importer<'d> {
    /// The type of the value of a property or of a map, where null may be a value.
    fn type_of_member(&mut self, node: &'d SchemaNode, at: TypePath<'_>) -> TypeId {
        let ty = self.type_of(node, at, None);
        if node.nullable { self.types.nullable(ty) } else { ty }
    }

    /// The type of a value. If `slot` is given, an object type is defined there.
    pub(super) fn type_of(
        &mut self,
        node: &'d SchemaNode,
        at: TypePath<'_>,
        slot: Option<TypeId>,
    ) -> TypeId {
        self.report_wrong(node);
        if node.combinators.is_none() {
            match (&node.reference, node.has_structure()) {
                (None, true) => return self.type_of_keywords(node, at, slot),
                (Some(reference), false) => return self.type_of_reference(node, reference),
                _ => {}
            }
        }
        let mut parts = Vec::new();
        shape::type_parts(node, &mut parts);
        match parts.as_slice() {
            [] => self.type_of_alternatives(node),
            [TypePart::Own(only)] => self.type_of_keywords(only, at, slot),
            [TypePart::Reference(node, reference)] => self.type_of_reference(node, reference),
            _ => match slot {
                Some(_) => self.type_of_all_of(node, parts, at, slot),
                None => self.declare_all_of(node, at),
            },
        }
    }

    /// Reports the keywords of the schema that have values of the wrong type.
    fn report_wrong(&mut self, node: &'d SchemaNode) {
        for wrong in node.extensions.iter().flat_map(|extensions| &extensions.wrong) {
            let message = format!("expected {}, found {}", wrong.expected, wrong.found);
            self.mistake(node, wrong.keyword, message);
        }
        self.note_unions(node);
        if node.combinators.is_none() {
            return;
        }
        for inner in node.all_of().iter().chain(node.any_of()).chain(node.one_of()) {
            self.report_wrong(inner);
        }
    }

    /// The type of a schema that has at most `anyOf` or `oneOf`: a scalar if all alternatives are
    /// scalars, otherwise free-form JSON.
    fn type_of_alternatives(&mut self, node: &'d SchemaNode) -> TypeId {
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

    /// The type of the definition that a reference names.
    fn type_of_reference(&mut self, node: &'d SchemaNode, reference: &str) -> TypeId {
        let found = self.document.and_then(|document| document.resolve(reference));
        if let Some(at) = found {
            // Semantics import-15.
            let known = CLASSES.iter().find(|(name, _)| reference.ends_with(name));
            if let Some((_, class)) = known {
                return self.types.scalar_of(*class);
            }
            return self.declare_definition(at);
        }
        let base = self.document.map(|document| document.base);
        let message = match base {
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
        self.mistake(node, "$ref", message);
        self.types.any()
    }

    /// The type that a schema's own keywords describe.
    fn type_of_keywords(
        &mut self,
        node: &'d SchemaNode,
        at: TypePath<'_>,
        slot: Option<TypeId>,
    ) -> TypeId {
        if node.is_int_or_string() {
            return self.types.scalar_of(ScalarType::IntOrString);
        }
        let bare = matches!(node.ty, Some(JsonType::Scalar(_) | JsonType::Null | JsonType::Array));
        if bare && node.properties.is_some() {
            self.mistake(
                node,
                "properties",
                "only an object has properties; write `type: object`, or remove them",
            );
        }
        match &node.ty {
            Some(JsonType::Scalar(scalar)) => {
                self.types.scalar_of(match (scalar, node.class) {
                    (ScalarType::Integer, Some(ScalarType::Int32)) => ScalarType::Int32,
                    // An API server reads integers without a format as 64 bits, too.
                    (ScalarType::Integer, _) => ScalarType::Int64,
                    (
                        ScalarType::String,
                        Some(class @ (ScalarType::Time | ScalarType::Duration | ScalarType::Bytes)),
                    ) => class,
                    (scalar, _) => *scalar,
                })
            }
            Some(JsonType::Null) => self.types.scalar(),
            Some(JsonType::Array) => self.type_of_list(node, at),
            Some(JsonType::Several) => {
                self.warn(
                    node,
                    "type",
                    "the value may have several types: taken as free-form JSON, where objects \
                     merge and lists are replaced",
                );
                self.types.any()
            }
            Some(JsonType::Unknown(name)) => {
                let message = format!(
                    "`{name}` is not a type; write string, integer, number, boolean, array or object"
                );
                self.mistake(node, "type", message);
                self.types.any()
            }
            None if node.items.is_some()
                && node.properties.is_none()
                && node.additional.is_none() =>
            {
                self.type_of_list(node, at)
            }
            Some(JsonType::Object) | None => self.type_of_object(&[node], at, slot),
        }
    }

    /// The type of a list.
    fn type_of_list(&mut self, node: &'d SchemaNode, at: TypePath<'_>) -> TypeId {
        let element = if let Some(items) = &node.items {
            self.check_nested(items);
            self.type_of(items, at, None)
        } else {
            self.warn(node, "", "the list has no `items`: its elements are free-form JSON");
            self.types.any()
        };
        self.types.list(element)
    }

    /// The type of an `allOf` with several parts: objects are joined, scalars are a scalar.
    fn type_of_all_of(
        &mut self,
        node: &'d SchemaNode,
        parts: Vec<TypePart<'d>>,
        at: TypePath<'_>,
        slot: Option<TypeId>,
    ) -> TypeId {
        let Some(nodes) = self.resolve_parts(parts) else {
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
                 definition that combinators them once"
            );
            self.mistake(node, "allOf", message);
            return self.types.any();
        }
        if all(shape::Shape::Object) {
            self.type_of_object(&nodes, at, slot)
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

    /// The schemas of the parts, with references resolved, each schema once. `None` if there are
    /// too many.
    fn resolve_parts(&mut self, parts: Vec<TypePart<'d>>) -> Option<Vec<&'d SchemaNode>> {
        let mut nodes: Vec<&'d SchemaNode> = Vec::new();
        let mut visited = Vec::new();
        let mut open = parts;
        open.reverse();
        while let Some(part) = open.pop() {
            match part {
                TypePart::Own(node) => {
                    if !nodes.iter().any(|seen| core::ptr::eq(*seen, node)) {
                        nodes.push(node);
                    }
                }
                TypePart::Reference(node, reference) => {
                    let document = self.document;
                    let target = document.and_then(|document| {
                        let at = document.resolve(reference)?;
                        document.definitions.get(at).map(|(_, node)| node)
                    });
                    match target {
                        None => drop(self.type_of_reference(node, reference)),
                        Some(target)
                            if !visited.iter().any(|seen| core::ptr::eq(*seen, target)) =>
                        {
                            visited.push(target);
                            self.report_wrong(target);
                            let mut inner = Vec::new();
                            shape::type_parts(target, &mut inner);
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
    fn type_of_object(
        &mut self,
        nodes: &[&'d SchemaNode],
        at: TypePath<'_>,
        slot: Option<TypeId>,
    ) -> TypeId {
        let any = |has: fn(&Extensions) -> bool| {
            nodes.iter().any(|node| node.extensions.as_deref().is_some_and(has))
        };
        let (preserve, embedded) =
            (any(|extensions| extensions.preserve_unknown), any(|extensions| extensions.embedded));
        let additional = nodes.iter().find_map(|node| node.additional.as_ref());
        // Where unknown fields are kept, so are their nulls.
        let others = match additional {
            Some(Additional::Of(value)) => {
                self.check_nested(value);
                let value = self.type_of_member(value, at);
                Some(self.types.map(value))
            }
            _ if preserve => Some(self.types.any_with_nulls()),
            Some(Additional::Allowed(true)) => {
                let any = self.types.any();
                Some(self.types.map(any))
            }
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
        // Invalid map types are ignored here: they are reported at the fields of this type.
        let stated =
            nodes.iter().find_map(|node| node.extensions.as_ref()?.map_type.as_ref()?.parse().ok());
        object = object.map_type(stated.unwrap_or_default());
        if self.drops_empty {
            object = object.drops_empty();
        }
        if embedded {
            object = self.resource_fields(object, nodes);
        }
        let required: HashSet<&str, RandomState> =
            nodes.iter().flat_map(|node| &node.required).map(|name| &**name).collect();
        for (name, node) in fields {
            if embedded && RESOURCE_FIELDS.contains(&&**name) {
                continue;
            }
            let ty = self.type_of_member(node, at.field(name));
            let mut field = self.field(node, ty);
            field.required = required.contains(&**name) && !self.is_defaulted(node);
            object = object.field(&**name, field);
        }
        if let Some(others) = others {
            let is_map = matches!(self.types.resolve(others), Some((_, TypeKind::Map(_))));
            let others = if is_map { others } else { self.types.nullable(others) };
            object = object.flatten(others);
        }
        let places = self.unions(nodes, &mut object);
        let object = self.with_one_of(nodes, object);
        let id = match slot {
            Some(slot) => {
                self.types.define(slot, object);
                slot
            }
            None => self.types.object(object),
        };
        self.origins.insert(id, nodes.to_vec());
        if !places.is_empty() {
            self.union_places.insert(id, places);
        }
        id
    }

    /// Adds the fields of every resource. A schema of `metadata` in the document is not used,
    /// since it can only validate.
    fn resource_fields(&mut self, object: ObjectDef, nodes: &[&'d SchemaNode]) -> ObjectDef {
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
