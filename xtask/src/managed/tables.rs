//! Runs the tests of the Go packages of server-side apply with this engine. A copy of each module
//! records the requests of its tests and their outcomes, which this engine must reproduce:
//! [`merge_diff`] is structured-merge-diff, [`apimachinery`] the field manager around it.
//! [`integration`] has the tests of the API server.

mod apimachinery;
mod integration;
mod merge_diff;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Result;

/// Runs all cases; a difference that nothing explains is an error.
pub(super) fn run(root: &Path, show: usize) -> Result<()> {
    merge_diff::run(root, show)?;
    apimachinery::run(root, show)?;
    integration::run(root, show)
}

/// The folder, in Go's module cache, of a module that the module in `of` requires.
fn module(root: &Path, of: &str, module: &str) -> Result<PathBuf> {
    let folder = root.join(of);
    go(Command::new("go").args(["mod", "download", module]).current_dir(&folder))?;
    let dir = ["list", "-m", "-f", "{{.Dir}}", module];
    Ok(go(Command::new("go").args(dir).current_dir(&folder))?.trim().into())
}

/// A copy of a module that can be changed.
fn copy_of(root: &Path, name: &str, to: &str) -> Result<PathBuf> {
    let copy = root.join(to);
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_folder(&module(root, "tests/oracle", name)?, &copy)?;
    Ok(copy)
}

/// Copies a folder. The files of the module cache can't be written; their copies can.
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

/// Replaces a text in a file, which must contain it.
fn renamed(file: &Path, from: &str, to: &str) -> Result<()> {
    let text = fs::read_to_string(file)?;
    if !text.contains(from) {
        return Err(format!("{} has no {from:?}", file.display()).into());
    }
    Ok(fs::write(file, text.replace(from, to))?)
}

/// Runs tests of a copied module, and returns the lines that they record.
fn record_of(copy: &Path, packages: &str) -> Result<String> {
    let lines = copy.join("record.ndjson");
    go(Command::new("go")
        .args(["test", "-count=1", "-vet=off", "-p=1", packages])
        .env("SMP_RECORD", &lines)
        .current_dir(copy))?;
    Ok(fs::read_to_string(lines)?)
}

/// The output of a command of Go. If the command fails, its output is the error.
fn go(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        return Err(String::from_utf8_lossy(&said).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
