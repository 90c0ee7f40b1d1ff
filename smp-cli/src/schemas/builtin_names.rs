//! The names of Kubernetes' own resources.

use std::sync::LazyLock;

/// The facts, one line for each resource.
const RESOURCES: &str = include_str!("resources.txt");

/// A resource of Kubernetes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BuiltIn {
    pub(super) api_version: &'static str,
    pub(super) kind: &'static str,
    pub(super) plural: &'static str,
    pub(super) singular: &'static str,
    /// Separated by commas; `-` for none. As [`categories`](Self::categories).
    short_names: &'static str,
    pub(super) namespaced: bool,
    categories: &'static str,
}

impl BuiltIn {
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

    pub(super) fn group(&self) -> &'static str {
        group(self.api_version)
    }

    pub(super) fn short_names(&self) -> Vec<String> {
        list(self.short_names)
    }

    pub(super) fn categories(&self) -> Vec<String> {
        list(self.categories)
    }
}

/// The parts of a list.
fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|name| *name != "-").map(str::to_owned).collect()
}

/// The API group of an `apiVersion`; that of `v1` is empty. `O(n)`.
pub(super) fn group(api_version: &str) -> &str {
    api_version.rsplit_once('/').map_or("", |(group, _)| group)
}

/// All resources, in the order in which kubectl prefers their groups.
pub(super) static BUILT_IN: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    let lines = RESOURCES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(BuiltIn::read).collect()
});

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, RESOURCES};

    #[test]
    fn every_line_is_a_resource_of_a_kind_of_the_catalogue() {
        let lines = RESOURCES.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(BUILT_IN.len(), lines);
        for resource in &*BUILT_IN {
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
            let found = BUILT_IN.iter().any(|it| (it.api_version, it.kind) == (*api_version, item));
            assert!(found, "{api_version} {item} is not in resources.txt");
        }
    }
}
