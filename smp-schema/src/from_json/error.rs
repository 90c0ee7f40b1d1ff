//! Errors of the reader, with the steps to their places.

use core::fmt;

use serde::de::{Error as _, Expected, Unexpected};
use serde_json::Value;

use crate::refine::refine;
use crate::reflect::{ConvertError, Step};

/// An error of serde, with the steps to its place, the last one first. It is the size of a pointer,
/// since every function that serde generates passes it on.
#[derive(Debug)]
pub(super) struct ReadError(Box<(serde_json::Error, Vec<Step>)>);

impl ReadError {
    pub(super) fn refined(
        self,
        value: &Value,
        refusal: &dyn Fn(&Value) -> Option<String>,
    ) -> ConvertError {
        let (error, steps) = *self.0;
        ConvertError::Json(error, refine(steps, value.clone(), refusal))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn within(mut self, step: Step) -> Self {
        self.0.1.push(step);
        self
    }
}

impl From<serde_json::Error> for ReadError {
    #[cold]
    fn from(error: serde_json::Error) -> Self {
        Self(Box::new((error, Vec::new())))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.fmt(f)
    }
}

impl core::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        serde_json::Error::custom(message).into()
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        serde_json::Error::invalid_type(found, expected).into()
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        serde_json::Error::invalid_value(found, expected).into()
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        serde_json::Error::invalid_length(length, expected).into()
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        serde_json::Error::unknown_variant(variant, expected).into()
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        serde_json::Error::unknown_field(field, expected).into()
    }

    fn missing_field(field: &'static str) -> Self {
        serde_json::Error::missing_field(field).into()
    }

    fn duplicate_field(field: &'static str) -> Self {
        serde_json::Error::duplicate_field(field).into()
    }
}

/// The error for a value of a different kind than `expected`.
pub(super) fn mismatch(value: &Value, expected: &dyn Expected) -> ReadError {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => Unexpected::Unsigned(number),
            (_, Some(number), _) => Unexpected::Signed(number),
            (.., Some(number)) => Unexpected::Float(number),
            _ => Unexpected::Other("number"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    ReadError::invalid_type(found, expected)
}

/// The error for a variant that must have content but is only a name.
pub(super) fn unit(expected: &dyn Expected) -> ReadError {
    ReadError::invalid_type(Unexpected::UnitVariant, expected)
}
