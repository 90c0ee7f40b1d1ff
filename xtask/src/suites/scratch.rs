//! The folder outside the repository: a copy of apimachinery with the shim in it, a module for
//! each project, and the compiled tests.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::Result;
use super::plan::Suite;
use super::tests::Program;
use crate::bench::process::{ask, run};
use crate::bench::session::module;

const APIMACHINERY: &str = "k8s.io/apimachinery";

/// The folder that contains the copy.
pub(super) struct Scratch {
    folder: PathBuf,
    /// The version of Kubernetes' modules, which is that of the oracle.
    kubernetes: String,
}

/// A module that requires the module of a suite, with the copy instead of apimachinery.
pub(super) struct Module {
    folder: PathBuf,
    pub(super) version: String,
}

impl Scratch {
    /// Copies the module and puts the shim into it.
    pub(super) fn make(root: &Path) -> Result<Self> {
        let scratch = Self { folder: cache()?, kubernetes: module(root, APIMACHINERY)? };
        let copy = scratch.copy();
        if copy.exists() {
            fs::remove_dir_all(&copy)?;
        }
        copy_folder(&download(APIMACHINERY, &scratch.kubernetes)?.dir, &copy)?;
        let package = copy.join("pkg").join("util").join("strategicpatch");
        let mut shim = String::new();
        for entry in fs::read_dir(root.join("tests").join("suites").join("shim"))? {
            let file = entry?;
            let text = fs::read_to_string(file.path())?;
            fs::write(package.join(file.file_name()), &text)?;
            shim.push_str(&text);
        }
        fs::copy(env::current_exe()?, scratch.engine())?;
        let patch = package.join("patch.go");
        let renamed = make_room(&fs::read_to_string(&patch)?, &shim)?;
        fs::write(patch, renamed)?;
        Ok(scratch)
    }

    fn copy(&self) -> PathBuf {
        self.folder.join("apimachinery")
    }

    /// A copy of this program: rebuilding the workspace meanwhile does not replace it.
    pub(super) fn engine(&self) -> PathBuf {
        self.folder.join("engine")
    }

    /// The file where this engine appends the questions that it is asked.
    pub(super) fn record(&self) -> PathBuf {
        self.folder.join("questions.ndjson")
    }

    /// The environment for tests with this engine. Removes the old record.
    pub(super) fn for_this_engine(&self) -> [(&'static str, PathBuf); 2] {
        let _ = fs::remove_file(self.record());
        [("SMP_SUITES_ENGINE", self.engine()), ("SMP_SUITES_RECORD", self.record())]
    }

    /// The module for the packages of a suite, with all that their tests need.
    pub(super) fn module(&self, suite: &Suite) -> Result<Module> {
        let version = suite.version.clone().unwrap_or_else(|| self.kubernetes.clone());
        let name = suite.module.replace('/', "-");
        let folder = self.folder.join(&name);
        fs::create_dir_all(&folder)?;
        let mut manifest = format!("module suites/{name}\n\n");
        let own = fs::read_to_string(download(&suite.module, &version)?.go_mod)?;
        for staged in staged(&own).filter(|staged| *staged != APIMACHINERY) {
            let _ = writeln!(manifest, "replace {staged} => {staged} {}", self.kubernetes);
        }
        let _ = writeln!(manifest, "replace {APIMACHINERY} => {}", self.copy().display());
        fs::write(folder.join("go.mod"), manifest)?;
        run(go(&folder)
            .arg("get")
            .arg("-t")
            .args(suite.paths().map(|path| format!("{path}@{version}"))))?;
        Ok(Module { folder, version })
    }

    /// A line for the results: the date and the versions.
    pub(super) fn session(&self) -> Result<String> {
        let date = ask(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
        let go = ask(Command::new("go").args(["env", "GOVERSION"]))?;
        Ok(format!("{}; Kubernetes {}; {}", date.trim(), self.kubernetes, go.trim()))
    }
}

impl Module {
    /// Compiles the tests of a package.
    pub(super) fn compile(&self, path: &str) -> Result<Program> {
        let file = self.folder.join("package.test");
        // Debug information is most of the size of such a program.
        run(go(&self.folder).args(["test", "-c", "-ldflags=-w", "-o"]).arg(&file).arg(path))?;
        let source = ask(go(&self.folder).args(["list", "-f", "{{.Dir}}", path]))?;
        Ok(Program { file, source: source.trim().into() })
    }
}

/// Go in a folder, where it may add to `go.mod` and `go.sum`.
fn go(folder: &Path) -> Command {
    let mut command = Command::new("go");
    command.current_dir(folder).env("GOFLAGS", "-mod=mod");
    command
}

fn cache() -> Result<PathBuf> {
    let below = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let folder = below("SMP_SUITES_CACHE")
        .or_else(|| below("XDG_CACHE_HOME").map(|it| it.join("smp-suites")))
        .or_else(|| below("HOME").map(|it| it.join(".cache").join("smp-suites")))
        .ok_or("set SMP_SUITES_CACHE to a folder for the copy of apimachinery")?;
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A module in Go's module cache.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Download {
    dir: PathBuf,
    go_mod: PathBuf,
}

fn download(module: &str, version: &str) -> Result<Download> {
    let module = format!("{module}@{version}");
    let text = ask(Command::new("go").args(["mod", "download", "-json"]).arg(module))?;
    Ok(serde_json::from_str(&text)?)
}

/// The modules that a `go.mod` takes from folders beside it, as that of k8s.io/kubernetes does.
/// Only the main module of a build can do so; they are published with Kubernetes' version.
fn staged(manifest: &str) -> impl Iterator<Item = &str> {
    let replacements = manifest.lines().filter_map(|line| line.trim().split_once(" => ./staging/"));
    replacements.map(|(module, _)| module)
}

/// Copies a folder. The copies are writable even if the originals are not.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::write(target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// The package's own file, with new names for the functions that the shim has.
fn make_room(patch: &str, shim: &str) -> Result<String> {
    let mut patch = patch.to_owned();
    for line in shim.lines() {
        let Some(name) = line.strip_prefix("func ").and_then(|rest| rest.split('(').next()) else {
            continue;
        };
        if name.starts_with(|first: char| first.is_ascii_uppercase()) {
            let declared = format!("\nfunc {name}(");
            if !patch.contains(&declared) {
                return Err(format!("{APIMACHINERY} has no function {name} in patch.go").into());
            }
            patch = patch.replace(&declared, &format!("\nfunc reference{name}("));
        }
    }
    Ok(patch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staged_modules_are_found() {
        let manifest =
            "replace (\n\tk8s.io/api => ./staging/src/k8s.io/api\n\ta.b/c => a.b/d v1\n)\n";
        assert_eq!(staged(manifest).collect::<Vec<_>>(), ["k8s.io/api"]);
    }

    #[test]
    fn functions_of_the_shim_are_renamed_in_the_package() {
        let shim = "func Apply(a int) {}\nfunc (p *program) Run() {}\nfunc text() {}\n";
        let patch = "package p\n\nfunc Apply(a int) { Applied() }\n\nfunc Applied() {}\n";
        let renamed =
            "package p\n\nfunc referenceApply(a int) { Applied() }\n\nfunc Applied() {}\n";
        assert_eq!(make_room(patch, shim).unwrap(), renamed);
        assert!(make_room("package p\n", shim).is_err());
    }
}
