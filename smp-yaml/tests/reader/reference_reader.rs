//! Another reader, to compare with: `serde-saphyr`, with corrections where kubectl gives a text
//! another value.

mod json;
mod plain;
mod read;
mod tree;

/// The JSON text of a document, or the message of the error.
pub(crate) fn read(text: &str) -> Result<Option<String>, String> {
    Ok(read::parse(text)?.map(|root| json::to_json(&root, text)))
}
