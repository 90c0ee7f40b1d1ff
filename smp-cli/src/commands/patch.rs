//! `smp patch`: applies patches to objects, one or many.

mod aim;
mod directory;
mod entries;
mod fields;
pub(crate) mod function;
mod json_patch;
mod kept;
mod kustomization;
mod patcher;
mod patches;
mod report;
mod run;
mod schemaless;
mod source;
mod targeted;
mod unions;

pub(crate) use run::run;
pub(super) use schemaless::json_patch_between;
