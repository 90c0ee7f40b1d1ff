//! Warnings and errors about an object, to be printed when its turn comes.

use super::list::{CappedReports, ErrorPrinter};
use super::message::Report;

#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub(crate) warnings: CappedReports,
    pub(crate) errors: CappedReports,
}

impl Messages {
    pub(crate) fn push(&mut self, is_error: bool, report: impl FnOnce() -> Report) {
        let into = if is_error { &mut self.errors } else { &mut self.warnings };
        into.push(report);
    }

    /// Prints the warnings and the errors.
    pub(crate) fn print(self, errors: &mut ErrorPrinter) {
        self.warnings.into_reports().iter().for_each(Report::print_warning);
        errors.print(&self.errors.into_reports());
    }

    /// Prints the warnings. The errors, if there are any, are one report.
    pub(crate) fn into_result(self) -> Result<(), Report> {
        self.warnings.into_reports().iter().for_each(Report::print_warning);
        Report::all(self.errors.into_reports())
    }
}
