//! Points in time in RFC 3339.

/// Whether the text is a time in RFC 3339.
#[must_use]
pub fn is_time(text: &str) -> bool {
    parts(text).is_some()
}

/// The parts of a time.
struct Parts<'t> {
    days: i64,
    /// The seconds since midnight, in UTC.
    seconds: i64,
    fraction: &'t str,
    /// Whether Go reads the time: it has no leap second, and its letters are capitals.
    in_go: bool,
}

/// The seconds, and the digits of their fraction without zeros at the end; `None` if Go can't read
/// the text as a time. `O(n)`.
pub(super) fn instant(text: &str) -> Option<(i64, &str)> {
    let Parts { days, seconds, fraction, .. } = parts(text).filter(|parts| parts.in_go)?;
    let seconds = days.checked_mul(86_400)?.checked_add(seconds)?;
    // Go counts nanoseconds.
    let fraction = fraction.get(..9).unwrap_or(fraction);
    Some((seconds, fraction.trim_end_matches('0')))
}

fn parts(text: &str) -> Option<Parts<'_>> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, at @ (b'T' | b't'), time @ ..] =
        text.as_bytes()
    else {
        return None;
    };
    let [h1, h2, b':', n1, n2, b':', s1, s2, rest @ ..] = time else { return None };
    let (year, month) = (number(&[*y1, *y2, *y3, *y4])?, number(&[*m1, *m2])?);
    let day = number(&[*d1, *d2])?;
    let below = |digits: [u8; 2], bound| number(&digits).filter(|it| *it < bound);
    let (hour, minute) = (below([*h1, *h2], 24)?, below([*n1, *n2], 60)?);
    // A minute may have a leap second.
    let second = below([*s1, *s2], 61)?;
    let fraction = match rest {
        [b'.', digits @ ..] => digits.iter().take_while(|it| it.is_ascii_digit()).count(),
        _ => 0,
    };
    let zone = match rest {
        [b'.', digits @ ..] if fraction > 0 => digits.get(fraction..)?,
        _ => rest,
    };
    let (offset, zulu) = match zone {
        [z @ (b'Z' | b'z')] => (0, *z),
        [sign @ (b'+' | b'-'), h1, h2, b':', n1, n2] => {
            let hours = below([*h1, *h2], 24)?.checked_mul(60)?;
            let minutes = hours.checked_add(below([*n1, *n2], 60)?)?;
            (if *sign == b'+' { minutes } else { minutes.checked_neg()? }, b'Z')
        }
        _ => return None,
    };
    let minutes = hour.checked_mul(60)?.checked_add(minute)?.checked_sub(offset)?;
    let is_day = (1..=days_of(year, month)).contains(&day);
    is_day.then_some(())?;
    Some(Parts {
        days: days_before(year, month).checked_add(day)?,
        seconds: minutes.checked_mul(60)?.checked_add(second)?,
        fraction: text.get(20..)?.get(..fraction).unwrap_or_default(),
        in_go: *at == b'T' && zulu == b'Z' && second < 60,
    })
}

/// The number that these digits spell.
fn number(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0_i64, |number, digit| {
        let digit = char::from(*digit).to_digit(10)?;
        number.checked_mul(10)?.checked_add(i64::from(digit))
    })
}

/// The days from the beginning of the calendar to the first of a month.
fn days_before(year: i64, month: i64) -> i64 {
    let past = year.saturating_sub(1);
    let leap_years = past
        .div_euclid(4)
        .saturating_sub(past.div_euclid(100))
        .saturating_add(past.div_euclid(400));
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    past.saturating_mul(365).saturating_add(leap_years).saturating_add(months)
}

/// The number of days of a month; 0 if there is no such month.
fn days_of(year: i64, month: i64) -> i64 {
    let divides = |number: i64| year.rem_euclid(number) == 0;
    let is_leap = divides(4) && (!divides(100) || divides(400));
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
