//! `cargo xtask differential`: this engine against the reference, on cases made
//! at random.
//!
//! [`types`] has the types, [`case`] makes cases with the generators of smp-tests,
//! [`examine`] runs each on both sides and compares, [`law`] decides which side is
//! right where patches differ, [`deviation`] recognises the differences that
//! `docs/deviations.md` describes. [`example`] checks the examples there, and
//! [`conformance`] what the cases of `tests/conformance` state of the reference.
//!
//! Most cases have none of what is described there, so that both sides must give
//! the same to the letter. The others have anything, and a difference counts as a
//! deviation by what both sides give.

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

/// What every step of the task may fail with: a message for people.
type Result<T> = std::result::Result<T, Box<dyn Error>>;
