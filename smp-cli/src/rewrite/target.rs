//! The files to rewrite, checked before any work is done.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, Metadata, OpenOptions};
use std::path::{Path, PathBuf};

use crate::args::FileArg;
use crate::input::unreadable;
use crate::report::Report;

/// The note on every error before the first file is replaced.
pub(super) const NOTHING_CHANGED: &str = "no file has been changed";

/// The identity of a file, which is the same under all its names.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = PathBuf;

/// A file to rewrite.
#[derive(Debug)]
pub(super) struct Target {
    /// The name that the user gave.
    pub(super) name: String,
    /// Absolute, with symbolic links resolved.
    pub(super) path: PathBuf,
    id: FileId,
}

impl Target {
    /// Checks that it is a regular file that may be written.
    fn new(file: &FileArg) -> Result<Self, Report> {
        if file.is_stdin() {
            return Err(Report::new("standard input can't be rewritten")
                .help("give files, or leave --in-place out"));
        }
        let path = fs::canonicalize(file.path()).map_err(|error| unreadable(file, &error))?;
        let metadata = fs::metadata(&path).map_err(|error| unreadable(file, &error))?;
        if metadata.is_dir() {
            return Err(unreadable(file, &std::io::ErrorKind::IsADirectory.into()));
        }
        let name = file.name();
        let refused = |reason: &str| Report::new(format!("cannot rewrite {name}: {reason}"));
        if !metadata.is_file() {
            return Err(refused("it is not a regular file"));
        }
        let (id, links) = id_and_links(&metadata, &path);
        if links > 1 {
            return Err(refused("it has several hard links, and only one of them would change")
                .help("remove the other hard links, or leave --in-place out"));
        }
        // A rename would also replace a file that is write-protected.
        OpenOptions::new().write(true).open(&path).map_err(|error| refused(&reason(&error)))?;
        Ok(Self { name, path, id })
    }

    /// Checks all files. No file may be given twice.
    pub(super) fn all(files: &[FileArg]) -> Result<Vec<Self>, Report> {
        let targets = files.iter().map(Self::new).collect::<Result<Vec<_>, _>>()?;
        let mut seen = HashMap::new();
        for target in &targets {
            if let Some(other) = seen.insert(&target.id, target) {
                let title = format!("{} and {} are the same file", other.name, target.name);
                return Err(Report::new(title).help("give it once"));
            }
        }
        Ok(targets)
    }

    pub(super) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    pub(super) fn file_name(&self) -> &OsStr {
        self.path.file_name().unwrap_or_default()
    }
}

/// Device and inode, which are equal if a mount gives a file two paths; and the number of hard links.
#[cfg(unix)]
fn id_and_links(metadata: &Metadata, _path: &Path) -> (FileId, u64) {
    use std::os::unix::fs::MetadataExt as _;
    ((metadata.dev(), metadata.ino()), metadata.nlink())
}

#[cfg(not(unix))]
fn id_and_links(_metadata: &Metadata, path: &Path) -> (FileId, u64) {
    (path.to_owned(), 1)
}

/// The error about a file that cannot be rewritten.
pub(super) fn cannot_rewrite(target: &Target, error: &std::io::Error) -> Report {
    Report::new(format!("cannot rewrite {}: {}", target.name, reason(error)))
}

/// An error of the system in words.
pub(super) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::NotFound => "it no longer exists".to_owned(),
        _ => error.to_string(),
    }
}
