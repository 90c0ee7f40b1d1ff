//! Files on the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A file; `-` is standard input. Its name need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileArg {
    path: OsString,
    /// Whether the file was found in a directory or by a pattern, not named by the user.
    is_found: bool,
}

impl FileArg {
    /// A file that nobody has named: one of a directory, or one that fits a pattern.
    pub(crate) fn found(path: PathBuf) -> Self {
        Self { path: path.into_os_string(), is_found: true }
    }

    /// Whether the file was found, not named by the user: then its documents may be no objects.
    pub(crate) fn is_found(&self) -> bool {
        self.is_found
    }

    pub(crate) fn is_stdin(&self) -> bool {
        !self.is_found && self.path == "-"
    }

    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// The name in messages. Bytes that are not UTF-8 are replaced.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() {
            "<stdin>".to_owned()
        } else {
            self.path.to_string_lossy().into_owned()
        }
    }
}

impl From<OsString> for FileArg {
    fn from(path: OsString) -> Self {
        Self { path, is_found: false }
    }
}
