//! The built-in layer.

use smp_core::Schema;

/// The name of the layer.
pub(super) const CATALOGUE: &str = "Kubernetes 1.36";

/// A built-in type, for schemas that use it by name.
pub(super) fn catalogue_type(api_version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(api_version, name).cloned()
}
