//! Quantities, as Go's `resource.ParseQuantity` reads them.

/// Larger exponents are not read: Go stores them in 32 bits.
const MAX_EXPONENT: i64 = 1_000;

/// The smallest part of a quantity is a billionth: smaller ones are rounded away from zero.
const SMALLEST: i64 = -9;

/// The largest quantity with a binary unit.
const MAX_BINARY: &str = "9223372036854775807";

/// The value of a quantity: `digits · 10^exponent`, without zeros at either end of the digits.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    negative: bool,
    /// One digit in each byte.
    digits: Vec<u8>,
    exponent: i64,
}

/// The value; `None` if the text is not a quantity. `O(n)`.
pub(super) fn value(text: &str) -> Option<Value> {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let (negative, text) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let (whole, rest) = split(text)?;
    let (fraction, suffix) = match rest.strip_prefix('.') {
        Some(rest) => split(rest)?,
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let digits = whole.bytes().chain(fraction.bytes()).map(|it| it.wrapping_sub(b'0')).collect();
    let exponent = 0_i64.checked_sub_unsigned(u64::try_from(fraction.len()).ok()?)?;
    let mut value = Value { negative, digits, exponent };
    let thousands = match suffix {
        "Ki" => 1,
        "Mi" => 2,
        "Gi" => 3,
        "Ti" => 4,
        "Pi" => 5,
        "Ei" => 6,
        _ => 0,
    };
    if thousands > 0 {
        (0..thousands).for_each(|_| value.multiply_by_1024());
    } else {
        value.exponent = value.exponent.checked_add(decimal_exponent(suffix)?)?;
    }
    value.trim();
    value.round_up();
    if thousands > 0 && value.exceeds(MAX_BINARY) {
        value.digits = MAX_BINARY.bytes().map(|it| it.wrapping_sub(b'0')).collect();
        value.exponent = 0;
    }
    Some(value)
}

/// The digits at the beginning, and the rest.
fn split(text: &str) -> Option<(&str, &str)> {
    text.split_at_checked(text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len()))
}

/// The power of ten that a suffix stands for.
fn decimal_exponent(suffix: &str) -> Option<i64> {
    Some(match suffix {
        "n" => -9,
        "u" => -6,
        "m" => -3,
        "" => 0,
        "k" => 3,
        "M" => 6,
        "G" => 9,
        "T" => 12,
        "P" => 15,
        "E" => 18,
        _ => {
            let exponent: i64 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
            return (-MAX_EXPONENT..=MAX_EXPONENT).contains(&exponent).then_some(exponent);
        }
    })
}

impl Value {
    fn multiply_by_1024(&mut self) {
        // The product has at most four more digits.
        self.digits.splice(0..0, [0; 4]);
        let mut carry: u32 = 0;
        for digit in self.digits.iter_mut().rev() {
            let product = u32::from(*digit).saturating_mul(1024).saturating_add(carry);
            (*digit, carry) = (u8::try_from(product % 10).unwrap_or_default(), product / 10);
        }
    }

    /// Removes the zeros at both ends. Zero has no sign.
    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
            self.exponent = self.exponent.saturating_add(1);
        }
        let zeros = self.digits.iter().take_while(|digit| **digit == 0).count();
        self.digits.drain(..zeros);
        if self.digits.is_empty() {
            (self.negative, self.exponent) = (false, 0);
        }
    }

    /// Rounds parts smaller than [`SMALLEST`] away from zero. The value is trimmed, so the digits
    /// that are cut off are not all zero.
    fn round_up(&mut self) {
        let Ok(cut) = usize::try_from(SMALLEST.saturating_sub(self.exponent)) else { return };
        if cut == 0 || self.digits.is_empty() {
            return;
        }
        self.digits.truncate(self.digits.len().saturating_sub(cut));
        self.exponent = SMALLEST;
        let nines = self.digits.iter().rev().take_while(|digit| **digit == 9).count();
        let kept = self.digits.len().saturating_sub(nines);
        self.digits.get_mut(kept..).unwrap_or_default().fill(0);
        match kept.checked_sub(1).and_then(|last| self.digits.get_mut(last)) {
            Some(last) => *last = last.saturating_add(1),
            None => drop(self.digits.splice(0..0, [1])),
        }
        self.trim();
    }

    /// Whether the absolute value is larger than this integer.
    fn exceeds(&self, integer: &str) -> bool {
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        let length = length.saturating_add(self.exponent);
        let most = i64::try_from(integer.len()).unwrap_or(i64::MAX);
        // With equally many digits before the point, the digits compare in order.
        let digits = self.digits.iter().copied();
        length > most
            || length == most && digits.gt(integer.bytes().map(|it| it.wrapping_sub(b'0')))
    }
}
