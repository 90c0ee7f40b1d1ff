//! The identity of the object that a document describes, or of the objects that a patch is for.

use core::fmt;

use serde::Serialize;
use smp_core::{Document, View};
use smp_json_patch::OpenDocument;

use crate::api_resources::{group_and_version, group_of, of_kind};

/// The API group of kustomize's own files.
const KUSTOMIZE: &str = "kustomize.config.k8s.io";

/// The namespace of objects without `metadata.namespace`.
const DEFAULT_NAMESPACE: &str = "default";

/// The namespace that kustomize assumes for cluster-scoped objects.
const NO_NAMESPACE: &str = "_non_namespaceable_";

/// A cluster-scoped kind that Kubernetes has removed, but that manifests still have.
const REMOVED: (&str, &str) = ("policy", "PodSecurityPolicy");

/// Anything whose nested members can be looked up by name: a document, open or not.
pub(crate) trait Lookup {
    /// A copy of the value below these names.
    fn get_in(&self, names: &[&str]) -> Option<Document<'_>>;
}

impl Lookup for Document<'_> {
    fn get_in(&self, names: &[&str]) -> Option<Document<'_>> {
        Document::get_in(self, names)
    }
}

impl Lookup for OpenDocument<'_> {
    fn get_in(&self, names: &[&str]) -> Option<Document<'_>> {
        OpenDocument::get_in(self, names)
    }
}

/// The items of a list of objects; `None` if a document has no list of items.
pub(crate) fn items_of<'d>(list: &'d Document<'_>) -> Option<Vec<Document<'d>>> {
    match list.get("items")?.into_view().ok()? {
        View::List(items) => Some(items),
        _ => None,
    }
}

/// The fields that identify an object in a cluster. A document may leave any of them out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Identity {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) api_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) namespace: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

impl Identity {
    pub(crate) fn of(object: &impl Lookup) -> Self {
        let text = |names: &[&str]| Some(object.get_in(names)?.as_str()?.into_owned());
        Self {
            api_version: text(&["apiVersion"]),
            kind: text(&["kind"]),
            namespace: text(&["metadata", "namespace"]),
            name: text(&["metadata", "name"]),
        }
    }

    /// Whether `apiVersion`, `kind`, namespace and name are stated.
    pub(crate) fn stated(&self) -> [bool; 4] {
        [&self.api_version, &self.kind, &self.namespace, &self.name].map(Option::is_some)
    }

    /// The selected fields of the identity, in the order of [`Identity::stated`].
    pub(crate) fn part(&self, [api_version, kind, namespace, name]: [bool; 4]) -> Self {
        let part = |field: &Option<String>, wanted| field.as_ref().filter(|_| wanted).cloned();
        Self {
            api_version: part(&self.api_version, api_version),
            kind: part(&self.kind, kind),
            namespace: part(&self.namespace, namespace),
            name: part(&self.name, name),
        }
    }

    /// The identity of any object of a kind.
    pub(crate) fn of_kind(api_version: &str, kind: &str) -> Self {
        let (api_version, kind) = (Some(api_version.to_owned()), Some(kind.to_owned()));
        Self { api_version, kind, ..Self::default() }
    }

    /// The identity, with the apiVersion and kind of `other` where they are missing.
    pub(crate) fn or(self, other: &Self) -> Self {
        Self {
            api_version: self.api_version.or_else(|| other.api_version.clone()),
            kind: self.kind.or_else(|| other.kind.clone()),
            ..self
        }
    }

    /// Whether this identifies a Kubernetes object: it has a kind, and is not a file of kustomize.
    pub(crate) fn is_object(&self) -> bool {
        self.kind.is_some() && self.group() != KUSTOMIZE
    }

    /// The API group; empty for the core group.
    pub(crate) fn group(&self) -> &str {
        group_of(self.api_version.as_deref().unwrap_or_default())
    }

    /// The version, without the group.
    pub(crate) fn version(&self) -> &str {
        group_and_version(self.api_version.as_deref().unwrap_or_default()).1
    }

    /// The effective namespace: `default` if the object names none. Objects of the cluster-scoped kinds
    /// of Kubernetes get one that no other object is in, regardless of the namespace that they name.
    /// `O(n)` in the kinds of Kubernetes.
    pub(crate) fn effective_namespace(&self) -> &str {
        let kind = self.kind.as_deref().unwrap_or_default();
        let resource = of_kind(self.group(), kind);
        if resource.is_some_and(|it| !it.namespaced) || (self.group(), kind) == REMOVED {
            return NO_NAMESPACE;
        }
        self.namespace.as_deref().filter(|name| !name.is_empty()).unwrap_or(DEFAULT_NAMESPACE)
    }

    /// The identity with the effective namespace, as kustomize compares objects.
    pub(crate) fn in_namespace(&self) -> Self {
        Self { namespace: Some(self.effective_namespace().to_owned()), ..self.clone() }
    }

    /// The identity by which a cluster distinguishes objects: with the group in place of the
    /// apiVersion, and with the effective namespace.
    pub(crate) fn in_cluster(&self) -> Self {
        Self { api_version: Some(self.group().to_owned()), ..self.in_namespace() }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(api_version) = &self.api_version {
            write!(f, "{api_version} ")?;
        }
        f.write_str(self.kind.as_deref().unwrap_or("object"))?;
        match (&self.namespace, &self.name) {
            (Some(namespace), Some(name)) => write!(f, " {namespace}/{name}"),
            (None, Some(name)) => write!(f, " {name}"),
            (Some(namespace), None) => write!(f, " in namespace {namespace}"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Identity;

    fn object(api_version: &str, kind: &str, namespace: Option<&str>) -> Identity {
        Identity {
            api_version: Some(api_version.to_owned()),
            kind: Some(kind.to_owned()),
            namespace: namespace.map(str::to_owned),
            name: None,
        }
    }

    #[test]
    fn namespaces() {
        assert_eq!(object("v1", "Pod", Some("web")).effective_namespace(), "web");
        assert_eq!(object("v1", "Pod", Some("")).effective_namespace(), "default");
        assert_eq!(object("v1", "Pod", None).effective_namespace(), "default");
        assert_eq!(object("example.com/v1", "Node", None).effective_namespace(), "default");
        for namespace in [Some("web"), None] {
            for (api_version, kind) in [
                ("rbac.authorization.k8s.io/v1", "ClusterRole"),
                ("policy/v1beta1", "PodSecurityPolicy"),
            ] {
                let found = object(api_version, kind, namespace);
                assert_eq!(found.effective_namespace(), "_non_namespaceable_");
            }
        }
    }
}
