//! The checks of the limits: [`DepthBudget`] and [`check_length`].

use crate::error::{Error, ErrorKind};
use smp_schema::Limits;

/// The number of levels of objects and lists that may still be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DepthBudget {
    left: u32,
    most: u32,
}

impl DepthBudget {
    /// The budget of the limits.
    pub(crate) fn of(limits: &Limits) -> Self {
        let most = u32::try_from(limits.max_depth).unwrap_or(u32::MAX);
        Self { left: most, most }
    }

    /// The budget one level deeper, or `None` at the limit.
    pub(crate) fn checked_enter(self) -> Option<Self> {
        Some(Self { left: self.left.checked_sub(1)?, ..self })
    }

    /// The budget one level deeper.
    pub(crate) fn enter(self) -> Result<Self, Error> {
        self.checked_enter().ok_or_else(|| self.exceeded())
    }

    /// The error for a value nested deeper than the limit.
    pub(crate) fn exceeded(self) -> Error {
        let message = format!("nested deeper than {} levels, which is the limit", self.most);
        Error::new(ErrorKind::Depth, message)
            .or_in_code("if it is meant to be that deep, raise `Limits::max_depth`")
    }
}

/// Refuses a text that is longer than [`Limits::max_bytes`].
pub(crate) fn check_length(text: &[u8], limits: &Limits) -> Result<(), Error> {
    match limits.too_long(text) {
        Some(message) => Err(Error::new(ErrorKind::Size, message)),
        None => Ok(()),
    }
}
