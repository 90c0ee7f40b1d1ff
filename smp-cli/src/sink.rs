//! The destinations of results: standard output or files.

use std::ops::ControlFlow;
use std::time::Duration;

use smp_yaml::Format;

use crate::fingerprint::Fingerprint;
use crate::report::Report;

/// A destination of results. It gets them in the order of the documents.
pub(crate) trait Sink {
    /// Takes a result. `Break` if the output was closed by its reader, so that no more results are
    /// needed.
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report>;

    /// Takes the result for an object that is not in the files; `name` is the file name to show for it.
    fn put_new(&mut self, _name: &str, result: &Written) -> Result<ControlFlow<()>, Report> {
        self.put(result)
    }

    /// Takes unchanged text of the file after a result, if the text is kept.
    fn put_unchanged(&mut self, text: &str) -> Result<(), Report>;

    /// Ends the current file. The fingerprint is given if files are rewritten.
    fn end_of_file(&mut self, fingerprint: Option<Fingerprint>) -> Result<(), Report>;

    /// The time that buffered results may wait for input; `None` if nothing is
    /// buffered.
    fn flush_after(&self) -> Option<Duration> {
        None
    }

    /// Writes what is buffered. `Break` as for [`put`](Self::put).
    fn flush(&mut self) -> Result<ControlFlow<()>, Report> {
        Ok(ControlFlow::Continue(()))
    }

    /// Ends the output after an error: nothing more is written. Returns a note for the user about what
    /// has been written before, if anything must be said.
    fn abort(&mut self) -> Option<String>;

    /// Ends the output after all results have been put without an error. Called once.
    fn finish(&mut self) -> Result<(), Report>;

    /// Whether a preview has shown a change.
    fn has_shown_changes(&self) -> bool {
        false
    }
}

/// A result, ready to be written.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the text")]
pub(crate) struct Written {
    /// The text of the document, with the unchanged text before it if `is_original_text`.
    pub(crate) text: String,
    /// The text that this one replaces, if it differs. Set only for a preview.
    pub(crate) before: Option<String>,
    /// Whether `text` is the text of the file with edits, so that comments and `---` are in it.
    pub(crate) is_original_text: bool,
    pub(crate) format: Format,
    /// Whether the document has changed. Set only if files are rewritten, or would be.
    pub(crate) changed: bool,
    /// Whether the document is removed.
    pub(crate) removed: bool,
    /// Whether the document has values that are not shown. Set only for a diff that is meant to be
    /// applied, and so has no masks.
    pub(crate) hides: bool,
}

impl Written {
    /// A new text that is separated from others as in this format.
    pub(crate) fn separate(text: String, format: Format) -> Self {
        let (before, is_original_text, changed, removed) = (None, false, true, false);
        Self { text, before, is_original_text, format, changed, removed, hides: false }
    }
}
