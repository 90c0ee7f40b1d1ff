//! Kubernetes API types for strategic merge patch.
//!
//! There is a module for each group-version, with annotated structs: the attributes of
//! `PodSpec` describe how a patch merges it. Types without fields, such as `Quantity`, are at
//! the root of the crate, as are `List` and `WatchEvent`. [`schema`] has the schemas of all kinds of
//! Kubernetes by `apiVersion` and `kind`, whatever features are on.
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
//! An object that is built from its `Default` is written with its `apiVersion` and
//! `kind`:
//!
//! ```
//! use smp_types::apps_v1::{Deployment, DeploymentSpec};
//!
//! let spec = DeploymentSpec { replicas: Some(2), ..DeploymentSpec::default() };
//! let deployment = Deployment { spec, ..Deployment::default() };
//! let json = serde_json::to_value(&deployment)?;
//! assert_eq!((&json["apiVersion"], &json["kind"]), (&"apps/v1".into(), &"Deployment".into()));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Writing an object that was read adds and drops nothing, with one exception: a required field that
//! is absent is read as its empty value, and written so, as by Go clients. An optional field is an
//! `Option`, so absent and empty are different. An object that was read without `apiVersion` and
//! `kind`, such as an item of a `PodList`, is written without them. Quantities and times keep their
//! text. Fields of a newer Kubernetes, which a struct doesn't have, are kept in its `unknown_fields`
//! with the feature of this name. Without it they are passed over, as k8s-openapi does: an object
//! that is written back as a whole lacks them, a patch doesn't touch them.
//!
//! # Structs of your own
//!
//! A struct has this form, here and in a program that uses this crate. `PatchSchema` is the derive of
//! `smp_core`, with the rules of a patch; [`KubernetesObject`] implements serde's traits, as
//! described above, with less build time than serde's derives. Serde's derives work, too: their
//! structs read null where these read nothing, and need `#[serde(default, skip_serializing_if =
//! "Option::is_none")]` on each `Option`.
//!
//! ```
//! use smp_core::{PatchSchema, StrategicMerge};
//! use smp_types::KubernetesObject;
//! use smp_types::core_v1::{Container, Volume};
//!
//! /// The desired state of a runner.
//! #[derive(Debug, Clone, Default, PartialEq, PatchSchema, KubernetesObject)]
//! #[serde(rename_all = "camelCase")]
//! pub struct RunnerSpec {
//!     /// The containers of each pod.
//!     #[patch(strategy = "merge", merge_key = "name")]
//!     #[serde(default)]
//!     pub containers: Vec<Container>,
//!     /// The time between two runs.
//!     pub interval_seconds: Option<i32>,
//!     /// Volumes that containers mount.
//!     #[patch(strategy = "merge|retainKeys", merge_key = "name")]
//!     pub volumes: Option<Vec<Volume>>,
//! }
//!
//! let live: RunnerSpec = serde_json::from_str(r#"{"containers": [{"name": "web"}]}"#)?;
//! let patch = RunnerSpec::strategic_edit(&live, |it| it.interval_seconds = Some(60))?;
//! assert_eq!(patch.to_json(), r#"{"intervalSeconds":60}"#);
//! let merged = RunnerSpec::strategic_merge(&live, &patch)?;
//! assert_eq!(
//!     serde_json::to_string(&merged)?,
//!     r#"{"containers":[{"name":"web"}],"intervalSeconds":60}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Each API group is a feature: `apps`, `batch`, `core`, and so on. Those of most manifests are on
//! by default. A feature enables the groups whose types it uses: `apps` enables `core` and `meta`.
//! A version that isn't stable is a feature of its own, with the name of its module:
//! `resource_v1beta1`. With `default-features = false` the crate has only the catalogue of schemas.
//!
//! - `full`: every kind.
//! - `unknown_fields`: [`UnknownFields`] are kept. It is off by default, since it makes each struct
//!   more expensive: for a Pod of 40 KB, a clone takes 7 % more instructions, and a diff of equal
//!   objects 12 % more.
//! - `kube`: `kube::KubeObject`, which makes the kinds resources of `kube`.
//! - `schemars`: `JsonSchema` for the structs, so that custom resources can use them.
//!   Lists have their `x-kubernetes-list-type`.
//!
//! For a custom resource with a pod template:
//!
//! ```ignore
//! #[derive(CustomResource, PatchSchema, Serialize, Deserialize, JsonSchema, Clone, Debug)]
//! #[kube(group = "example.com", version = "v1", kind = "Runner", derive = "PatchSchema")]
//! struct RunnerSpec {
//!     template: smp_types::core_v1::PodTemplateSpec,
//! }
//!
//! // Containers are matched by name, also in the template.
//! let patch = live.strategic_edit(|runner| {
//!     runner.spec.template.spec.get_or_insert_default().containers[0].image = Some(image);
//! })?;
//! let merged = live.strategic_merge(&patch)?;
//! ```
//!
//! The structs are generated from the OpenAPI document of Kubernetes 1.37 by
//! `cargo xtask types`. Their comments are the first sentences of the descriptions there.

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
// The descriptions of the API have names of types without backticks.
#![allow(clippy::doc_markdown)]

#[macro_use]
mod kinds;
#[cfg(feature = "meta")]
#[macro_use]
mod newtype;
#[cfg(feature = "meta")]
#[macro_use]
mod text;

