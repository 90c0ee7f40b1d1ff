//! Kubernetes strategic merge patch: apply, diff, three-way diff, compose and
//! conflicts, on JSON text, on `serde_json::Value` and on Rust types.
//!
//! A strategic merge patch is JSON with directives, steered by metadata on the
//! types of an API: lists merge by key and keep their order, fields can be
//! retained or replaced. Only Go had it, with struct tags for metadata. Here the
//! metadata are a checked [`Schema`], from `#[derive(PatchSchema)]` or from a
//! [`SchemaBuilder`].
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use serde::{Deserialize, Serialize};
//! use smp_core::{Options, Patch, PatchSchema};
//!
//! #[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq)]
//! struct Pod {
//!     #[patch(strategy = "merge", merge_key = "name")]
//!     containers: Vec<Container>,
//! }
//!
//! #[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq)]
//! struct Container {
//!     name: String,
//!     image: String,
//! }
//!
//! // Typed.
//! let container = |name: &str, image: &str| Container { name: name.into(), image: image.into() };
//! let live = Pod { containers: vec![container("web", "web:1"), container("log", "log:1")] };
//! let patch = Patch::from_json(r#"{"containers":[{"name":"web","image":"web:2"}]}"#)?;
//! let result = Pod::strategic_merge(&live, &patch)?;
//! assert_eq!(result.containers, [container("web", "web:2"), container("log", "log:1")]);
//!
//! // The same on JSON text, and back again by a diff.
//! let (old, new) = (serde_json::to_string(&live)?, serde_json::to_string(&result)?);
//! let diff = smp_core::diff(&new, &old, Pod::schema().root(), &Options::default())?;
//! assert_eq!(smp_core::apply(&new, &diff, Pod::schema().root(), &Options::default())?, old);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options`] says whose rules hold where the specifications and Kubernetes
//! disagree: [`Options::kubernetes`], the default, gives what a cluster would
//! return. Inputs are never changed; a failed call changes nothing; every
//! [`Error`] names the document, the path and the remedy.

// Nothing here may panic: the exceptions are argued where they stand.
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

mod apply;
mod compose;
mod conflict;
mod diff;
mod directive;
mod document;
mod error;
mod hash;
mod limits;
mod member;
mod options;
mod ordered;
mod patch;
mod path;
mod schema;
pub mod typed;
mod union;
mod verbs;

pub use diff::{Overwrite, ThreeWay};
pub use document::{Document, View};
pub use error::{Dispute, Error, ErrorKind, Role};
pub use limits::Limits;
pub use options::{ElementOrder, MapDirectives, MergeKeys, Options, Unions, UnknownFields};
pub use patch::Patch;
pub use path::{Path, Segment};
pub use schema::{
    Base, CustomResources, FieldDef, FieldRef, FieldShape, Finding, ImportError, Imported,
    ImportedKinds, KeyDefault, Kind, ListMapKey, ListType, ListTypes, Metadata, ObjectDef,
    ObjectShape, OpenApi, Overlay, PatchSchema, Place, ScalarShape, Schema, SchemaBuilder,
    SchemaError, Strategy, StrategyError, TypeId, TypeKind, TypeRef, TypeShape, TypeSource, Union,
    UnionDef, UnionShape,
};
#[cfg(feature = "derive")]
pub use smp_derive::PatchSchema;
pub use union::{UnionProblem, UnionViolation};
pub use verbs::{
    AsPatch, Json, apply, compose, conflicts, diff, normalize, three_way, validate_unions,
};

/// The names that derived code uses: not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use core::any::TypeId as RustType;
    pub use core::option::Option::{None, Some};
    pub use std::sync::OnceLock;

    pub use crate::schema::derived;
    pub use crate::schema::{
        FieldShape, KeyDefault, ListType, Metadata, ObjectShape, PatchSchema, Place, ScalarShape,
        Schema, SchemaBuilder, Strategy, TypeId, TypeShape, UnionShape,
    };
}
