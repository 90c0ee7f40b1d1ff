//! Edits of texts in random styles, and of those of the yaml-test-suite.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod any;
mod laws;
mod random;
mod readers;
mod style;
mod suite;
mod value;

/// Whether a note begins so.
fn is_noted(edited: &smp_yaml::Edited, message: &str) -> bool {
    edited.notes.iter().any(|note| note.message.starts_with(message))
}
