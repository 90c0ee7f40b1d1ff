//! The fuzz targets: a program each, for a law of `tests/fuzz`, which is a package of the workspace.

#![forbid(unsafe_code)]

use libfuzzer_sys::Corpus;

/// Whether the fuzzer may keep an input: `None` of a law means that it says nothing about it.
#[must_use]
pub fn verdict(held: Option<()>) -> Corpus {
    if held.is_some() { Corpus::Keep } else { Corpus::Reject }
}
