//! From `apiVersion` and `kind` to the schema by which objects are merged.
//!
//! Schemas come in layers, the lower ones first: the built-in catalogue; the files
//! of `--schema` that define kinds; `--embed`; the files of `--schema` that are
//! overlays. No file hides another one of its layer: if two files define a kind,
//! the definitions must be equal, and the order of overlays must make no
//! difference.

mod catalogue;
mod file;
mod index;
mod named;
mod registry;
mod warnings;

pub(crate) use named::NamedSchema;
pub(crate) use registry::Schemas;
