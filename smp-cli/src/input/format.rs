//! The format of a file, and the layout of the documents in it.

use std::ffi::OsStr;
use std::path::Path;

use smp_yaml::Format;

use crate::args::OutputFormat;

/// The layout of a document's text in lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// JSON on one line.
    OneLine,
    /// Several lines, indented by this number of spaces if it is known.
    Lines(Option<usize>),
}

impl From<Format> for OutputFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Yaml => Self::Yaml,
            Format::Json => Self::Json,
        }
    }
}

/// The format that a file name has as its extension.
pub(super) fn of_extension(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()? {
        "json" | "jsonl" | "ndjson" => Some(Format::Json),
        "yaml" | "yml" => Some(Format::Yaml),
        _ => None,
    }
}

/// The endings of the names of manifests.
const MANIFEST_ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// Whether the name of a file says that it is a manifest: `*.yaml`, `*.yml`, `*.json`.
pub(crate) fn has_manifest_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| MANIFEST_ENDINGS.contains(&ending))
}
