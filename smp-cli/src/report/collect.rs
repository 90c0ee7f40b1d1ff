//! Findings of a run, kept for a machine-readable report and for the results of a function.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::finding::{Checked, Collected, Finding};

/// The largest number of findings, and of documents, that are kept, so that a long run does not
/// fill the memory.
const MAX_FINDINGS: usize = 100_000;

static ON: AtomicBool = AtomicBool::new(false);
static REPLACES: AtomicBool = AtomicBool::new(false);
static COLLECTOR: Mutex<Collector> = Mutex::new(Collector {
    report: Collected { findings: Vec::new(), checked: Vec::new(), omitted: 0 },
    warnings: None,
});

struct Collector {
    /// The findings for a report: each message that is printed.
    report: Collected,
    /// The warnings about objects for the results of a function, one per line, including those that are
    /// not printed.
    warnings: Option<Vec<String>>,
}

fn collector() -> MutexGuard<'static, Collector> {
    COLLECTOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to keep findings for a report. With `replaces`, messages are not printed: the report takes
/// their place on standard error.
pub(crate) fn start(replaces: bool) {
    REPLACES.store(replaces, Ordering::Relaxed);
    ON.store(true, Ordering::Relaxed);
}

/// Whether findings are kept for a report.
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Whether the report takes the place of messages.
pub(super) fn replaces_messages() -> bool {
    REPLACES.load(Ordering::Relaxed)
}

/// Keeps a message that is printed, or a note, for a report.
pub(super) fn finding(finding: impl FnOnce() -> Finding) {
    record(|it| &mut it.findings, finding);
}

/// Keeps a warning as lines of text, for the results of a function.
pub(super) fn warning(lines: impl FnOnce() -> Vec<String>) {
    if let Some(warnings) = &mut collector().warnings {
        warnings.extend(lines());
    }
}

/// Keeps a document that was read, for a report.
pub(crate) fn checked(checked: impl FnOnce() -> Checked) {
    record(|it| &mut it.checked, checked);
}

fn record<T>(list: impl FnOnce(&mut Collected) -> &mut Vec<T>, item: impl FnOnce() -> T) {
    if !is_on() {
        return;
    }
    let report = &mut collector().report;
    let list = list(report);
    if list.len() < MAX_FINDINGS {
        list.push(item());
    } else {
        report.omitted += 1;
    }
}

/// The warnings since the last call, whether they were printed or not. The first call begins to
/// keep them.
pub(crate) fn take_warnings() -> Vec<String> {
    collector().warnings.replace(Vec::new()).unwrap_or_default()
}

/// The findings that were kept for a report. Messages are printed again from now on.
pub(crate) fn take() -> Collected {
    ON.store(false, Ordering::Relaxed);
    REPLACES.store(false, Ordering::Relaxed);
    core::mem::take(&mut collector().report)
}
