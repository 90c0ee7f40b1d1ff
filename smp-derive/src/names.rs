//! The names of the attributes in `#[patch(...)]`.

/// The attributes of a struct or enum.
pub(crate) const CONTAINER: [&str; 8] = [
    "bound",
    "crate",
    "exactly_one",
    "allow_inactive_member",
    "leaf",
    "map_type",
    "unenforced",
    "union",
];

/// The attributes of a field.
pub(crate) const FIELD: [&str; 10] = [
    "discriminator",
    "empty_is_unset",
    "leaf",
    "list_map_keys",
    "list_type",
    "map_type",
    "merge_key",
    "strategy",
    "union_member",
    "value",
];

/// Whether there is an attribute with this name, of a type or of a field.
pub(crate) fn is_known(name: &str) -> bool {
    CONTAINER.contains(&name) || FIELD.contains(&name)
}
