//! The resources of Kubernetes itself, and the group of an `apiVersion`.

<<<<<<< HEAD
pub(crate) use smp_schema::catalogue::{ApiResource, resources};
=======
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

    /// The resource with this plural, singular or short name, in any case.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        API_RESOURCES.iter().find(|it| {
            [it.plural, it.singular].contains(&name.as_str()) || it.short_names().contains(&name)
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
>>>>>>> 8502c7b5 (Short help and tables that fit the terminal; messages list what is there; masks in conflicts and by identity; places of mistakes in overlays; README beside kustomize)

/// The API group of an `apiVersion`; that of `v1` is empty. `O(n)`.
pub(crate) fn group(api_version: &str) -> &str {
    api_version.rsplit_once('/').map_or("", |(group, _)| group)
}
