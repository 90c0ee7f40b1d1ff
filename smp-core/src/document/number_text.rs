//! [`NumberText`]: the text of a number.

use core::fmt;
use core::ops::Deref;
use std::borrow::Cow;

use smp_schema::__support::JsonKind;

use super::node::Node;
use super::read;
use crate::error::{Error, ErrorKind};

/// The text of a JSON number, exactly as it is written: `1.0`, `1e3`, or a number of any length.
///
/// ```
/// use smp_core::{Document, NumberText, View};
/// let document = Document::from(View::Number(NumberText::new("1.50")?));
/// assert_eq!(document.to_json(), "1.50");
/// assert!(NumberText::new("01").is_err());
/// # Ok::<(), smp_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NumberText<'d>(pub(super) Cow<'d, str>);

impl<'d> NumberText<'d> {
    /// Checks the text. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`InvalidJson`](crate::ErrorKind::InvalidJson) for a text that is not a JSON number, or has
    /// white space around it.
    pub fn new(text: impl Into<Cow<'d, str>>) -> Result<Self, Error> {
        let text = text.into();
        // The node has no white space around it.
        let is_number = match read::document(&text) {
            Ok(Node::Raw(raw)) => raw.text() == text && raw.kind() == JsonKind::Number,
            _ => false,
        };
        if is_number {
            return Ok(Self(text));
        }
        let message = format!("{text:?} is not a JSON number, such as 1, -2.5 or 3e8");
        Err(Error::new(ErrorKind::InvalidJson, message))
    }
}

impl Deref for NumberText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NumberText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
