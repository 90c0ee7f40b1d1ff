//! Kubernetes strategic merge patch.

mod apply;
mod compose;
mod conflict;
mod diff;
mod directive;
mod document;
mod error;
mod member;
mod options;
mod patch;
mod path;
mod schema;
mod typed;
mod verbs;

pub use diff::{Overwrite, ThreeWay};
pub use document::{Document, View};
pub use error::{Dispute, Error, ErrorKind, Role};
pub use options::{ElementOrder, MapDirectives, MergeKeys, Options, UnknownFields};
pub use patch::Patch;
pub use path::{Path, Segment};
pub use schema::{
    Base, CustomResources, FieldDef, FieldNames, FieldRef, FieldShape, Finding, ImportError,
    Imported, ImportedKinds, Kind, ListMapKey, ListType, ListTypes, ObjectDef, OpenApi, Overlay,
    PatchSchema, Schema, SchemaBuilder, SchemaError, Strategy, StrategyError, TypeId, TypeKind,
    TypeRef, TypeSource,
};
#[cfg(feature = "derive")]
pub use smp_derive::PatchSchema;
pub use verbs::{AsPatch, Json, apply, compose, conflicts, diff, three_way};

/// What derived code calls: not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::schema::{build_schema, derived};
    pub use std::sync::OnceLock;
}
