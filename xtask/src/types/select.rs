//! Which kinds smp-types has, and all the types that they reach.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use super::document::{Document, Field, ObjectType, Type, TypeName};

/// What people patch every day: group, version, kinds. Every other kind is in
/// the catalogue, without Rust types.
const KINDS: &[(&str, &str, &[&str])] = &[
    (
        "core",
        "v1",
        &[
            "ConfigMap",
            "Endpoints",
            "Event",
            "LimitRange",
            "Namespace",
            "Node",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "Pod",
            "PodTemplate",
            "ReplicationController",
            "ResourceQuota",
            "Secret",
            "Service",
            "ServiceAccount",
        ],
    ),
    (
        "admissionregistration",
        "v1",
        &["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
    ),
    ("apps", "v1", &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"]),
    (
        "authorization",
        "v1",
        &["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview"],
    ),
    ("autoscaling", "v1", &["HorizontalPodAutoscaler"]),
    ("autoscaling", "v2", &["HorizontalPodAutoscaler"]),
    ("batch", "v1", &["CronJob", "Job"]),
    ("coordination", "v1", &["Lease"]),
    ("discovery", "v1", &["EndpointSlice"]),
    ("events", "v1", &["Event"]),
    ("networking", "v1", &["Ingress", "IngressClass", "NetworkPolicy"]),
    ("policy", "v1", &["PodDisruptionBudget"]),
    ("rbac", "v1", &["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"]),
    ("scheduling", "v1", &["PriorityClass"]),
    ("storage", "v1", &["StorageClass"]),
];

/// The types to generate.
pub(super) struct Selection<'d> {
    pub(super) types: BTreeMap<&'d TypeName, &'d ObjectType>,
    /// `apiVersion`, `kind` and type, sorted.
    pub(super) kinds: BTreeMap<(&'d str, &'d str), &'d TypeName>,
    /// The `apiVersion` of each module.
    api_versions: BTreeMap<String, &'d str>,
}

impl<'d> Selection<'d> {
    /// The object types that a type's fields refer to, in the order of the fields.
    pub(super) fn references(&self, name: &TypeName) -> impl Iterator<Item = &'d TypeName> {
        self.types.get(name).into_iter().flat_map(|object| &object.fields).filter_map(object_of)
    }

    /// What the catalogue finds a type by, beside its name: the `apiVersion` of
    /// the kinds in its package.
    pub(super) fn api_version(&self, name: &TypeName) -> Result<&'d str> {
        let found = self.api_versions.get(&name.module()).copied();
        found.ok_or_else(|| format!("no kind says the apiVersion of {name}").into())
    }

    /// How the API server's own merge sees an object: what the field says, or
    /// else its type.
    pub(super) fn map_type(&self, field: &'d Field) -> Option<&'d str> {
        field.map_type.as_deref().or_else(|| match &field.ty {
            Type::Object(name) => self.types.get(name)?.map_type.as_deref(),
            _ => None,
        })
    }
}

/// The object type that a field's values hold, however deep in lists and maps.
pub(super) fn object_of(field: &Field) -> Option<&TypeName> {
    let mut ty = &field.ty;
    loop {
        match ty {
            Type::List(inner) | Type::Map(inner) => ty = inner,
            Type::Object(name) => return Some(name),
            _ => return None,
        }
    }
}

/// Takes the wanted kinds and all they reach.
pub(super) fn select(document: &Document) -> Result<Selection<'_>> {
    let (types, kinds) = (BTreeMap::new(), BTreeMap::new());
    let mut selection = Selection { types, kinds, api_versions: api_versions(document) };
    let mut open = Vec::new();
    for (group, version, kinds) in KINDS {
        for kind in *kinds {
            let wanted = TypeName::new(group, version, kind);
            let (name, object) =
                document.get_key_value(&wanted).ok_or(format!("the document lacks {wanted}"))?;
            for (api_version, kind) in &object.kinds {
                selection.kinds.insert((api_version, kind), name);
            }
            open.push(name);
        }
    }
    while let Some(name) = open.pop() {
        let object = document
            .get(name)
            .ok_or(format!("{name} is referred to and has no type that can be generated"))?;
        if selection.types.insert(name, object).is_none() {
            open.extend(selection.references(name));
        }
    }
    for name in selection.types.keys() {
        refuse_recursion(&selection, name, &mut Vec::new(), &mut BTreeSet::new())?;
    }
    Ok(selection)
}

/// Kinds that every group-version has say nothing about their own.
fn api_versions(document: &Document) -> BTreeMap<String, &str> {
    let kinds = document.iter().filter_map(|(name, object)| match object.kinds.as_slice() {
        [(api_version, _)] => Some((name.module(), api_version.as_str())),
        _ => None,
    });
    kinds.collect()
}

/// A type that contains itself would need a `Box`. None does so far.
fn refuse_recursion<'d>(
    selection: &Selection<'d>,
    name: &'d TypeName,
    within: &mut Vec<&'d TypeName>,
    done: &mut BTreeSet<&'d TypeName>,
) -> Result<()> {
    if within.contains(&name) {
        return Err(format!("{name} contains itself, which is not generated yet").into());
    }
    if done.insert(name) {
        within.push(name);
        for inner in selection.references(name) {
            refuse_recursion(selection, inner, within, done)?;
        }
        within.pop();
    }
    Ok(())
}
