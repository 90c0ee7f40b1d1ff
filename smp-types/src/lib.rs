//! Kubernetes API types for strategic merge patch.
//!
//! A module for each group-version, with every field of every type and what a
//! patch may do to it; leaf types at the root of the crate; [`schema`] for those
//! who know a type only by its `apiVersion` and `kind`.
//!
//! ```
//! use smp_core::PatchSchema;
//! use smp_types::core_v1::{Container, PodSpec};
//!
//! let ports = Container::schema().root().field("ports").expect("a field of Container");
//! assert_eq!(ports.merge_key(), Some("containerPort"));
//!
//! let spec: PodSpec = serde_json::from_str(r#"{"containers": [{"name": "web"}]}"#)?;
//! assert_eq!(spec.containers[0].name, "web");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! What is read is kept: an optional field is an `Option`, so that absent and
//! empty stay apart; quantities and times keep their text; a field that a type
//! doesn't have is an error, never dropped. A required field that is absent reads
//! as its empty value, as it does for Go clients.
//!
//! The structs are generated from Kubernetes' OpenAPI document (`cargo xtask
//! types`) and belong to Kubernetes 1.36. They are the feature `structs`, on by
//! default; without it the crate is the catalogue.

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

#[cfg(feature = "structs")]
#[macro_use]
mod kinds;
#[cfg(feature = "structs")]
#[macro_use]
mod newtype;
#[cfg(feature = "structs")]
#[macro_use]
mod object;
#[cfg(feature = "structs")]
#[macro_use]
mod text;

#[cfg(feature = "structs")]
mod byte_string;
mod catalogue;
#[cfg(feature = "structs")]
mod free_form;
#[cfg(feature = "structs")]
mod int_or_string;
#[cfg(feature = "structs")]
mod quantity;
#[cfg(feature = "structs")]
mod time;

#[cfg(feature = "structs")]
pub mod admissionregistration_v1;
#[cfg(feature = "structs")]
pub mod apps_v1;
#[cfg(feature = "structs")]
pub mod authorization_v1;
#[cfg(feature = "structs")]
pub mod autoscaling_v1;
#[cfg(feature = "structs")]
pub mod autoscaling_v2;
#[cfg(feature = "structs")]
pub mod batch_v1;
#[cfg(feature = "structs")]
pub mod coordination_v1;
#[cfg(feature = "structs")]
pub mod core_v1;
#[cfg(feature = "structs")]
pub mod discovery_v1;
#[cfg(feature = "structs")]
pub mod events_v1;
#[cfg(feature = "k8s-openapi")]
pub mod k8s_openapi;
#[cfg(feature = "structs")]
pub mod meta_v1;
#[cfg(feature = "structs")]
pub mod networking_v1;
#[cfg(feature = "structs")]
pub mod policy_v1;
#[cfg(feature = "structs")]
pub mod rbac_v1;
#[cfg(feature = "structs")]
pub mod scheduling_v1;
#[cfg(feature = "structs")]
pub mod storage_v1;

#[cfg(feature = "structs")]
pub use byte_string::ByteString;
pub use catalogue::{kinds, schema, type_schema, types};
#[cfg(feature = "structs")]
pub use free_form::{FieldsV1, RawExtension};
#[cfg(feature = "structs")]
pub use int_or_string::IntOrString;
#[cfg(feature = "structs")]
pub use quantity::Quantity;
#[cfg(feature = "structs")]
pub use time::{MicroTime, Time};
