//! `smp fn`: patches as a KRM function, for pipelines of kustomize and kpt.

mod annotations;
mod config;
mod list;
mod results;
mod run;

pub(crate) use run::run;
