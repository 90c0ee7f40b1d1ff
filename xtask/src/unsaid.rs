//! What an OpenAPI v2 document doesn't say, and the generators must know.

mod markings;
mod page;
mod unions;

pub(crate) use page::{Holder, page, unions_table};
pub(crate) use unions::{Stated, Union, all_found, union_of};

/// List map keys whose absence means a value. The v2 document has no defaults
/// (the v3 documents do), and for these lists the default decides which
/// elements are the same: the API server defaults `protocol` before it looks
/// at the keys. Type, field, key and default.
const KEY_DEFAULTS: &[(&str, &str, &str, &str)] = &[
    ("core.v1.Container", "ports", "protocol", "TCP"),
    ("core.v1.EphemeralContainer", "ports", "protocol", "TCP"),
    ("core.v1.ServiceSpec", "ports", "protocol", "TCP"),
];

/// The value of elements that lack a list map key, for a type by the end of its
/// definition's name: `core.v1.Container`.
pub(crate) fn key_default(ty: &str, field: &str, key: &str) -> Option<&'static str> {
    KEY_DEFAULTS
        .iter()
        .find(|(of, in_field, name, _)| (ty, field, key) == (*of, *in_field, *name))
        .map(|(.., default)| *default)
}
