//! The findings about objects that are patched, and their printing.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use smp_core::Finding;

use super::patches::TargetedPatches;
use crate::args::Validation;
use crate::commands::findings::{FindingReports, Remarks};
use crate::identity::Identity;
use crate::report::{CappedReports, ErrorPrinter, Report};
use crate::schemas::Schemas;

/// The findings about a document.
#[derive(Default)]
pub(super) struct Findings {
    /// The numbers of the patches for the objects in it, each with the violations of unions
    /// in the patch itself. Those are reported once for each patch.
    pub(super) used: Vec<(usize, Vec<Report>)>,
    /// The parts of the patches that do not fit the schema.
    pub(super) checked: Vec<Checked>,
    pub(super) warnings: CappedReports,
    pub(super) errors: CappedReports,
}

/// The findings about a patch for a kind.
pub(super) struct Checked {
    /// The number of the patch.
    pub(super) number: usize,
    pub(super) findings: Arc<[Finding]>,
    /// The object for which the patch was checked.
    pub(super) object: Identity,
}

/// Prints findings in the order of the documents, those about a patch once for each kind.
pub(super) struct FindingsPrinter<'r> {
    patches: &'r TargetedPatches<'r>,
    schemas: &'r Schemas,
    validation: Validation,
    /// Whether a union that is wrong in a patch is an error.
    unions_fail: bool,
    /// The number of the patch, `apiVersion` and kind.
    printed: HashSet<(usize, Option<String>, Option<String>)>,
    errors: ErrorPrinter,
}

impl<'r> FindingsPrinter<'r> {
    pub(super) fn new(
        patches: &'r TargetedPatches<'r>,
        schemas: &'r Schemas,
        validation: Validation,
        unions_fail: bool,
    ) -> Self {
        let (printed, errors) = (HashSet::new(), ErrorPrinter::default());
        Self { patches, schemas, validation, unions_fail, printed, errors }
    }

    /// Prints the findings about a document. False if there was an error so far.
    pub(super) fn print(&mut self, findings: Findings) -> bool {
        for checked in findings.checked {
            self.print_checked(&checked);
        }
        for (number, violations) in findings.used {
            if !self.patches.get(number).used.swap(true, Ordering::Relaxed) {
                if self.unions_fail {
                    self.errors.print(&violations);
                } else {
                    violations.iter().for_each(Report::print_warning);
                }
            }
        }
        findings.warnings.into_reports().iter().for_each(Report::print_warning);
        self.errors.print(&findings.errors.into_reports());
        !self.errors.any()
    }

    fn print_checked(&mut self, checked: &Checked) {
        let Checked { number, findings, object } = checked;
        if !self.printed.insert((*number, object.api_version.clone(), object.kind.clone())) {
            return;
        }
        let patch = self.patches.get(*number);
        let note = patch.target.note_about(object);
        let remarks = Remarks { note: note.as_deref(), kind: (self.schemas, object) };
        FindingReports::of(&**findings, self.validation, patch.input, &[], remarks)
            .print(&mut self.errors);
    }

    pub(super) fn any_error(&self) -> bool {
        self.errors.any()
    }
}
