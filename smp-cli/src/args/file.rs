//! Files on the command line.

use std::ffi::OsString;
use std::path::Path;

/// A file; `-` is standard input. Its name need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileArg(OsString);

impl FileArg {
    pub(crate) fn is_stdin(&self) -> bool {
        self.0 == "-"
    }

    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.0)
    }

    /// The name in messages. Bytes that are not UTF-8 are replaced.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() { "<stdin>".to_owned() } else { self.0.to_string_lossy().into_owned() }
    }
}

impl From<OsString> for FileArg {
    fn from(argument: OsString) -> Self {
        Self(argument)
    }
}
