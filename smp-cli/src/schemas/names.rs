//! Finds kinds, types and fields by the names that users write: `apps/v1/Deployment`, and those that
//! kubectl accepts: `deploy.spec`, `deployments.v1.apps`.

use std::sync::Arc;

use smp_core::nearest;
use smp_openapi::LayeredSchema;

use super::resources::Resource;
use super::{Schemas, full_name};
use crate::report::{Report, Rule};

/// The most kinds that a message lists.
const LISTED_KINDS: usize = 8;

/// The kind that a text names, and the path of a field in it.
pub(crate) struct Resolved<'t> {
    pub(crate) layered: Arc<LayeredSchema>,
    pub(crate) path: &'t str,
    /// Other kinds with the same name, which kubectl prefers less.
    pub(crate) others: Vec<String>,
}

impl Schemas {
    /// The schema of a kind with the name `apps/v1/Deployment`, or `Deployment` if only one kind has
    /// that name.
    pub(crate) fn by_name(&self, text: &str) -> Result<Arc<LayeredSchema>, Report> {
        let (api_version, kind) = text.rsplit_once('/').unwrap_or(("", text));
        let is_it = |it: &(&str, &str)| it.1 == kind && ["", it.0].contains(&api_version);
        let mut candidates: Vec<_> = self.set.kinds().filter(is_it).collect();
        if candidates.is_empty() {
            let removed = self.set.catalogue().removed_kinds().into_iter();
            candidates = removed.map(|it| (it.api_version(), it.kind())).filter(is_it).collect();
        }
        if candidates.is_empty() {
            // Kinds of default overlays have no definition. An overlay is known for all versions of its
            // kind.
            candidates = if self.set.default_overlay(api_version, kind).is_some() {
                vec![(api_version, kind)]
            } else {
                let kinds = self.set.default_overlay_kinds().filter(|known| known.1 == kind);
                kinds.filter(|_| api_version.is_empty()).collect()
            };
        }
        candidates.sort_unstable();
        candidates.dedup();
        match candidates.as_slice() {
            [(api_version, kind)] => self
                .find(api_version, kind)?
                .ok_or_else(|| Report::new(format!("no schema for {api_version}/{kind}"))),
            [] => {
                let versions = self.versions_of_kind(api_version, kind);
                let report = versions.into_iter().fold(unknown_kind(text), Report::help);
                Err(self.suggest(kind, report).help("give a file that defines it with --schema"))
            }
            several => {
                Err(several_kinds(kind, several.iter().map(|known| full_name(*known)).collect()))
            }
        }
    }

    /// Like [`by_name`](Self::by_name), but also finds types inside of kinds, if they are given with
    /// their `apiVersion`: `v1/PodSpec`.
    fn kind_or_type(&self, text: &str) -> Result<Arc<LayeredSchema>, Report> {
        let found = self.by_name(text);
        // If the kind exists, the error is about its definition.
        if found.is_err()
            && !self.set.kinds().any(|kind| full_name(kind) == text)
            && let Some((api_version, name)) = text.rsplit_once('/')
            && let Some(part) =
                self.set.find_type(api_version, name).map_err(|error| self.set_error(&error))?
        {
            return Ok(Arc::new(part));
        }
        found
    }

    /// Finds the kind in a text such as `deploy.spec.replicas`, `deployments.v1.apps.spec` or
    /// `apps/v1/Deployment.spec`, or a type that is written with its `apiVersion`. If several kinds
    /// have the name, takes the one that kubectl prefers. `O(n log n)` in the kinds.
    pub(crate) fn resolve<'t>(&self, text: &'t str) -> Result<Resolved<'t>, Report> {
        let (name, rest) = split(text);
        let resources = self.resources();
        let (mut found, rest) = match name.rsplit_once('/') {
            Some((api_version, own)) => {
                let of_version = resources.iter().filter(|it| it.api_version == api_version);
                (called(own, of_version), rest)
            }
            None => in_group(called(name, resources.iter()), rest),
        };
        if found.iter().any(|it| !it.removed) {
            found.retain(|it| !it.removed);
        }
        let served = found.iter().any(|it| it.served);
        let layered = match found.as_slice() {
            [] => self.kind_or_type(name).map_err(|report| with_near(report, name, &resources))?,
            // It is unknown which one a cluster would prefer.
            [first, others @ ..]
                if !served && !others.is_empty()
                    || !first.is_of_kubernetes()
                        && others.iter().any(|it| it.served && it.group() != first.group()) =>
            {
                return Err(several_kinds(name, found.iter().map(|it| it.full_name()).collect()));
            }
            [first, ..] => self.by_name(&first.full_name())?,
        };
        let others = found.iter().skip(1).filter(|it| it.served).map(|it| it.full_name());
        let path = rest.strip_prefix('.').unwrap_or(rest);
        Ok(Resolved { layered, path, others: others.collect() })
    }
}

