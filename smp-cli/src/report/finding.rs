//! Messages as data, for reports that programs read; they are written as JSON with these names.

use serde::Serialize;

use super::rule::Rule;
use crate::identity::Identity;

/// A place in a file. Lines and columns begin with 1; columns count characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    /// The name as the user wrote it; `<stdin>` and `<patch>` where there is no file.
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    /// The column after the last character.
    pub(crate) end_column: usize,
}

impl Place {
    /// The name of the file; `None` for standard input and text of the command line.
    pub(crate) fn path(&self) -> Option<&str> {
        (!self.file.starts_with('<')).then_some(&self.file)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Note,
    Warning,
    Error,
}

/// A message, or a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    pub(crate) rule: Rule,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
    /// Explanations of the message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// Remedies for the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) helps: Vec<String>,
}

impl Finding {
    /// The message with all notes, a line for each.
    pub(crate) fn text(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("\nnote: {note}"));
        let helps = self.helps.iter().map(|help| format!("\nhelp: {help}"));
        core::iter::once(self.message.clone()).chain(notes).chain(helps).collect()
    }
}

/// A document, or an object of a set, that a command has read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Checked {
    #[serde(flatten)]
    pub(crate) identity: Identity,
    /// The place where the object begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
}

/// The findings and the documents of a run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Collected {
    #[serde(rename = "objects")]
    pub(crate) checked: Vec<Checked>,
    pub(crate) findings: Vec<Finding>,
    /// The number of findings and objects that were not kept.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) omitted: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
