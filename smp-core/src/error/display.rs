//! The texts of an [`Error`]: its message with path and document, and its cause.

use core::fmt;

use super::{Detail, Error, ErrorKind};
use crate::path::Path;
use smp_schema::Limits;

/// The number of steps of the path of a depth error that are shown. Further steps would not help the
/// reader.
const STEPS_SHOWN: usize = 8;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(document) = self.0.document {
            write!(f, "{document}: ")?;
        }
        if self.0.kind == ErrorKind::Depth && self.0.reversed.len() > STEPS_SHOWN {
            let steps = self.0.reversed.iter().rev().take(STEPS_SHOWN);
            write!(f, "{}.…: ", Path::from_shared(steps.cloned()))?;
        } else if !self.0.reversed.is_empty() {
            write!(f, "{}: ", self.path())?;
        }
        f.write_str(&self.0.message)?;
        match &self.0.detail {
            Detail::None | Detail::Cause(_) | Detail::Directive(_) => Ok(()),
            Detail::Position(line, column) => write!(f, " at line {line} column {column}"),
            Detail::InCode(remedy) => write!(f, "; {remedy}"),
            Detail::Conflicts(conflicts) => write_lines(f, &conflicts.items),
            Detail::Preconditions(broken) => write_lines(f, broken),
            Detail::Violations(violations) => write_lines(f, &violations.items),
            Detail::Others(others) => write_lines(f, &others.items),
        }?;
        // The error itself counts as one of the mistakes, in addition to its `others`.
        let listed = match &self.0.detail {
            Detail::Others(others) => others.items.len().saturating_add(1),
            _ => self.conflicts().len().max(self.violations().len()),
        };
        match Limits::new().max_errors(listed).more(self.omitted()) {
            Some(more) => write!(f, "\n  {more}"),
            None => Ok(()),
        }
    }
}

fn write_lines<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    items.iter().try_for_each(|item| write!(f, "\n  {item}"))
}

/// The kind and the message, since `unwrap` and `main` show an error in this form.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}, {:?})", self.0.kind, self.to_string())
    }
}

/// [`source`](core::error::Error::source) is the error of serde, if the conversion of a
/// Rust value failed. The message includes its text, so it is enough to print this error.
impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.detail {
            Detail::Cause(source) => Some(&**source),
            _ => None,
        }
    }
}
