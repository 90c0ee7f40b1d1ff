//! The conformance cases, as files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the cases.
pub(crate) fn folder(root: &Path) -> PathBuf {
    root.join("tests").join("conformance")
}

/// Every YAML file of every area, including the schemas, sorted.
pub(crate) fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for area in fs::read_dir(folder(root))? {
        let area = area?.path();
        if !area.is_dir() {
            continue;
        }
        for file in fs::read_dir(area)? {
            let file = file?.path();
            if file.extension().is_some_and(|extension| extension == "yaml") {
                files.push(file);
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}