/// Splits `apps/v1/Deployment.spec.replicas` into the name, whose group may have dots before the
/// slash, and the rest with its dot.
fn split(text: &str) -> (&str, &str) {
    let quoted = text.find('[').unwrap_or(text.len());
    let kind = text[..quoted].rfind('/').map_or(0, |slash| slash + 1);
    let end = text[kind..].find(['.', '[']).map_or(text.len(), |end| kind + end);
    text.split_at(end)
}

/// The kinds with this name, in any case: kind, plural, singular, or else short name.
fn called<'r>(
    name: &str,
    resources: impl Iterator<Item = &'r Resource> + Clone,
) -> Vec<&'r Resource> {
    let name = name.to_lowercase();
    let is_name =
        |it: &&Resource| it.kind.to_lowercase() == name || it.singular == name || it.plural == name;
    let found: Vec<_> = resources.clone().filter(is_name).collect();
    if !found.is_empty() {
        return found;
    }
    resources.filter(|it| it.short_names.contains(&name)).collect()
}

/// Keeps the kinds whose group, or version and group, `rest` begins with (`apps.spec`, `v1.apps.spec`),
/// and returns the text after it. If no group fits, `rest` is the path of a field, and all kinds are
/// kept.
fn in_group<'r, 't>(found: Vec<&'r Resource>, rest: &'t str) -> (Vec<&'r Resource>, &'t str) {
    let after = |it: &Resource| -> Option<&'t str> {
        let (group, version) = (it.group(), it.version());
        let with_version =
            if group.is_empty() { version.to_owned() } else { format!("{version}.{group}") };
        let names = [with_version.as_str(), group];
        names.into_iter().filter(|name| !name.is_empty()).find_map(|name| {
            let rest = rest.strip_prefix('.')?.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
        })
    };
    let Some(rest_after) = found.iter().filter_map(|it| after(it)).min_by_key(|it| it.len()) else {
        return (found, rest);
    };
    (found.into_iter().filter(|it| after(it) == Some(rest_after)).collect(), rest_after)
}

/// Replaces the error about a name in lower case if names of a similar spelling exist: the new error
/// suggests them.
fn with_near(report: Report, name: &str, resources: &[Resource]) -> Report {
    if name.contains('/') || name.starts_with(char::is_uppercase) {
        return report;
    }
    let names = resources.iter().filter(|it| it.served).flat_map(|it| {
        let own = [it.plural.as_str(), it.singular.as_str()];
        own.into_iter().chain(it.short_names.iter().map(String::as_str))
    });
    let mut near = nearest(&name.to_lowercase(), names, |name| *name);
    near.sort_unstable();
    near.dedup();
    match near.as_slice() {
        [] => report,
        near => unknown_kind(name).help(format!("did you mean {}?", near.join(" or "))),
    }
}

/// The error about a kind that is not known.
fn unknown_kind(name: &str) -> Report {
    Report::new(format!("no schema for the kind {name:?}")).rule(Rule::UnknownKind)
}

/// The error about a name that several kinds have. `kinds` are their full names.
fn several_kinds(name: &str, mut kinds: Vec<String>) -> Report {
    kinds.sort_unstable();
    let more = kinds.len().saturating_sub(LISTED_KINDS);
    kinds.truncate(LISTED_KINDS);
    if more > 0 {
        kinds.push(format!("{more} more"));
    }
    Report::new(format!("several kinds are called {name:?}"))
        .help(format!("write one of {}", kinds.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn the_name_ends_at_the_first_dot_after_the_group() {
        assert_eq!(split("deploy.spec.x"), ("deploy", ".spec.x"));
        assert_eq!(split("apps.example.com/v1/Foo.spec"), ("apps.example.com/v1/Foo", ".spec"));
        assert_eq!(split(r#"ConfigMap.data["a/b.c"]"#), ("ConfigMap", r#".data["a/b.c"]"#));
        assert_eq!(split(r#"cm["a"]"#), ("cm", r#"["a"]"#));
    }
}
