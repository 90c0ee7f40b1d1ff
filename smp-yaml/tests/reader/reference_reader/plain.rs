//! The meaning of plain scalars for kubectl, where the library gives them another one.

/// Whether kubectl reads the plain scalar as null.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// The number that kubectl reads, in decimal, if it reads one: underscores do not
/// count, and `0777`, `0o777`, `0x1ff` and `0b11` are integers.
pub(super) fn number(text: &str) -> Option<String> {
    if !text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) {
        return None;
    }
    let plain = text.replace('_', "");
    let (sign, digits) = match plain.strip_prefix(['+', '-']) {
        Some(digits) if plain.starts_with('-') => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", plain.as_str()),
    };
    integer(sign, digits).or_else(|| float(sign, digits))
}

fn integer(sign: &str, digits: &str) -> Option<String> {
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    (sign.is_empty() || value <= 1 << 63).then(|| match value {
        0 => "0".to_owned(),
        value => format!("{sign}{value}"),
    })
}

fn float(sign: &str, digits: &str) -> Option<String> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte)) {
        return None;
    }
    let value: f64 = digits.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(match value.abs() {
        0.0 | 1e-6..1e21 => format!("{sign}{value}"),
        _ => format!("{sign}{value:e}"),
    })
}

/// Whether the plain scalar is infinite or no number, which JSON does not have.
pub(super) fn is_non_finite(text: &str) -> bool {
    let word = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(word, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN")
}

/// The tag before a scalar, such as `!!bool`.
pub(super) fn tag_before(text: &str, start: usize) -> Option<&str> {
    let mut before = text.get(..start)?.trim_ascii_end();
    loop {
        let end = |byte: u8| byte.is_ascii_whitespace() || b",[{".contains(&byte);
        let from = before.bytes().rposition(end).map_or(0, |at| at + 1);
        let token = &before[from..];
        if token.starts_with('!') {
            return Some(token);
        }
        if !token.starts_with('&') {
            return None;
        }
        before = before[..from].trim_ascii_end();
    }
}

/// Whether the line before a scalar is the header of a block scalar: `a: |-  # text`.
pub(super) fn is_block_scalar(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
    if !before.ends_with(['\n', '\r']) {
        return false;
    }
    let line = before.trim_ascii_end().rsplit(['\n', '\r']).next().unwrap_or_default();
    let line = line.split_once(" #").map_or(line, |(line, _)| line).trim_ascii_end();
    let token = line.rsplit([' ', '\t']).next().unwrap_or_default();
    token
        .strip_prefix(['|', '>'])
        .is_some_and(|rest| rest.bytes().all(|byte| b"+-123456789".contains(&byte)))
}
