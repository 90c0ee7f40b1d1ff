//! The text of a `!!binary` scalar.

/// Decodes base64 with padding to text, ignoring white space. `O(n)`.
pub(super) fn decode(text: &str) -> Result<String, &'static str> {
    const INVALID: &str = "invalid !!binary base64";
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let mut bytes = Vec::with_capacity(digits.len());
    let mut chunks = digits.chunks(4).peekable();
    while let Some(chunk) = chunks.next() {
        let padding = chunk.iter().rev().take_while(|&&byte| byte == b'=').count();
        if chunk.len() != 4 || padding > 2 || padding > 0 && chunks.peek().is_some() {
            return Err(INVALID);
        }
        let mut bits = 0_u32;
        for &byte in chunk.iter().take(4 - padding) {
            bits = bits << 6 | digit(byte).ok_or(INVALID)?;
        }
        bits <<= 6 * padding;
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(3 - padding));
    }
    let not_utf8 = "!!binary scalar is not valid UTF-8 so cannot be stored into string.";
    String::from_utf8(bytes).map_err(|_| not_utf8)
}

fn digit(byte: u8) -> Option<u32> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(digit.into())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn text_in_base64() {
        assert_eq!(decode("aGVsbG8=").as_deref(), Ok("hello"));
        assert_eq!(decode(" aGVs\nbG8h ").as_deref(), Ok("hello!"));
        assert_eq!(decode("").as_deref(), Ok(""));
        for text in ["a", "aGVsbG8", "aG=sbG8=", "====", "a*==", "/w=="] {
            assert!(decode(text).is_err(), "{text}");
        }
    }
}
