//! The texts of an [`Error`]: its message with path and document, and its cause.

use core::fmt;

use super::{Error, ErrorKind};
use crate::path::Path;

/// How many steps of the path of a depth error are shown. Further steps would not help the
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
        if let Some(remedy) = self.0.in_code {
            write!(f, "; {remedy}")?;
        }
        if let Some((line, column)) = self.0.position {
            write!(f, " at line {line} column {column}")?;
        }
        for conflict in &self.0.conflicts {
            write!(f, "\n  {conflict}")?;
        }
        for broken in &self.0.preconditions {
            write!(f, "\n  {broken}")?;
        }
        for violation in &self.0.violations {
            write!(f, "\n  {violation}")?;
        }
        for other in &self.0.others {
            write!(f, "\n  {other}")?;
        }
        if let Some(more) = &self.0.more {
            write!(f, "\n  {more}")?;
        }
        Ok(())
    }
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
        self.0.source.as_deref().map(|source| source as _)
    }
}
