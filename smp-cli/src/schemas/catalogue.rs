//! The built-in layer.

use std::sync::LazyLock;

use smp_core::Schema;

/// The name of the layer.
pub(super) static CATALOGUE: LazyLock<String> =
    LazyLock::new(|| format!("Kubernetes {}", smp_types::KUBERNETES_VERSION));

/// A built-in type, for schemas that use it by name.
pub(super) fn catalogue_type(api_version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(api_version, name).cloned()
}
