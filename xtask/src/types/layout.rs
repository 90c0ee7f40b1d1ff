//! Assigns the types to modules and files: a module for each group-version, with several files
//! if one would be too long: those of a plan, or one for each kind.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use super::names::snake_case;
use super::select::Selection;
use crate::type_name::TypeName;

/// A file: its name, its title, and the types that it begins with.
type FilePlan = (&'static str, &'static str, &'static [&'static str]);

/// The files of long modules, and the types that each begins with: whole names, or `*` and the end of
/// names. A type that one file lists by its whole name and another by its end is in the former. Every
/// other type is in the first file with a type that has a field of it.
const FILES: &[(&str, &[FilePlan])] = &[
    (
        "core_v1",
        &[
            (
                "pod",
                "Pods and their templates",
                &["Pod", "PodTemplate", "PodTemplateSpec", "PodSpec"],
            ),
            ("pod_status", "The status of a pod", &["PodStatus"]),
            ("container", "Containers", &["Container", "EphemeralContainer"]),
            ("container_status", "The status of a container", &["ContainerStatus"]),
            ("env", "Environment variables", &["EnvVar", "EnvFromSource"]),
            ("probe", "Probes and lifecycle hooks", &["Probe", "Lifecycle"]),
            ("security", "Security contexts", &["SecurityContext", "PodSecurityContext"]),
            ("resources", "Requests and limits", &["ResourceRequirements"]),
            (
                "scheduling",
                "Where pods may run",
                &["Affinity", "NodeSelector", "Toleration", "TopologySpreadConstraint"],
            ),
            ("volume", "Volumes of a pod", &["Volume"]),
            (
                "volume_projection",
                "Volumes filled from other objects",
                &[
                    "ProjectedVolumeSource",
                    "ConfigMapVolumeSource",
                    "DownwardAPIVolumeSource",
                    "SecretVolumeSource",
                    "KeyToPath",
                ],
            ),
            ("persistent_volume", "Persistent volumes", &["PersistentVolume"]),
            (
                "persistent_volume_source",
                "Sources that only persistent volumes have",
                &["*PersistentVolumeSource", "LocalVolumeSource"],
            ),
            (
                "volume_source_network",
                "Sources of volumes on storage networks",
                &[
                    "CephFSVolumeSource",
                    "FCVolumeSource",
                    "FlockerVolumeSource",
                    "GlusterfsVolumeSource",
                    "ISCSIVolumeSource",
                    "NFSVolumeSource",
                    "PortworxVolumeSource",
                    "QuobyteVolumeSource",
                    "RBDVolumeSource",
                    "ScaleIOVolumeSource",
                    "StorageOSVolumeSource",
                ],
            ),
            ("volume_source", "Sources of volumes", &["*VolumeSource"]),
            (
                "persistent_volume_claim",
                "Claims of persistent volumes",
                &["PersistentVolumeClaim", "PersistentVolumeClaimTemplate"],
            ),
            (
                "reference",
                "References to other objects",
                &[
                    "LocalObjectReference",
                    "ObjectReference",
                    "SecretReference",
                    "TypedLocalObjectReference",
                    "TypedObjectReference",
                ],
            ),
            ("service", "Services", &["Service"]),
            ("endpoints", "Endpoints", &["Endpoints"]),
            ("node", "Nodes", &["Node"]),
            ("event", "Events", &["Event"]),
            ("namespace", "Namespaces", &["Namespace"]),
            (
                "config",
                "Config maps, secrets and service accounts",
                &["ConfigMap", "Secret", "ServiceAccount"],
            ),
            ("binding", "Bindings of pods to nodes", &["Binding"]),
            ("component_status", "Component statuses", &["ComponentStatus"]),
            ("quota", "Limit ranges and resource quotas", &["LimitRange", "ResourceQuota"]),
            ("replication_controller", "Replication controllers", &["ReplicationController"]),
            ("topology", "Topology selectors", &["TopologySelectorTerm"]),
        ],
    ),
    (
        "apps_v1",
        &[
            ("deployment", "Deployments", &["Deployment"]),
            ("stateful_set", "Stateful sets", &["StatefulSet"]),
            ("daemon_set", "Daemon sets", &["DaemonSet"]),
            ("replica_set", "Replica sets", &["ReplicaSet"]),
            ("controller_revision", "Controller revisions", &["ControllerRevision"]),
        ],
    ),
    ("batch_v1", &[("job", "Jobs", &["Job", "JobSpec"]), ("cron_job", "Cron jobs", &["CronJob"])]),
    (
        "networking_v1",
        &[
            ("ingress", "Ingresses", &["Ingress"]),
            ("ingress_class", "Ingress classes", &["IngressClass"]),
            ("network_policy", "Network policies", &["NetworkPolicy"]),
            ("ip_address", "IP addresses", &["IPAddress"]),
            ("service_cidr", "Ranges of IP addresses of services", &["ServiceCIDR"]),
        ],
    ),
    (
        "autoscaling_v2",
        &[
            (
                "horizontal_pod_autoscaler",
                "Horizontal pod autoscalers",
                &["HorizontalPodAutoscaler"],
            ),
            ("metric", "Metrics to scale by", &["MetricSpec", "MetricStatus"]),
        ],
    ),
];

