//! From `apiVersion` and `kind` to the schema by which objects are merged.
//!
//! Schemas come in layers, the lower ones first: the built-in catalogue; the files
//! of `SMP_SCHEMA_PATH` that define kinds; those of `--schema`; the default
//! overlays, which fill in what a definition leaves open; `--embed`; the overlays among
//! all these files. No file hides another one of its layer: if two files define a
//! kind, the definitions must be equal, and the order of overlays must make no
//! difference.

mod builtin_names;
mod catalogue;
mod checks;
mod custom;
mod default_overlays;
mod descriptions;
mod file;
mod found;
mod index;
mod layers;
mod named;
mod names;
mod overlays;
mod registry;
mod removed;
mod resolve;
mod resource;
mod sources;
mod warnings;

pub(crate) use custom::{free_form, free_form_of, is_custom};
pub(crate) use descriptions::Descriptions;
pub(crate) use layers::MissingField;
pub(crate) use named::NamedSchema;
pub(crate) use registry::Schemas;
pub(crate) use resolve::Resolved;
pub(crate) use resource::Resource;
