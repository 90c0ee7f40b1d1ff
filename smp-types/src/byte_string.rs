//! Bytes as base64 text.

/// Bytes as the base64 text of the document. The text is checked when it is read, but not decoded, so
/// that it is written as it was read.
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

text!(ByteString: Bytes, is_base64, "bytes in base64");

/// Whether API servers read the text: the standard alphabet, with padding; ends of lines are
/// ignored.
fn is_base64(text: &str) -> bool {
    let (mut letters, mut padding) = (0_usize, 0_usize);
    for byte in text.bytes() {
        match byte {
            b'\r' | b'\n' => {}
            b'=' => padding = padding.saturating_add(1),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => {
                letters = letters.saturating_add(1);
            }
            _ => return false,
        }
    }
    padding <= 2 && letters.saturating_add(padding).is_multiple_of(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_base64_is_read() {
        for text in ["", "YQ==", "YWI=", "YWJj", "YWJj\nYQ==\r\n", "+/+/"] {
            assert!(is_base64(text), "{text}");
        }
        for text in
            ["a", "YQ", "YQ=", "YQ===", "Y===", "====", "YQ==YQ==", "-_-_", "hunter2!", "é="]
        {
            assert!(!is_base64(text), "{text}");
        }
    }
}
