//! Bytes: base64 in JSON, and here.

/// Bytes in base64, as the document has them: neither decoded nor checked, so
/// that nothing changes on the way through.
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
