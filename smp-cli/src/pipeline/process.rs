//! What the commands give to the pipeline.

use smp_core::Document;

use crate::args::{OutputFormat, RewriteArgs};
use crate::input::Input;
use crate::report::Report;

/// How a command processes a document, on any thread.
pub(crate) trait Process: Sync {
    /// What the command learns about a document besides its result.
    type Findings: Send + 'static;

    /// Processes a document; the result is `None` if it is removed. `only` means that there is
    /// no other document in the input; it is set if
    /// [`Pipeline::needs_only`](super::Pipeline::needs_only) is.
    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        only: bool,
    ) -> Result<(Option<Document<'d>>, Self::Findings), Report>;
}

/// Where the results go.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Destination {
    /// To standard output; without a format, in that of the first file.
    Print { format: Option<OutputFormat>, reformat: bool },
    /// Into the files, in place of the documents there.
    Rewrite { reformat: bool },
}

impl Destination {
    /// Whether YAML is written anew.
    pub(super) fn reformats(self) -> bool {
        let (Self::Print { reformat, .. } | Self::Rewrite { reformat }) = self;
        reformat
    }
}

impl From<&RewriteArgs> for Destination {
    fn from(args: &RewriteArgs) -> Self {
        let reformat = args.style.reformat;
        if args.in_place {
            Self::Rewrite { reformat }
        } else {
            Self::Print { format: args.output, reformat }
        }
    }
}
