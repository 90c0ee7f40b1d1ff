//! An estimate of the memory that a run keeps, so that it ends with an error before the machine runs
//! out of memory.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::MEMORY;
use crate::report::Report;

/// The bytes that are kept now.
static KEPT: AtomicUsize = AtomicUsize::new(0);

/// Bytes of a part of a YAML document: its node, and its place in lists of nodes.
const YAML_PART: usize = 200;

/// Bytes of a part of a JSON text that is opened.
const JSON_PART: usize = 100;

/// Memory that is counted until this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Kept(usize);

impl Kept {
    /// Counts bytes, if the run may keep them.
    pub(crate) fn of(bytes: usize) -> Result<Self, Report> {
        let mut kept = Self::default();
        kept.add(bytes)?;
        Ok(kept)
    }

    pub(crate) fn add(&mut self, bytes: usize) -> Result<(), Report> {
        let before = KEPT.fetch_add(bytes, Ordering::Relaxed);
        self.0 += bytes;
        if before.saturating_add(bytes) > MEMORY.get() { Err(MEMORY.exceeded()) } else { Ok(()) }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0
    }

    /// Checks that this many more bytes may be kept.
    pub(crate) fn check(bytes: usize) -> Result<(), Report> {
        Self::of(bytes).map(drop)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        KEPT.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Bytes of a YAML document that is read: its nodes, and its value as JSON.
pub(crate) fn yaml_bytes(text: &str) -> usize {
    text.len() + YAML_PART * parts(text, *b"\n:,[{-")
}

/// Bytes of a JSON text that is opened completely.
pub(crate) fn json_bytes(text: &str) -> usize {
    text.len() + JSON_PART * parts(text, *b":,[{")
}

/// The most parts that a text can have: at most one begins after each of these bytes.
fn parts<const N: usize>(text: &str, starts: [u8; N]) -> usize {
    // Without a branch for each byte, so that the compiler compares several at a time.
    let count = |part: &[u8]| {
        part.iter()
            .map(|byte| starts.iter().map(|start| u8::from(byte == start)).sum::<u8>())
            .sum::<u8>()
    };
    text.as_bytes().chunks(usize::from(u8::MAX)).map(|part| usize::from(count(part))).sum()
}
