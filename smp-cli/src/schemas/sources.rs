//! The files with schemas: those of `--schema` and of the environment, and those in the directories
//! that either names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::args::{FileArg, SchemaArgs};
use crate::input::{has_manifest_ending, unreadable};
use crate::report::Report;

/// The environment variable with more files and directories.
const SCHEMA_PATH: &str = "SMP_SCHEMA_PATH";

/// A file with schemas.
#[derive(Debug)]
pub(super) struct SchemaFile {
    pub(super) file: FileArg,
    pub(super) origin: Origin,
    /// Whether the file is one of a directory, where documents may be something else.
    pub(super) in_directory: bool,
}

/// The way in which a file was named. Later variants have priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    Environment,
    Option,
}

/// The files of the environment, then those of `--schema`; the files of a directory by
/// name.
pub(super) fn schema_files(args: &SchemaArgs) -> Result<Vec<SchemaFile>, Report> {
    let mut files = Vec::new();
    let variable = env::var_os(SCHEMA_PATH).unwrap_or_default();
    for path in env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()) {
        add(FileArg::from(not_stdin(path)), Origin::Environment, &mut files)
            .map_err(|report| report.note(format!("it is named by {SCHEMA_PATH}")))?;
    }
    for file in &args.schema {
        add(file.clone(), Origin::Option, &mut files)?;
    }
    Ok(files)
}

/// A path that never means standard input.
fn not_stdin(path: PathBuf) -> OsString {
    if path.as_os_str() == "-" { OsString::from("./-") } else { path.into_os_string() }
}

/// Adds a file, or the files of a directory.
fn add(file: FileArg, origin: Origin, files: &mut Vec<SchemaFile>) -> Result<(), Report> {
    if file.is_stdin() {
        files.push(SchemaFile { file, origin, in_directory: false });
        return Ok(());
    }
    let metadata = fs::metadata(file.path()).map_err(|error| unreadable(&file, &error))?;
    if !metadata.is_dir() {
        files.push(SchemaFile { file, origin, in_directory: false });
        return Ok(());
    }
    let found = files_of(file.path()).map_err(|error| unreadable(&file, &error))?;
    if found.is_empty() {
        let title = format!("{} has no file *.yaml, *.yml or *.json", file.name());
        return Err(Report::new(title).help("its subdirectories are not read"));
    }
    files.extend(found.into_iter().map(|path| SchemaFile {
        file: FileArg::from(path.into_os_string()),
        origin,
        in_directory: true,
    }));
    Ok(())
}

/// The files of a directory that may have schemas, by name.
fn files_of(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if has_manifest_ending(&path) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