#[cfg(feature = "meta")]
mod byte_string;
#[cfg(feature = "meta")]
mod free_form;
#[cfg(feature = "meta")]
mod int_or_string;
#[cfg(feature = "meta")]
mod list;
#[cfg(feature = "meta")]
mod object;
#[cfg(feature = "meta")]
mod quantity;
#[cfg(feature = "meta")]
mod resource;
#[cfg(feature = "meta")]
mod time;
#[cfg(feature = "meta")]
mod unknown_fields;
#[cfg(feature = "meta")]
mod watch_event;

#[cfg(feature = "schemars")]
mod json_schema;
#[cfg(feature = "kube")]
pub mod kube;

// Generated by `cargo xtask types`:
#[cfg(feature = "admissionregistration")]
pub mod admissionregistration_v1;
#[cfg(feature = "admissionregistration_v1alpha1")]
pub mod admissionregistration_v1alpha1;
#[cfg(feature = "admissionregistration_v1beta1")]
pub mod admissionregistration_v1beta1;
#[cfg(feature = "apiextensions")]
pub mod apiextensions_v1;
#[cfg(feature = "apiregistration")]
pub mod apiregistration_v1;
#[cfg(feature = "apiserverinternal_v1alpha1")]
pub mod apiserverinternal_v1alpha1;
#[cfg(feature = "apps")]
pub mod apps_v1;
#[cfg(feature = "authentication")]
pub mod authentication_v1;
#[cfg(feature = "authorization")]
pub mod authorization_v1;
#[cfg(feature = "autoscaling")]
pub mod autoscaling_v1;
#[cfg(feature = "autoscaling")]
pub mod autoscaling_v2;
#[cfg(feature = "batch")]
pub mod batch_v1;
#[cfg(feature = "certificates")]
pub mod certificates_v1;
#[cfg(feature = "certificates_v1beta1")]
pub mod certificates_v1beta1;
#[cfg(feature = "coordination")]
pub mod coordination_v1;
#[cfg(feature = "coordination_v1alpha2")]
pub mod coordination_v1alpha2;
#[cfg(feature = "coordination_v1beta1")]
pub mod coordination_v1beta1;
#[cfg(feature = "core")]
pub mod core_v1;
#[cfg(feature = "discovery")]
pub mod discovery_v1;
#[cfg(feature = "events")]
pub mod events_v1;
#[cfg(feature = "flowcontrol")]
pub mod flowcontrol_v1;
#[cfg(feature = "lifecycle_v1alpha1")]
pub mod lifecycle_v1alpha1;
#[cfg(feature = "meta")]
pub mod meta_v1;
#[cfg(feature = "networking")]
pub mod networking_v1;
#[cfg(feature = "node")]
pub mod node_v1;
#[cfg(feature = "policy")]
pub mod policy_v1;
#[cfg(feature = "rbac")]
pub mod rbac_v1;
#[cfg(feature = "resource")]
pub mod resource_v1;
#[cfg(feature = "resource_v1alpha3")]
pub mod resource_v1alpha3;
#[cfg(feature = "resource_v1beta1")]
pub mod resource_v1beta1;
#[cfg(feature = "resource_v1beta2")]
pub mod resource_v1beta2;
#[cfg(feature = "scheduling")]
pub mod scheduling_v1;
#[cfg(feature = "scheduling")]
pub mod scheduling_v1alpha3;
#[cfg(feature = "scheduling_v1beta1")]
pub mod scheduling_v1beta1;
#[cfg(feature = "storage")]
pub mod storage_v1;
#[cfg(feature = "storagemigration")]
pub mod storagemigration_v1;
#[cfg(feature = "storagemigration_v1beta1")]
pub mod storagemigration_v1beta1;
// End of what is generated.

#[cfg(feature = "meta")]
pub use byte_string::ByteString;
#[cfg(feature = "meta")]
pub use free_form::{EmptyObject, FieldsV1, Json, RawExtension};
#[cfg(feature = "meta")]
pub use int_or_string::IntOrString;
#[cfg(feature = "meta")]
pub use list::List;
#[cfg(feature = "meta")]
pub use quantity::Quantity;
#[cfg(feature = "meta")]
pub use resource::Resource;
pub use smp_schema::catalogue::{
    Catalogue, KUBERNETES_VERSION, RemovedKind, UnknownVersion, kinds, schema, type_schema, types,
};
#[cfg(feature = "meta")]
pub use time::{MicroTime, Time};
#[cfg(feature = "meta")]
pub use unknown_fields::UnknownFields;
#[cfg(feature = "meta")]
pub use watch_event::WatchEvent;
// The structs need only the schema, not the operations. Derived code uses it as `::smp_core`.
#[cfg(feature = "meta")]
extern crate smp_schema as smp_core;

// Names of smp-schema that the modules of this crate use.
#[cfg(feature = "meta")]
use smp_schema::{PatchSchema, ScalarType, TypeShape};

// Derived code uses this crate as `::smp_types`, here, too.
#[cfg(feature = "meta")]
extern crate self as smp_types;
#[cfg(feature = "meta")]
#[doc(inline)]
pub use smp_derive::KubernetesObject;

/// Names for `#[derive(KubernetesObject)]`, which change without notice.
#[cfg(feature = "meta")]
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "schemars")]
    pub use crate::json_schema::object as json_schema;
    pub use crate::object::{Field, Members, Object, Reading, names, read, read_constant, write};
    pub use crate::{Resource, UnknownFields};
    #[cfg(feature = "schemars")]
    pub use schemars;
    pub use serde;
    pub use smp_schema::{__private::FieldwiseRead, PatchSchema};
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
