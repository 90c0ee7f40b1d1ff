//! [`ApiResource`]: the resources of Kubernetes itself: their names, scope, verbs and subresources.

use std::sync::LazyLock;

use crate::api_version::group_of;

/// The resources, one on each line.
const RESOURCES: &str = include_str!("resources.txt");

/// The verbs that most resources have.
const ALL_VERBS: [&str; 8] =
    ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/// A resource of Kubernetes, as the discovery documents of an API server describe it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApiResource {
    /// The `apiVersion`, such as `apps/v1`.
    pub api_version: &'static str,
    /// The `kind`.
    pub kind: &'static str,
    /// The name in the paths of requests, such as `deployments`.
    pub plural: &'static str,
    /// The name of one object, such as `deployment`.
    pub singular: &'static str,
    /// Short names, such as `deploy`.
    pub short_names: Vec<&'static str>,
    /// Whether its objects are in namespaces.
    pub namespaced: bool,
    /// Categories, such as `all`.
    pub categories: Vec<&'static str>,
    /// The verbs of its objects and collections, such as `get`.
    pub verbs: Vec<&'static str>,
    /// The parts of an object that have a path of their own, such as `status`.
    pub subresources: Vec<Subresource>,
}

/// A part of an object that has a path of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subresource {
    /// The name, such as `status`.
    pub name: &'static str,
    /// The verbs.
    pub verbs: Vec<&'static str>,
    /// `apiVersion` and `kind` of the body that is sent and returned, if it is not the object
    /// itself.
    pub kind: Option<(&'static str, &'static str)>,
}

impl ApiResource {
    /// The API group; that of `v1` is empty.
    #[must_use]
    pub fn group(&self) -> &'static str {
        group_of(self.api_version)
    }

    /// Reads a line of `RESOURCES`.
    fn read(line: &'static str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut next = || words.next();
        Some(Self {
            api_version: next()?,
            kind: next()?,
            plural: next()?,
            singular: next()?,
            short_names: list(next()?),
            namespaced: match next()? {
                "Namespaced" => true,
                "Cluster" => false,
                _ => return None,
            },
            categories: list(next()?),
            verbs: match next()? {
                "all" => ALL_VERBS.to_vec(),
                verbs => list(verbs),
            },
            subresources: list(next()?).into_iter().filter_map(Subresource::read).collect(),
        })
    }
}

impl Subresource {
    fn read(text: &'static str) -> Option<Self> {
        let (name, rest) = text.split_once(':')?;
        let (verbs, kind) = match rest.split_once('=') {
            Some((verbs, kind)) => (verbs, Some(kind.rsplit_once('/')?)),
            None => (rest, None),
        };
        Some(Self { name, verbs: verbs.split('+').collect(), kind })
    }
}

/// The parts of a list.
fn list(text: &'static str) -> Vec<&'static str> {
    text.split(',').filter(|name| *name != "-").collect()
}

static ALL: LazyLock<Vec<ApiResource>> = LazyLock::new(|| {
    let lines = RESOURCES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(ApiResource::read).collect()
});

/// All resources of the newest version, in the order in which kubectl prefers their groups. The first
/// call reads the table.
///
/// ```
/// let resources = smp_schema::catalogue::resources();
/// let deployments = resources.iter().find(|it| it.plural == "deployments").expect("known");
/// assert_eq!((deployments.kind, deployments.namespaced), ("Deployment", true));
/// assert_eq!(deployments.subresources[0].name, "scale");
/// ```
#[must_use]
pub fn resources() -> &'static [ApiResource] {
    &ALL
}

#[cfg(test)]
mod tests {
    use super::{RESOURCES, resources};
    use crate::catalogue::{kinds, schema};

    #[test]
    fn every_line_is_a_resource_of_a_kind_of_the_catalogue() {
        let lines = RESOURCES.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(resources().len(), lines.clone().count());
        for resource in resources() {
            let (api_version, kind) = (resource.api_version, resource.kind);
            assert!(schema(api_version, kind).is_some(), "{api_version} {kind}");
            assert!(!resource.verbs.is_empty(), "{api_version} {kind}");
        }
        let read: usize = resources().iter().map(|it| it.subresources.len()).sum();
        let words = lines.filter_map(|line| line.split(' ').nth(8)).filter(|word| *word != "-");
        assert_eq!(read, words.map(|word| word.split(',').count()).sum::<usize>());
    }

    #[test]
    fn every_kind_with_a_list_is_a_resource() {
        let kinds: Vec<_> = kinds().collect();
        for (api_version, kind) in kinds.iter().filter(|(_, kind)| kind.ends_with("List")) {
            let item = kind.strip_suffix("List").unwrap_or_default();
            // `APIGroup` belongs to discovery itself and is not a resource.
            if item == "APIGroup" || !kinds.contains(&(api_version, item)) {
                continue;
            }
            let found =
                resources().iter().any(|it| (it.api_version, it.kind) == (*api_version, item));
            assert!(found, "{api_version} {item} is not in resources.txt");
        }
    }
}
