//! The resources of Kubernetes itself, and the group of an `apiVersion`.

pub(crate) use smp_schema::catalogue::{ApiResource, resources};

/// The resource with this plural, singular or short name, in any case. `O(n)` in the resources.
pub(crate) fn named(name: &str) -> Option<&'static ApiResource> {
    let name = name.to_lowercase();
    let name = name.as_str();
    resources()
        .iter()
        .find(|it| it.plural == name || it.singular == name || it.short_names.contains(&name))
}

/// The API group of an `apiVersion`; that of `v1` is empty. `O(n)`.
pub(crate) fn group(api_version: &str) -> &str {
    api_version.rsplit_once('/').map_or("", |(group, _)| group)
}