/// The types of one group-version.
#[derive(Debug)]
pub(super) struct Module<'d> {
    /// The name of the module: `core_v1`.
    pub(super) name: String,
    /// The group and version: `core/v1`.
    pub(super) group_version: String,
    /// The feature that has the module.
    pub(super) feature: String,
    pub(super) files: Vec<File<'d>>,
}

/// Some types of a module.
#[derive(Debug)]
pub(super) struct File<'d> {
    /// The name of the file; `None` if the module has only one.
    pub(super) name: Option<String>,
    /// The title, which describes its types.
    pub(super) title: String,
    /// The feature that has its types, if it isn't that of the module.
    pub(super) feature: Option<String>,
    /// The types. Each comes before the types that it is the first to refer to.
    pub(super) types: Vec<&'d TypeName>,
}

/// A module with more lines than this has a file for each kind.
const LONG: usize = 380;

/// Assigns every selected type to a module and a file.
pub(super) fn layout<'d>(selection: &Selection<'d>) -> Result<Vec<Module<'d>>> {
    let mut modules: BTreeMap<String, Vec<&'d TypeName>> = BTreeMap::new();
    for name in selection.types.keys().copied() {
        modules.entry(name.module()).or_default().push(name);
    }
    let modules = modules.into_iter().map(|(name, types)| {
        let group_version = types.first().map(|first| format!("{}/{}", first.group, first.version));
        let feature = feature(selection, &types);
        let has_others = types.iter().any(|name| selection.feature(name) != feature);
        let files = match FILES.iter().find(|(module, _)| *module == name) {
            Some((_, files)) => split(selection, &types, files)?,
            None if has_others || lines(selection, &types) > LONG => {
                by_kind(selection, &types, &feature)
            }
            None => vec![File {
                name: None,
                title: "Types".to_owned(),
                feature: None,
                types: in_order(selection, &types),
            }],
        };
        let group_version = group_version.unwrap_or_default();
        Ok(Module { name, group_version, feature, files })
    });
    modules.collect()
}

/// The feature of a module with these types: its group, if the group has one of them.
fn feature(selection: &Selection<'_>, types: &[&TypeName]) -> String {
    let mut features = types.iter().map(|name| (*name, selection.feature(name)));
    let first = features.clone().next().map(|(_, feature)| feature);
    let group = features.find(|(name, feature)| *feature == name.group);
    group.map(|(_, feature)| feature).or(first).unwrap_or_default()
}

/// About how many lines these structs have.
fn lines(selection: &Selection<'_>, types: &[&TypeName]) -> usize {
    let fields = types.iter().filter_map(|name| selection.types.get(name));
    fields.map(|object| 11 + object.fields.len() * 3).sum()
}

