//! The reader that the command had before: `serde-saphyr`, and corrections of it.

pub(crate) mod json;
pub(crate) mod plain;
pub(crate) mod read;
pub(crate) mod tree;
pub(crate) mod warning;

/// The JSON text of a document, or the message of the error.
pub(crate) fn read(text: &str) -> Result<Option<String>, String> {
    let mut warnings = Vec::new();
    match read::parse(text, &mut warnings) {
        Ok(None) => Ok(None),
        Ok(Some(root)) => Ok(Some(json::to_json(&root, text, &mut warnings))),
        Err(error) => Err(error.message),
    }
}
