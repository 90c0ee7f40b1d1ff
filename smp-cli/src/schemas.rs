//! From `apiVersion` and `kind` to the schema by which objects are merged.
//!
//! Schemas come in layers, the lower ones first: the built-in catalogue; the files
//! of `SMP_SCHEMA_PATH` that define kinds; those of `--schema`; `--embed`; the overlays
//! among all these files. No file hides another one of its layer: if two files define a
//! kind, the definitions must be equal, and the order of overlays must make no
//! difference.

mod catalogue;
mod file;
mod index;
mod named;
mod registry;
mod sources;

pub(crate) use named::NamedSchema;
pub(crate) use registry::Schemas;
