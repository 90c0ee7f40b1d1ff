//! The unions of the API, which no OpenAPI document has. The structs and the catalogue are
//! generated from the same ones.

mod markings;
mod page;
mod unions;

pub(crate) use page::{Holder, page, unions_table};
pub(crate) use unions::{DocumentUnion, Union, all_found, union_of, usual_value};
