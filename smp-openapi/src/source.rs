//! Sources of Kubernetes' own types, such as `ObjectMeta`, which custom resources use and this crate
//! does not have.

use smp_schema::Schema;

/// A source of the schemas of named types, which custom resources and overlays refer to:
/// `ObjectMeta`, `PodTemplateSpec`.
///
/// Closures implement it, and so does the [`OpenApi`](crate::OpenApi) document of a cluster.
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
    /// The schema with this type as its root, such as `v1` and `ObjectMeta`, or `apps/v1` and
    /// `DeploymentSpec`. `None` if the source lacks the type.
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema>;
}

impl<F: Fn(&str, &str) -> Option<Schema>> TypeSource for F {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        self(api_version, name)
    }
}
