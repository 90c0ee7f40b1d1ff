//! The meaning of plain scalars for kubectl, and the numbers of YAML.

use std::borrow::Cow;

/// Whether kubectl reads the plain scalar as null.
pub(crate) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// The boolean that kubectl reads; `None` if it reads something else.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "true" | "True" | "TRUE" => {
            Some(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "false" | "False" | "FALSE" => {
            Some(false)
        }
        _ => None,
    }
}

/// The boolean of a text that is one of the words for booleans, in upper or lower case.
pub(crate) fn boolean_in_any_case(text: &str) -> Option<bool> {
    if text.len() > 5 {
        return None;
    }
    let is = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(&["true", "yes", "y", "on"]) {
        Some(true)
    } else if is(&["false", "no", "n", "off"]) {
        Some(false)
    } else {
        None
    }
}

/// Whether a number may begin with this character.
pub(crate) fn begins_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
}

/// The number that kubectl reads, in decimal; `None` if it reads something else. Underscores are ignored,
/// and `0777`, `0o777`, `0x1ff` and `0b11` are integers.
pub(crate) fn number(text: &str) -> Option<String> {
    if !begins_number(text) {
        return None;
    }
    let plain = without_underscores(text);
    let (sign, digits) = match plain.strip_prefix(['+', '-']) {
        Some(digits) if plain.starts_with('-') => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", plain.as_ref()),
    };
    any_integer(sign, digits).or_else(|| float(sign, digits))
}

fn any_integer(sign: &str, digits: &str) -> Option<String> {
    let rest = |from| digits.get(from..).unwrap_or_default();
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, rest(2)),
        [b'0', b'o' | b'O', ..] => (8, rest(2)),
        [b'0', b'b' | b'B', ..] => (2, rest(2)),
        [b'0', _, ..] => (8, rest(1)),
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

/// The digits without `_`, which YAML numbers may have between digits.
fn without_underscores(digits: &str) -> Cow<'_, str> {
    if digits.contains('_') { digits.replace('_', "").into() } else { digits.into() }
}

/// The sign and the amount of an integer in YAML; `None` if the text is not one. A single underscore may be
/// between digits.
pub(crate) fn integer(text: &str) -> Option<(bool, u128)> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let prefixed = |from| rest.get(from..).map(|digits| digits.strip_prefix('_').unwrap_or(digits));
    let (radix, digits) = match rest.as_bytes() {
        [b'0'] => return Some((negative, 0)),
        [b'0', b'x' | b'X', ..] => (16, prefixed(2)?),
        [b'0', b'o' | b'O', ..] => (8, prefixed(2)?),
        [b'0', b'b' | b'B', ..] => (2, prefixed(2)?),
        [b'0', ..] => (8, prefixed(1)?),
        [b'1'..=b'9', ..] => (10, rest),
        _ => return None,
    };
    let edge = digits.starts_with('_') || digits.ends_with('_') || digits.contains("__");
    let digits = without_underscores(digits);
    if edge || digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    Some((negative, u128::from_str_radix(&digits, radix).ok()?))
}

/// An integer with 64 bits, in decimal.
pub(crate) fn integer_64(text: &str) -> Option<String> {
    let (negative, amount) = integer(text)?;
    if negative {
        (amount <= 1 << 63).then(|| match amount {
            0 => "0".to_owned(),
            amount => format!("-{amount}"),
        })
    } else {
        (amount <= u128::from(u64::MAX)).then(|| amount.to_string())
    }
}

/// A number with a fraction or an exponent, if the text is one. It may be infinite or NaN.
pub(crate) fn any_float(text: &str) -> Option<f64> {
    if !begins_number(text) {
        return None;
    }
    match text.to_ascii_lowercase().as_str() {
        ".nan" | "+.nan" | "-.nan" => return Some(f64::NAN),
        ".inf" | "+.inf" => return Some(f64::INFINITY),
        "-.inf" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    let value: f64 = text.parse().ok()?;
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    (value.is_finite() || unsigned.starts_with(|first: char| first.is_ascii_digit()))
        .then_some(value)
}

/// Whether the plain scalar is infinite or NaN, which JSON does not have.
pub(crate) fn is_non_finite(text: &str) -> bool {
    let word = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(word, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN")
}

/// Whether the text is a number in JSON.
pub(crate) fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (text, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(w, f)| (w, Some(f)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|text| digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, value) in [
            ("1_", "1"),
            ("0_8", "8"),
            ("1__0", "10"),
            ("1_0.5", "10.5"),
            ("0777", "511"),
            ("0_777", "511"),
            ("0x_f", "15"),
            ("-0x1F", "-31"),
            ("+1", "1"),
            ("0b11", "3"),
            ("1.10", "1.1"),
            (".5", "0.5"),
            (".5e1_0", "5000000000"),
            ("1e3", "1000"),
            ("1e21", "1e21"),
            ("08", "8"),
        ] {
            assert_eq!(number(text).as_deref(), Some(value), "{text}");
        }
        for text in ["_1", "a", "", "1:30", "1e400", "0x", "-", "2001-01-01", ".inf", "1.2.3"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
