//! Writes JSON text in forms that no serializer writes, and compares texts by their values.

#![allow(clippy::panic, reason = "a test fails where it panics")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use smp_core::{Document, View};

use crate::choices::Choices;

/// The value as JSON text with random white space, escapes, forms of fractions and order of
/// members. The text has the same value, except that the strings `#0` to `#3` are written as
/// numbers that a `Value` can't represent.
#[must_use]
pub fn scruffy(value: &Value, choices: &mut Choices<'_>) -> String {
    let mut text = String::new();
    write(value, choices, &mut text);
    text
}

/// The value with some strings replaced with those that [`scruffy`] writes as numbers.
#[must_use]
pub fn numbered(value: &Value, choices: &mut Choices<'_>) -> Value {
    match value {
        Value::String(_) if choices.one_in(6) => choices.pick(&NUMBERS).0.into(),
        Value::Array(items) => items.iter().map(|item| numbered(item, choices)).collect(),
        Value::Object(members) => {
            let mut members = members.clone();
            // The values of directives stay: each must have its own type.
            for (_, member) in members.iter_mut().filter(|(name, _)| !name.starts_with('$')) {
                *member = numbered(member, choices);
            }
            Value::Object(members)
        }
        other => other.clone(),
    }
}

/// The strings, and the numbers that replace them: too large or too precise for any type, or
/// `-0`, whose sign integers lose.
const NUMBERS: [(&str, &str); 4] = [
    ("#0", "12345678901234567890123"),
    ("#1", "0.10000000000000000000000001"),
    ("#2", "-0"),
    ("#3", "1e400"),
];

fn write(value: &Value, choices: &mut Choices<'_>, out: &mut String) {
    space(choices, out);
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            let spellings: &[&str] = match text.as_str() {
                "1.0" => &["1.0", "1.00", "10e-1", "0.1E+1"],
                "100.0" => &["100.0", "1e2", "100.000"],
                "-0.5" => &["-0.5", "-5e-1"],
                other => &[other],
            };
            out.push_str(choices.pick(spellings));
        }
        Value::String(text) => match NUMBERS.iter().find(|(name, _)| name == text) {
            Some((_, number)) => out.push_str(number),
            None => string(text, choices, out),
        },
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, choices, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            let turn = choices.below(members.len());
            members.rotate_left(turn);
            out.push('{');
            for (at, (name, member)) in members.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                space(choices, out);
                string(name, choices, out);
                space(choices, out);
                out.push(':');
                write(member, choices, out);
            }
            out.push('}');
        }
        simple => out.push_str(&simple.to_string()),
    }
    space(choices, out);
}

fn space(choices: &mut Choices<'_>, out: &mut String) {
    match choices.below(12) {
        0 => out.push(' '),
        1 => out.push_str("\n\t"),
        2 => out.push_str("\r\n  "),
        _ => {}
    }
}

fn string(text: &str, choices: &mut Choices<'_>, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        let escaped = matches!(letter, '"' | '\\') || letter < ' ';
        if escaped || choices.one_in(12) {
            // Two escapes for a character beyond the Basic Multilingual Plane (a surrogate
            // pair).
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string never fails.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
    }
    out.push('"');
}

/// The value of a text. Fractions are compared by value, integers by their digits; null
/// members count as absent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the kinds of JSON")]
pub enum Meaning {
    Null,
    Bool(bool),
    Integer(String),
    /// The digits without zeros at either end, whether it is negative, and the exponent.
    Fraction(String, bool, i64),
    String(String),
    List(Vec<Meaning>),
    Object(BTreeMap<String, Meaning>),
}

impl Meaning {
    /// The value of a JSON text.
    ///
    /// # Panics
    ///
    /// If the text is not JSON.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::of_document(&Document::from_json(text).unwrap_or_else(|e| panic!("{e}: {text}")))
    }

    fn of_document(document: &Document<'_>) -> Self {
        match document.view().unwrap_or_else(|e| panic!("{e}: {document}")) {
            View::Null => Self::Null,
            View::Bool(value) => Self::Bool(value),
            View::Number(text) => Self::number(&text),
            View::String(text) => Self::String(text.into_owned()),
            View::List(items) => Self::List(items.iter().map(Self::of_document).collect()),
            View::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, member)| (name.to_string(), Self::of_document(member)))
                    .filter(|(_, member)| *member != Self::Null)
                    .collect(),
            ),
            other => panic!("{other:?}"),
        }
    }

    fn number(text: &str) -> Self {
        if !text.contains(['.', 'e', 'E']) {
            return Self::Integer(if text == "-0" { "0" } else { text }.to_owned());
        }
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let negative = whole.starts_with('-');
        let all = format!("{}{fraction}", whole.trim_start_matches('-'));
        let digits = all.trim_end_matches('0');
        let dropped = i64::try_from(all.len() - digits.len()).unwrap_or_default();
        let places = i64::try_from(fraction.len()).unwrap_or_default();
        let exponent = exponent.parse::<i64>().unwrap_or_default();
        let exponent = exponent.saturating_add(dropped).saturating_sub(places);
        match digits.trim_start_matches('0') {
            "" => Self::Fraction(String::new(), false, 0),
            digits => Self::Fraction(digits.to_owned(), negative, exponent),
        }
    }
}
