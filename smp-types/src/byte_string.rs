//! Bytes as base64 text.

/// Bytes as the base64 text of the document. The text is checked when it is read, but not decoded, so
/// it is written as it was read.
///
/// ```
/// use smp_types::ByteString;
/// let password: ByteString = serde_json::from_str(r#""aHVudGVyMg==""#)?;
/// assert_eq!(password.as_str(), "aHVudGVyMg==");
/// assert!(serde_json::from_str::<ByteString>(r#""hunter2""#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteString(pub String);

text!(ByteString: Bytes, smp_schema::__support::is_base64, "bytes in base64");
