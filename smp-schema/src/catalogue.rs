//! The schemas of the Kubernetes API, by `apiVersion` and `kind` (feature `catalogue`).
//!
//! The functions of this module answer for the newest version of Kubernetes. A [`Catalogue`] has
//! the same functions for any version that is built in.
//!
//! The catalogue is a text with one line for each type and one line for each field, sorted by
//! `apiVersion` and name. `cargo xtask catalogue` makes it from Kubernetes' `OpenAPI` document.
//! It is embedded in the library:
//!
//! ```text
//! apps/v1/Deployment kind                 a type that documents have
//!  spec DeploymentSpec                    a field; types of the same apiVersion
//!  metadata v1/ObjectMeta                 and of another
//! apps/v1/DeleteOptions = v1/DeleteOptions
//! v1/Container
//!  args []string list=atomic              a list; {} is a map
//!  name string !                          a field that every object has
//!  ports []ContainerPort patch=merge:containerPort list=map keys=containerPort,protocol:TCP
//! v1/SeccompProfile
//!  | type localhostProfile=Localhost      a union, - without discriminator
//! v1/EnvVar
//!  | - value=Value? valueFrom=ValueFrom   ? where empty counts as absent; `one` before the
//!                                         members for exactly one, `inactive` where those may be,
//!                                         `unenforced` where API servers accept all
//! ```
//!
//! A file beside the text lists where each type starts, and a binary search finds a type. So
//! opening a kind reads only the lines of the types that it reaches, and needs no preparation.
//!
//! An older version of Kubernetes is a text of the same form with only the types that differ from
//! the newest version: each type in full, or the word `gone` for a type that the version does not
//! have. `cargo xtask older` makes it.
//!
//! ```text
//! storagemigration.k8s.io/v1beta1/StorageVersionMigration gone
//! v1/VolumeMountStatus
//!  mountPath string
//! ```
//!
//! A third text of this form has the kinds of API versions that no built-in version serves any
//! more, each with the last version that served it. `cargo xtask removed` makes it;
//! [`Catalogue::removed_kind`] finds the kinds.
//!
//! ```text
//! batch/v1beta1/CronJob kind until=1.24
//!  spec CronJobSpec
//! ```

mod lines;
mod older;
mod open;
mod removed;
mod resources;
mod text;
mod version;

#[cfg(feature = "k8s-openapi")]
use crate::builder::SchemaBuilder;
use crate::model::Schema;
#[cfg(feature = "k8s-openapi")]
use crate::type_def::TypeId;
pub use removed::RemovedKind;
pub use resources::{ApiResource, Subresource, resources};
pub use version::{Catalogue, UnknownVersion};

/// The newest version of Kubernetes that is built in. [`Catalogue::all`] has the others.
pub const KUBERNETES_VERSION: &str = "1.37";

/// The schema of documents with this `apiVersion` and `kind`, for every kind of Kubernetes,
/// including lists such as `PodList` and `List`. `None` for custom resources and all other
/// kinds that Kubernetes itself doesn't serve; [`Catalogue::removed_kind`] finds those that it once
/// served.
///
/// The first call for a kind reads its types from the embedded catalogue, in `O(t log n)` for a
/// kind that reaches `t` of `n` types (half a millisecond for a Deployment). The schema is then
/// kept until the program ends, and further calls take `O(log n)`.
///
/// ```
/// let deployment = smp_schema::catalogue::schema("apps/v1", "Deployment").expect("a known kind");
/// assert_eq!(deployment.root().name(), Some("Deployment"));
/// assert!(smp_schema::catalogue::schema("v1", "PodList").is_some());
/// assert!(smp_schema::catalogue::schema("apps/v1beta1", "Deployment").is_none());
/// ```
#[must_use]
pub fn schema(api_version: &str, kind: &str) -> Option<&'static Schema> {
    Catalogue::NEWEST.schema(api_version, kind)
}

/// The schema of a type, by its name and the `apiVersion` of the kinds that use it. The type may
/// describe whole documents or parts of them. Types that all kinds share (`ObjectMeta`,
/// `LabelSelector`) have the `apiVersion` `v1`, or `meta/v1` as in Go. Cost as [`schema`].
///
/// ```
/// let template = smp_schema::catalogue::type_schema("v1", "PodTemplateSpec").expect("a known type");
/// assert!(template.root().field("spec").is_some());
/// assert!(smp_schema::catalogue::schema("v1", "PodTemplateSpec").is_none(), "it is no kind");
/// ```
#[must_use]
pub fn type_schema(api_version: &str, name: &str) -> Option<&'static Schema> {
    Catalogue::NEWEST.type_schema(api_version, name)
}

/// Adds a type of the catalogue to a schema, with all types that it uses. Each type is added
/// once. A type that the catalogue lacks is free-form.
#[cfg(feature = "k8s-openapi")]
pub(crate) fn describe(types: &mut SchemaBuilder, api_version: &str, name: &str) -> TypeId {
    Catalogue::NEWEST.add(types, api_version, name).unwrap_or_else(|| types.any())
}

/// The `apiVersion` and `kind` of every kind in the catalogue, sorted. `O(n)` in the size of
/// the catalogue for all of them.
///
/// ```
/// assert!(smp_schema::catalogue::kinds().any(|kind| kind == ("v1", "Pod")));
/// assert!(smp_schema::catalogue::kinds().is_sorted());
/// ```
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    Catalogue::NEWEST.kinds()
}

/// As [`kinds`], for every type that [`type_schema`] finds.
///
/// ```
/// assert!(smp_schema::catalogue::types().any(|ty| ty == ("v1", "Container")));
/// ```
pub fn types() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    Catalogue::NEWEST.types()
}
