//! The resources of Kubernetes itself, and the group of an `apiVersion`.

pub(crate) use smp_schema::catalogue::{ApiResource, resources};

/// The API group of an `apiVersion`; that of `v1` is empty. `O(n)`.
pub(crate) fn group(api_version: &str) -> &str {
    api_version.rsplit_once('/').map_or("", |(group, _)| group)
}
