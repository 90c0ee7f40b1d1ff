//! Patch metadata from documents: `OpenAPI` v2 and v3, `CustomResourceDefinition`
//! manifests, and overlay files that add to either.
//!
//! All of them give a [`Schema`](smp_schema::Schema), which is used like one that is derived
//! from Rust types. In the other direction, [`annotate_openapi`] writes the metadata of a
//! schema into a JSON schema, and [`to_openapi`] writes a schema as a document.
//!
//! ```
//! use serde_json::json;
//! use smp_openapi::{CustomResources, Overlay};
//! use smp_schema::Schema;
//!
//! let definition = json!({
//!     "apiVersion": "apiextensions.k8s.io/v1",
//!     "kind": "CustomResourceDefinition",
//!     "spec": {"group": "example.com", "names": {"kind": "Proxy"}, "versions": [{
//!         "name": "v1",
//!         "schema": {"openAPIV3Schema": {"type": "object", "properties": {
//!             "servers": {"type": "array", "items": {"type": "object", "properties": {
//!                 "name": {"type": "string"}
//!             }}}
//!         }}}
//!     }]}
//! });
//! let no_types = |_: &str, _: &str| None::<Schema>;
//! let resources = CustomResources::from_value(&definition)?;
//! let proxy = resources.schema_of("example.com/v1", "Proxy", &no_types)?.expect("defined");
//! assert!(!proxy.schema.root().field("servers").unwrap().strategy().is_merge());
//!
//! // The definition states no list type, so an overlay adds the merge key.
//! let overlay = r#"{"fields": {"servers": {"mergeKey": "name"}}}"#;
//! let overlay: Overlay = serde_json::from_str(overlay)?;
//! let schema = overlay.apply(&proxy.schema, &no_types)?;
//! assert_eq!(schema.root().field("servers").unwrap().merge_key(), Some("name"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing here may panic. Exceptions have an `expect` attribute with the reason.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod crd;
mod default;
mod diagnostic;
mod discriminated_values;
mod export;
mod key_defaults;
mod openapi;
mod overlay;
pub mod overlays;
#[cfg(feature = "catalogue")]
mod schema_set;
mod source;
mod unions;

/// The definition of an object of any kind. Only this name distinguishes it from other free-form
/// objects in documents.
const RAW_EXTENSION: &str = "io.k8s.apimachinery.pkg.runtime.RawExtension";

pub use crd::{CustomResources, ResourceNames};
pub use diagnostic::{Diagnostic, ImportError};
pub use export::{OpenApiVersion, annotate_openapi, to_openapi};
pub use openapi::{Imported, ImportedKinds, ListTypes, OpenApi};
pub use overlay::{ChangedField, Filled, Overlay, field_names};
#[cfg(feature = "catalogue")]
pub use schema_set::{
    Definition, DefinitionWarnings, LayeredSchema, NamedDocument, SchemaDocument, SchemaSet,
    SchemaSetError,
};
pub use source::TypeSource;
pub use unions::{unions_from_openapi, unions_to_openapi};

/// For the other crates of this workspace only.
#[doc(hidden)]
pub mod __support {
    pub use crate::discriminated_values::discriminated_value;
    pub use crate::key_defaults::key_default;
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
