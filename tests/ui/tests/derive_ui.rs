//! The code that `#[derive(PatchSchema)]` accepts, and the messages for code that it
//! refuses.
//!
//! `TRYBUILD=overwrite cargo test -p smp-tests-ui` updates the expected messages.
//! Read them before you commit them.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use std::env;
use std::process::{Command, Stdio};

/// Mistakes that `cargo check` finds, so that an editor shows them.
#[test]
fn refused_by_check() {
    with_same_flags("refused_by_check", || {
        let cases = trybuild::TestCases::new();
        for kind in
            ["all_at_once", "attribute", "list", "merge_key", "serde", "shape", "strategy", "union"]
        {
            cases.compile_fail(format!("{kind}/*.rs"));
        }
    });
}

/// Valid code, and mistakes in generic types that show only when the type parameter is known.
/// trybuild builds all files of a set in which some must compile; otherwise it runs
/// `cargo check` only.
#[test]
fn accepted_or_refused_by_build() {
    with_same_flags("accepted_or_refused_by_build", || {
        let cases = trybuild::TestCases::new();
        cases.pass("pass/*.rs");
        cases.compile_fail("generic/*.rs");
    });
}

/// Runs a test in a process of its own, with these flags for the compiler. trybuild has the same ones,
/// but leaves the last one out where it builds what the cases depend on, and so builds that twice.
fn with_same_flags(test: &str, run: impl FnOnce()) {
    const VARIABLE: &str = "CARGO_ENCODED_RUSTFLAGS";
    const FLAGS: [&str; 6] =
        ["--cfg", "trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];
    if env::var_os(VARIABLE).is_some() {
        return run();
    }
    let mut process = Command::new(env::current_exe().unwrap());
    process.args(["--exact", test, "--nocapture"]).env(VARIABLE, FLAGS.join("\x1f"));
    // trybuild writes to standard error.
    process.stdout(Stdio::null());
    assert!(process.status().unwrap().success(), "{test} fails");
}
