//! Limits how many reports of one sort are shown.

use super::message::{Report, print_line, show};
use super::warnings::Printed;

/// The most reports of one sort that are shown for a document.
const SHOWN: usize = 20;

/// Reports of one sort about a document, of any number. Each report costs a search for its place in
/// the text, so only the first [`SHOWN`] are made; the others are counted.
#[derive(Debug, Default)]
pub(crate) struct CappedReports {
    shown: Vec<Report>,
    omitted: usize,
}

impl CappedReports {
    pub(crate) fn push(&mut self, report: impl FnOnce() -> Report) {
        if self.shown.len() < SHOWN {
            self.shown.push(report());
        } else {
            self.omitted += 1;
        }
    }

    /// Counts reports that the engine itself has left out.
    pub(crate) fn omit(&mut self, reports: usize) {
        self.omitted += reports;
    }

    /// The reports that are shown.
    pub(crate) fn reports(&self) -> &[Report] {
        &self.shown
    }

    /// The reports; if some are not shown, the last one gives their number.
    pub(crate) fn into_reports(self) -> Vec<Report> {
        let Self { mut shown, omitted } = self;
        if omitted > 0 {
            let title = format!("{omitted} more like the {SHOWN} above are not shown");
            shown.push(Report::new(title));
        }
        shown
    }
}

/// Prints errors as they are found, each once, with an empty line between them.
#[derive(Debug, Default)]
pub(crate) struct ErrorPrinter {
    any: bool,
    printed: Printed,
}

impl ErrorPrinter {
    pub(crate) fn print(&mut self, reports: &[Report]) {
        for report in reports {
            // The same mistake of a patch occurs for each of its objects; print it once.
            let text = report.error_text();
            if !self.printed.is_new(&text) {
                continue;
            }
            if core::mem::replace(&mut self.any, true) {
                print_line("");
            }
            report.collect_errors();
            show(&text);
        }
    }

    /// Whether an error was printed.
    pub(crate) fn any(&self) -> bool {
        self.any
    }
}
