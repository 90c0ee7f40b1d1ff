//! [`Unknown`]: members of an object that its type does not have.

/// Further paths are left out after this many bytes.
const BYTES_MAX: usize = 16 * 1024;

/// The paths of members that a type does not have: as many as an answer lists.
#[derive(Debug, Default)]
pub(crate) struct Unknown {
    paths: Vec<String>,
    bytes: usize,
}

impl Unknown {
    /// Records the member at a path below a prefix.
    pub(crate) fn add(&mut self, prefix: &str, path: &str) {
        if self.bytes < BYTES_MAX {
            self.bytes = self.bytes.saturating_add(path.len());
            self.paths.push(format!("{prefix}{path}"));
        }
    }

    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }
}
