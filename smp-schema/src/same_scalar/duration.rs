//! Durations, as Go's `time.ParseDuration` reads them.

/// The units with their nanoseconds. Unicode has two letters for micro.
const UNITS: [(&str, u128); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The nanoseconds; `None` if the text is not a duration, or too long for 64 bits. `O(n)`.
pub(super) fn nanoseconds(text: &str) -> Option<i128> {
    let (sign, mut rest) = match text.as_bytes().first()? {
        b'-' => (-1, text.get(1..)?),
        b'+' => (1, text.get(1..)?),
        _ => (1, text),
    };
    if rest == "0" {
        return Some(0);
    }
    let mut sum: u128 = 0;
    // At least one number with a unit.
    loop {
        let (number, after) = split(rest, |letter| letter == '.' || letter.is_ascii_digit());
        let (unit, after) = split(after, |letter| letter != '.' && !letter.is_ascii_digit());
        let (_, size) = UNITS.iter().find(|(name, _)| *name == unit)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
            return None;
        }
        let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        sum = sum.checked_add(u128::from(whole).checked_mul(*size)?)?;
        sum = sum.checked_add(part(fraction, *size))?;
        if sum > 1 << 63 {
            return None;
        }
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    // Only a negative duration reaches 2^63.
    let nanoseconds = i128::try_from(sum).ok()?.checked_mul(sign)?;
    i64::try_from(nanoseconds).ok().map(i128::from)
}

/// The nanoseconds of a fraction of a unit, in floating point as in Go: with enough digits, a third
/// of an hour is 1200 seconds.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the result is less than one unit, and Go rounds in the same way"
)]
fn part(digits: &str, size: u128) -> u128 {
    let (mut number, mut scale) = (0_u64, 1.0_f64);
    for digit in digits.bytes() {
        // Digits that no longer fit into 63 bits are ignored.
        let longer = number.checked_mul(10).filter(|_| number <= (i64::MAX as u64) / 10);
        let longer = longer.and_then(|it| it.checked_add(u64::from(digit.wrapping_sub(b'0'))));
        let Some(longer) = longer.filter(|it| *it <= 1 << 63) else { break };
        number = longer;
        scale *= 10.0;
    }
    (number as f64 * (size as f64 / scale)) as u128
}

/// The text up to the first letter for which `is_part` is false, and the rest.
fn split(text: &str, is_part: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}
