//! Where types of Kubernetes' own come from: they are borrowed by name, since
//! this crate knows none.

use smp_schema::Schema;

/// Gives the schemas of named types: metadata of custom resources, pod
/// templates inside of them.
///
/// A closure is one, and so is an [`OpenApi`](crate::OpenApi) document of a cluster.
///
/// ```
/// use smp_openapi::TypeSource;
/// use smp_schema::{ObjectDef, SchemaBuilder};
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
