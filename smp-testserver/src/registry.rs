//! [`Registry`]: the server's resources: those of Kubernetes, and those that definitions of custom
//! resources add.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use smp_core::Schema;
use smp_schema::__support::group_and_version;

use crate::custom::Structure;
use crate::store::Shelf;

/// A resource in one version.
#[derive(Debug, Clone)]
pub(crate) struct Resource {
    /// Empty for the core group.
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
    pub(crate) list_kind: String,
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) namespaced: bool,
    pub(crate) verbs: Vec<String>,
    pub(crate) subresources: Vec<Subresource>,
    /// Where its objects are stored. Its other versions share the shelf.
    pub(crate) shelf: Shelf,
    /// How objects merge.
    pub(crate) schema: Schema,
    /// The structure of a custom resource; `None` for a kind of Kubernetes.
    pub(crate) structure: Option<Arc<Structure>>,
}

/// A part of an object that has a path of its own.
#[derive(Debug, Clone)]
pub(crate) struct Subresource {
    pub(crate) name: String,
    pub(crate) verbs: Vec<String>,
    /// `apiVersion` and `kind`, if they are not those of the object.
    pub(crate) kind: Option<(String, String)>,
}

impl Resource {
    /// `apps/v1`; `v1` for the core group.
    pub(crate) fn api_version(&self) -> String {
        api_version(&self.group, &self.version)
    }

    /// The name in messages, such as `deployments.apps`.
    pub(crate) fn qualified(&self) -> String {
        qualified(&self.plural, &self.group)
    }

    pub(crate) fn is_custom(&self) -> bool {
        self.structure.is_some()
    }

    pub(crate) fn is_namespace(&self) -> bool {
        self.group.is_empty() && self.kind == "Namespace"
    }

    pub(crate) fn subresource(&self, name: &str) -> Option<&Subresource> {
        self.subresources.iter().find(|it| it.name == name)
    }

    pub(crate) fn has_verb(&self, verb: &str) -> bool {
        self.verbs.iter().any(|it| it == verb)
    }
}

pub(crate) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

pub(crate) fn qualified(plural: &str, group: &str) -> String {
    if group.is_empty() { plural.to_owned() } else { format!("{plural}.{group}") }
}

/// The resources of a definition.
#[derive(Debug, Clone)]
struct Defined {
    spec: Value,
    resources: Vec<Arc<Resource>>,
}

/// All resources.
#[derive(Debug, Clone)]
pub(crate) struct Registry {
    built_in: Vec<Arc<Resource>>,
    /// The resources of definitions, by the name of the definition.
    custom: BTreeMap<String, Defined>,
}

impl Registry {
    /// The resources of Kubernetes, in the stable versions that can be stored.
    pub(crate) fn new() -> Self {
        let resources = smp_schema::catalogue::resources();
        let built_in = resources.iter().filter_map(built_in).map(Arc::new).collect();
        Self { built_in, custom: BTreeMap::new() }
    }

    /// All resources: those of Kubernetes first, in the order in which kubectl prefers them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<Resource>> {
        self.built_in.iter().chain(self.custom.values().flat_map(|it| &it.resources))
    }

    /// The resource of a path.
    pub(crate) fn find(&self, group: &str, version: &str, plural: &str) -> Option<&Arc<Resource>> {
        self.all().find(|it| it.plural == plural && it.group == group && it.version == version)
    }

    /// The resource of a kind.
    pub(crate) fn of_kind(&self, api_version: &str, kind: &str) -> Option<&Arc<Resource>> {
        self.all().find(|it| it.kind == kind && it.api_version() == api_version)
    }

    /// The resource of the objects on a shelf, in the version that kubectl prefers.
    pub(crate) fn of_shelf(&self, shelf: &str) -> Option<&Arc<Resource>> {
        self.all().find(|it| *it.shelf == *shelf)
    }

    /// All versions of a resource, itself included.
    pub(crate) fn versions<'r>(
        &'r self,
        of: &'r Resource,
    ) -> impl Iterator<Item = &'r Arc<Resource>> {
        self.all().filter(|it| it.shelf == of.shelf)
    }

    /// Whether a group, or a version of it, exists.
    pub(crate) fn has(&self, group: &str, version: Option<&str>) -> bool {
        self.all()
            .any(|it| it.group == group && version.is_none_or(|version| it.version == version))
    }

    /// Sets the resources of a definition. They are made only if its `spec` has changed.
    pub(crate) fn define(
        &mut self,
        definition: &str,
        spec: &Value,
        make: impl FnOnce() -> Vec<Resource>,
    ) {
        if self.custom.get(definition).is_some_and(|it| it.spec == *spec) {
            return;
        }
        let resources = make().into_iter().map(Arc::new).collect();
        let defined = Defined { spec: spec.clone(), resources };
        self.custom.insert(definition.to_owned(), defined);
    }

    /// Removes the resources of a definition.
    pub(crate) fn undefine(&mut self, definition: &str) {
        self.custom.remove(definition);
    }
}

fn built_in(facts: &smp_schema::catalogue::ApiResource) -> Option<Resource> {
    let (group, version) = group_and_version(facts.api_version);
    let is_stable = version.trim_start_matches('v').chars().all(|it| it.is_ascii_digit());
    // The first version of autoscaling has a different form of the same objects.
    let is_stored = is_stable
        && facts.verbs.contains(&"get")
        && facts.verbs.contains(&"create")
        && facts.api_version != "autoscaling/v1";
    if !is_stored {
        return None;
    }
    // Events are stored once, no matter which of their groups names them.
    let shelf_group = if facts.kind == "Event" { "" } else { group };
    let owned = |texts: &[&str]| texts.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let subresources = facts.subresources.iter().filter(|it| SERVED.contains(&it.name));
    Some(Resource {
        group: group.to_owned(),
        version: version.to_owned(),
        kind: facts.kind.to_owned(),
        list_kind: format!("{}List", facts.kind),
        plural: facts.plural.to_owned(),
        singular: facts.singular.to_owned(),
        short_names: owned(&facts.short_names),
        categories: owned(&facts.categories),
        namespaced: facts.namespaced,
        verbs: owned(&facts.verbs),
        subresources: subresources
            .map(|it| Subresource {
                name: it.name.to_owned(),
                verbs: owned(&it.verbs),
                kind: it.kind.map(|(api_version, kind)| (api_version.to_owned(), kind.to_owned())),
            })
            .collect(),
        shelf: qualified(facts.plural, shelf_group).into(),
        schema: smp_schema::catalogue::schema(facts.api_version, facts.kind)?.clone(),
        structure: None,
    })
}

/// The subresources of Kubernetes' kinds that the server serves.
const SERVED: [&str; 4] = ["status", "scale", "eviction", "ephemeralcontainers"];
