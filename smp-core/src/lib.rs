//! Kubernetes strategic merge patch.

mod schema;

pub use schema::{
    Base, FieldDef, FieldNames, FieldRef, FieldShape, Kind, ListMapKey, ListType, ObjectDef,
    PatchSchema, Schema, SchemaBuilder, SchemaError, Strategy, StrategyError, TypeId, TypeKind,
    TypeRef,
};
#[cfg(feature = "derive")]
pub use smp_derive::PatchSchema;

/// What derived code calls: not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::schema::{build_schema, derived};
    pub use std::sync::OnceLock;
}
