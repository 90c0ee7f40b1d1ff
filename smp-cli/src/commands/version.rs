//! `smp version`: the version of the command, and of the schemas that are built in.

use std::collections::BTreeMap;

use serde::Serialize;
use smp_core::Document;
use smp_openapi::overlays;
use smp_types::Catalogue;

use crate::api_resources::{group_of, of_kind};
use crate::args::VersionArgs;
use crate::output::{print, render, to_json};
use crate::report::Report;
use crate::status::SUCCESS;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VersionJson {
    version: &'static str,
    /// The newest version of Kubernetes whose kinds are built in.
    kubernetes: &'static str,
    /// The older versions, for `--kubernetes`.
    older_kubernetes: Vec<&'static str>,
    /// The number of kinds that are built in for this version, lists and parts of requests included.
    kinds: usize,
    /// The number of kinds whose objects a cluster stores, which `smp kinds` lists.
    served_kinds: usize,
    /// The projects with default overlays, and the number of kinds of each.
    overlays: BTreeMap<String, usize>,
}

pub(crate) fn run(args: &VersionArgs) -> Result<u8, Report> {
    let mut projects = BTreeMap::new();
    for known in overlays::all() {
        let project = known.name().split('/').next().unwrap_or_default().to_owned();
        *projects.entry(project).or_default() += 1;
    }
    let older = Catalogue::all().filter(|catalogue| *catalogue != Catalogue::NEWEST);
    let version = VersionJson {
        version: env!("CARGO_PKG_VERSION"),
        kubernetes: smp_types::KUBERNETES_VERSION,
        older_kubernetes: older.map(Catalogue::version).collect(),
        kinds: smp_types::kinds().count(),
        served_kinds: smp_types::kinds().filter(is_served).count(),
        overlays: projects,
    };
    let mut text = String::new();
    match args.output {
        None => text = for_people(&version),
        Some(format) => {
            let json = to_json(&version)?;
            render(&Document::from_json(&json)?, format, Some(2), &mut text)?;
        }
    }
    print(text.as_bytes())?;
    Ok(SUCCESS)
}

fn is_served((api_version, kind): &(&str, &str)) -> bool {
    of_kind(group_of(api_version), kind).is_some()
}

fn for_people(version: &VersionJson) -> String {
    let VersionJson { version, kubernetes, older_kubernetes, kinds, served_kinds, overlays } =
        version;
    let number: usize = overlays.values().sum();
    let overlays = overlays.iter().map(|(project, kinds)| format!("{project} ({kinds})"));
    let overlays = overlays.collect::<Vec<_>>().join(", ");
    let older = older_kubernetes.join(", ");
    format!(
        "smp {version}\nKubernetes {kubernetes}: {kinds} kinds, of which a cluster stores {served_kinds} (smp kinds); with \
         --kubernetes also {older}\n\
         default overlays: {number} kinds of {overlays}\n"
    )
}
