//! Which format a file has: by its name, else by how it begins.

/// How documents are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Yaml,
    Json,
}

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What the extension says.
pub(super) fn by_name(path: &str) -> Option<Format> {
    match std::path::Path::new(path).extension()?.to_str()? {
        "json" | "jsonl" | "ndjson" => Some(Format::Json),
        "yaml" | "yml" => Some(Format::Yaml),
        _ => None,
    }
}

/// JSON if it begins like JSON: brackets, then a string or nothing. `{a: 1}` is
/// YAML. `None` if more text is needed to tell; `last` says that there is none.
pub(super) fn sniff(text: &[u8], last: bool) -> Option<Format> {
    if !last && BYTE_ORDER_MARK.starts_with(text) {
        return None;
    }
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start();
    let inner = text.iter().find(|byte| !byte.is_ascii_whitespace() && !b"{[".contains(byte));
    match (text.first(), inner) {
        (Some(b'{' | b'['), Some(b'"' | b'}' | b']')) => Some(Format::Json),
        (Some(b'{' | b'['), None) => last.then_some(Format::Json),
        (None, _) => last.then_some(Format::Yaml),
        _ => Some(Format::Yaml),
    }
}
