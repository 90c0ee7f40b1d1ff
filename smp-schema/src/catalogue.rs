//! The schemas of the Kubernetes API, by `apiVersion` and `kind` (feature `catalogue`).
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
//!  ports []ContainerPort patch=merge:containerPort list=map keys=containerPort,protocol:TCP
//! v1/SeccompProfile
//!  | type localhostProfile=Localhost      a union, - without discriminator
//! v1/EnvVar
//!  | - value=Value? valueFrom=ValueFrom   ? where empty counts as absent; `one` before the
//!                                         members for exactly one, `inactive` where those may be
//! ```
//!
//! A type is found by binary search in the text. So opening a kind reads only the lines of the
//! types that it reaches, and needs no preparation.

mod open;
mod text;

use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

#[cfg(feature = "k8s-openapi")]
use crate::builder::SchemaBuilder;
use crate::model::Schema;
#[cfg(feature = "k8s-openapi")]
use crate::type_def::TypeId;
use text::{Entry, EntryKind, Text};

/// The version of Kubernetes whose kinds and types the catalogue has.
pub const KUBERNETES_VERSION: &str = "1.36";

const CATALOGUE: Text<'static> = Text::new(include_str!("catalogue/kubernetes.txt"));

/// The schema of documents with this `apiVersion` and `kind`, for every kind of Kubernetes,
/// including lists such as `PodList` and `List`. `None` for custom resources and all other
/// kinds that Kubernetes itself doesn't serve.
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
    let entry = CATALOGUE.find(api_version, kind)?;
    match entry.kind() {
        EntryKind::Kind => kept(entry),
        EntryKind::Same { api_version, name } => kept(CATALOGUE.find(api_version, name)?),
        EntryKind::Part => None,
    }
}

/// The schema of a type, by its name and the `apiVersion` of the kinds that use it. The type
/// may be one of whole documents or of parts of them. Types that all kinds share (`ObjectMeta`,
/// `LabelSelector`) have the `apiVersion` `v1`, or `meta/v1` as in Go. Cost as [`schema`].
///
/// ```
/// let template = smp_schema::catalogue::type_schema("v1", "PodTemplateSpec").expect("a known type");
/// assert!(template.root().field("spec").is_some());
/// assert!(smp_schema::catalogue::schema("v1", "PodTemplateSpec").is_none(), "it is no kind");
/// ```
#[must_use]
pub fn type_schema(api_version: &str, name: &str) -> Option<&'static Schema> {
    let api_version = if api_version == "meta/v1" { "v1" } else { api_version };
    let entry = CATALOGUE.find(api_version, name)?;
    match entry.kind() {
        EntryKind::Kind | EntryKind::Part => kept(entry),
        EntryKind::Same { api_version, name } => kept(CATALOGUE.find(api_version, name)?),
    }
}

/// Adds a type of the catalogue to a schema, with all types that it uses. Each type is added
/// once. A type that the catalogue lacks is free-form.
#[cfg(feature = "k8s-openapi")]
pub(crate) fn describe(types: &mut SchemaBuilder, api_version: &str, name: &str) -> TypeId {
    let added = CATALOGUE.find(api_version, name).and_then(|entry| open::add(types, entry));
    added.unwrap_or_else(|| types.any())
}

/// The `apiVersion` and `kind` of every kind in the catalogue, sorted. `O(n)` in the size of
/// the catalogue for all of them.
///
/// ```
/// assert!(smp_schema::catalogue::kinds().any(|kind| kind == ("v1", "Pod")));
/// assert!(smp_schema::catalogue::kinds().is_sorted());
/// ```
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    let kinds = CATALOGUE.entries().filter(|entry| !matches!(entry.kind(), EntryKind::Part));
    kinds.map(|entry| (entry.api_version, entry.name))
}

/// As [`kinds`], for every type that [`type_schema`] finds.
///
/// ```
/// assert!(smp_schema::catalogue::types().any(|ty| ty == ("v1", "Container")));
/// ```
pub fn types() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    CATALOGUE.entries().map(|entry| (entry.api_version, entry.name))
}

/// The schema of a type, built at the first call for the type. It is leaked on purpose: there
/// is at most one for each type of the catalogue.
fn kept(entry: Entry<'static>) -> Option<&'static Schema> {
    type Schemas = HashMap<(&'static str, &'static str), &'static Schema>;
    static SCHEMAS: OnceLock<RwLock<Schemas>> = OnceLock::new();
    let schemas = SCHEMAS.get_or_init(RwLock::default);
    let key = (entry.api_version, entry.name);
    if let Some(schema) = schemas.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(schema);
    }
    // Built outside of the lock: if two threads build the same schema, one of them is kept.
    let schema = open::open(entry)?;
    let mut schemas = schemas.write().unwrap_or_else(PoisonError::into_inner);
    Some(schemas.entry(key).or_insert_with(|| Box::leak(Box::new(schema))))
}
