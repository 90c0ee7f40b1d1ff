//! The kinds that the command knows, with the names that people use for them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde::Serialize;
use smp_openapi::SchemaDocument;
use smp_types::Catalogue;

use super::{Schemas, full_name};
use crate::api_resources::{ApiResource, group_and_version, group_of, resources};

/// A kind with its names. Serialized, it is the JSON output of `smp kinds`.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Resource {
    /// The plural in lower case; if no source states it, formed by the rules of English.
    #[serde(rename = "name")]
    pub(crate) plural: String,
    /// The singular in lower case.
    pub(crate) singular: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) api_version: String,
    pub(crate) kind: String,
    /// `None` if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) namespaced: Option<bool>,
    pub(crate) categories: Vec<String>,
    /// Whether clusters have objects of this kind under its plural. False for lists (`PodList`) and for
    /// parts of requests (`DeleteOptions`).
    pub(crate) served: bool,
    /// The layer that defines the kind.
    pub(crate) source: String,
    /// Whether only earlier versions of Kubernetes have the kind.
    #[serde(skip)]
    pub(crate) removed: bool,
}

impl Resource {
    /// The API group; that of `v1` is empty.
    pub(crate) fn group(&self) -> &str {
        group_of(&self.api_version)
    }

    pub(crate) fn version(&self) -> &str {
        group_and_version(&self.api_version).1
    }

    /// Whether the group is one of Kubernetes itself. `O(n)` in the kinds of Kubernetes.
    pub(crate) fn is_of_kubernetes(&self) -> bool {
        resources().iter().any(|it| it.group() == self.group())
    }

    /// The name as in messages: `apps/v1/Deployment`.
    pub(crate) fn full_name(&self) -> String {
        full_name((&self.api_version, &self.kind))
    }

    /// A kind with its names or, if only its own name is known, with an assumed plural.
    fn new(api_version: &str, kind: &str, source: String, names: Option<&ApiResource>) -> Self {
        let singular = kind.to_lowercase();
        let unnamed = Self {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            plural: plural_of(&singular),
            singular,
            served: true,
            source,
            ..Self::default()
        };
        let Some(names) = names else { return unnamed };
        Self {
            plural: names.plural.to_owned(),
            singular: names.singular.to_owned(),
            short_names: names.short_names.iter().map(|it| (*it).to_owned()).collect(),
            categories: names.categories.iter().map(|it| (*it).to_owned()).collect(),
            namespaced: Some(names.namespaced),
            ..unnamed
        }
    }
}

/// The names of the kinds of Kubernetes, by group and kind.
type Names = HashMap<(&'static str, &'static str), &'static ApiResource>;

impl Schemas {
    /// Every kind that is built in, that a file defines, or that has a default overlay; each once, with
    /// the definition that takes precedence. Kinds that kubectl prefers come first: groups of
    /// Kubernetes in their order, then others by name; within a group, the most stable version. Removed
    /// kinds come last. `O(n log n)` in the kinds.
    pub(crate) fn resources(&self) -> Vec<Resource> {
        let names: Names = resources().iter().map(|it| ((it.group(), it.kind), it)).collect();
        let mut all = self.defined_resources(&names);
        all.extend(self.set.catalogue().kinds().map(|(api_version, kind)| {
            let names = names.get(&(group_of(api_version), kind)).copied();
            // The names are those of the newest version, which may lack a kind of an older one.
            let is_older =
                || !Catalogue::NEWEST.has_kind(api_version, kind) && !kind.ends_with("List");
            let resource = Resource::new(api_version, kind, self.set.built_in_layer(), names);
            Resource { served: names.is_some() || is_older(), ..resource }
        }));
        all.extend(self.set.catalogue().removed_kinds().into_iter().map(|removed| {
            let (api_version, kind) = (removed.api_version(), removed.kind());
            let of = |api_version: &'static str| names.get(&(group_of(api_version), kind)).copied();
            let names = match of(api_version) {
                // Lists have no names. A kind of a removed group has the names from its new group.
                None if !kind.ends_with("List") => removed.served_by().into_iter().find_map(of),
                names => names,
            };
            let source = format!("Kubernetes {}", removed.last_version());
            let resource = Resource::new(api_version, kind, source, names);
            Resource { served: false, removed: true, ..resource }
        }));
        all.extend(self.set.default_overlay_kinds().filter_map(|(api_version, kind)| {
            let known = self.set.default_overlay(api_version, kind)?;
            Some(Resource::new(api_version, kind, format!("overlay {}", known.name()), None))
        }));
        let mut seen = HashSet::new();
        all.retain(|it| seen.insert((it.api_version.clone(), it.kind.clone())));
        let mut ranks = HashMap::new();
        for (rank, built_in) in resources().iter().enumerate() {
            ranks.entry(built_in.group()).or_insert(rank);
        }
        all.sort_by_cached_key(|it| {
            let rank = ranks.get(it.group()).copied().unwrap_or(usize::MAX);
            let stability = Reverse(stability(it.version()));
            (!it.served, it.removed, rank, it.group().to_owned(), stability, it.full_name())
        });
        all
    }