/// A file for each kind, and one for the other types: those that no kind of the module reaches, and
/// those of the module's feature, if its kinds have a different feature.
fn by_kind<'d>(selection: &Selection<'d>, types: &[&'d TypeName], feature: &str) -> Vec<File<'d>> {
    let is_kind = |name: &TypeName| selection.kinds.values().any(|kind| *kind == name);
    let (kinds, parts): (Vec<_>, Vec<_>) = types.iter().copied().partition(|name| is_kind(name));
    let is_split = kinds.iter().all(|kind| selection.feature(kind) != feature);
    let mut placed = BTreeSet::new();
    let mut files = Vec::new();
    for kind in kinds {
        let own_feature = selection.feature(kind);
        let mut own = Vec::new();
        walk(selection, kind, &mut |name| {
            let takes = types.contains(&name)
                && selection.feature(name) == own_feature
                && (name == kind || !is_kind(name))
                && placed.insert(name);
            if takes {
                own.push(name);
            }
            takes
        });
        files.push(File {
            name: Some(snake_case(&kind.name)),
            title: format!("The kind `{}`", kind.name),
            feature: is_split.then_some(own_feature),
            types: own,
        });
    }
    let rest: Vec<_> = parts.into_iter().filter(|name| !placed.contains(name)).collect();
    if !rest.is_empty() {
        files.push(File {
            name: Some("parts".to_owned()),
            title: "Types that several kinds or other modules use".to_owned(),
            feature: None,
            types: in_order(selection, &rest),
        });
    }
    files
}

fn split<'d>(
    selection: &Selection<'d>,
    types: &[&'d TypeName],
    files: &[FilePlan],
) -> Result<Vec<File<'d>>> {
    let mut placed = BTreeSet::new();
    let mut split = Vec::new();
    for (file, title, seeds) in files {
        let mut own = Vec::new();
        for seed in *seeds {
            let mut found = false;
            for start in types.iter().copied().filter(|name| matches(seed, &name.name)) {
                found = true;
                walk(selection, start, &mut |name| {
                    let takes = types.contains(&name)
                        && begins(files, &name.name).is_none_or(|home| home == *file)
                        && placed.insert(name);
                    if takes {
                        own.push(name);
                    }
                    takes
                });
            }
            if !found {
                return Err(format!("{file} begins with {seed}, which isn't selected").into());
            }
        }
        split.push(File {
            name: Some((*file).to_owned()),
            title: (*title).to_owned(),
            feature: None,
            types: own,
        });
    }
    match types.iter().find(|name| !placed.contains(*name)) {
        Some(lost) => Err(format!("no file of the layout reaches {lost}").into()),
        None => Ok(split),
    }
}

/// The file that begins with a type of this name.
fn begins(files: &[FilePlan], name: &str) -> Option<&'static str> {
    let whole = files.iter().find(|(.., seeds)| seeds.contains(&name));
    let found = whole
        .or_else(|| files.iter().find(|(.., seeds)| seeds.iter().any(|seed| matches(seed, name))));
    found.map(|(file, ..)| *file)
}

fn matches(seed: &str, name: &str) -> bool {
    seed.strip_prefix('*').map_or(seed == name, |end| name.ends_with(end))
}

/// The types in order: those that no other type refers to come first, each followed by the types that
/// [`walk`] finds from it.
fn in_order<'d>(selection: &Selection<'d>, types: &[&'d TypeName]) -> Vec<&'d TypeName> {
    let referred: BTreeSet<_> = types.iter().flat_map(|name| selection.references(name)).collect();
    let (rest, roots): (Vec<_>, Vec<_>) = types.iter().partition(|name| referred.contains(**name));
    let mut ordered = Vec::new();
    for start in roots.into_iter().chain(rest) {
        walk(selection, start, &mut |name| {
            let takes = types.contains(&name) && !ordered.contains(&name);
            if takes {
                ordered.push(name);
            }
            takes
        });
    }
    ordered
}

/// Visits a type, then those that it refers to, as long as `takes` is true.
fn walk<'d>(
    selection: &Selection<'d>,
    name: &'d TypeName,
    takes: &mut impl FnMut(&'d TypeName) -> bool,
) {
    if takes(name) {
        for inner in selection.references(name) {
            walk(selection, inner, takes);
        }
    }
}
