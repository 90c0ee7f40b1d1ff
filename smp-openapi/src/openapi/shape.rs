//! What a schema is, without building its type: references followed, `allOf`
//! and alternatives looked through. Every walk is bounded, so that circles end.

use super::OpenApi;
use super::node::{Additional, Node, Type};

/// How many references and `allOf`s lead from one schema to what it is.
pub(super) const MAX_HOPS: usize = 64;

/// What a value is, as far as a patch cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    List,
    /// With named fields, or a map.
    Object,
    /// Nothing is said, or too much.
    Open,
}

/// What says the type of a schema: itself, or the one that it refers to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'d> {
    Own(&'d Node),
    Reference(&'d Node, &'d str),
}

/// The parts of a schema: itself where it has structure, its reference, and
/// those of `allOf`. Parts that only validate don't count.
pub(super) fn parts<'d>(node: &'d Node, found: &mut Vec<Part<'d>>) {
    if node.has_structure() {
        found.push(Part::Own(node));
    }
    if let Some(reference) = &node.reference {
        found.push(Part::Reference(node, reference));
    }
    for inner in node.all_of() {
        // Beside a type of its own, kube's structural schemas only validate in
        // `allOf`: no member of it has a type.
        if !node.has_structure() || inner.ty.is_some() || inner.reference.is_some() {
            parts(inner, found);
        }
    }
    if found.is_empty() {
        let mut alternatives = alternatives(node);
        // `anyOf: [T, null]` is an optional `T`.
        if let (Some(only), None) = (alternatives.next(), alternatives.next()) {
            parts(only, found);
        }
    }
}

/// The members of `anyOf` and `oneOf` that say what the value is.
pub(super) fn alternatives(node: &Node) -> impl Iterator<Item = &Node> {
    let says = |node: &&Node| {
        let null = node.ty == Some(Type::Null);
        !null
            && (node.has_structure()
                || node.reference.is_some()
                || !node.all_of().is_empty()
                || !node.any_of().is_empty()
                || !node.one_of().is_empty())
    };
    node.any_of().iter().chain(node.one_of()).filter(says)
}

/// What the schema's own keywords say, references apart.
pub(super) fn own_shape(node: &Node) -> Option<Shape> {
    if node.int_or_string {
        return Some(Shape::Scalar);
    }
    match &node.ty {
        Some(Type::Scalar | Type::Null) => Some(Shape::Scalar),
        Some(Type::Array) => Some(Shape::List),
        Some(Type::Object) if is_free(node) => Some(Shape::Open),
        Some(Type::Object) => Some(Shape::Object),
        Some(Type::Several | Type::Unknown(_)) => Some(Shape::Open),
        None if node.properties.is_some() || node.additional.is_some() => Some(Shape::Object),
        None if node.items.is_some() => Some(Shape::List),
        None if is_embedded(node) => Some(Shape::Object),
        None if node.has_structure() => Some(Shape::Open),
        None => None,
    }
}

/// An object of which nothing is said.
fn is_free(node: &Node) -> bool {
    let open = matches!(node.additional, None | Some(Additional::Allowed(true)));
    let named = node.properties.as_ref().is_some_and(|properties| !properties.0.is_empty());
    !named && open && !is_embedded(node)
}

/// A whole resource, which has at least a kind and metadata.
fn is_embedded(node: &Node) -> bool {
    node.rare.as_ref().is_some_and(|rare| rare.embedded)
}

impl OpenApi {
    /// The definition that a reference names: `None` if it leads elsewhere.
    pub(super) fn resolve(&self, reference: &str) -> Option<usize> {
        let name = reference.strip_prefix('#')?.strip_prefix(self.base)?.strip_prefix('/')?;
        match self.by_name.get(name) {
            Some(&at) => Some(at),
            None => self.by_name.get(&*unescaped(name)).copied(),
        }
    }

    pub(super) fn target(&self, reference: &str) -> Option<&Node> {
        self.definitions.get(self.resolve(reference)?).map(|(_, node)| node)
    }
}

/// A step of a JSON pointer in a URI fragment as the name it stands for.
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

/// The schemas that say something about a value, from the place of its use on:
/// the schema, its `allOf`, and what they refer to.
pub(super) fn chain<'d>(document: Option<&'d OpenApi>, node: &'d Node) -> Vec<&'d Node> {
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

/// What a value of this schema is.
pub(super) fn shape<'d>(document: Option<&'d OpenApi>, node: &'d Node) -> Shape {
    // Straight on, where the schema itself says it.
    let alone = node.joins.is_none() && node.reference.is_none();
    if let Some(shape) = own_shape(node).filter(|shape| alone || *shape != Shape::Open) {
        return shape;
    }
    // What `allOf` or a reference adds to a free-form object says more.
    let chain = chain(document, node);
    let shapes: Vec<_> = chain.iter().filter_map(|node| own_shape(node)).collect();
    let says_more = shapes.iter().find(|shape| **shape != Shape::Open);
    if let Some(shape) = says_more.or(shapes.first()) {
        return *shape;
    }
    let scalar = chain.iter().any(|node| scalar_alternatives(document, node));
    if scalar { Shape::Scalar } else { Shape::Open }
}

/// Whether a schema without a type offers scalars and nothing else.
pub(super) fn scalar_alternatives<'d>(document: Option<&'d OpenApi>, node: &'d Node) -> bool {
    let mut any = false;
    let scalars = alternatives(node).all(|inner| {
        any = true;
        let mut shapes = chain(document, inner).into_iter().filter_map(own_shape);
        shapes.next() == Some(Shape::Scalar)
    });
    any && scalars
}
