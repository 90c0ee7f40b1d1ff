//! `smp explain`: how a field is merged, and which layer defines that.

mod explained;
mod json;
mod run;
mod table;
mod tree;

pub(crate) use run::{fields_at, run};
