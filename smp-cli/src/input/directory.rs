//! The files of a directory that a person would count as its content. Names that begin with a dot, and
//! files that `.gitignore` names, are left out, as in git and most tools.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{Error, WalkBuilder};

use super::format::has_manifest_ending;
use super::links::Bounds;
use super::stream::unreadable;
use crate::args::{DirectoryArgs, FileArg};
use crate::limits::GITIGNORE_BYTES;
use crate::report::{Report, say};

/// The help for a directory without manifests.
pub(super) const LEFT_OUT: &str =
    "names that begin with a dot, and files that .gitignore names, are left out";

/// The files of a directory, by name, including those of its subdirectories if requested. A link counts
/// as its target, if that may be read. `O(n log n)` in the files.
pub(crate) fn files_in(directory: &Path, args: &DirectoryArgs) -> Result<Vec<PathBuf>, Report> {
    let depth = if args.recursive { None } else { Some(1) };
    let mut walk = WalkBuilder::new(directory);
    walk.max_depth(depth).ignore(false).sort_by_file_name(Ord::cmp);
    walk.overrides(excluded(directory, args)?);
    let named = |error: io::Error| unreadable(&FileArg::found(directory.to_owned()), &error);
    let bounds = Bounds::new(directory, args).map_err(named)?;
    check_gitignore(directory)?;
    let too_large = Arc::new(OnceLock::new());
    if args.recursive {
        let found = Arc::clone(&too_large);
        walk.filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            let checked = if is_directory { check_gitignore(entry.path()) } else { Ok(()) };
            checked.map_err(|error| found.set(error)).is_ok()
        });
    }
    let mut files = Vec::new();
    for entry in walk.build() {
        let entry = entry.map_err(|error| {
            let path = path_of(&error).unwrap_or(directory).to_owned();
            let reason = error.into_io_error();
            let reason = reason.unwrap_or_else(|| io::Error::other("a link leads back to it"));
            unreadable(&FileArg::found(path), &reason)
        })?;
        if entry.depth() > 0 && entry.path().is_file() {
            if !entry.path_is_symlink() || bounds.hold(entry.path()) {
                files.push(entry.into_path());
            }
        } else if entry.path_is_symlink() && !entry.path().exists() {
            say(&format!("{}: a link that leads nowhere, left out", entry.path().display()));
        }
    }
    drop(walk);
    match Arc::into_inner(too_large).and_then(OnceLock::into_inner) {
        Some(error) => Err(error),
        None => Ok(files),
    }
}

/// An error if the `.gitignore` of a directory exceeds the limit on its size.
fn check_gitignore(directory: &Path) -> Result<(), Report> {
    let file = directory.join(".gitignore");
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    if usize::try_from(length).is_ok_and(|length| length <= GITIGNORE_BYTES.get()) {
        return Ok(());
    }
    Err(GITIGNORE_BYTES.exceeded().note(format!("it is {}", file.display())))
}

/// Like [`files_in`], but only files with the names of manifests.
pub(crate) fn manifests_in(directory: &Path, args: &DirectoryArgs) -> Result<Vec<PathBuf>, Report> {
    let mut files = files_in(directory, args)?;
    files.retain(|file| has_manifest_ending(file));
    Ok(files)
}

/// The error about a directory without manifests.
pub(crate) fn no_manifest(directory: &FileArg) -> Report {
    Report::new(format!("{} has no file *.yaml, *.yml or *.json", directory.name()))
}

/// The patterns of `--exclude` for a directory.
pub(super) fn excluded(directory: &Path, args: &DirectoryArgs) -> Result<Override, Report> {
    let mut patterns = OverrideBuilder::new(directory);
    for pattern in &args.exclude {
        patterns.add(&format!("!{pattern}")).map_err(|error| {
            Report::new(format!("--exclude {pattern:?}: {error}"))
                .help("it is a pattern as in .gitignore, such as templates or '*-test.yaml'")
        })?;
    }
    patterns.build().map_err(|error| Report::new(format!("--exclude: {error}")))
}

fn path_of(error: &Error) -> Option<&Path> {
    match error {
        Error::WithPath { path, .. } => Some(path),
        Error::WithDepth { err, .. } | Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}
