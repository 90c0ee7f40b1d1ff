//! Scalars that can be compared: merge keys, and items of lists of scalars. Rules: semantics
//! value-6 and value-7.

use core::hash::{Hash, Hasher};
use std::borrow::Cow;

use serde_json::Value;

use super::node::Node;
use super::read;
use smp_schema::__support::JsonKind;
use smp_schema::ScalarType;

/// A scalar that can be compared and hashed. Integers and other numbers differ, as in Go and
/// `serde_json`: `80` is neither `"80"` nor `80.0`. The numbers `1.0`, `1.00` and `10e-1` are
/// equal.
#[derive(Debug, Clone)]
pub(crate) enum Scalar<'n> {
    Null,
    Bool(bool),
    Integer(Cow<'n, str>),
    /// Boxed, since such numbers are rare and large.
    Decimal(Box<Decimal>),
    String(Cow<'n, str>),
}

impl<'n> Scalar<'n> {
    /// The node as a scalar; `None` for lists and objects. `O(n)` in the text.
    pub(crate) fn of(node: &'n Node<'_>) -> Option<Self> {
        match node {
            Node::Null => Some(Self::Null),
            Node::Bool(value) => Some(Self::Bool(*value)),
            Node::Number(text) => Some(Self::number(Cow::Borrowed(text))),
            Node::String(text) => Some(Self::String(Cow::Borrowed(text))),
            Node::Raw(text) => Self::of_text(text.text()),
            Node::Value(value) => Self::of_value(value),
            Node::ValueRef(value) => Self::of_value(value),
            Node::Lazy(lazy) => lazy.scalar(),
            Node::List(_) | Node::Object(_) => None,
        }
    }

    /// The scalar with this JSON text, which has been checked; `None` for lists and objects.
    /// `O(n)`.
    pub(crate) fn of_text(text: &'n str) -> Option<Self> {
        match read::kind(text) {
            JsonKind::Null => Some(Self::Null),
            JsonKind::Bool => Some(Self::Bool(text == "true")),
            JsonKind::String => read::string(text).map(Self::String),
            JsonKind::Number => Some(Self::number(Cow::Borrowed(text))),
            JsonKind::List | JsonKind::Object => None,
        }
    }

    /// The value as a scalar; `None` for lists and objects. `O(n)` in the text.
    pub(crate) fn of_value(value: &'n Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::Null),
            Value::Bool(value) => Some(Self::Bool(*value)),
            Value::String(text) => Some(Self::String(Cow::Borrowed(text))),
            Value::Number(number) => Some(Self::number(Cow::Owned(number.to_string()))),
            Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// The number or boolean with this JSON text. `O(n)`.
    pub(crate) fn literal(text: &'n str) -> Self {
        match text {
            "true" => Self::Bool(true),
            "false" => Self::Bool(false),
            number => Self::number(Cow::Borrowed(number)),
        }
    }

    /// The number with this text. `O(n)`.
    pub(super) fn number(text: Cow<'n, str>) -> Self {
        if text.contains(['.', 'e', 'E']) {
            Self::Decimal(Box::new(Decimal::parse(&text)))
        } else if text == "-0" {
            Self::Integer(Cow::Borrowed("0"))
        } else {
            Self::Integer(text)
        }
    }

    /// The same scalar without borrowed text. `O(n)`.
    pub(crate) fn into_owned(self) -> Scalar<'static> {
        match self {
            Self::Null => Scalar::Null,
            Self::Bool(value) => Scalar::Bool(value),
            Self::Integer(text) => Scalar::Integer(Cow::Owned(text.into_owned())),
            Self::Decimal(decimal) => Scalar::Decimal(decimal),
            Self::String(text) => Scalar::String(Cow::Owned(text.into_owned())),
        }
    }

    /// The JSON text, for messages and paths.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::String(text) => serde_json::Value::from(text.as_ref()).to_string(),
            other => other.sort_text().into_owned(),
        }
    }

    /// Whether both are the same value of this class, in any spelling. `O(n)`.
    pub(crate) fn is_same(&self, other: &Self, class: ScalarType) -> bool {
        use ScalarType::{
            Bytes, Duration, Int32, Int64, IntOrString, Integer, Number, Quantity, Time,
        };
        match (self, other, class) {
            (
                Self::Integer(_) | Self::Decimal(_),
                Self::Integer(_) | Self::Decimal(_),
                Integer | Int32 | Int64 | IntOrString | Number,
            ) => self.decimal() == other.decimal(),
            (
                Self::Integer(_) | Self::Decimal(_) | Self::String(_),
                Self::Integer(_) | Self::Decimal(_) | Self::String(_),
                Quantity,
            )
            | (Self::String(_), Self::String(_), Time | Duration | Bytes) => {
                class.is_same(&self.sort_text(), &other.sort_text())
            }
            _ => self == other,
        }
    }

    /// The exact value of a number.
    fn decimal(&self) -> Option<Cow<'_, Decimal>> {
        match self {
            Self::Integer(text) => Some(Cow::Owned(Decimal::parse(text))),
            Self::Decimal(decimal) => Some(Cow::Borrowed(decimal)),
            _ => None,
        }
    }

    /// The text by which a diff sorts deletions: semantics diff-8 and diff-9.
    pub(crate) fn sort_text(&self) -> Cow<'_, str> {
        match self {
            Self::Null => Cow::Borrowed("null"),
            Self::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
            Self::Integer(text) | Self::String(text) => Cow::Borrowed(text),
            Self::Decimal(decimal) => Cow::Owned(decimal.to_string()),
        }
    }
}

