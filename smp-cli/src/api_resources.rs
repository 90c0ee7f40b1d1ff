//! The resources of Kubernetes itself: their names, and whether they are in namespaces.

use std::sync::LazyLock;

/// The facts, one line for each resource.
const RESOURCES: &str = include_str!("resources.txt");

/// A resource of Kubernetes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ApiResource {
    pub(crate) api_version: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) plural: &'static str,
    pub(crate) singular: &'static str,
    /// Separated by commas; `-` for none. As [`categories`](Self::categories).
    short_names: &'static str,
    pub(crate) namespaced: bool,
    categories: &'static str,
}

impl ApiResource {
    /// Reads a line of the facts.
    fn read(line: &'static str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut next = || words.next();
        Some(Self {
            api_version: next()?,
            kind: next()?,
            plural: next()?,
            singular: next()?,
            short_names: next()?,
            namespaced: match next()? {
                "Namespaced" => true,
                "Cluster" => false,
                _ => return None,
            },
            categories: next()?,
        })
    }

    pub(crate) fn group(&self) -> &'static str {
        group(self.api_version)
    }

    pub(crate) fn short_names(&self) -> Vec<String> {
        list(self.short_names)
    }

    pub(crate) fn categories(&self) -> Vec<String> {
        list(self.categories)
    }
}

/// The parts of a list.
fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|name| *name != "-").map(str::to_owned).collect()
}

/// The API group of an `apiVersion`; that of `v1` is empty. `O(n)`.
pub(crate) fn group(api_version: &str) -> &str {
    api_version.rsplit_once('/').map_or("", |(group, _)| group)
}

/// All resources, in the order in which kubectl prefers their groups.
pub(crate) static API_RESOURCES: LazyLock<Vec<ApiResource>> = LazyLock::new(|| {
    let lines = RESOURCES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(ApiResource::read).collect()
});

#[cfg(test)]
mod tests {
    use super::{API_RESOURCES, RESOURCES};

    #[test]
    fn every_line_is_a_resource_of_a_kind_of_the_catalogue() {
        let lines = RESOURCES.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(API_RESOURCES.len(), lines);
        for resource in &*API_RESOURCES {
            let (api_version, kind) = (resource.api_version, resource.kind);
            assert!(smp_types::schema(api_version, kind).is_some(), "{api_version} {kind}");
        }
    }

    #[test]
    fn every_kind_with_a_list_is_a_resource() {
        let kinds: Vec<_> = smp_types::kinds().collect();
        for (api_version, kind) in kinds.iter().filter(|(_, kind)| kind.ends_with("List")) {
            let item = kind.strip_suffix("List").unwrap_or_default();
            // Groups are what discovery itself lists.
            if item == "APIGroup" || !kinds.contains(&(api_version, item)) {
                continue;
            }
            let found =
                API_RESOURCES.iter().any(|it| (it.api_version, it.kind) == (*api_version, item));
            assert!(found, "{api_version} {item} is not in resources.txt");
        }
    }
}
