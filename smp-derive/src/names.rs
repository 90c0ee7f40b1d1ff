//! The names of the attributes in `#[patch(...)]`, and of those in `#[serde(...)]` that this derive reads.

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

/// Whether a type or a field may have an attribute with this name.
pub(crate) fn is_known(name: &str) -> bool {
    CONTAINER.contains(&name) || FIELD.contains(&name)
}

/// The attributes of serde that decide the JSON of a type.
pub(crate) const READ_OF_SERDE: [&str; 23] = [
    "alias",
    "bound",
    "content",
    "default",
    "deserialize_with",
    "flatten",
    "from",
    "into",
    "other",
    "remote",
    "rename",
    "rename_all",
    "rename_all_fields",
    "serialize_with",
    "skip",
    "skip_deserializing",
    "skip_serializing",
    "tag",
    "transparent",
    "try_from",
    "untagged",
    "with",
    "skip_serializing_if",
];

/// Whether serde has an attribute with this name that decides the JSON of a type.
pub(crate) fn is_of_serde(name: &str) -> bool {
    READ_OF_SERDE.contains(&name)
}
