//! Bytes in base64.

/// Whether API servers read the text: the standard alphabet, with padding; line breaks are ignored.
#[must_use]
pub fn is_base64(text: &str) -> bool {
    let (mut letters, mut padding) = (0_usize, 0_usize);
    for byte in text.bytes() {
        match byte {
            b'\r' | b'\n' => {}
            b'=' => padding = padding.saturating_add(1),
            _ if padding == 0 && digit(byte).is_some() => letters = letters.saturating_add(1),
            _ => return false,
        }
    }
    padding <= 2 && letters.saturating_add(padding).is_multiple_of(4)
}

/// The value of a letter.
fn digit(letter: u8) -> Option<u8> {
    Some(match letter {
        b'A'..=b'Z' => letter.wrapping_sub(b'A'),
        b'a'..=b'z' => letter.wrapping_sub(b'a').wrapping_add(26),
        b'0'..=b'9' => letter.wrapping_sub(b'0').wrapping_add(52),
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// The bytes, six bits in each; `None` if the text is not base64. Bits of the last letter that
/// belong to no byte are ignored, as in Go. `O(n)`.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    is_base64(text).then(|| {
        let mut digits: Vec<u8> = text.bytes().filter_map(digit).collect();
        // Two letters encode one byte, three encode two.
        let unused = match digits.len() % 4 {
            2 => 0b1111,
            3 => 0b11,
            _ => 0,
        };
        if let Some(last) = digits.last_mut() {
            *last &= !unused;
        }
        digits
    })
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
