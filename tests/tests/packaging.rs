//! The packages of the command: the archives of a release, the installer, the manifest for
//! krew, the notes, and the workflows that make them. The scripts run here as they are, with a
//! program that only says its version, and a folder in place of a server.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The targets of a release.
const TARGETS: [&str; 7] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
];

/// The output of the program of these tests.
const VERSION: &str = "smp 9.8.7";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(root().join(path)).unwrap();
    serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs a script of `packaging` with these variables of the environment.
fn script(name: &str, args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new("sh");
    command.arg(root().join("packaging").join(name)).args(args);
    command.envs(variables.iter().copied()).output().unwrap()
}

fn printed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn archive(target: &str) -> String {
    let suffix = if target.contains("windows") { "zip" } else { "tar.gz" };
    format!("smp-{target}.{suffix}")
}

/// An empty folder of a test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packaging").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A release in a folder, with its archives for Linux and their checksums; its address.
fn release(folder: &Path) -> String {
    let program = folder.join("smp");
    fs::write(&program, format!("#!/bin/sh\necho '{VERSION}'\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let files = folder.join("releases/download/v9.8.7");
    let mut sums = String::new();
    for target in TARGETS.iter().filter(|target| target.contains("linux")) {
        let args = [target, program.to_str().unwrap(), files.to_str().unwrap()];
        let path = printed(&script("archive.sh", &args, &[]));
        let sum = Command::new("sha256sum").arg(path.trim()).output().unwrap();
        let hash = printed(&sum).split(' ').next().unwrap().to_owned();
        writeln!(sums, "{hash}  {}", archive(target)).unwrap();
    }
    fs::write(files.join("SHA256SUMS"), sums).unwrap();
    format!("file://{}", folder.display())
}

#[test]
#[ignore = "needs curl"]
fn the_installer_installs_what_a_release_has() {
    for target in TARGETS.iter().filter(|target| target.contains("linux")) {
        let folder = folder(&format!("installs-{target}"));
        let address = release(&folder);
        let bin = folder.join("bin");
        let variables = [
            ("SMP_REPOSITORY", address.as_str()),
            ("SMP_VERSION", "v9.8.7"),
            ("SMP_DIR", bin.to_str().unwrap()),
            ("SMP_TARGET", target),
        ];
        let text = printed(&script("install.sh", &[], &variables));
        assert!(text.starts_with(VERSION), "{text}");
        // Once more, over the installed one.
        printed(&script("install.sh", &[], &variables));
        let plugin = Command::new(bin.join("kubectl-smp")).output().unwrap();
        assert_eq!(printed(&plugin), format!("{VERSION}\n"));
        let names: BTreeSet<_> =
            fs::read_dir(&bin).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["kubectl-smp".into(), "smp".into()].into());
    }
}

#[test]
fn an_archive_has_the_manual_and_completions() {
    let folder = folder("contents");
    release(&folder);
    let archive = folder.join("releases/download/v9.8.7").join(archive("x86_64-unknown-linux-gnu"));
    let names = printed(&Command::new("tar").arg("-tzf").arg(archive).output().unwrap());
    let names: BTreeSet<_> = names.lines().collect();
    for name in [
        "./smp",
        "./kubectl-smp",
        "./kubectl_complete-smp",
        "./man/man1/",
        "./completions/smp.bash",
        "./completions/_smp",
        "./completions/smp.fish",
        "./completions/smp.ps1",
    ] {
        assert!(names.contains(name), "{name} is not in {names:?}");
    }
}

#[test]
#[ignore = "needs curl"]
fn the_installer_refuses_a_changed_archive() {
    let folder = folder("changed");
    let address = release(&folder);
    let target = "x86_64-unknown-linux-musl";
    let file = folder.join("releases/download/v9.8.7").join(archive(target));
    let mut bytes = fs::read(&file).unwrap();
    bytes.push(0);
    fs::write(&file, bytes).unwrap();
    let bin = folder.join("bin");
    let variables = [
        ("SMP_REPOSITORY", address.as_str()),
        ("SMP_VERSION", "v9.8.7"),
        ("SMP_DIR", bin.to_str().unwrap()),
        ("SMP_TARGET", target),
    ];
    let output = script("install.sh", &[], &variables);
    assert!(!output.status.success());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("has the checksum"), "{message}");
    assert!(!bin.exists());
}

#[test]
fn the_installer_names_what_is_missing() {
    let cases = [
        (vec![], "set SMP_REPOSITORY"),
        (vec![("SMP_REPOSITORY", "file:///nowhere"), ("SMP_TARGET", "x")], "cannot download"),
    ];
    for (variables, part) in cases {
        let output = script("install.sh", &[], &variables);
        assert!(!output.status.success());
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(part), "{message}");
    }
}

