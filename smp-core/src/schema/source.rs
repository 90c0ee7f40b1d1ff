//! Where types of Kubernetes' own come from: they are borrowed by name, since
//! this crate knows none.

use super::{OpenApi, Schema};

/// Gives the schemas of named types: metadata of custom resources, pod
/// templates inside of them.
///
/// A closure is one, and so is an [`OpenApi`] document of a cluster.
///
/// ```
/// use smp_core::{ObjectDef, SchemaBuilder, TypeSource};
/// let source = |api_version: &str, name: &str| {
///     let mut types = SchemaBuilder::new();
///     let root = types.object(ObjectDef::new(name));
///     (name == "ObjectMeta").then(|| types.build(root).ok())?
/// };
/// assert!(source.type_named("v1", "ObjectMeta").is_some());
/// assert!(source.type_named("v1", "PodTemplateSpec").is_none());
/// ```
pub trait TypeSource {
    /// The schema whose root is this type: `v1` and `PodTemplateSpec`, `apps/v1`
    /// and `DeploymentSpec`, `v1` and `ObjectMeta`. `None` if it isn't known.
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema>;
}

impl<F: Fn(&str, &str) -> Option<Schema>> TypeSource for F {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        self(api_version, name)
    }
}

/// By the names of Kubernetes' definitions: `io.k8s.api.core.v1.PodSpec`. A
/// definition that can't be imported counts as unknown.
impl TypeSource for OpenApi {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        let (group, version) = api_version.split_once('/').unwrap_or(("core", api_version));
        let group = group.split('.').next().unwrap_or(group);
        let mut paths = vec![format!("io.k8s.api.{group}.{version}.{name}")];
        if group == "core" {
            paths.push(format!("io.k8s.apimachinery.pkg.apis.meta.{version}.{name}"));
        }
        let mut found = paths.iter().filter_map(|path| self.schema_named(path).ok()?);
        found.next().map(|imported| imported.schema)
    }
}
