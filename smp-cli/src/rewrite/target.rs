//! The files that are to be rewritten: looked at before anything is done.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, Metadata, OpenOptions};
use std::path::{Path, PathBuf};

use crate::input::unreadable;
use crate::report::Report;

/// A file to be rewritten.
#[derive(Debug)]
pub(super) struct Target {
    /// As the user calls it.
    pub(super) name: String,
    /// Where it is, links followed.
    pub(super) path: PathBuf,
}

impl Target {
    /// Looks at a file: whether it is one, and may be written.
    fn new(name: &str) -> Result<Self, Report> {
        if name == "-" {
            return Err(Report::new("standard input can't be rewritten")
                .help("give files, or leave --in-place out"));
        }
        let path = fs::canonicalize(name).map_err(|error| unreadable(name, &error))?;
        let metadata = fs::metadata(&path).map_err(|error| unreadable(name, &error))?;
        if metadata.is_dir() {
            return Err(unreadable(name, &std::io::ErrorKind::IsADirectory.into()));
        }
        let refused = |reason: &str| Report::new(format!("cannot rewrite {name}: {reason}"));
        if !metadata.is_file() {
            return Err(refused("it is no regular file"));
        }
        if links(&metadata) > 1 {
            return Err(refused("it has several names, of which one only would change")
                .help("remove the other hard links, or leave --in-place out"));
        }
        // A file that may not be written isn't to be replaced either.
        OpenOptions::new().write(true).open(&path).map_err(|error| refused(&reason(&error)))?;
        Ok(Self { name: name.to_owned(), path })
    }

    /// Looks at all files, of which none may be given twice.
    pub(super) fn all(names: &[String]) -> Result<Vec<Self>, Report> {
        let targets = names.iter().map(|name| Self::new(name)).collect::<Result<Vec<_>, _>>()?;
        let mut seen = HashMap::new();
        for target in &targets {
            if let Some(other) = seen.insert(&target.path, target) {
                let title = format!("{} and {} are the same file", other.name, target.name);
                return Err(Report::new(title).help("give it once"));
            }
        }
        Ok(targets)
    }

    /// Where the file is.
    pub(super) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// What the file is called there.
    pub(super) fn file_name(&self) -> &OsStr {
        self.path.file_name().unwrap_or_default()
    }
}

fn links(metadata: &Metadata) -> u64 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        metadata.nlink()
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        1
    }
}

/// The reason of an error of the system, in a word where there is one.
pub(super) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::NotFound => "it is gone".to_owned(),
        _ => error.to_string(),
    }
}
