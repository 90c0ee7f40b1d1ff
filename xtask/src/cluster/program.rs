//! The server of `tests/cluster` as a program, built once for each state of its source.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Result, progress, workspace};

/// The module whose version decides what is built.
const KUBERNETES: &str = "k8s.io/kubernetes";

/// The program. It is built first if it is not in the cache.
pub(super) fn built() -> Result<PathBuf> {
    let program = path()?;
    if program.exists() {
        return Ok(program);
    }
    let source = source();
    let version = version(&fs::read_to_string(source.join("go.mod"))?)?;
    eprintln!(
        "building kube-apiserver {version}, once: about ten minutes of a processor; on disk, \
         0.8 GB in {modules}, 3.1 GB in {builds} and 0.1 GB in {own}",
        modules = folder_of_go("GOMODCACHE")?,
        builds = folder_of_go("GOCACHE")?,
        own = cache()?.display(),
    );
    // Compiled under another name, so that an interrupted build leaves no partial program.
    let unfinished = program.with_extension("unfinished");
    let (major, minor) = major_and_minor(&version)?;
    let flags = [("gitVersion", &*version), ("gitMajor", major), ("gitMinor", minor)]
        .map(|(name, value)| format!("-X k8s.io/component-base/version.{name}={value}"));
    let mut build = Command::new("go");
    build.args(["build", "-v", "-ldflags"]).arg(format!("-s -w {}", flags.join(" "))).arg("-o");
    build.arg(&unfinished).arg(".").current_dir(&source);
    progress::follow(build, progress::packages(&source)?)?;
    fs::rename(&unfinished, &program)?;
    remove_older(&program)?;
    Ok(program)
}

/// The program, if it has been built.
pub(super) fn cached() -> Result<Option<PathBuf>> {
    let program = path()?;
    Ok(program.exists().then_some(program))
}

/// The folder for the program and for the address of a running server.
pub(super) fn cache() -> Result<PathBuf> {
    let below = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let folder = below("SMP_CLUSTER_CACHE")
        .or_else(|| below("XDG_CACHE_HOME").map(|it| it.join("smp-cluster")))
        .or_else(|| below("HOME").map(|it| it.join(".cache").join("smp-cluster")))
        .ok_or("set SMP_CLUSTER_CACHE to a folder for the built server")?;
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The folder that a variable of `go env` names.
fn folder_of_go(variable: &str) -> Result<String> {
    Ok(String::from_utf8(go(&["env", variable])?)?.trim().to_owned())
}

/// Removes programs built from other sources, which nothing uses any more.
fn remove_older(program: &Path) -> Result<()> {
    for entry in fs::read_dir(cache()?)? {
        let path = entry?.path();
        let is_program =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
        if is_program && path != program {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

const PREFIX: &str = "kube-apiserver-";

/// The extensions of the files that make the program.
const SOURCE: [&str; 3] = ["go", "mod", "sum"];

/// The program's file: its name has the version, and a digest of the source.
fn path() -> Result<PathBuf> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(source())? {
        let path = entry?.path();
        // The task reads objects and definitions, which are not part of the program.
        if path.extension().is_some_and(|it| SOURCE.iter().any(|of_go| it == *of_go)) {
            files.insert(path.file_name().map(ToOwned::to_owned), fs::read(&path)?);
        }
    }
    let mut digest = DefaultHasher::new();
    files.hash(&mut digest);
    let version = version(&fs::read_to_string(source().join("go.mod"))?)?;
    Ok(cache()?.join(format!("{PREFIX}{version}-{:016x}", digest.finish())))
}

fn source() -> PathBuf {
    workspace().join("tests").join("cluster")
}

/// The version of Kubernetes in a `go.mod`, such as `v1.37.2`.
pub(super) fn version(module: &str) -> Result<String> {
    let line = module.lines().map(str::trim).find_map(|line| {
        let line = line.strip_prefix("require ").unwrap_or(line);
        line.strip_prefix(KUBERNETES)?.strip_prefix(' ')
    });
    let version = line.and_then(|rest| rest.split_whitespace().next());
    Ok(version.ok_or("tests/cluster/go.mod requires no k8s.io/kubernetes")?.to_owned())
}

fn major_and_minor(version: &str) -> Result<(&str, &str)> {
    let mut numbers = version.trim_start_matches('v').split('.');
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(major), Some(minor), Some(_)) => Ok((major, minor)),
        _ => Err(format!("`{version}` is not a version such as 1.37.2").into()),
    }
}

/// Writes `go.mod` and `go.sum` for another version of Kubernetes. The modules that Kubernetes' own
/// `go.mod` replaces with folders are replaced with their published versions.
pub(super) fn set_version(version: &str) -> Result<()> {
    let version = version.trim_start_matches('v');
    let (_, _) = major_and_minor(version)?;
    let staged = format!("v0.{}", version.trim_start_matches("1."));
    let downloaded = go(&["mod", "download", "-json", &format!("{KUBERNETES}@v{version}")])?;
    let downloaded: serde_json::Value = serde_json::from_slice(&downloaded)?;
    let theirs = downloaded.get("GoMod").and_then(serde_json::Value::as_str);
    let theirs = fs::read_to_string(theirs.ok_or("Go names no go.mod of the module")?)?;
    fs::write(source().join("go.mod"), module(&theirs, version, &staged))?;
    go(&["mod", "tidy"])?;
    println!("tests/cluster is built of Kubernetes {version}");
    Ok(())
}

/// The text of `go.mod`.
fn module(theirs: &str, version: &str, staged: &str) -> String {
    let kept =
        theirs.lines().filter(|line| line.starts_with("go ") || line.starts_with("godebug "));
    let replaced = theirs.lines().filter_map(|line| {
        let (name, folder) = line.trim().split_once(" => ")?;
        let name = name.trim_start_matches("replace ");
        folder.starts_with("./staging/").then(|| format!("\t{name} => {name} {staged}"))
    });
    let mut lines = vec!["module smp-cluster".to_owned(), String::new()];
    lines.extend(kept.map(str::to_owned));
    lines.push(format!("\nrequire {KUBERNETES} v{version}\n\nreplace ("));
    lines.extend(replaced);
    lines.push(")\n".to_owned());
    lines.join("\n")
}

fn go(args: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new("go")
        .args(args)
        .current_dir(source())
        .output()
        .map_err(|error| format!("Go doesn't run: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("go {}: {}{said}", args.join(" "), output.status).into());
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_is_of_the_version_of_the_catalogue() {
        let text = fs::read_to_string(source().join("go.mod")).expect("readable");
        let version = version(&text).expect("a version");
        let (major, minor) = major_and_minor(&version).expect("three numbers");
        assert_eq!(format!("{major}.{minor}"), smp_types::KUBERNETES_VERSION);
    }

    #[test]
    fn folders_become_published_versions() {
        let theirs = "module k8s.io/kubernetes\n\ngo 1.26.0\n\nrequire example.com/x v1.0.0\n\n\
                      replace (\n\tk8s.io/api => ./staging/src/k8s.io/api\n)\n";
        let ours = module(theirs, "1.37.2", "v0.37.2");
        assert!(ours.contains("\nrequire k8s.io/kubernetes v1.37.2\n"), "{ours}");
        assert!(ours.contains("\tk8s.io/api => k8s.io/api v0.37.2\n"), "{ours}");
        assert_eq!(version(&ours).expect("a version"), "v1.37.2");
        assert!(version("module other\n").is_err());
        assert!(major_and_minor("1.37").is_err());
    }
}
