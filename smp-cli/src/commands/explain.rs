//! `smp explain`: how a field is merged, and which layer defines that.

mod json;
mod run;
mod table;
mod tree;

pub(crate) use run::run;
