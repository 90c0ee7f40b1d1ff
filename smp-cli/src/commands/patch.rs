//! `smp patch`: applies patches to objects, one or many.

mod delivery;
mod directory;
mod entries;
mod fields;
mod findings;
pub(crate) mod function;
mod kept;
mod kustomization;
pub(crate) mod lint;
mod patch_target;
mod patcher;
mod patches;
mod run;
mod source;
mod targeted;
mod tree;

pub(crate) use run::run;
