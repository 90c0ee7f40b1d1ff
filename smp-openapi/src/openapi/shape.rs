//! Finds out whether a schema describes a scalar, list or object, without building its type: it
//! follows references, `allOf`, and alternatives. Every walk is limited to [`MAX_HOPS`], so
//! that circular references end.

use super::OpenApi;
use super::node::{Additional, JsonType, SchemaNode};

/// The number of references and `allOf`s that are followed from one schema.
pub(super) const MAX_HOPS: usize = 64;

/// The shape of a value, as far as patches depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    List,
    /// An object with fields, or a map.
    Object,
    /// Unknown, or one of several.
    Open,
}

/// A schema that contributes to a type.
#[derive(Debug, Clone, Copy)]
pub(super) enum TypePart<'d> {
    /// A schema whose own keywords describe the type.
    Own(&'d SchemaNode),
    /// A schema with a reference.
    Reference(&'d SchemaNode, &'d str),
}

/// The parts of a schema's type: its own keywords, its reference, and the parts of its `allOf`.
/// Members of `allOf` that only validate are left out.
pub(super) fn type_parts<'d>(node: &'d SchemaNode, found: &mut Vec<TypePart<'d>>) {
    if node.has_structure() {
        found.push(TypePart::Own(node));
    }
    if let Some(reference) = &node.reference {
        found.push(TypePart::Reference(node, reference));
    }
    for inner in node.all_of() {
        // In a structural schema of a custom resource, which has its own type, `allOf` only
        // validates: no member has a type.
        if !node.has_structure() || inner.ty.is_some() || inner.reference.is_some() {
            type_parts(inner, found);
        }
    }
    if found.is_empty() {
        let mut alternatives = alternatives(node);
        // `anyOf: [T, null]` describes an optional `T`.
        if let (Some(only), None) = (alternatives.next(), alternatives.next()) {
            type_parts(only, found);
        }
    }
}

/// The members of `anyOf` and `oneOf` that describe a type other than null.
pub(super) fn alternatives(node: &SchemaNode) -> impl Iterator<Item = &SchemaNode> {
    let describes_type = |node: &&SchemaNode| {
        let null = node.ty == Some(JsonType::Null);
        !null
            && (node.has_structure()
                || node.reference.is_some()
                || !node.all_of().is_empty()
                || !node.any_of().is_empty()
                || !node.one_of().is_empty())
    };
    node.any_of().iter().chain(node.one_of()).filter(describes_type)
}

/// The shape that the schema's own keywords give, without references and combinators.
pub(super) fn own_shape(node: &SchemaNode) -> Option<Shape> {
    if node.is_int_or_string() {
        return Some(Shape::Scalar);
    }
    match &node.ty {
        Some(JsonType::Scalar(_) | JsonType::Null) => Some(Shape::Scalar),
        Some(JsonType::Array) => Some(Shape::List),
        Some(JsonType::Object) if is_free(node) => Some(Shape::Open),
        Some(JsonType::Object) => Some(Shape::Object),
        Some(JsonType::Several | JsonType::Unknown(_)) => Some(Shape::Open),
        None if node.properties.is_some() || node.additional.is_some() => Some(Shape::Object),
        None if node.items.is_some() => Some(Shape::List),
        None if is_embedded(node) => Some(Shape::Object),
        None if node.has_structure() => Some(Shape::Open),
        None => None,
    }
}

/// Whether an object schema has no fields, and therefore free-form content.
fn is_free(node: &SchemaNode) -> bool {
    let open = matches!(node.additional, None | Some(Additional::Allowed(true)));
    let named = node.properties.as_ref().is_some_and(|properties| !properties.0.is_empty());
    !named && open && !is_embedded(node)
}

/// Whether the value is a whole resource, which has `apiVersion`, `kind` and `metadata`.
fn is_embedded(node: &SchemaNode) -> bool {
    node.extensions.as_ref().is_some_and(|extensions| extensions.embedded)
}

impl OpenApi {
    /// The index of the definition that a reference names; `None` if it does not exist.
    pub(super) fn resolve(&self, reference: &str) -> Option<usize> {
        let name = reference.strip_prefix('#')?.strip_prefix(self.base)?.strip_prefix('/')?;
        match self.by_name.get(name) {
            Some(&at) => Some(at),
            None => self.by_name.get(&*unescaped(name)).copied(),
        }
    }

    /// The definition that a reference names; `None` if it does not exist.
    pub(super) fn target(&self, reference: &str) -> Option<&SchemaNode> {
        self.definitions.get(self.resolve(reference)?).map(|(_, node)| node)
    }
}

/// The name for a step of a JSON pointer in a URI fragment: `a b/c` for `a%20b~1c`.
fn unescaped(step: &str) -> String {
    let mut bytes = Vec::with_capacity(step.len());
    let mut rest = step.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| core::str::from_utf8(two).ok());
        let code = code.filter(|_| byte == b'%');
        if let Some(decoded) = code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(decoded);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).replace("~1", "/").replace("~0", "~")
}

/// The schemas that describe a value: the given one first, then its `allOf`, and the definitions
/// that they refer to.
pub(super) fn describing_schemas<'d>(
    document: Option<&'d OpenApi>,
    node: &'d SchemaNode,
) -> Vec<&'d SchemaNode> {
    let mut all = vec![node];
    for at in 0..=MAX_HOPS {
        let Some(&node) = all.get(at) else { break };
        if all.len() > MAX_HOPS {
            break;
        }
        let mut found = Vec::new();
        if let Some(reference) = &node.reference {
            found.extend(document.and_then(|document| document.target(reference)));
        }
        found.extend(node.all_of().iter().take(MAX_HOPS));
        if !node.has_structure() && node.reference.is_none() && node.all_of().is_empty() {
            let mut alternatives = alternatives(node);
            if let (Some(only), None) = (alternatives.next(), alternatives.next()) {
                found.push(only);
            }
        }
        for inner in found {
            if !all.iter().any(|seen| core::ptr::eq(*seen, inner)) {
                all.push(inner);
            }
        }
    }
    all
}

/// The shape of the values of a schema.
pub(super) fn shape<'d>(document: Option<&'d OpenApi>, node: &'d SchemaNode) -> Shape {
    // The schema's own keywords are enough in most cases.
    let alone = node.combinators.is_none() && node.reference.is_none();
    if let Some(shape) = own_shape(node).filter(|shape| alone || *shape != Shape::Open) {
        return shape;
    }
    // `allOf` or a reference may add fields to a free-form object.
    let chain = describing_schemas(document, node);
    let shapes: Vec<_> = chain.iter().filter_map(|node| own_shape(node)).collect();
    let specific = shapes.iter().find(|shape| **shape != Shape::Open);
    if let Some(shape) = specific.or(shapes.first()) {
        return *shape;
    }
    let scalar = chain.iter().any(|node| scalar_alternatives(document, node));
    if scalar { Shape::Scalar } else { Shape::Open }
}

/// Whether all alternatives of a schema without a type are scalars.
pub(super) fn scalar_alternatives<'d>(document: Option<&'d OpenApi>, node: &'d SchemaNode) -> bool {
    let mut any = false;
    let scalars = alternatives(node).all(|inner| {
        any = true;
        let mut shapes = describing_schemas(document, inner).into_iter().filter_map(own_shape);
        shapes.next() == Some(Shape::Scalar)
    });
    any && scalars
}
