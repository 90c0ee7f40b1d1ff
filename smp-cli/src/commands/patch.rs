//! `smp patch`: applies patches to objects, one or many.

mod limited_json_patch;
mod run;
mod schemaless;
mod targeted;

pub(crate) use run::run;
