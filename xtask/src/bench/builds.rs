//! The CPU time of compiling smp-types with all its dependencies, compared with k8s-openapi,
//! and the time that the derive adds to a crate. CPU time depends less than the wall clock on
//! the number of cores and on other programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::process::{children_cpu_seconds, median, run};
use super::session::locked;
use super::table::{Figure, Goal, Row, Section};
use super::{Bench, Result};

pub(super) const TITLE: &str = "Builds";

/// The profiles, with cargo's options for them and the budgets: our time divided by the other
/// time.
pub(super) const PROFILES: [(&str, &[&str], f64); 2] =
    [("dev", &[], 1.0), ("release", &["--release"], 1.2)];

/// Builds each crate from nothing in each profile, one after the other. `more` are further
/// rows.
pub(super) fn measure(bench: &Bench, more: Vec<Row>) -> Result<Section> {
    let types = local(bench, "smp-types")?;
    let (version, other) = k8s_openapi(bench)?;
    let crates = [("smp-types", types), ("k8s-openapi", other)];
    for (name, dependency) in &crates {
        prepare(bench, name, dependency, "")?;
    }
    let mut rows = Vec::new();
    for (profile, options, budget) in PROFILES {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..bench.choose(3, 1) {
            for ((name, _), times) in crates.iter().zip(&mut times) {
                times.push(build(&bench.scratch.join("builds").join(name), options)?);
            }
        }
        let [ours, theirs] = times.map(|times| median(times).unwrap_or_default());
        rows.push(Row {
            what: "smp-types and all below it",
            on: format!("clean build, {profile}"),
            ours: Figure::Nanoseconds(ours),
            beside: "k8s-openapi, v1_37",
            theirs: Figure::Nanoseconds(theirs),
            goal: Goal::AtMost(budget),
        });
    }
    rows.extend(more);
    let note = format!(
        "CPU seconds, user and system. k8s-openapi {version} with its default features has structs for every kind; \
         smp-types with its default features has structs for the groups of most manifests, and a \
         catalogue of every kind."
    );
    Ok(Section::of_rows(TITLE, &rows, &[&note]))
}

/// The dependency on a crate of this workspace.
pub(super) fn local(bench: &Bench, name: &str) -> Result<String> {
    let path = serde_json::to_string(&bench.root.join(name))?;
    Ok(format!("{name} = {{ path = {path} }}"))
}

/// The version of k8s-openapi, and the dependency on it.
pub(super) fn k8s_openapi(bench: &Bench) -> Result<(String, String)> {
    let version = locked(&bench.root, "k8s-openapi")?;
    let dependency =
        format!("k8s-openapi = {{ version = \"={version}\", features = [\"v1_37\"] }}");
    Ok((version, dependency))
}

/// Writes a crate with this source and dependencies, in the versions and profiles
/// of this workspace, and fetches what it needs. Returns its folder.
pub(super) fn prepare(
    bench: &Bench,
    name: &str,
    dependencies: &str,
    source: &str,
) -> Result<PathBuf> {
    let folder = bench.scratch.join("builds").join(name);
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src").join("lib.rs"), source)?;
    let manifest = format!(
        "[package]\nname = \"depends-on-{name}\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependencies}\n\n[workspace]\n\n{}",
        profiles(&fs::read_to_string(bench.root.join("Cargo.toml"))?)
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(bench.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    run(Command::new("cargo").args(["fetch", "--quiet"]).current_dir(&folder))?;
    Ok(folder)
}

/// The profiles of a manifest, which are its last part.
fn profiles(manifest: &str) -> &str {
    manifest.find("[profile.").and_then(|at| manifest.get(at..)).unwrap_or_default()
}

/// The CPU time of a build into an empty folder, in nanoseconds.
fn build(folder: &Path, options: &[&str]) -> Result<f64> {
    let target = folder.join("target");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    compile(folder, options)
}

/// The CPU time of compiling everything that is not compiled yet, in nanoseconds.
fn compile(folder: &Path, options: &[&str]) -> Result<f64> {
    eprintln!("building {} {}", folder.display(), options.join(" "));
    let before = children_cpu_seconds()?;
    run(Command::new("cargo")
        .args(["build", "--quiet", "--offline", "--target-dir"])
        .arg(folder.join("target"))
        .args(options)
        // Without this, a cache of compiled crates would be measured.
        .env("RUSTC_WRAPPER", "")
        // For users, these crates are dependencies, which are not built incrementally.
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(folder))?;
    Ok((children_cpu_seconds()? - before) * 1e9)
}

/// The CPU time of compiling only the crate, in nanoseconds, if its dependencies are compiled.
pub(super) fn compile_alone(folder: &Path, options: &[&str]) -> Result<f64> {
    let source = folder.join("src").join("lib.rs");
    // Cargo compiles a crate again if its file is newer than the last result.
    fs::write(&source, fs::read(&source)?)?;
    compile(folder, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_of_this_workspace_are_found() {
        let root = super::super::workspace();
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let profiles = profiles(&manifest);
        assert!(profiles.contains("[profile.release]"), "{profiles}");
        assert!(!profiles.contains("[workspace"), "{profiles}");
    }
}
