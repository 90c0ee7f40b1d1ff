//! [`Route`]: what the path of a request names.

use std::sync::Arc;

use crate::registry::{Registry, Resource};

/// The meaning of a request's path.
#[derive(Debug, Clone)]
pub(crate) enum Route {
    /// Objects, or a part of one.
    Objects(Target),
    /// `/api`, `/apis`, and the groups and versions below them.
    Discovery { group: Option<String>, version: Option<String> },
    /// `/version`.
    Version,
    /// `/healthz` and the like.
    Health,
    /// `/openapi/v2`.
    OpenApiV2,
    /// `/openapi/v3`, and the document of a version below it.
    OpenApiV3(Option<String>),
    /// An unknown path.
    Unknown,
}

/// Objects of a resource, one of them, or a part of one.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) resource: Arc<Resource>,
    /// The namespace; `None` for all, and for objects outside of namespaces.
    pub(crate) namespace: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) subresource: Option<String>,
}

impl Route {
    /// Reads a path.
    pub(crate) fn of(path: &str, registry: &Registry) -> Self {
        let parts: Option<Vec<String>> =
            path.split('/').filter(|it| !it.is_empty()).map(decoded).collect();
        let Some(parts) = parts else { return Self::Unknown };
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts.as_slice() {
            ["version"] => Self::Version,
            ["healthz" | "livez" | "readyz", ..] => Self::Health,
            ["openapi", "v2"] => Self::OpenApiV2,
            ["openapi", "v3"] => Self::OpenApiV3(None),
            ["openapi", "v3", rest @ ..] => Self::OpenApiV3(Some(rest.join("/"))),
            ["api"] => Self::Discovery { group: Some(String::new()), version: None },
            ["apis"] => Self::Discovery { group: None, version: None },
            ["apis", group] if registry.has(group, None) => {
                Self::Discovery { group: Some((*group).to_owned()), version: None }
            }
            ["api", version, rest @ ..] => objects(registry, "", version, rest),
            ["apis", group, version, rest @ ..] => objects(registry, group, version, rest),
            _ => Self::Unknown,
        }
    }
}

fn decoded(part: &str) -> Option<String> {
    // A plus in a path is not a space.
    let part = part.replace('+', "%2B");
    let (name, _) = form_urlencoded::parse(part.as_bytes()).next()?;
    Some(name.into_owned())
}

fn objects(registry: &Registry, group: &str, version: &str, rest: &[&str]) -> Route {
    let find = |plural: &str| registry.find(group, version, plural).cloned();
    let target = |plural: &str, namespace: Option<&str>, rest: &[&str]| {
        let resource = find(plural)?;
        if namespace.is_some() && !resource.namespaced {
            return None;
        }
        let (name, subresource) = match rest {
            [] => (None, None),
            [name] => (Some(*name), None),
            [name, subresource] => (Some(*name), Some(*subresource)),
            _ => return None,
        };
        if let Some(subresource) = subresource {
            resource.subresource(subresource)?;
        }
        if resource.namespaced && namespace.is_none() && name.is_some() {
            return None;
        }
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let (namespace, name, subresource) = (owned(namespace), owned(name), owned(subresource));
        Some(Target { resource, namespace, name, subresource })
    };
    let found = match rest {
        [] if registry.has(group, Some(version)) => {
            return Route::Discovery {
                group: Some(group.to_owned()),
                version: Some(version.to_owned()),
            };
        }
        ["namespaces", namespace, plural, rest @ ..]
            if !(group.is_empty() && *plural == "status") =>
        {
            target(plural, Some(namespace), rest)
        }
        [plural, rest @ ..] => target(plural, None, rest),
        [] => None,
    };
    found.map_or(Route::Unknown, Route::Objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let registry = Registry::new();
        let shown = |path: &str| match Route::of(path, &registry) {
            Route::Objects(it) => format!(
                "{} {:?} {:?} {:?}",
                it.resource.qualified(),
                it.namespace.as_deref(),
                it.name.as_deref(),
                it.subresource.as_deref()
            ),
            other => format!("{other:?}"),
        };
        let pairs = [
            ("/api/v1/pods", "pods None None None"),
            ("/api/v1/namespaces/a/pods/b", r#"pods Some("a") Some("b") None"#),
            ("/api/v1/namespaces/a", r#"namespaces None Some("a") None"#),
            ("/api/v1/namespaces/a/status", r#"namespaces None Some("a") Some("status")"#),
            (
                "/apis/apps/v1/namespaces/a/deployments/b/scale",
                r#"deployments.apps Some("a") Some("b") Some("scale")"#,
            ),
            (
                "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aa",
                r#"clusterroles.rbac.authorization.k8s.io None Some("system:a") None"#,
            ),
            ("/api/v1/pods/a", "Unknown"),
            ("/api/v1/namespaces/a/pods/b/none", "Unknown"),
            ("/apis/apps/v9/deployments", "Unknown"),
            ("/version", "Version"),
        ];
        for (path, wanted) in pairs {
            assert_eq!(shown(path), wanted, "{path}");
        }
    }
}
