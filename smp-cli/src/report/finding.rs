//! Messages as data, for reports that programs read.

use super::rule::Rule;
use crate::identity::Identity;

/// A place in a file. Lines and columns begin with 1; columns count characters.
#[derive(Debug, Clone, PartialEq, Eq)]
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    Note,
    Warning,
    Error,
}

/// A message, or a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) rule: Rule,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) place: Option<Place>,
    /// Explanations of the message.
    pub(crate) notes: Vec<String>,
    /// Remedies for the user.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checked {
    pub(crate) identity: Identity,
    /// The place where the object begins.
    pub(crate) place: Option<Place>,
}

/// The findings and the documents of a run.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) findings: Vec<Finding>,
    pub(crate) checked: Vec<Checked>,
    /// The number of those that were not kept.
    pub(crate) omitted: usize,
}
