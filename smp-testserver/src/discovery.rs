//! Discovery: the groups, versions and resources that the server has.

use serde_json::{Value, json};
use smp_schema::__support::group_and_version;

use crate::object::set;
use crate::registry::{Registry, Resource, api_version};

/// The version of the server, which is that of the catalogue.
pub(crate) fn version() -> Value {
    let number = smp_schema::catalogue::KUBERNETES_VERSION;
    let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
    json!({
        "major": major, "minor": minor, "gitVersion": format!("v{number}.0"), "gitCommit": "",
        "gitTreeState": "clean", "buildDate": "1970-01-01T00:00:00Z", "goVersion": "",
        "compiler": "smp-testserver", "platform": "linux/amd64",
    })
}

/// The groups in order, each once; the core group is an empty text.
fn groups(registry: &Registry) -> Vec<&str> {
    let mut groups = Vec::new();
    for resource in registry.all() {
        if !groups.contains(&resource.group.as_str()) {
            groups.push(&resource.group);
        }
    }
    groups
}

fn versions<'r>(registry: &'r Registry, group: &str) -> Vec<&'r str> {
    let mut versions = Vec::new();
    for resource in registry.all().filter(|it| it.group == group) {
        if !versions.contains(&resource.version.as_str()) {
            versions.push(resource.version.as_str());
        }
    }
    versions.sort_by_key(|it| rank(it));
    versions
}

/// Stable versions before beta and alpha ones, newer before older.
fn rank(version: &str) -> (u8, std::cmp::Reverse<u32>, std::cmp::Reverse<u32>) {
    let rest = version.trim_start_matches('v');
    let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    let (major, rest) = rest.split_at_checked(digits).unwrap_or((rest, ""));
    let (stage, minor) = match rest {
        "" => (0, ""),
        rest if rest.starts_with("beta") => (1, rest.trim_start_matches("beta")),
        rest if rest.starts_with("alpha") => (2, rest.trim_start_matches("alpha")),
        _ => (3, ""),
    };
    let number = |text: &str| std::cmp::Reverse(text.parse::<u32>().unwrap_or(0));
    (stage, number(major), number(minor))
}

/// The document of a path below `/api` or `/apis`.
pub(crate) fn document(
    registry: &Registry,
    group: Option<&str>,
    version: Option<&str>,
    accept: &str,
) -> (Value, &'static str) {
    const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    let is_aggregated = accept.contains("APIGroupDiscoveryList") && accept.contains("v=v2");
    let plain = "application/json";
    match (group, version) {
        (Some(group), Some(version)) => (resource_list(registry, group, version), plain),
        (None, _) if is_aggregated => (aggregated(registry, false), AGGREGATED),
        (Some(""), None) if is_aggregated => (aggregated(registry, true), AGGREGATED),
        (Some(""), None) => (
            json!({
                "kind": "APIVersions", "versions": ["v1"],
                "serverAddressByClientCIDRs": [{"clientCIDR": "0.0.0.0/0", "serverAddress": "127.0.0.1"}],
            }),
            plain,
        ),
        (Some(name), None) => {
            let mut object = group_of(registry, name);
            set(&mut object, &["kind"], "APIGroup");
            set(&mut object, &["apiVersion"], "v1");
            (object, plain)
        }
        (None, _) => {
            let groups = groups(registry).into_iter().filter(|it| !it.is_empty());
            let groups: Vec<_> = groups.map(|it| group_of(registry, it)).collect();
            (json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}), plain)
        }
    }
}

fn group_of(registry: &Registry, group: &str) -> Value {
    let version = |it: &&str| json!({"groupVersion": api_version(group, it), "version": it});
    let versions: Vec<_> = versions(registry, group).iter().map(version).collect();
    json!({"name": group, "versions": versions, "preferredVersion": versions.first()})
}

fn resource_list(registry: &Registry, group: &str, version: &str) -> Value {
    let mut resources = Vec::new();
    for it in registry.all().filter(|it| it.group == group && it.version == version) {
        let mut entry = json!({
            "name": it.plural, "singularName": it.singular, "namespaced": it.namespaced,
            "kind": it.kind, "verbs": it.verbs,
        });
        for (name, list) in [("shortNames", &it.short_names), ("categories", &it.categories)] {
            if !list.is_empty() {
                set(&mut entry, &[name], json!(list));
            }
        }
        resources.push(entry);
        for sub in &it.subresources {
            let kind = sub.kind.as_ref().map_or(it.kind.as_str(), |(_, kind)| kind);
            let mut entry = json!({
                "name": format!("{}/{}", it.plural, sub.name), "singularName": "",
                "namespaced": it.namespaced, "kind": kind, "verbs": sub.verbs,
            });
            if let Some((api_version, _)) = &sub.kind {
                let (group, version) = group_and_version(api_version);
                set(&mut entry, &["group"], group);
                set(&mut entry, &["version"], version);
            }
            resources.push(entry);
        }
    }
    json!({
        "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": api_version(group, version),
        "resources": resources,
    })
}

fn aggregated(registry: &Registry, core: bool) -> Value {
    let groups = groups(registry).into_iter().filter(|it| it.is_empty() == core);
    let items: Vec<_> = groups
        .map(|group| {
            let version = |version: &&str| {
                let found =
                    registry.all().filter(|it| it.group == group && it.version == **version);
                let resources: Vec<_> = found.map(|it| aggregated_resource(it)).collect();
                json!({"version": version, "resources": resources, "freshness": "Current"})
            };
            let versions: Vec<_> = versions(registry, group).iter().map(version).collect();
            let metadata = if group.is_empty() { json!({}) } else { json!({"name": group}) };
            json!({"metadata": metadata, "versions": versions})
        })
        .collect();
    json!({
        "kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {},
        "items": items,
    })
}

fn aggregated_resource(it: &Resource) -> Value {
    let kind = |api_version: &str, kind: &str| {
        let (group, version) = group_and_version(api_version);
        json!({"group": group, "version": version, "kind": kind})
    };
    let own = kind(&it.api_version(), &it.kind);
    let subresources: Vec<_> = it
        .subresources
        .iter()
        .map(|sub| {
            let other = sub.kind.as_ref().map(|(api_version, name)| kind(api_version, name));
            json!({
                "subresource": sub.name, "verbs": sub.verbs,
                "responseKind": other.unwrap_or_else(|| own.clone()),
            })
        })
        .collect();
    let scope = if it.namespaced { "Namespaced" } else { "Cluster" };
    let mut entry = json!({
        "resource": it.plural, "responseKind": own, "scope": scope, "singularResource": it.singular,
        "verbs": it.verbs,
    });
    let lists = [
        ("shortNames", json!(it.short_names)),
        ("categories", json!(it.categories)),
        ("subresources", json!(subresources)),
    ];
    for (name, list) in lists {
        if list.as_array().is_some_and(|it| !it.is_empty()) {
            set(&mut entry, &[name], list);
        }
    }
    entry
}
