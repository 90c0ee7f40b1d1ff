//! Messages between the threads of the pipeline.

use crate::args::{DiffStyle, OutputFormat};
use crate::input::{Block, Source};
use crate::report::{Checked, Report};
use crate::sink::Written;

/// A message to the coordinator.
pub(super) enum Event<F> {
    Read(Box<ReadBlock>),
    /// Reading has come to its end, or failed.
    End(Result<(), Report>),
    /// The block with this number was processed.
    Processed(usize, BlockResult<F>),
}

/// A block, and the number of its file.
pub(super) struct ReadBlock {
    /// The number of the file.
    pub(super) file: usize,
    pub(super) block: Block,
    /// Whether the block has the only document of the input. Known if the reader
    /// was asked for two documents in the first block.
    pub(super) is_single_document: bool,
}

/// A block to process.
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) source: Source,
    pub(super) is_single_document: bool,
    /// The format to print in; `None` if files are rewritten, or would be.
    pub(super) format: Option<OutputFormat>,
    /// The style of a preview, if only a preview is wanted.
    pub(super) preview: Option<DiffStyle>,
    /// Whether YAML is written anew.
    pub(super) reformat: bool,
    /// Whether documents that are no Kubernetes objects are skipped.
    pub(super) skips_non_objects: bool,
}

/// The results of a block.
pub(super) struct BlockResult<F> {
    /// The results up to the first document with an error.
    pub(super) documents: Vec<DocumentResult<F>>,
    /// Unchanged text after the last document, if its text is kept.
    pub(super) rest: String,
}

/// The result of a document.
pub(super) struct DocumentResult<F> {
    pub(super) warnings: Vec<Report>,
    /// The entry of a report: the object, and the note that it would be changed.
    pub(super) checked: Option<(Checked, Option<Report>)>,
    /// The output and the findings. Without findings the document is no Kubernetes object and was
    /// left out.
    pub(super) result: Result<(Written, Option<F>), Report>,
}

impl<F> DocumentResult<F> {
    /// Whether the document was processed, as objects are.
    pub(super) fn is_object(&self) -> bool {
        !matches!(self.result, Ok((_, None)))
    }
}

/// The error about a thread that cannot be started.
pub(super) fn no_thread(error: &std::io::Error) -> Report {
    Report::new(format!("cannot start a thread: {error}"))
}

/// The error about a thread that has panicked. The panic has printed its own
/// message.
pub(super) fn bug() -> Report {
    Report::new("this is a bug in smp").help("please report it, with the document")
}
