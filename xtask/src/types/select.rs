//! Selects the kinds of smp-types, and all types that they reach.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use crate::openapi::{Definition, Definitions, Field, Object, Type, has_any, object_of};
use crate::type_name::TypeName;

/// The kinds that users patch most: group, version, kinds. Every other kind is in the
/// catalogue, without Rust types.
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
    pub(super) types: BTreeMap<&'d TypeName, &'d Object>,
    /// The type of each `apiVersion` and `kind`, sorted.
    pub(super) kinds: BTreeMap<(&'d str, &'d str), &'d TypeName>,
    /// The `apiVersion` of each module.
    api_versions: BTreeMap<String, &'d str>,
}

impl<'d> Selection<'d> {
    /// The object types that a type's fields refer to, in the order of the fields.
    pub(super) fn references(&self, name: &TypeName) -> impl Iterator<Item = &'d TypeName> {
        self.types.get(name).into_iter().flat_map(|object| &object.fields).filter_map(object_of)
    }

    /// The `apiVersion` of the kinds in a type's package, under which the catalogue has the
    /// type.
    pub(super) fn api_version(&self, name: &TypeName) -> Result<&'d str> {
        let found = self.api_versions.get(&name.module()).copied();
        found.ok_or_else(|| format!("{name} is in a package without kinds").into())
    }

    /// The first field without a description.
    pub(super) fn undescribed(&self) -> Option<String> {
        self.types.iter().find_map(|(name, object)| {
            let field = object.fields.iter().find(|field| field.description.is_none())?;
            Some(format!("{name}.{}", field.name))
        })
    }

    /// The map type by which server-side apply merges an object: that of the field, or else that of
    /// its type.
    pub(super) fn map_type(&self, field: &'d Field) -> Option<&'d str> {
        field.map_type.as_deref().or_else(|| match &field.ty {
            Type::Object(name) => self.types.get(name)?.map_type.as_deref(),
            _ => None,
        })
    }
}

/// Selects the wanted kinds and all types that they reach.
pub(super) fn select(definitions: &Definitions) -> Result<Selection<'_>> {
    let (types, kinds) = (BTreeMap::new(), BTreeMap::new());
    let mut selection = Selection { types, kinds, api_versions: api_versions(definitions) };
    let mut open = Vec::new();
    for (group, version, kinds) in KINDS {
        for kind in *kinds {
            let path = format!("io.k8s.api.{group}.{version}.{kind}");
            let (name, object) = object(definitions, &TypeName::new(&path))?;
            let [key] = object.kinds.as_slice() else {
                return Err(format!("{name} has not one apiVersion and kind").into());
            };
            selection.kinds.insert((&key.api_version, &key.name), name);
            open.push(name);
        }
    }
    while let Some(name) = open.pop() {
        let (name, object) = object(definitions, name)?;
        if selection.types.insert(name, object).is_none() {
            open.extend(selection.references(name));
        }
    }
    for name in selection.types.keys() {
        refuse_recursion(&selection, name, &mut Vec::new(), &mut BTreeSet::new())?;
    }
    refuse_required_kinds(&selection)?;
    Ok(selection)
}

/// The definition of an object, from which a struct can be made.
fn object<'d>(definitions: &'d Definitions, name: &TypeName) -> Result<(&'d TypeName, &'d Object)> {
    match definitions.get_key_value(name) {
        Some((name, Definition::Object(object))) => {
            match object.fields.iter().find(|field| has_any(&field.ty)) {
                Some(field) => {
                    Err(format!("{name}.{}: no Rust type for this free-form JSON", field.name)
                        .into())
                }
                None => Ok((name, object)),
            }
        }
        Some((_, Definition::Leaf)) => Err(format!("{name} is no object").into()),
        None => Err(format!("the document lacks {name}").into()),
    }
}

/// The `apiVersion` of each module. Definitions of several kinds (`DeleteOptions`) are ignored:
/// they are in every group-version.
fn api_versions(definitions: &Definitions) -> BTreeMap<String, &str> {
    let kinds = definitions.iter().filter_map(|(name, definition)| match definition {
        Definition::Object(Object { kinds, .. }) => match kinds.as_slice() {
            [kind] => Some((name.module(), kind.api_version.as_str())),
            _ => None,
        },
        Definition::Leaf => None,
    });
    kinds.collect()
}

/// Refuses a required field that is a kind: its `Default` has an `apiVersion`, which the field
/// would get if a document lacks it.
fn refuse_required_kinds(selection: &Selection<'_>) -> Result<()> {
    for (name, object) in &selection.types {
        for field in object.fields.iter().filter(|field| field.required) {
            if let Type::Object(inner) = &field.ty
                && selection.kinds.values().any(|kind| *kind == inner)
            {
                let field = &field.name;
                return Err(format!("{name}.{field} is a required kind: not generated yet").into());
            }
        }
    }
    Ok(())
}

/// Refuses a type that contains itself: it would need a `Box`. There is none so far.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::read;

    #[test]
    fn types_without_a_sound_struct_are_refused() {
        let kind =
            r#""x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "A"}]"#;
        let definitions = read(&format!(
            r##"{{"definitions": {{
                "io.k8s.api.core.v1.A": {{"properties": {{"name": {{"type": "string"}}}}, {kind}}},
                "io.k8s.api.core.v1.B": {{
                    "properties": {{"a": {{"$ref": "#/definitions/io.k8s.api.core.v1.A"}}}},
                    "required": ["a"]
                }},
                "io.k8s.api.core.v1.C": {{"properties": {{"any": {{"type": "object"}}}}}}
            }}}}"##
        ))
        .expect("a document");
        let find = |name: &str| {
            object(&definitions, &TypeName::new(&format!("io.k8s.api.core.v1.{name}")))
        };
        let error = find("C").expect_err("free-form JSON").to_string();
        assert!(error.contains("core/v1.C.any"), "{error}");
        assert!(find("D").expect_err("no definition").to_string().contains("lacks core/v1.D"));

        let (a, b) = (find("A").expect("an object"), find("B").expect("an object"));
        let mut selection = Selection {
            types: BTreeMap::from([a, b]),
            kinds: BTreeMap::new(),
            api_versions: BTreeMap::new(),
        };
        assert!(refuse_required_kinds(&selection).is_ok());
        selection.kinds.insert(("v1", "A"), a.0);
        let error = refuse_required_kinds(&selection).expect_err("a required kind").to_string();
        assert!(error.contains("core/v1.B.a"), "{error}");
    }
}
