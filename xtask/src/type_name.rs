//! [`TypeName`]: the name of a definition of the OpenAPI document.

use std::fmt;

/// The name of a definition in parts: `io.k8s.api.core.v1.Container` is the type `Container` of
/// the group `core` in the version `v1`. It is shown as `core/v1.Container`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeName {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) name: String,
    /// The whole name.
    pub(crate) path: String,
}

impl TypeName {
    pub(crate) fn new(path: &str) -> Self {
        let mut parts = path.rsplitn(4, '.');
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let (name, version, group) = (next(), next(), next());
        Self { group, version, name, path: path.to_owned() }
    }

    /// The Rust module of the group and version: `core_v1`.
    pub(crate) fn module(&self) -> String {
        format!("{}_{}", self.group, self.version)
    }

    /// The module of `k8s-openapi` that has the type: `api::core::v1`. `None` if the name is
    /// not one of Kubernetes.
    pub(crate) fn k8s_openapi_module(&self) -> Option<String> {
        let package = self.package().strip_prefix("io.k8s.")?;
        Some(package.replace('-', "_").replace('.', "::"))
    }

    /// The whole name without the type: `io.k8s.api.core.v1`.
    pub(crate) fn package(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(package, _)| package)
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}.{}", self.group, self.version, self.name)
    }
}
