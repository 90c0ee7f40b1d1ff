//! The errors about directives that other modules find: they depend on live, on the schema, or
//! on a second patch.

use super::{DELETE_FROM_PRIMITIVE_LIST, PATCH, RETAIN_KEYS, SET_ELEMENT_ORDER};
use crate::document::JsonKind;
use crate::error::{Error, ErrorKind};

/// The error for a diff or composition that would have to write a member with the name of a directive.
pub(crate) fn directive_as_data(name: &str) -> Error {
    Error::new(
        ErrorKind::DirectiveAsData,
        format!(
            "no patch can carry the name {name:?} as data, because it spells a directive; \
             replace the object without a patch"
        ),
    )
}

/// The error for an order list of a value that is not a list. `whose` begins the phrase for the value:
/// `live has an object`.
pub(crate) fn order_without_list(whose: &str, kind: JsonKind) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        format!("`{SET_ELEMENT_ORDER}` orders a list, {whose} {}", kind.name()),
    )
}

/// The error for an element of a patch list, named `element`, that is not in the order list, or not in
/// its order.
pub(crate) fn not_in_order(element: &str) -> Error {
    Error::new(
        ErrorKind::ElementOrder,
        format!(
            "{element} is not in the list's `{SET_ELEMENT_ORDER}`, or in another order than \
             there; list the patch's elements there, once each, in the same order"
        ),
    )
}

/// The error for a deletion list of a merge list of objects.
pub(crate) fn deletion_list_of_objects() -> Error {
    Error::new(
        ErrorKind::MixedElements,
        format!(
            "`{DELETE_FROM_PRIMITIVE_LIST}` deletes scalars, this is a list of objects; delete \
             an element by `{PATCH}: delete` and its merge key"
        ),
    )
}

/// The message for two patches, one of which sets a field that the `$retainKeys` of the other
/// clears.
pub(crate) fn contradicting_retain_keys() -> String {
    format!(
        "the `{RETAIN_KEYS}` of the two patches contradict each other: one sets what the other \
         clears"
    )
}

/// The message for a deletion list for a merge list of objects, in one of two patches.
pub(crate) fn deletion_list_of_objects_in_patch() -> String {
    format!("`{DELETE_FROM_PRIMITIVE_LIST}` for a list of objects")
}

/// The message about a directive in a list that `$patch: replace` replaces.
pub(crate) fn in_replaced_list() -> String {
    format!(
        "the directive has no effect here, in a list that `{PATCH}: replace` replaces: the value \
         is taken without it"
    )
}

/// The message about an object with `$patch` that live lacks.
pub(crate) fn object_left_out() -> String {
    format!(
        "live has no such object: with `{PATCH}` here, the patch's object is left out, as in a \
         cluster"
    )
}
