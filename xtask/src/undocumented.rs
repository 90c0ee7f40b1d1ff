//! Facts of the API that no OpenAPI v2 document has: the unions, and the defaults of
//! list map keys. The structs and the catalogue are generated from the same ones.

mod markings;
mod page;
mod unions;

pub(crate) use page::{Holder, page, unions_table};
pub(crate) use unions::{DocumentUnion, Union, all_found, union_of, usual_value};

use crate::type_name::TypeName;

/// List map keys whose absence means a value. The v2 document has no defaults
/// (the v3 documents do), and for these lists the default decides which
/// elements are the same: the API server defaults `protocol` before it looks
/// at the keys. Type, field, key and default.
const KEY_DEFAULTS: &[(&str, &str, &str, &str)] = &[
    ("core/v1.Container", "ports", "protocol", "TCP"),
    ("core/v1.EphemeralContainer", "ports", "protocol", "TCP"),
    ("core/v1.ServiceSpec", "ports", "protocol", "TCP"),
];

/// The value of elements that lack a list map key.
pub(crate) fn key_default(ty: &TypeName, field: &str, key: &str) -> Option<&'static str> {
    let ty = ty.to_string();
    KEY_DEFAULTS
        .iter()
        .find(|(of, in_field, name, _)| (ty.as_str(), field, key) == (*of, *in_field, *name))
        .map(|(.., default)| *default)
}
