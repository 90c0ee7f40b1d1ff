//! `cargo xtask differential`: this engine against the reference, on cases made
//! at random.
//!
//! One way: [`types`] says what there is, [`generate`], [`edit`] and [`patch`]
//! make documents, [`examine`] runs a [`case`] on both sides and compares,
//! [`explain`] finds the named deviation behind each difference, [`shrink`]
//! makes what nobody explains small. [`conformance`] asks what the cases of
//! `tests/conformance` state. The deviations themselves are described in
//! `docs/deviations.md`, a section each, under the ids that are used here.

mod case;
mod conformance;
mod deviation;
mod edit;
mod equal;
mod examine;
mod example;
mod explain;
mod generate;
mod law;
mod oracle;
mod patch;
mod run;
mod shrink;
mod types;
mod walk;

use std::error::Error;

pub(crate) use run::{Args, run};

/// What every step of the task may fail with: a message for people.
type Result<T> = std::result::Result<T, Box<dyn Error>>;
