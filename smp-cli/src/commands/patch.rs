//! `smp patch`: applies patches to objects, one or many.

mod run;
mod schemaless;
mod targeted;

pub(crate) use run::run;
