//! The interface between the commands and the pipeline.

use smp_core::Document;

use crate::args::{DiffStyle, OutputFormat, RewriteArgs};
use crate::input::Input;
use crate::report::Report;
use crate::schemas::Schemas;

/// A command's work on a document, on any thread.
pub(crate) trait Process: Sync {
    /// The facts that the command collects about a document besides its result.
    type Findings: Send + 'static;

    /// Processes a document; the result is `None` if it is removed. `is_single_document` means that
    /// there is no other document in the input; it is set if
    /// [`Pipeline::needs_single_document`](super::Pipeline::needs_single_document) is.
    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        is_single_document: bool,
    ) -> Result<(Option<Document<'d>>, Self::Findings), Report>;

    /// The schemas of the objects.
    fn schemas(&self) -> &Schemas;

    /// The changes of a document as text, for [`Destination::Preview`] of fields.
    fn preview(findings: &Self::Findings) -> &str;
}

/// The destination of the results.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Destination {
    /// Standard output, in this format or else in that of the first file.
    Print { format: Option<OutputFormat>, reformat: bool },
    /// The files of the input, whose documents are replaced.
    Rewrite { reformat: bool },
    /// Standard output, which shows the changes; no result is written.
    Preview { style: DiffStyle, reformat: bool },
}

impl Destination {
    /// The style of a preview, if only a preview is wanted.
    pub(super) fn preview(self) -> Option<DiffStyle> {
        match self {
            Self::Preview { style, .. } => Some(style),
            Self::Print { .. } | Self::Rewrite { .. } => None,
        }
    }

    /// Whether YAML is written anew.
    pub(super) fn reformats(self) -> bool {
        match self {
            Self::Print { reformat, .. }
            | Self::Rewrite { reformat }
            | Self::Preview { reformat, .. } => reformat,
        }
    }
}

impl From<&RewriteArgs> for Destination {
    fn from(args: &RewriteArgs) -> Self {
        let reformat = args.style.reformat;
        if let Some(style) = args.preview.diff {
            Self::Preview { style, reformat }
        } else if args.in_place {
            Self::Rewrite { reformat }
        } else {
            Self::Print { format: args.output, reformat }
        }
    }
}
