//! `smp patch`: applies patches to objects, one or many.

mod json_patch;
mod patcher;
mod report;
mod run;
mod schemaless;
mod targeted;
mod unions;

pub(crate) use run::run;
pub(super) use schemaless::json_patch_between;
