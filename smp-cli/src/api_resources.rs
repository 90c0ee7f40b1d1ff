//! The resources of Kubernetes itself, and the parts of an `apiVersion`.

pub(crate) use smp_schema::catalogue::{ApiResource, resources};

/// The resource with this plural, singular or short name, in any case. `O(n)` in the resources.
pub(crate) fn named(name: &str) -> Option<&'static ApiResource> {
    let name = name.to_lowercase();
    let name = name.as_str();
    resources()
        .iter()
        .find(|it| it.plural == name || it.singular == name || it.short_names.contains(&name))
}

/// The resource of a kind. `O(n)` in the resources.
pub(crate) fn of_kind(group: &str, kind: &str) -> Option<&'static ApiResource> {
    resources().iter().find(|it| it.kind == kind && it.group() == group)
}

/// The API group of an `apiVersion`, which is empty for `v1`, and its version.
pub(crate) fn group_and_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// The API group of an `apiVersion`.
pub(crate) fn group(api_version: &str) -> &str {
    group_and_version(api_version).0
}
