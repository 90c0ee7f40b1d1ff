//! Bytes as base64 text.

/// Bytes as the base64 text of the document. The text is neither decoded nor checked, so that
/// it is written as it was read.
///
/// ```
/// use smp_types::ByteString;
/// let password: ByteString = serde_json::from_str(r#""aHVudGVyMg==""#)?;
/// assert_eq!(password.as_str(), "aHVudGVyMg==");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteString(pub String);

text!(ByteString);
