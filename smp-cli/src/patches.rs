//! Patches that commands make, of the types that clusters accept, and patches that need no schema.

mod maker;
mod schemaless;
mod written;

pub(crate) use maker::Maker;
pub(crate) use schemaless::{json_patch, json_patch_between, merge_patch, schemaless_error};
pub(crate) use written::{json_for_several, push_patch, with_identity};
