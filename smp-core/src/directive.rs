//! Directives: their names, the parser, the writer, and their error messages. The rest of the
//! engine sees a [`PatchObject`], in which directives are fields of a struct, so that they
//! cannot be confused with members that are data.
//!
//! Rules: semantics patch-1 to patch-10. The form of every directive is checked when a patch is
//! parsed, wherever in the patch it is.

pub(crate) mod errors;
mod read;
mod write;

pub(crate) use read::{
    data, list_replacement, patch_object, plain_object, replacement, unretained,
};
pub(crate) use write::{change_node, patch_node};

use crate::document::{JsonKind, Node};
use crate::ordered::OrderedMap;

/// A patch of one object.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatchObject {
    /// `$patch`. If it is present, the other members and directives have no effect, or are the content of
    /// a replacement: semantics patch-3.
    pub(crate) marker: Option<Marker>,
    /// `$retainKeys`.
    pub(crate) retain_keys: Option<Vec<String>>,
    pub(crate) fields: Fields,
}

pub(crate) type Fields = OrderedMap<String, FieldPatch>;

/// The value of `$patch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    Replace,
    Delete,
}

/// A patch of one field: the member with its name, and the directives of lists for it. At least one of
/// the three is present.
#[derive(Debug, Clone, Default)]
pub(crate) struct FieldPatch {
    pub(crate) value: Option<Change>,
    /// `$setElementOrder/F`.
    pub(crate) order: Option<Vec<Node<'static>>>,
    /// `$deleteFromPrimitiveList/F`.
    pub(crate) delete: Option<Deletion>,
}

/// The value of a `$deleteFromPrimitiveList/F`.
#[derive(Debug, Clone)]
pub(crate) enum Deletion {
    /// `null`: the field is removed.
    Field,
    Items(Vec<Node<'static>>),
}

/// The value of a member or element of a patch.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// A scalar or null, as an open node.
    Scalar(Node<'static>),
    List(Vec<Change>),
    Object(PatchObject),
}

impl PatchObject {
    /// Whether the patch is `{}`.
    pub(crate) fn is_empty(&self) -> bool {
        self.marker.is_none() && self.retain_keys.is_none() && self.fields.is_empty()
    }

    /// Whether the patch has members besides directives.
    pub(crate) fn has_fields(&self) -> bool {
        self.fields.iter().any(|(_, field)| field.value.is_some())
    }
}

impl FieldPatch {
    /// A patch that consists of the member only.
    pub(crate) fn value(change: Change) -> Self {
        Self { value: Some(change), ..Self::default() }
    }

    /// `F: null`.
    pub(crate) fn removal() -> Self {
        Self::value(Change::Scalar(Node::Null))
    }

    /// Whether the patch removes the field: by `F: null`, or by
    /// `$deleteFromPrimitiveList/F: null`.
    pub(crate) fn removes(&self) -> bool {
        matches!(self.delete, Some(Deletion::Field))
            || self.value.as_ref().is_some_and(Change::is_null)
    }
}

impl Change {
    pub(crate) fn kind(&self) -> JsonKind {
        match self {
            Self::Scalar(node) => node.kind(),
            Self::List(_) => JsonKind::List,
            Self::Object(_) => JsonKind::Object,
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// The object; an empty one if the value is not an object.
    pub(crate) fn into_object(self) -> PatchObject {
        match self {
            Self::Object(object) => object,
            Self::Scalar(_) | Self::List(_) => PatchObject::default(),
        }
    }
}

pub(crate) const PATCH: &str = "$patch";
pub(crate) const RETAIN_KEYS: &str = "$retainKeys";
pub(crate) const SET_ELEMENT_ORDER: &str = "$setElementOrder";
pub(crate) const DELETE_FROM_PRIMITIVE_LIST: &str = "$deleteFromPrimitiveList";

/// A member of a patch by the meaning of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PatchMember<'n> {
    Field(&'n str),
    Patch,
    RetainKeys,
    SetElementOrder(&'n str),
    DeleteFromPrimitiveList(&'n str),
    /// The name begins like a list directive, with this prefix, but does not name a list.
    Malformed(&'static str),
}

impl<'n> PatchMember<'n> {
    /// The meaning of a member, by its name. Other names that begin with `$` are fields:
    /// semantics patch-8. `O(n)`.
    pub(crate) fn of(name: &'n str) -> Self {
        if !name.starts_with('$') {
            return Self::Field(name);
        }
        match name {
            PATCH => return Self::Patch,
            RETAIN_KEYS => return Self::RetainKeys,
            _ => {}
        }
        for (prefix, make) in [
            (SET_ELEMENT_ORDER, Self::SetElementOrder as fn(&'n str) -> Self),
            (DELETE_FROM_PRIMITIVE_LIST, Self::DeleteFromPrimitiveList),
        ] {
            if let Some(rest) = name.strip_prefix(prefix) {
                return match rest.strip_prefix('/') {
                    Some(list) if !list.is_empty() => make(list),
                    _ => Self::Malformed(prefix),
                };
            }
        }
        Self::Field(name)
    }

    /// The name of the order list for a field.
    pub(crate) fn order_of(field: &str) -> String {
        format!("{SET_ELEMENT_ORDER}/{field}")
    }

    /// The name of the deletion list for a field.
    pub(crate) fn deletion_of(field: &str) -> String {
        format!("{DELETE_FROM_PRIMITIVE_LIST}/{field}")
    }

    /// Whether the member is not a field.
    pub(crate) fn is_directive(self) -> bool {
        !matches!(self, Self::Field(_))
    }
}

/// The names of all directives, without the field for directives of lists.
pub(crate) fn directive_names() -> [&'static str; 4] {
    [PATCH, RETAIN_KEYS, SET_ELEMENT_ORDER, DELETE_FROM_PRIMITIVE_LIST]
}

/// Whether the name spells a directive, so that a patch cannot have a field with this name.
pub(crate) fn spells_directive(name: &str) -> bool {
    PatchMember::of(name).is_directive()
}
