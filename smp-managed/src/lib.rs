//! Server-side apply without a server: field managers, conflicts, and `metadata.managedFields` as a
//! Kubernetes API server has them.
//!
//! A [`FieldSet`] has the fields that a manager owns. [`apply`] merges the configuration of a manager into
//! an object, and reports who else owns the fields that it changes. [`update`] tracks every other write,
//! [`extract`] returns what a manager applied, [`owners`] the managers of each field, and [`migrate`] turns
//! a client-side manager into an applying one.
//! The rules are `ssa-1` and those after it in docs/server-side-apply.md.
//!
//! ```
//! use smp_core::Document;
//! use smp_managed::{ManagedFields, Settings, apply};
//! let config = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1"}}"#;
//! let schema = smp_types::schema("v1", "ConfigMap").expect("a known kind");
//! let settings = Settings::new("deployer", "2024-02-29T12:00:00Z".parse()?);
//! let live = apply(None, &Document::from_json(config)?, schema, &settings)?.object;
//! let managed = ManagedFields::of(&live)?;
//! assert_eq!(managed.entries()[0].manager.to_string(), r#""deployer""#);
//! assert_eq!(managed.entries()[0].fields.to_fields_v1(), r#"{"f:data":{"f:x":{}}}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing here may panic.
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

mod admission;
mod apply;
mod cap;
mod compare;
mod describe;
mod element;
mod entry;
mod error;
mod extract;
mod fields_v1;
mod json;
mod kubectl;
mod last_applied;
mod locate;
mod manager;
mod members;
mod merge;
mod migrate;
mod object;
mod owners;
mod ownership;
mod pick;
mod place;
mod prune;
mod reconcile;
mod reset;
mod scale;
mod set;
mod settings;
mod times;
mod typed;
mod unions;
mod update;
mod versions;

pub use admission::after_admission;
pub use apply::{Applied, apply};
pub use element::{Element, FieldName, FieldPath};
pub use entry::{Entry, ManagedFields};
pub use error::{Conflict, Error, Input, Problem};
pub use extract::extract;
pub use fields_v1::FieldsError;
pub use kubectl::kubectl_apply;
pub use locate::{Located, locate};
pub use manager::{Manager, Operation, Time};
pub use migrate::migrate;
pub use owners::owners;
pub use reset::ResetFields;
pub use scale::ScaleEntries;
pub use set::FieldSet;
pub use settings::{Defaults, Settings};
pub use times::keep_times;
pub use typed::ServerSideApply;
pub use update::{Updated, update};
pub use versions::{SameShape, VersionState, Versions};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
