//! The time of compiling a crate that merges objects of the Kubernetes API: the code for their
//! types is compiled there, for smp-types as for k8s-openapi.

use super::builds::{PROFILES, compile_alone, k8s_openapi, local, prepare};
use super::process::median;
use super::table::{Figure, Goal, Row};
use super::{Bench, Result};

const OURS: &str = "\
use smp_core::{Patch, StrategicMerge};
use smp_types::apps_v1::Deployment;

pub fn merged(live: &str, patch: &str) -> Result<String, Box<dyn std::error::Error>> {
    let live: Deployment = serde_json::from_str(live)?;
    let patch: Patch = patch.parse()?;
    Ok(serde_json::to_string(&live.strategic_merge(&patch)?)?)
}
";

const THEIRS: &str = "\
use k8s_openapi::DeepMerge;
use k8s_openapi::api::apps::v1::Deployment;

pub fn merged(live: &str, patch: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut live: Deployment = serde_json::from_str(live)?;
    let patch: Deployment = serde_json::from_str(patch)?;
    live.merge_from(patch);
    Ok(serde_json::to_string(&live)?)
}
";

/// Compiles each crate in each profile, after all its dependencies were compiled.
pub(super) fn measure(bench: &Bench) -> Result<Vec<Row>> {
    let ours = format!(
        "{}\n{}\nserde_json = \"1\"",
        local(bench, "smp-core")?,
        local(bench, "smp-types")?
    );
    let theirs = format!("{}\nserde_json = \"1\"", k8s_openapi(bench)?.1);
    let folders = [
        prepare(bench, "merge-smp-types", &ours, OURS)?,
        prepare(bench, "merge-k8s-openapi", &theirs, THEIRS)?,
    ];
    let mut rows = Vec::new();
    for (profile, options, _) in PROFILES {
        for folder in &folders {
            compile_alone(folder, options)?;
        }
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..bench.choose(3, 1) {
            for (folder, times) in folders.iter().zip(&mut times) {
                times.push(compile_alone(folder, options)?);
            }
        }
        let [ours, theirs] =
            times.map(|times| Figure::Nanoseconds(median(times).unwrap_or_default()));
        rows.push(Row {
            what: "read, merge and write a Deployment",
            on: format!("the crate alone, {profile}"),
            ours,
            beside: "with k8s-openapi's DeepMerge",
            theirs,
            goal: Goal::None,
        });
    }
    Ok(rows)
}
