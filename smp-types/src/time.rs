//! Points in time, as text that is checked when it is read.

/// A point in time in RFC 3339, to the second. Keeps the text of the document:
/// `2024-01-01T00:00:00Z` and `2024-01-01T00:00:00+00:00` are written as they were read, and
/// are not equal. A text that is no time is not read.
///
/// ```
/// use smp_types::Time;
/// let time: Time = serde_json::from_str(r#""2024-01-01T00:00:00Z""#)?;
/// assert_eq!(time, Time::from("2024-01-01T00:00:00Z"));
/// assert_eq!(time.to_string(), "2024-01-01T00:00:00Z");
/// assert!(serde_json::from_str::<Time>(r#""yesterday""#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub String);

text!(Time: Time, is_time, "a time such as 2024-01-01T00:00:00Z");

/// A point in time in RFC 3339, to the microsecond. Keeps the text of the
/// document.
///
/// ```
/// use smp_types::MicroTime;
/// let time = MicroTime::from("2024-01-01T00:00:00.000000Z");
/// assert_eq!(serde_json::to_string(&time)?, r#""2024-01-01T00:00:00.000000Z""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroTime(pub String);

text!(MicroTime: Time, is_time, "a time such as 2024-01-01T00:00:00.000000Z");

/// Whether the text is a time in RFC 3339.
fn is_time(text: &str) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T' | b't', time @ ..] = text.as_bytes()
    else {
        return false;
    };
    let [h1, h2, b':', n1, n2, b':', s1, s2, rest @ ..] = time else { return false };
    let (Some(year), Some(month)) = (number(&[*y1, *y2, *y3, *y4]), number(&[*m1, *m2])) else {
        return false;
    };
    let is_below = |digits: [u8; 2], bound| number(&digits).is_some_and(|it| it < bound);
    let day = number(&[*d1, *d2]).unwrap_or_default();
    let fraction = match rest {
        [b'.', digits @ ..] => digits.iter().take_while(|it| it.is_ascii_digit()).count(),
        _ => 0,
    };
    let zone = match rest {
        [b'.', digits @ ..] if fraction > 0 => digits.get(fraction..).unwrap_or_default(),
        _ => rest,
    };
    let is_zone = match zone {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', h1, h2, b':', n1, n2] => is_below([*h1, *h2], 24) && is_below([*n1, *n2], 60),
        _ => false,
    };
    // A minute may have a leap second.
    (1..=days(year, month)).contains(&day)
        && is_below([*h1, *h2], 24)
        && is_below([*n1, *n2], 60)
        && is_below([*s1, *s2], 61)
        && is_zone
}

/// The number of these digits.
fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |number, digit| {
        let digit = char::from(*digit).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

/// The number of days of a month; 0 if there is no such month.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_are_read() {
        for text in [
            "2024-01-01T00:00:00Z",
            "2024-02-29T23:59:60+00:00",
            "2000-02-29t23:59:59.123456789-23:59",
            "0001-12-31T00:00:00.1z",
        ] {
            assert!(is_time(text), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "2024-01-01",
            "2024-01-01T00:00:00",
            "2024-01-01 00:00:00Z",
            "2024-01-01T00:00Z",
            "2024-1-01T00:00:00Z",
            "2024-00-01T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-01-00T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2024-04-31T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:61Z",
            "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00+24:00",
            "2024-01-01T00:00:00+0000",
            "2024-01-01T00:00:00ZZ",
            "+024-01-01T00:00:00Z",
        ] {
            assert!(!is_time(text), "{text}");
        }
    }
}
