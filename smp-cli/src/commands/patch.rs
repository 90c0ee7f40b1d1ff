//! `smp patch`: applies patches to objects, one or many.

mod directory;
mod entries;
mod fields;
pub(crate) mod function;
mod kept;
mod kustomization;
mod patch_target;
mod patcher;
mod patches;
mod report;
mod run;
mod schemaless;
mod source;
mod targeted;

pub(crate) use run::run;
pub(super) use schemaless::{json_patch_between, schemaless_error};
