//! The parts of an `apiVersion`.

/// The API group, which is empty for `v1`, and the version.
#[must_use]
pub fn group_and_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// The API group.
#[must_use]
pub fn group_of(api_version: &str) -> &str {
    group_and_version(api_version).0
}
