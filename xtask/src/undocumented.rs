//! The unions of the API, which OpenAPI documents do not have. The structs and the catalogue
//! are both generated from them.

mod markings;
mod page;
mod unions;

pub(crate) use page::{Holder, page, unions_table};
pub(crate) use unions::{DocumentUnion, Edition, Union, all_found, union_of, usual_value};
