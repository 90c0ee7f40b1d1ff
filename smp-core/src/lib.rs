//! Kubernetes strategic merge patch: apply, diff, three-way diff, compose and
//! conflicts, on JSON text, on `serde_json::Value` and on Rust types.
//!
//! A strategic merge patch is a partial object in JSON that contains the changes. The schema of the type
//! says how it is applied: for example, that a list is merged element by element, and which field
//! identifies an element. Kubernetes keeps the schema in the tags of Go structs. Here it is a [`Schema`],
//! from `#[derive(PatchSchema)]` or from a [`SchemaBuilder`], which checks it.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use serde::{Deserialize, Serialize};
//! use smp_core::{Options, Patch, PatchSchema, StrategicMerge};
//!
//! #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
//! struct Pod {
//!     #[patch(strategy = "merge", merge_key = "name")]
//!     containers: Vec<Container>,
//! }
//!
//! #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
//! struct Container {
//!     name: String,
//!     image: String,
//! }
//!
//! // Typed.
//! let container = |name: &str, image: &str| Container { name: name.into(), image: image.into() };
//! let live = Pod { containers: vec![container("web", "web:1"), container("log", "log:1")] };
//! let patch = Patch::from_json(r#"{"containers":[{"name":"web","image":"web:2"}]}"#)?;
//! let result = live.strategic_merge(&patch)?;
//! assert_eq!(result.containers, [container("web", "web:2"), container("log", "log:1")]);
//!
//! // The same on JSON text, and back again by a diff.
//! let (old, new) = (serde_json::to_string(&live)?, serde_json::to_string(&result)?);
//! let diff = smp_core::diff(&new, &old, Pod::schema(), &Options::default())?;
//! assert_eq!(smp_core::apply(&new, &diff, Pod::schema(), &Options::default())?, old);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options`] selects the rules where Kubernetes and its documentation disagree. The
//! default, [`Options::kubernetes`], gives the result that a cluster would return. No
//! operation changes its inputs. An [`Error`] says which document and path it is about, and
//! what to do.

// Nothing here may panic. Each exception gives its reason.
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
mod changes;
mod check;
mod compose;
mod depth;
mod diff;
mod directive;
mod document;
mod element_key;
mod error;
mod finding;
mod hash;
mod input;
mod keyed_patch_list;
mod likeness;
mod nulls;
mod options;
mod ordered;
mod patch;
mod patch_conflicts;
mod patch_visitor;
mod path;
mod site;
mod strategic;
pub mod testing;
pub mod typed;
mod union;
mod violation;

pub use apply::{apply, apply_document};
pub use changes::{FieldChange, FieldChangeKind, MergeRule, changes};
pub use check::check_document;
pub use compose::compose;
pub use diff::{Merged, Overwrite, ThreeWay, diff, merge};
pub use document::{Document, NumberText, View};
pub use error::{BrokenPrecondition, Conflict, Error, ErrorKind, Role};
pub use finding::{Finding, FindingKind, Severity};
pub use input::{DocumentFormat, DocumentInput, PatchInput};
pub use options::{
    ElementOrder, Equality, MapDirectives, MergeKeys, Options, UnionRules, Unions, UnknownFields,
};
pub use patch::Patch;
pub use patch_conflicts::{PatchConflict, conflicts};
pub use path::{Path, Segment};
/// All of smp-schema: the parts of a schema, for programs that read schemas or describe types by hand.
///
/// ```
/// use smp_core::schema::{FieldRef, TypeKind};
/// use smp_core::{FieldDef, ObjectDef, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let root = types.object(ObjectDef::new("Pod").field("name", FieldDef::new(text)));
/// let schema = types.build(root)?;
/// assert!(matches!(schema.root().kind(), TypeKind::Object));
/// assert_eq!(schema.root().fields().map(FieldRef::name).collect::<Vec<_>>(), ["name"]);
/// # Ok::<(), smp_core::SchemaError>(())
/// ```
#[doc(inline)]
pub use smp_schema as schema;
#[doc(inline)]
pub use smp_schema::{
    FieldDef, Limits, ListType, ObjectDef, PatchSchema, ScalarType, Schema, SchemaBuilder,
    SchemaError, Strategy, TypeRef, UnionDef,
};
pub use strategic::StrategicMerge;
pub use union::{lint_unions, normalize, normalize_document, validate_unions};
pub use violation::{UnionProblem, UnionViolation};

/// For the other crates of this workspace only.
#[doc(hidden)]
pub use changes::{same_items, stay_in_order};
/// For the other crates of this workspace only.
#[doc(hidden)]
pub use diff::in_order;
/// For the other crates of this workspace only.
#[doc(hidden)]
pub use document::canonical_text;
/// For the other crates of this workspace only.
#[doc(hidden)]
pub use likeness::{Likeness, LikenessSeed};
/// For the other crates of this workspace only.
#[doc(hidden)]
pub use nulls::equal_documents;
/// For the other crates of this workspace only.
#[doc(hidden)]
pub use site::{Keys, ListRule, ListTypes, MergeRules, Site};
/// For code generated by the derive only.
#[doc(hidden)]
pub use smp_schema::__private;
/// For the other crates of this workspace only.
#[doc(hidden)]
pub use smp_schema::__support::nearest;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
