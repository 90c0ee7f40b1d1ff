//! The laws of every operation, one function each. A law takes a type, options and JSON texts.
//! Three drivers supply these: the property tests ([`property`](crate::property)), the targets
//! of `fuzz/`, and the differential run of `xtask`.

#![allow(clippy::missing_errors_doc, reason = "the error of a law says how it was broken")]

pub mod added;
pub mod apply;
pub mod changes;
pub mod check;
pub mod compose;
pub mod diff;
pub mod forms;
pub mod merge;
pub mod nulls;
pub mod outcome;
pub mod patch;
pub mod skew;
pub mod three_way;
pub mod unions;

use core::fmt::{Debug, Display};

use serde_json::Value;
use smp_core::{Error, ErrorKind, Options, TypeRef};

use crate::prune::has_directive;
use crate::text::Meaning;
use crate::valid::{is_mergeable, is_valid};

/// The verdict on an input that does not break a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The law holds for the input.
    Holds,
    /// The law does not apply to the input.
    NotApplicable,
}

/// The outcome of a law for one input. The error says how the law is broken.
pub type Outcome = Result<Verdict, String>;

/// A law of `N` JSON texts.
pub type Law<const N: usize> = fn(TypeRef<'_>, &Options, [&str; N]) -> Outcome;

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn ensure_eq<T: PartialEq + Debug>(left: &T, right: &T, what: impl Display) -> Result<(), String> {
    ensure(left == right, || format!("{what}\n  one: {left:?}\nother: {right:?}"))
}

/// Checks that both texts have the same meaning; null members count as absent.
fn ensure_same(left: &str, right: &str, what: impl Display) -> Result<(), String> {
    ensure(Meaning::of(left) == Meaning::of(right), || {
        format!("{what}\n  one: {left}\nother: {right}")
    })
}

/// The value of a text, if a [`Value`] can represent it without loss.
fn exact_value(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    (Meaning::of(text) == Meaning::of(&value.to_string())).then_some(value)
}

/// The values of several texts, if all of them can be represented without loss.
fn exact_values<const N: usize>(texts: [&str; N]) -> Option<[Value; N]> {
    let values: Option<Vec<Value>> = texts.into_iter().map(exact_value).collect();
    values?.try_into().ok()
}

/// The values of the texts, if all are valid documents. Members that are named like directives
/// are not allowed: no patch can write them.
fn valid_values<const N: usize>(ty: TypeRef<'_>, texts: [&str; N]) -> Option<[Value; N]> {
    let is_valid = |value: &Value| is_valid(value, ty) && !has_directive(value);
    exact_values(texts).filter(|values| values.iter().all(is_valid))
}

/// Like [`valid_values`], except that elements may be in a merge list twice.
fn mergeable_values<const N: usize>(ty: TypeRef<'_>, texts: [&str; N]) -> Option<[Value; N]> {
    let is_mergeable = |value: &Value| is_mergeable(value, ty) && !has_directive(value);
    exact_values(texts).filter(|values| values.iter().all(is_mergeable))
}

/// Adds the message `what` to the error of an operation that must not fail.
fn must<T>(result: Result<T, Error>, what: impl FnOnce() -> String) -> Result<T, String> {
    result.map_err(|error| format!("{error}: {}", what()))
}

/// Whether a diff may fail with this error: it may refuse names that spell directives, what the
/// schema doesn't allow, and unions that modified states inconsistently.
#[must_use]
pub fn is_refusal_of_diff(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DirectiveAsData
            | ErrorKind::UnknownField
            | ErrorKind::TypeMismatch
            | ErrorKind::NotAnObject
            | ErrorKind::Union
            | ErrorKind::Depth
    )
}

/// The patch of a diff; `None` if the diff failed with an error that is allowed.
fn diff_or_refusal<T>(result: Result<T, Error>) -> Result<Option<T>, String> {
    match result {
        Ok(patch) => Ok(Some(patch)),
        Err(error) if is_refusal_of_diff(&error) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}
