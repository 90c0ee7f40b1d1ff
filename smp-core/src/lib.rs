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
mod union;
mod verbs;

pub use diff::{Overwrite, ThreeWay};
pub use document::{Document, View};
pub use error::{Dispute, Error, ErrorKind, Role};
pub use options::{ElementOrder, MapDirectives, MergeKeys, Options, Unions, UnknownFields};
pub use patch::Patch;
pub use path::{Path, Segment};
pub use schema::{
    Base, FieldDef, FieldNames, FieldRef, FieldShape, Kind, ListMapKey, ListType, ObjectDef,
    PatchSchema, Schema, SchemaBuilder, SchemaError, Strategy, StrategyError, TypeId, TypeKind,
    TypeRef, Union, UnionDef,
};
#[cfg(feature = "derive")]
pub use smp_derive::PatchSchema;
pub use union::{UnionProblem, UnionViolation};
pub use verbs::{
    AsPatch, Json, apply, compose, conflicts, diff, normalize, three_way, validate_unions,
};

/// What derived code calls: not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::schema::{build_schema, derived};
    pub use std::sync::OnceLock;
}
