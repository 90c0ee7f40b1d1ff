//! Which object a document is, or is for.

use core::fmt;

use smp_core::Document;

/// What names an object in a cluster, as far as a document says it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Identity {
    pub(crate) api_version: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) namespace: Option<String>,
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

    /// Whether a patch that says this is for that object. One without a kind is
    /// for all.
    pub(crate) fn selects(&self, object: &Self) -> bool {
        let agrees =
            |wanted: &Option<String>, found: &Option<String>| wanted.is_none() || wanted == found;
        self.kind.is_none()
            || (self.kind == object.kind
                && agrees(&self.api_version, &object.api_version)
                && agrees(&self.namespace, &object.namespace)
                && agrees(&self.name, &object.name))
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