impl PartialEq for Scalar<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Integer(a), Self::Integer(b)) | (Self::String(a), Self::String(b)) => a == b,
            (Self::Decimal(a), Self::Decimal(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Scalar<'_> {}

/// Hashes only the text, which is faster: `80` and `"80"` have the same hash.
impl Hash for Scalar<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Null => {}
            Self::Bool(value) => value.hash(state),
            Self::Integer(text) | Self::String(text) => text.hash(state),
            Self::Decimal(decimal) => decimal.hash(state),
        }
    }
}

/// The value of a key field in an element.
pub(crate) enum KeyValue<'n> {
    Scalar(Scalar<'n>),
    /// An object or a list, which cannot be a key.
    Other(JsonKind),
}

impl<'n> KeyValue<'n> {
    pub(crate) fn of(node: &'n Node<'n>) -> Self {
        Scalar::of(node).map_or_else(|| Self::Other(node.kind()), Self::Scalar)
    }

    pub(super) fn of_value(value: &'n Value) -> Self {
        let kind = || Node::ValueRef(value).kind();
        Scalar::of_value(value).map_or_else(|| Self::Other(kind()), Self::Scalar)
    }

    pub(super) fn of_text(text: &'n str) -> Self {
        Scalar::of_text(text).map_or_else(|| Self::Other(read::kind(text)), Self::Scalar)
    }
}

/// A number with a fraction or an exponent, by its exact value: `digits · 10^exponent`, without
/// zeros at either end of the digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: Exponent,
}

/// The exponent of a number. JSON allows exponents that no integer type can hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Exponent {
    Small(i128),
    Huge(String),
}

impl Decimal {
    /// The number with this JSON text. `O(n)`.
    fn parse(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let trimmed = all.trim_end_matches('0');
        let dropped = all.len().saturating_sub(trimmed.len());
        let digits = trimmed.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: Exponent::Small(0) };
        }
        let shift = (dropped as i128).saturating_sub(fraction.len() as i128);
        let exponent = match exponent.parse::<i128>().ok().and_then(|e| e.checked_add(shift)) {
            Some(exponent) => Exponent::Small(exponent),
            None => Exponent::Huge(format!("{exponent}{shift:+}")),
        };
        Self { negative, digits, exponent }
    }

    /// The number as an integer; `None` if it has a fraction. Integers longer than [`PLAIN_DIGITS`]
    /// digits are written with an exponent. `O(n)`.
    pub(crate) fn to_integer(&self) -> Option<String> {
        let is_whole = match &self.exponent {
            Exponent::Small(exponent) => *exponent >= 0,
            Exponent::Huge(exponent) => !exponent.starts_with('-'),
        };
        is_whole.then(|| {
            let text = self.to_string();
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        })
    }
}

