//! What a run finds, kept for a report that programs read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::finding::{Checked, Collected, Finding};

/// Of a long run no more findings, and no more documents, than this are kept.
const KEPT: usize = 100_000;

static ON: AtomicBool = AtomicBool::new(false);
static REPLACES: AtomicBool = AtomicBool::new(false);
static COLLECTED: Mutex<Collected> =
    Mutex::new(Collected { findings: Vec::new(), checked: Vec::new(), omitted: 0 });

/// From now on findings are kept. With `replaces` no message is printed: the report takes their
/// place on standard error.
pub(crate) fn start(replaces: bool) {
    REPLACES.store(replaces, Ordering::Relaxed);
    ON.store(true, Ordering::Relaxed);
}

/// Whether findings are kept.
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Whether the report takes the place of messages.
pub(super) fn replaces_messages() -> bool {
    REPLACES.load(Ordering::Relaxed)
}

/// Keeps a finding, if they are kept.
pub(crate) fn finding(finding: impl FnOnce() -> Finding) {
    keep(|it| &mut it.findings, finding);
}

/// Keeps a document that was read, if they are kept.
pub(crate) fn checked(checked: impl FnOnce() -> Checked) {
    keep(|it| &mut it.checked, checked);
}

fn keep<T>(list: impl FnOnce(&mut Collected) -> &mut Vec<T>, item: impl FnOnce() -> T) {
    if !is_on() {
        return;
    }
    let mut collected = COLLECTED.lock().unwrap_or_else(PoisonError::into_inner);
    let list = list(&mut collected);
    if list.len() < KEPT {
        list.push(item());
    } else {
        collected.omitted += 1;
    }
}

/// All that was kept, and from now on messages are printed again.
pub(crate) fn take() -> Collected {
    ON.store(false, Ordering::Relaxed);
    REPLACES.store(false, Ordering::Relaxed);
    core::mem::take(&mut COLLECTED.lock().unwrap_or_else(PoisonError::into_inner))
}
