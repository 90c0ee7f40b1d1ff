//! The fuzz targets, one function of [`laws`] each: they read the fuzzer's bytes as an [`input`]
//! and hold a law of `smp_tests::laws` against it. `None` means that the law says nothing about the
//! input; the fuzzer then has no reason to keep it.

#![forbid(unsafe_code)]

pub mod import;
pub mod input;
pub mod laws;
pub mod setting;

use libfuzzer_sys::Corpus;

/// Whether the fuzzer may keep an input that a law has looked at.
#[must_use]
pub fn verdict(held: Option<()>) -> Corpus {
    if held.is_some() { Corpus::Keep } else { Corpus::Reject }
}
