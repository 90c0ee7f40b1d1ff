//! The resources of Kubernetes itself, and the parts of an `apiVersion`.

pub(crate) use smp_schema::__support::{group_and_version, group_of};
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
