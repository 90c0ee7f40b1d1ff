//! `smp patch`: applies patches to objects, one or many.

mod directory;
mod entries;
mod fields;
pub(crate) mod function;
mod json_patch;
mod kept;
mod kustomization;
mod merge_diff;
mod patch_target;
mod patcher;
mod patches;
mod report;
mod run;
mod schemaless;
mod source;
mod targeted;

pub(super) use merge_diff::{NoMergePatch, merge_patch_between};
pub(crate) use run::run;
pub(super) use schemaless::json_patch_between;
