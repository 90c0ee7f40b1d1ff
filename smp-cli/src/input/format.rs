//! The format of a file, and the layout of the documents in it.

use std::ffi::OsStr;
use std::path::Path;

use crate::args::OutputFormat;

/// The syntax of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Yaml,
    Json,
}

/// How the text of a document is spread over lines.
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

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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

/// Finds out the format of text that comes in parts. Text is JSON if it begins
/// with brackets, then a string or a closing bracket: `[{"a": 1}]`. `{a: 1}` is
/// YAML.
#[derive(Debug, Default)]
pub(super) struct Sniffer {
    /// Bytes that were looked at.
    at: usize,
    /// Whether an opening bracket was among them.
    bracket: bool,
}

impl Sniffer {
    /// The format of a text that has grown since the last call. `None` if more text is needed;
    /// `last` means that no more will come. `O(n)` in the text since the last call.
    pub(super) fn sniff(&mut self, text: &[u8], last: bool) -> Option<Format> {
        if self.at == 0 {
            if !last && BYTE_ORDER_MARK.starts_with(text) {
                return None;
            }
            if text.starts_with(BYTE_ORDER_MARK) {
                self.at = BYTE_ORDER_MARK.len();
            }
        }
        while let Some(byte) = text.get(self.at) {
            match byte {
                byte if byte.is_ascii_whitespace() => {}
                b'{' | b'[' => self.bracket = true,
                b'"' | b'}' | b']' if self.bracket => return Some(Format::Json),
                _ => return Some(Format::Yaml),
            }
            self.at += 1;
        }
        last.then_some(if self.bracket { Format::Json } else { Format::Yaml })
    }
}
