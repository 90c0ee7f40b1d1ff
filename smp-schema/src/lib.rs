//! Patch metadata of types: the [`Schema`] model, the [`SchemaBuilder`] that makes
//! one, and the rules that a schema must satisfy.
//!
//! A schema consists of object types and their fields. For each field it states what a strategic
//! merge patch does to the value: the strategy, the merge key, the list type. Every source of
//! metadata (`#[derive(PatchSchema)]`, `OpenAPI` documents, the catalogue of Kubernetes kinds)
//! builds a schema through [`SchemaBuilder`], which checks it. So every [`Schema`] is valid.
//!
//! The engine reads a schema through [`TypeRef`] and [`FieldRef`], two small `Copy` types
//! that borrow from it. Nothing in this crate depends on documents or patches: these are
//! in `smp-core`, which re-exports all of this crate. Schemas from `OpenAPI`
//! documents and custom resource definitions are in `smp-openapi`.
//!
//! # Features
//!
//! - `derive`: `#[derive(PatchSchema)]`.
//! - `catalogue`: the schemas of the Kubernetes API, by `apiVersion` and `kind`, which `smp-types`
//!   re-exports; the names of its resources; and label selectors.
//! - `k8s-openapi`: [`PatchSchema`] for the types of that crate, from the catalogue. The
//!   program chooses the version of Kubernetes that `k8s-openapi` has. A type that the
//!   catalogue lacks has no schema. A new minor version of `k8s-openapi` is a new minor version of
//!   this crate.

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

mod api_version;
mod builder;
mod capped;
#[cfg(feature = "catalogue")]
pub mod catalogue;
mod check;
mod check_keys;
mod check_union;
#[doc(hidden)]
pub mod const_checks;
mod const_text;
mod convert;
mod definition;
mod describe;
mod distinct;
mod equivalence;
mod field_index;
mod from_json;
mod graft;
mod json_kind;
#[cfg(feature = "k8s-openapi")]
mod k8s_openapi;
mod keep;
mod key;
#[cfg(feature = "catalogue")]
pub mod labels;
mod limits;
mod lost;
mod mistakes;
mod model;
mod names;
mod presence;
mod refine;
mod reflect;
mod reflect_flattened;
mod reflect_impls;
mod same;
mod same_scalar;
mod shape;
mod shape_types;
mod slots;
mod std_impls;
mod std_lists;
mod std_maps;
mod text;
mod to_json;
mod type_def;
mod union;
mod words;

pub use builder::SchemaBuilder;
pub use definition::{FieldDef, Member, ObjectDef};
pub use describe::PatchSchema;
pub use key::{KeyDefault, ListMapKey};
pub use limits::Limits;
pub use mistakes::{SchemaError, SchemaMistake};
pub use model::{FieldRef, Schema, TypeRef};
pub use presence::UnionPresence;
pub use shape::TypeShape;
#[cfg(feature = "derive")]
pub use smp_derive::PatchSchema;
pub use smp_rules::{
    Base, Kind, ListType, ListTypeError, MapType, MapTypeError, Part, Strategy, StrategyError,
};
pub use type_def::{ScalarType, TypeId, TypeKind};
pub use union::{Union, UnionDef};

/// Items that the code written by the derive uses: not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use core::any::Any;
    pub use core::convert::Into;
    pub use core::default::Default;
    pub use core::marker::{Send, Sync};
    pub use core::mem::swap;
    pub use core::option::Option::{self, None, Some};
    pub use core::result::Result::{self, Err, Ok};
    pub use std::boxed::Box;
    pub use std::string::String;
    pub use std::sync::OnceLock;

    pub use serde_json::Value;
    pub use serde_json::value::Serializer as ValueSerializer;

    pub use crate::const_checks;
    pub use crate::convert::{
        BySerde, ConversionOf, FieldwiseRead, NotFieldwise, Unknown, read_leaf,
    };
    pub use crate::describe::{SharedSchema, describe};
    pub use crate::field_index::are_flattened_apart;
    pub use crate::from_json::from_value;
    pub use crate::keep::{is_leaf_unchanged, keep_parts, member, swap_unless_read};
    pub use crate::reflect::{
        Access, ConvertError, Entries, FieldState, Reflect, ValueParts, ValuePartsMut, same_leaf,
        slot,
    };
    pub use crate::reflect_flattened::is_flattened_in_place;
    pub use crate::reflect_impls::{boxed_value, exchange_value};
    pub use crate::shape::{DefaultShape, FieldShape, Metadata, ObjectShape, Place, UnionShape};
    pub use crate::to_json::to_value;
    pub use crate::{
        ListType, MapType, Part, PatchSchema, Schema, SchemaBuilder, Strategy, TypeId, TypeShape,
    };
}

/// For the other crates of this workspace only.
#[doc(hidden)]
pub mod __support {
    pub use crate::api_version::{group_and_version, group_of};
    pub use crate::capped::Capped;
    pub use crate::check_union::values_outside;
    pub use crate::field_index::{field_at, field_near, names};
    pub use crate::from_json::from_value;
    pub use crate::json_kind::JsonKind;
    pub use crate::limits::MAX_DEPTH;
    pub use crate::lost::{refuse_lost, refuse_lost_value};
    pub use crate::reflect::{
        ConvertError, Entries, FieldState, Fields, ItemSource, Items, Reflect, Step, ValueParts,
        ValuePartsMut, message_of,
    };
    pub use crate::same_scalar::{is_base64, is_time};
    pub use crate::text::{LONG, shortened};
    pub use crate::to_json::to_value_within;
    pub use smp_rules::nearest;
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
