//! Limits of the command, and the messages about them.

mod memory;

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::report::{Report, Rule};

pub(crate) use memory::{Kept, json_bytes, yaml_bytes};

pub(crate) use smp_yaml::{MAX_DEPTH, too_deep};

/// Bytes of a document, and of a file that is read as a whole. The same as the library's default.
pub(crate) static BYTES: Limit = Limit::new("bytes", "bytes of a document", 1 << 30);

/// Stack of the threads that handle documents: enough for [`MAX_DEPTH`] in any build, regardless of the
/// stack of the main thread.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// The name of the limit that has an option of its own.
const MEMORY_NAME: &str = "memory";

/// Bytes that a run keeps, unless `--max-memory` sets another limit.
const MEMORY_BYTES: usize = if usize::BITS < 64 { 1 << 31 } else { 1 << 32 };

/// A limit of a run, far above what people need.
#[derive(Debug)]
pub(crate) struct Limit {
    name: &'static str,
    /// What is limited, for messages.
    things: &'static str,
    value: AtomicUsize,
}

/// Comparisons of objects with the targets of patches that no index rules out.
pub(crate) static MATCHES: Limit =
    Limit::new("matches", "comparisons of objects with targets", 10_000_000);

/// Regular expressions of targets, not counting plain words.
pub(crate) static PATTERNS: Limit = Limit::new("patterns", "regular expressions", 1000);

/// Bytes of a compiled regular expression.
pub(crate) static PATTERN_BYTES: Limit =
    Limit::new("pattern-bytes", "bytes for a regular expression", 128 << 10);

/// Bytes of a `.gitignore`, each of which takes hundreds of bytes of memory.
pub(crate) static GITIGNORE_BYTES: Limit =
    Limit::new("gitignore-bytes", "bytes of a .gitignore", 256 << 10);

/// Bytes that the patches for one object look at: each at its own, and a patch with a list, a removal
/// or a directive also at the whole object.
pub(crate) static PATCHED_BYTES: Limit =
    Limit::new("patched-bytes", "bytes that the patches for one object look at", 256 << 20);

/// Overlays for one kind, all of which are compared with each other. The same as the library's default.
pub(crate) static OVERLAYS: Limit = Limit::new("overlays", "overlays for one kind", 16);

/// Seconds to wait for data from a pipe or a device that an argument names.
pub(crate) static PIPE_SECONDS: Limit =
    Limit::new("pipe-seconds", "seconds in which nothing arrives from a pipe", 600);

/// Bytes of memory for all texts, documents, patches and results that are kept at a time.
pub(crate) static MEMORY: Limit = Limit::new(MEMORY_NAME, "bytes of memory", MEMORY_BYTES);

/// The limits of YAML, with the library's defaults.
static ALIASED_PARTS: Limit =
    Limit::new("aliased-parts", "parts that aliases add to a document", 100_000);
static ALIASED_BYTES: Limit =
    Limit::new("aliased-bytes", "bytes that aliases add to a document", 16 << 20);
static ANCHORED_PARTS: Limit =
    Limit::new("anchored-parts", "parts in the anchors of a document", 1_000_000);

/// The limits of JSON patches, with the library's defaults.
static OPERATIONS: Limit = Limit::new("operations", "operations of a JSON patch", 10_000);
static COPIED_BYTES: Limit = Limit::new("copied-bytes", "bytes that a JSON patch copies", 3 << 20);
static MOVED_VALUES: Limit =
    Limit::new("moved-values", "list elements that a JSON patch moves", 100_000_000);

/// All limits that `--limit` sets.
static LIMITS: [&Limit; 14] = [
    &MATCHES,
    &PATCHED_BYTES,
    &OVERLAYS,
    &PATTERNS,
    &PATTERN_BYTES,
    &GITIGNORE_BYTES,
    &PIPE_SECONDS,
    &MEMORY,
    &ALIASED_PARTS,
    &ALIASED_BYTES,
    &ANCHORED_PARTS,
    &OPERATIONS,
    &COPIED_BYTES,
    &MOVED_VALUES,
];

/// The limits within which YAML is read.
pub(crate) fn of_yaml() -> smp_yaml::Limits {
    let mut limits = smp_yaml::Limits::default();
    limits.aliased_parts = ALIASED_PARTS.get();
    limits.aliased_bytes = ALIASED_BYTES.get();
    limits.anchored_parts = ANCHORED_PARTS.get();
    limits
}

/// The limits of JSON patches.
pub(crate) fn of_json_patches() -> smp_json_patch::Limits {
    let mut limits = smp_json_patch::Limits::default();
    limits.operations = OPERATIONS.get();
    limits.copied_bytes = COPIED_BYTES.get();
    limits.moved_values = MOVED_VALUES.get();
    limits
}

/// The remedy for a text that exceeds a limit of the library; `name` is the limit's name there.
pub(crate) fn help_about(name: &str) -> String {
    format!("to allow more, use --limit {}=NUMBER", name.replace('_', "-"))
}

impl Limit {
    const fn new(name: &'static str, things: &'static str, value: usize) -> Self {
        Self { name, things, value: AtomicUsize::new(value) }
    }

    /// Sets the limit for this run.
    pub(crate) fn set(&self, number: &str) -> Result<(), String> {
        let number = number.parse().map_err(|_| format!("{number:?} is not a number"))?;
        self.value.store(number, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn get(&self) -> usize {
        self.value.load(Ordering::Relaxed)
    }

    /// The error about a run that exceeds the limit.
    pub(crate) fn exceeded(&self) -> Report {
        let title = format!("the run needs {}", self.message());
        Report::new(title).help(self.help()).rule(Rule::LimitExceeded)
    }

    pub(crate) fn message(&self) -> String {
        format!("more than {} {}, which is the limit", self.get(), self.things)
    }

    pub(crate) fn help(&self) -> String {
        match self.name {
            MEMORY_NAME => "to allow more, use --max-memory BYTES".to_owned(),
            name => format!("to allow more, use --limit {name}=NUMBER"),
        }
    }
}

/// Reads `NAME=NUMBER`, and sets the limit for this run.
pub(crate) fn set(text: &str) -> Result<(), String> {
    // An empty variable of the environment sets nothing.
    if text.is_empty() {
        return Ok(());
    }
    let names = || LIMITS.map(|limit| limit.name).join(", ");
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    let limit = LIMITS.into_iter().find(|limit| limit.name == name);
    let limit = limit.ok_or_else(|| format!("the limits are {}", names()))?;
    limit.set(number)
}

/// The message about mistakes that are not listed, if there are any.
pub(crate) fn and_more(omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("and {omitted} more; correct those above first"))
}
