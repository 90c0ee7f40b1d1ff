//! The identity of the object that a document describes, or of the objects that a patch is for.

use core::fmt;

use serde::Serialize;
use smp_core::Document;

/// The API group of kustomize's own files.
const KUSTOMIZE: &str = "kustomize.config.k8s.io";

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
    pub(crate) fn of(document: &Document<'_>) -> Self {
        let text = |document: &Document<'_>, name: &str| -> Option<String> {
            Some(document.get(name)?.as_str()?.into_owned())
        };
        let metadata = document.get("metadata");
        let in_metadata = |name| metadata.as_ref().and_then(|metadata| text(metadata, name));
        Self {
            api_version: text(document, "apiVersion"),
            kind: text(document, "kind"),
            namespace: in_metadata("namespace"),
            name: in_metadata("name"),
        }
    }

    /// The identity, with the apiVersion and kind of another one where it has none.
    pub(crate) fn or(self, other: &Self) -> Self {
        Self {
            api_version: self.api_version.or_else(|| other.api_version.clone()),
            kind: self.kind.or_else(|| other.kind.clone()),
            ..self
        }
    }

    /// Whether this identifies a Kubernetes object: it has a kind, and is no file of kustomize.
    pub(crate) fn is_object(&self) -> bool {
        self.kind.is_some() && self.group() != KUSTOMIZE
    }

    /// The API group; empty for the core group.
    pub(crate) fn group(&self) -> &str {
        self.group_and_version().0
    }

    /// The version, without the group.
    pub(crate) fn version(&self) -> &str {
        self.group_and_version().1
    }

    fn group_and_version(&self) -> (&str, &str) {
        let api_version = self.api_version.as_deref().unwrap_or_default();
        api_version.split_once('/').unwrap_or(("", api_version))
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
