//! Symbolic links in a directory. They are not trusted: they may lead to files in the directory, and
//! out of it only if the user says so.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::args::DirectoryArgs;
use crate::report::say;

/// The directory that the user named.
pub(super) struct Bounds<'d> {
    directory: &'d Path,
    /// Its path without links; `None` if links may lead out of it.
    root: Option<PathBuf>,
}

impl<'d> Bounds<'d> {
    pub(super) fn new(directory: &'d Path, args: &DirectoryArgs) -> io::Result<Self> {
        let root = if args.follow_links { None } else { Some(fs::canonicalize(directory)?) };
        Ok(Self { directory, root })
    }

    /// Whether the file or directory at a path is in the directory. If a link leads out of it, a message
    /// says so.
    pub(super) fn hold(&self, path: &Path) -> bool {
        let Some(root) = &self.root else { return true };
        // A missing file is reported when it is read.
        let is_inside = fs::canonicalize(path).map_or(true, |found| found.starts_with(root));
        if !is_inside {
            say(&format!(
                "{}: a link out of {}, left out; --follow-links follows it",
                path.display(),
                self.directory.display()
            ));
        }
        is_inside
    }
}