    /// The kinds that files define, those of `--schema` first.
    fn defined_resources(&self, names: &Names) -> Vec<Resource> {
        let mut documents: Vec<_> = self.set.documents().iter().collect();
        documents.sort_by_key(|document| Reverse(document.priority));
        let mut all = Vec::new();
        for document in documents {
            let own: HashSet<_> = document.content.kinds().collect();
            for (api_version, kind) in document.content.kinds() {
                let resource =
                    |names| Resource::new(api_version, kind, document.name.clone(), names);
                if let SchemaDocument::CustomResources(resources) = &document.content
                    && let Some(names) = resources.names_of(api_version, kind)
                {
                    let resource = resource(None);
                    all.push(Resource {
                        plural: names.plural.clone().unwrap_or(resource.plural),
                        singular: names.singular.clone(),
                        short_names: names.short_names.clone(),
                        categories: names.categories.clone(),
                        namespaced: names.namespaced,
                        ..resource
                    });
                } else if let Some(names) = names.get(&(group_of(api_version), kind)) {
                    all.push(resource(Some(*names)));
                } else {
                    let item = kind.strip_suffix("List");
                    let is_list = item.is_some_and(|item| own.contains(&(api_version, item)));
                    let of_requests = smp_types::schema("v1", kind).is_some();
                    all.push(Resource { served: !is_list && !of_requests, ..resource(None) });
                }
            }
        }
        all
    }
}

/// The plural of a kind in lower case, for kinds whose plural no source states.
fn plural_of(singular: &str) -> String {
    let before = singular.strip_suffix('y').filter(|before| !before.ends_with(VOWELS));
    match before {
        Some(before) => format!("{before}ies"),
        None if ["s", "x", "z", "ch", "sh"].iter().any(|end| singular.ends_with(end)) => {
            format!("{singular}es")
        }
        None => format!("{singular}s"),
    }
}

const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];

/// The rank of a version, as Kubernetes sorts those of custom resources: `v2`, `v1`,
/// `v1beta2`, `v1beta1`, `v1alpha1`, and others last.
pub(super) fn stability(version: &str) -> (u8, u64, u64) {
    let parse = || -> Option<(u8, u64, u64)> {
        let rest = version.strip_prefix('v')?;
        for (level, word) in [(2, "beta"), (1, "alpha")] {
            if let Some((major, minor)) = rest.split_once(word) {
                return Some((level, major.parse().ok()?, minor.parse().ok()?));
            }
        }
        Some((3, rest.parse().ok()?, 0))
    };
    parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{plural_of, resources, stability};

    #[test]
    fn plurals() {
        for (singular, plural) in [
            ("widget", "widgets"),
            ("gateway", "gateways"),
            ("policy", "policies"),
            ("class", "classes"),
            ("proxy", "proxies"),
            ("mesh", "meshes"),
        ] {
            assert_eq!(plural_of(singular), plural);
        }
        for built_in in resources().iter().filter(|it| it.kind != "Endpoints") {
            assert_eq!(plural_of(built_in.singular), built_in.plural);
        }
    }

    #[test]
    fn the_most_stable_version_comes_first() {
        let mut versions = ["foo1", "v1alpha1", "v11", "v2", "v1beta1", "v1", "v1beta2", "v10"];
        versions.sort_by_key(|version| core::cmp::Reverse(stability(version)));
        assert_eq!(versions, ["v11", "v10", "v2", "v1", "v1beta2", "v1beta1", "v1alpha1", "foo1"]);
    }
}
