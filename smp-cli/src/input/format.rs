//! The format of a file.

use std::ffi::OsStr;
use std::path::Path;

use smp_yaml::Format;

/// Spaces per level of JSON, as kubectl prints it.
pub(crate) const JSON_INDENT: usize = 4;

/// The format that the extension of a file name stands for.
pub(super) fn of_extension(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()? {
        "json" | "jsonl" | "ndjson" => Some(Format::Json),
        "yaml" | "yml" => Some(Format::Yaml),
        _ => None,
    }
}

/// Whether the name of a file says that it is a manifest: `*.yaml`, `*.yml`, `*.json`.
pub(crate) fn has_manifest_ending(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("yaml" | "yml" | "json"))
}
