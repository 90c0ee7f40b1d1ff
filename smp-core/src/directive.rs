//! Every spelling of every directive, read and written in this one place. The
//! rest of the engine sees a [`PatchObject`], where directives are fields of a
//! struct and can't be mistaken for data.
//!
//! Rules: semantics patch-1 to patch-10; `$retainKeys` and the form of lists are
//! checked here, wherever in the patch they stand.

mod read;
mod write;

pub(crate) use read::{as_data, data, patch_object, patch_text};
pub(crate) use write::{change_node, patch_node, write_patch};

use crate::document::{JsonKind, Node};
use crate::ordered::Ordered;

/// What a patch says of one object.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatchObject {
    /// `$patch`: decides alone.
    pub(crate) marker: Option<Marker>,
    /// `$retainKeys`.
    pub(crate) retain_keys: Option<Vec<String>>,
    pub(crate) fields: Fields,
}

pub(crate) type Fields = Ordered<String, FieldPatch>;

/// The value of `$patch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    Replace,
    Delete,
}

/// What a patch says of one field: the member itself and the directives beside
/// it. Each may stand alone.
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
    /// `null`: the whole field goes.
    Field,
    Items(Vec<Node<'static>>),
}

/// The value of a member or element of a patch.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// A scalar or null, open.
    Scalar(Node<'static>),
    List(Vec<Change>),
    Object(PatchObject),
}

impl PatchObject {
    /// Whether it says nothing at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.marker.is_none() && self.retain_keys.is_none() && self.fields.is_empty()
    }
}

impl FieldPatch {
    pub(crate) fn value(change: Change) -> Self {
        Self { value: Some(change), ..Self::default() }
    }

    /// `F: null`.
    pub(crate) fn removal() -> Self {
        Self::value(Change::Scalar(Node::Null))
    }

    /// Whether the patch deletes the field, whatever its value was: `F: null`, or
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
}

pub(crate) const PATCH: &str = "$patch";
pub(crate) const RETAIN_KEYS: &str = "$retainKeys";
pub(crate) const SET_ELEMENT_ORDER: &str = "$setElementOrder";
pub(crate) const DELETE_FROM_PRIMITIVE_LIST: &str = "$deleteFromPrimitiveList";

/// What the name of a patch member means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name<'n> {
    Field(&'n str),
    Patch,
    RetainKeys,
    SetElementOrder(&'n str),
    DeleteFromPrimitiveList(&'n str),
    /// Begins like a directive of lists but names no list.
    Malformed(&'static str),
}

impl<'n> Name<'n> {
    /// Names that merely begin with `$` are data. `O(n)`.
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

    /// Whether a member of this name can't be data in a patch.
    pub(crate) fn is_directive(self) -> bool {
        !matches!(self, Self::Field(_))
    }
}

/// A name that a patch can't carry as data.
pub(crate) fn spells_directive(name: &str) -> bool {
    Name::of(name).is_directive()
}
