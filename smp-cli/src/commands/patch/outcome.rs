//! The outcome of a run over objects that are patched, and the printing of the findings about them.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::findings::{Checked, Findings};
use super::patcher::Patcher;
use crate::checks::finding_messages;
use crate::pipeline::Outcome;
use crate::place::ObjectPlace;
use crate::report::{ErrorPrinter, Report};
use crate::sink::Sink;
use crate::status::{FAILURE, SUCCESS};

/// Prints findings in the order of the documents, those about a patch once for each kind. An error
/// about an object, or a patch that was not used, fails the run.
pub(super) struct PatchOutcome<'r> {
    patcher: &'r Patcher<'r>,
    /// The number of the patch, `apiVersion` and kind.
    printed: HashSet<(usize, Option<String>, Option<String>)>,
    errors: ErrorPrinter,
}

impl<'r> PatchOutcome<'r> {
    pub(super) fn new(patcher: &'r Patcher<'r>) -> Self {
        Self { patcher, printed: HashSet::new(), errors: ErrorPrinter::default() }
    }

    fn print_checked(&mut self, checked: &Checked) {
        let Checked { number, findings, object } = checked;
        if !self.printed.insert((*number, object.api_version.clone(), object.kind.clone())) {
            return;
        }
        let Patcher { patches, schemas, validation, .. } = self.patcher;
        let patch = patches.get(*number);
        let note = patch.target.note_about(object);
        let place = ObjectPlace { identity: object, input: patch.body.input, at: &[] };
        finding_messages(findings, *validation, place, (schemas, note.as_deref()))
            .print(&mut self.errors);
    }
}

impl Outcome<Findings> for PatchOutcome<'_> {
    fn print(&mut self, findings: Findings) -> bool {
        for checked in findings.checked {
            self.print_checked(&checked);
        }
        for (number, violations) in findings.used {
            if !self.patcher.patches.get(number).used.swap(true, Ordering::Relaxed) {
                violations.print(&mut self.errors);
            }
        }
        findings.messages.print(&mut self.errors);
        !self.errors.any()
    }

    fn errors(&mut self) -> &mut ErrorPrinter {
        &mut self.errors
    }

    fn end(&mut self, _sink: &mut dyn Sink) -> Result<(), Report> {
        let Patcher { filter, patches, validation, .. } = self.patcher;
        // Where no object is chosen, unused patches are no news.
        let any = filter.check_any(*validation)?;
        if any { patches.check_all_used(*validation) } else { Ok(()) }
    }

    fn status(&self) -> u8 {
        if self.errors.any() { FAILURE } else { SUCCESS }
    }
}
