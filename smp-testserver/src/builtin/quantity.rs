//! [`canonical`]: a quantity in the form in which a server writes it.

/// The suffixes of powers of 1000, from 10^-9 on.
const DECIMAL: [&str; 10] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];

/// The suffixes of powers of 1024.
const BINARY: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/// The canonical form of a quantity: `1` for `1000m`, `1536Mi` for `1.5Gi`. `None` if the text is not a
/// quantity. One whose digits do not fit into 128 bits stays as it is.
pub(super) fn canonical(text: &str) -> Option<String> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len());
    let (number, suffix) = rest.split_at_checked(digits)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let Ok(mantissa) = format!("0{whole}{fraction}").parse::<i128>() else {
        return Some(text.to_owned());
    };
    let scale = i32::try_from(fraction.len()).ok()?.checked_neg()?;
    if let Some(power) = BINARY.iter().position(|it| *it == suffix && !it.is_empty()) {
        return Some(binary(sign, mantissa, scale, power).unwrap_or_else(|| text.to_owned()));
    }
    if let Some(power) = DECIMAL.iter().position(|it| *it == suffix) {
        let power = i32::try_from(power).ok()?.checked_sub(3)?.checked_mul(3)?;
        let (mantissa, exponent) = whole_nanos(mantissa, scale.checked_add(power)?)?;
        return Some(decimal(sign, mantissa, exponent).unwrap_or_else(|| text.to_owned()));
    }
    let exponent = suffix.strip_prefix(['e', 'E'])?.parse::<i32>().ok()?;
    let (mantissa, exponent) = whole_nanos(mantissa, scale.checked_add(exponent)?)?;
    let (mantissa, exponent) = in_thousands(mantissa, exponent);
    let exponent = if exponent == 0 { String::new() } else { format!("e{exponent}") };
    Some(format!("{}{mantissa}{exponent}", if mantissa == 0 { "" } else { sign }))
}

/// Raises the exponent to at least -9, rounding the mantissa up.
fn whole_nanos(mut mantissa: i128, mut exponent: i32) -> Option<(i128, i32)> {
    while exponent < -9 && mantissa != 0 {
        let rest = mantissa.checked_rem(10)?;
        mantissa = mantissa.checked_div(10)?.checked_add(i128::from(rest != 0))?;
        exponent = exponent.checked_add(1)?;
    }
    Some((mantissa, exponent))
}

/// The number with the largest exponent that is a multiple of 3.
fn in_thousands(mut mantissa: i128, mut exponent: i32) -> (i128, i32) {
    if mantissa == 0 {
        return (0, 0);
    }
    while mantissa.checked_rem(10) == Some(0) {
        mantissa = mantissa.checked_div(10).unwrap_or(mantissa);
        exponent = exponent.saturating_add(1);
    }
    while exponent.rem_euclid(3) != 0 {
        mantissa = mantissa.saturating_mul(10);
        exponent = exponent.saturating_sub(1);
    }
    (mantissa, exponent)
}

fn decimal(sign: &str, mantissa: i128, exponent: i32) -> Option<String> {
    let (mut mantissa, mut exponent) = in_thousands(mantissa, exponent);
    // There is no suffix above E.
    while exponent > 18 {
        mantissa = mantissa.checked_mul(1000)?;
        exponent = exponent.checked_sub(3)?;
    }
    let suffix = DECIMAL.get(usize::try_from(exponent.checked_div(3)?.checked_add(3)?).ok()?)?;
    Some(format!("{}{mantissa}{suffix}", if mantissa == 0 { "" } else { sign }))
}

fn binary(sign: &str, mantissa: i128, scale: i32, power: usize) -> Option<String> {
    let factor = 1024_i128.checked_pow(u32::try_from(power).ok()?)?;
    let divisor = 10_i128.checked_pow(scale.unsigned_abs())?;
    let product = mantissa.checked_mul(factor)?;
    if product.checked_rem(divisor)? != 0 {
        // A fraction of a byte is written with powers of 1000.
        let (mantissa, exponent) = whole_nanos(product, scale)?;
        return decimal(sign, mantissa, exponent);
    }
    let mut number = product.checked_div(divisor)?;
    if number < 1024 {
        return decimal(sign, number, 0);
    }
    let mut suffix = 0_usize;
    while number.checked_rem(1024)? == 0 && suffix.checked_add(1)? < BINARY.len() {
        number = number.checked_div(1024)?;
        suffix = suffix.checked_add(1)?;
    }
    Some(format!("{sign}{number}{}", BINARY.get(suffix)?))
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn forms() {
        let pairs = [
            ("1000m", "1"),
            ("1", "1"),
            ("0.5", "500m"),
            ("1.5Gi", "1536Mi"),
            ("1024Mi", "1Gi"),
            ("100", "100"),
            ("1000", "1k"),
            ("1500", "1500"),
            ("-1000m", "-1"),
            ("0", "0"),
            ("1e3", "1e3"),
            ("12e2", "1200"),
            ("0.0000000001", "1n"),
            ("1Ki", "1Ki"),
            ("0.5Ki", "512"),
            ("2048Ki", "2Mi"),
            ("1000Ki", "1000Ki"),
            ("+5", "5"),
            ("0Mi", "0"),
        ];
        for (text, wanted) in pairs {
            assert_eq!(canonical(text).as_deref(), Some(wanted), "{text}");
        }
        for text in ["", "x", "1x", "1.2.3", "e3", "1 "] {
            assert_eq!(canonical(text), None, "{text}");
        }
    }
}
