//! Messages that come again are printed once; the warnings of a run: whether they are printed.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Of a long run no more messages than this are remembered.
const REMEMBERED: usize = 100_000;

static QUIET: AtomicBool = AtomicBool::new(false);
static PRINTED: Mutex<Printed> = Mutex::new(Printed { hashes: None, repeated: 0 });

/// The messages that were printed.
#[derive(Debug, Default)]
pub(super) struct Printed {
    hashes: Option<HashSet<u64>>,
    /// How often one of them came again.
    repeated: usize,
}

impl Printed {
    /// Whether a message with this text was not printed before.
    pub(super) fn is_new(&mut self, text: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let known = self.hashes.get_or_insert_default();
        let room = known.len() < REMEMBERED;
        let hash = hasher.finish();
        let new = if room { known.insert(hash) } else { !known.contains(&hash) };
        if !new {
            self.repeated += 1;
        }
        new
    }
}

/// From now on no warning is printed.
pub(crate) fn silence() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Forgets what was printed before.
#[cfg(feature = "fuzzing")]
pub(crate) fn forget() {
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    *printed = Printed { hashes: None, repeated: 0 };
}

/// Whether warnings are printed.
pub(crate) fn are_silent() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Whether a warning with this text was not printed before.
pub(super) fn is_new(text: &str) -> bool {
    PRINTED.lock().unwrap_or_else(PoisonError::into_inner).is_new(text)
}

/// How many warnings were left out because they had been printed before, in words.
pub(crate) fn repeated() -> Option<String> {
    let repeated = PRINTED.lock().unwrap_or_else(PoisonError::into_inner).repeated;
    let s = if repeated == 1 { "" } else { "s" };
    (repeated > 0).then(|| format!("{repeated} more warning{s} like those above"))
}
