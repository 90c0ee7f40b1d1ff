//! Values that a patch sets where live has none, or that replace live's. All directives are
//! left out, at every level, and have no effect there. Rules: semantics adopt-1 to adopt-7.

use std::borrow::Cow;

use crate::directive::{Change, Deletion, Marker, PatchObject};
use crate::document::{Node, Object};
use crate::options::{MapDirectives, Options};

/// Why a value of the patch is taken as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Live has nothing there. Null members are left out: there is nothing that they could
    /// delete (semantics adopt-1). Objects with `$patch` are left out (adopt-2).
    Absent,
    /// It is a new element of a merge list. Null members are left out, as for `Absent`.
    Element,
    /// It replaces live's value literally; null members are kept (adopt-7).
    Literal,
}

impl Taken {
    /// Whether `$patch` in this value has no effect, so that the object or element with it is
    /// taken: an API server drops the directive of a struct as an unknown field (semantics adopt-3).
    fn ignores_markers(self, options: &Options) -> bool {
        self != Self::Absent && options.map_directives == MapDirectives::Kubernetes
    }
}

/// The value of a member or element. `None` for an object with `$patch` that is left out
/// (semantics adopt-2). `O(n)`.
pub(crate) fn adopt<'p>(change: &'p Change, taken: Taken, options: &Options) -> Option<Node<'p>> {
    Some(match change {
        Change::Scalar(node) => borrowed(node),
        Change::List(items) => Node::List(elements(items, taken, options)),
        Change::Object(object) => match (object.marker, options.map_directives) {
            (None, _) => Node::Object(members(object, taken, options)),
            (Some(_), _) if taken.ignores_markers(options) => {
                Node::Object(members(object, taken, options))
            }
            (Some(Marker::Replace), MapDirectives::Documented) => {
                Node::Object(literal_members(object, options))
            }
            (Some(_), _) => return None,
        },
    })
}

/// The elements of a list: semantics adopt-3.
pub(crate) fn elements<'p>(items: &'p [Change], taken: Taken, options: &Options) -> Vec<Node<'p>> {
    let is_element = |item: &&Change| {
        taken.ignores_markers(options)
            || !matches!(item, Change::Object(object) if object.marker.is_some())
    };
    items.iter().filter(is_element).filter_map(|item| adopt(item, taken, options)).collect()
}

/// The members of an object with `$patch: replace`: semantics apply-5. `O(n)`.
pub(crate) fn literal_members<'p>(object: &'p PatchObject, options: &Options) -> Object<'p> {
    members(object, Taken::Literal, options)
}

fn members<'p>(object: &'p PatchObject, taken: Taken, options: &Options) -> Object<'p> {
    // In what replaces and in an element that is added, deletion lists have no effect either:
    // semantics adopt-4.
    let deletes = !taken.ignores_markers(options);
    let mut members = Object::default();
    for (name, field) in object.fields.iter() {
        let Some(value) = &field.value else { continue };
        let deletion = field.delete.as_ref().filter(|_| deletes);
        if value.is_null() && taken != Taken::Literal || matches!(deletion, Some(Deletion::Field)) {
            continue;
        }
        if let Some(mut value) = adopt(value, taken, options) {
            if let (Some(Deletion::Items(gone)), Node::List(items)) = (deletion, &mut value) {
                super::scalars::remove(items, gone);
            }
            members.insert(Cow::Borrowed(name.as_str()), value);
        }
    }
    members
}

/// The same scalar; a text is borrowed from the patch.
fn borrowed<'p>(node: &'p Node<'static>) -> Node<'p> {
    match node {
        Node::Number(text) => Node::Number(Cow::Borrowed(text)),
        Node::String(text) => Node::String(Cow::Borrowed(text)),
        other => other.clone(),
    }
}
