//! The tests of server-side apply in Kubernetes' repository, which start a kube-apiserver each: here they
//! start smp-testserver. The tests are those of the published module; `tests/suites/apply` has the
//! packages that start a server, in place of Kubernetes' own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Result, copy_folder, go, module};
use crate::suites::tests::{End, Program};

const PACKAGE: &str = "test/integration/apiserver/apply";

/// The folders and files that are copied from Kubernetes' module.
const COPIED: [&str; 7] = [
    PACKAGE,
    "test/integration/authutil",
    "test/integration/apiserver/apidefinitions/helper.go",
    "test/integration/etcd/data.go",
    "test/integration/framework/cbor.go",
    "test/utils/image/manifest.go",
    "pkg/api/legacyscheme/scheme.go",
];

/// Tests that do not pass, with the reason. A name also covers all names that begin with it.
const EXPLAINED: &[(&str, &str)] = &[
    ("TestCreateVeryLargeObject", NO_LIMIT),
    ("TestUpdateVeryLargeObject", NO_LIMIT),
    ("TestPatchVeryLargeObject", NO_LIMIT),
    ("TestApplyStatusWithCBOR", "smp-testserver reads no CBOR"),
    (
        "TestManagedFieldsTrailingData",
        "smp-testserver reads no protobuf; the same elements are refused in smp-managed/tests/entries.rs",
    ),
    ("TestCreateOnApplyFailsWithForbidden", "smp-testserver has no authorization"),
    (
        "TestAllKnownVersionsAreInMappings",
        "the test compares tables of Kubernetes, and asks no server",
    ),
];

const NO_LIMIT: &str = "smp-testserver has no limit for what is stored, so that the apply succeeds";

/// Runs all tests. A failure that nothing explains is an error.
pub(super) fn run(root: &Path, show: usize) -> Result<()> {
    let cargo = ["build", "--quiet", "-p", "smp-testserver", "--example", "serve"];
    go(Command::new(env!("CARGO")).args(cargo).current_dir(root))?;
    let program = compiled(root)?;
    let server = root.join("target/debug/examples/serve");
    let outcomes = program.run(false, &[("SMP_SUITES_SERVER", server)])?;
    let files = files(&program.source)?;
    let mut rows: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut stale: BTreeSet<&str> = EXPLAINED.iter().map(|(name, _)| *name).collect();
    let mut wrong = 0;
    for (name, end) in outcomes.ends() {
        let test = name.split('/').next().unwrap_or(name);
        let file = files.get(test).ok_or_else(|| format!("no file has {test}"))?;
        let explains = |(test, _): &&(&str, &str)| {
            *test == name || (end == End::Failed && name.starts_with(test))
        };
        let column = match (end, EXPLAINED.iter().find(explains)) {
            (End::Passed, _) => 0,
            (End::Skipped, None) => 1,
            (_, Some((test, _))) => {
                stale.remove(test);
                2
            }
            (End::Failed, None) => 3,
        };
        if let Some(count) = rows.entry(file).or_default().get_mut(column) {
            *count += 1;
        }
        if column == 3 {
            wrong += 1;
            if wrong <= show {
                println!("--- {name}\n{}", outcomes.message(name).unwrap_or_default());
            }
        }
    }
    println!("| file | pass | skipped by the test | explained | fail |\n|---|---|---|---|---|");
    for (file, [passed, skipped, explained, failed]) in rows {
        println!("| {file} | {passed} | {skipped} | {explained} | {failed} |");
    }
    for (test, reason) in EXPLAINED {
        println!("{test}: {reason}");
    }
    match (wrong, stale.is_empty()) {
        (0, true) => Ok(()),
        (0, false) => Err(format!("explained, but they pass: {stale:?}").into()),
        (count, _) => Err(format!("nothing explains {count} failures").into()),
    }
}

/// The tests, compiled.
fn compiled(root: &Path) -> Result<Program> {
    let kubernetes = module(root, "tests/cluster", "k8s.io/kubernetes")?;
    let folder = root.join("target/apply-tests");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    for part in COPIED {
        let (from, to) = (kubernetes.join(part), folder.join(part));
        if from.is_dir() {
            copy_folder(&from, &to)?;
        } else {
            fs::create_dir_all(to.parent().unwrap_or(&folder))?;
            fs::write(to, fs::read(from)?)?;
        }
    }
    copy_folder(&root.join("tests/suites/apply"), &folder)?;
    fs::copy(kubernetes.join("go.sum"), folder.join("go.sum"))?;
    let file = folder.join("apply.test");
    go(Command::new("go")
        .args(["test", "-c", "-vet=off", "-ldflags=-w", "-o"])
        .arg(&file)
        .arg(format!("./{PACKAGE}"))
        .env("GOFLAGS", "-mod=mod")
        .current_dir(&folder))?;
    Ok(Program { file, source: folder.join(PACKAGE) })
}

/// The file of each test.
fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?;
        let name = file.file_name().to_string_lossy().into_owned();
        for line in fs::read_to_string(file.path())?.lines() {
            if let Some(test) = line.strip_prefix("func Test").and_then(|it| it.split('(').next()) {
                files.insert(format!("Test{test}"), name.clone());
            }
        }
    }
    Ok(files)
}