/// One text for each value, independent of the spelling: `1.5` for `1.50` and `15e-1`, `1.0`
/// for `1.00`. Only numbers of more than [`PLAIN_DIGITS`] digits have an exponent.
impl core::fmt::Display for Decimal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let digits = if self.digits.is_empty() { "0" } else { &self.digits };
        let exponent = match &self.exponent {
            Exponent::Small(exponent) => *exponent,
            Exponent::Huge(exponent) => return write!(f, "{sign}{digits}e{exponent}"),
        };
        let Some(places) = usize::try_from(exponent.unsigned_abs())
            .ok()
            .filter(|places| places.saturating_add(digits.len()) <= PLAIN_DIGITS)
        else {
            return write!(f, "{sign}{digits}e{exponent}");
        };
        if exponent >= 0 {
            return write!(f, "{sign}{digits}{}.0", "0".repeat(places));
        }
        match digits.len().checked_sub(places).and_then(|whole| digits.split_at_checked(whole)) {
            Some((whole, fraction)) if !whole.is_empty() => write!(f, "{sign}{whole}.{fraction}"),
            _ => write!(f, "{sign}0.{digits:0>places$}"),
        }
    }
}

/// Numbers of up to this many digits are shown without an exponent.
const PLAIN_DIGITS: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Scalar<'_> {
        Scalar::number(Cow::Borrowed(text))
    }

    #[test]
    fn decimals_compare_by_value() {
        for (a, b) in [("1.0", "1.00"), ("1.0", "10e-1"), ("0.0", "-0.0"), ("1e2", "100.0")] {
            assert_eq!(number(a), number(b), "{a} {b}");
        }
        for (a, b) in [("1.0", "1"), ("1.5", "15.0"), ("1e2", "1e3"), ("1.0", "-1.0")] {
            assert_ne!(number(a), number(b), "{a} {b}");
        }
    }

    #[test]
    fn decimals_have_one_text_for_each_value() {
        for (text, shown) in [
            ("1.50", "1.5"),
            ("15e-1", "1.5"),
            ("-1.0", "-1.0"),
            ("10e-1", "1.0"),
            ("0.0", "0.0"),
            ("-0.5", "-0.5"),
            ("1.25e-3", "0.00125"),
            ("1e2", "100.0"),
            ("12.5e1", "125.0"),
            ("1e-100", "1e-100"),
            ("2.5e100", "25e99"),
        ] {
            assert_eq!(number(text).to_json(), shown, "{text}");
            assert_eq!(number(shown), number(text), "{text}");
        }
    }

    #[test]
    fn decimals_without_a_fraction_are_integers() {
        let integer = |text: &str| Decimal::parse(text).to_integer();
        for (text, whole) in
            [("3.0", "3"), ("3e0", "3"), ("-30e-1", "-3"), ("-0.0", "0"), ("1.5e2", "150")]
        {
            assert_eq!(integer(text).as_deref(), Some(whole), "{text}");
        }
        for text in ["3.5", "3e-1", "1e-100", "1e-9999999999999999999999999999999999999999999"] {
            assert_eq!(integer(text), None, "{text}");
        }
        assert_eq!(integer("2.5e100").as_deref(), Some("25e99"));
    }

    #[test]
    fn integers_compare_by_text_however_long() {
        assert_eq!(number("12345678901234567890123"), number("12345678901234567890123"));
        assert_ne!(number("12345678901234567890123"), number("12345678901234567890124"));
        assert_eq!(number("-0"), number("0"));
    }

    #[test]
    fn equal_scalars_have_equal_hashes_and_others_rarely_do() {
        use std::collections::HashSet;
        use std::hash::{BuildHasher, RandomState};

        let hasher = RandomState::new();
        assert_eq!(hasher.hash_one(number("1.0")), hasher.hash_one(number("1.00")));
        let texts: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        let integers = texts.iter().map(|text| hasher.hash_one(number(text)));
        assert_eq!(integers.collect::<HashSet<_>>().len(), 100);
    }
}
