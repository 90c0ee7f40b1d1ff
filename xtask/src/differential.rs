//! `cargo xtask differential`: compares this engine with the reference on random cases.
//!
//! [`types`] has the types, [`case`] makes cases with the generators of smp-tests, [`examine`]
//! runs each case on both sides and compares. If patches differ, [`law`] decides which side is
//! right; [`deviation`] recognizes the differences that `docs/deviations.md` describes.
//! [`example`] checks the examples there, and [`conformance`] checks what the cases of
//! `tests/conformance` state about the reference.
//!
//! Every second case contains nothing for which `docs/deviations.md` describes a deviation of
//! apply, so that both sides must give exactly the same result. The other cases may contain
//! anything; a difference is then recognized as a deviation by both results.

mod case;
mod conformance;
mod deviation;
mod equal;
mod examine;
mod example;
mod law;
mod oracle;
mod run;
mod succession;
mod types;

use std::error::Error;

pub(crate) use run::{Args, run};

/// A result of a step of the task. The error is a message.
type Result<T> = std::result::Result<T, Box<dyn Error>>;