/// The installer takes the target by the system, the machine and the version of glibc.
#[test]
#[ignore = "needs curl"]
fn the_installer_knows_the_machines_of_a_release() {
    let folder = folder("machines");
    let mut found = BTreeSet::new();
    for (system, machine, libc) in [
        ("Linux", "x86_64", "glibc 2.35"),
        ("Linux", "x86_64", "glibc 2.31"),
        ("Linux", "aarch64", "glibc 2.36"),
        ("Linux", "arm64", "musl"),
        ("Darwin", "x86_64", ""),
        ("Darwin", "arm64", ""),
        ("MINGW64_NT-10.0", "x86_64", ""),
    ] {
        for (name, text) in [
            ("uname", format!("if [ \"$1\" = -m ]; then echo {machine}; else echo {system}; fi")),
            ("getconf", format!("echo {libc}")),
        ] {
            let program = folder.join(name);
            fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let variables = [("SMP_REPOSITORY", "file:///nowhere"), ("PATH", path.as_str())];
        let output = script("install.sh", &[], &variables);
        let message = String::from_utf8_lossy(&output.stderr);
        let target = TARGETS.into_iter().find(|target| message.contains(&archive(target)));
        found.insert(target.unwrap_or_else(|| panic!("{system} {machine}: {message}")));
    }
    assert_eq!(found, TARGETS.into());
}

#[test]
fn workflow_and_krew_have_the_same_targets() {
    let release = yaml(".github/workflows/release.yml");
    let matrix = release["jobs"]["build"]["strategy"]["matrix"]["include"].as_array().unwrap();
    let built: Vec<_> = matrix.iter().map(|row| row["target"].as_str().unwrap()).collect();
    assert_eq!(built.iter().copied().collect::<BTreeSet<_>>(), TARGETS.into());

    let folder = folder("krew");
    let sums = folder.join("SHA256SUMS");
    let lines: Vec<_> =
        TARGETS.iter().map(|it| format!("{:064}  {}\n", it.len(), archive(it))).collect();
    fs::write(&sums, lines.concat()).unwrap();
    let args = ["v9.8.7", "https://example.com/smp", sums.to_str().unwrap()];
    let manifest: Value = serde_saphyr::from_str(&printed(&script("krew.sh", &args, &[]))).unwrap();
    let platforms = manifest["spec"]["platforms"].as_array().unwrap();
    let addresses: Vec<_> = platforms.iter().map(|it| it["uri"].as_str().unwrap()).collect();
    let base = "https://example.com/smp/releases/download/v9.8.7/smp-";
    assert_eq!(
        addresses,
        [
            format!("{base}x86_64-unknown-linux-musl.tar.gz"),
            format!("{base}aarch64-unknown-linux-musl.tar.gz"),
            format!("{base}x86_64-apple-darwin.tar.gz"),
            format!("{base}aarch64-apple-darwin.tar.gz"),
            format!("{base}x86_64-pc-windows-msvc.zip"),
        ],
    );
    // The rules of krew itself for a manifest.
    assert!(manifest["spec"]["shortDescription"].as_str().unwrap().len() <= 50);
    assert!(platforms.iter().all(|it| it["sha256"].as_str().unwrap().len() == 64));

    fs::write(&sums, "").unwrap();
    assert!(!script("krew.sh", &args, &[]).status.success());
}

#[test]
fn a_release_has_notes() {
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## ["));
    let versions: Vec<_> = headings.filter_map(|rest| Some(rest.split_once(']')?.0)).collect();
    assert!(versions.contains(&"Unreleased") && versions.contains(&"0.1.0"), "{versions:?}");
    let notes = printed(&script("notes.sh", &["0.1.0"], &[]));
    assert!(notes.contains("### Added") && !notes.contains("\n## "), "{notes}");
    assert!(!script("notes.sh", &["77.0.0"], &[]).status.success());
}

/// Every script that a workflow or the action runs is there, and can be run.
#[test]
fn workflows_run_scripts_that_exist() {
    let mut found = BTreeSet::new();
    for path in [
        ".github/workflows/ci.yml",
        ".github/workflows/publish.yml",
        ".github/workflows/release.yml",
        "action.yml",
    ] {
        yaml(path);
        let text = fs::read_to_string(root().join(path)).unwrap();
        let words = text.split(|c: char| c.is_whitespace() || "\"'()".contains(c));
        for word in words {
            if let Some((_, name)) = word.split_once("packaging/")
                && name != "*.sh"
            {
                let file = root().join("packaging").join(name);
                let mode = fs::metadata(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
                if Path::new(name).extension().is_some_and(|extension| extension == "sh") {
                    assert!(mode.permissions().mode() & 0o111 != 0, "{name} can't be run");
                }
                found.insert(name.to_owned());
            }
        }
    }
    let expected = ["Containerfile", "archive.sh", "install.sh", "krew.sh", "notes.sh", "passwd"];
    assert_eq!(found, expected.map(str::to_owned).into());
}
