//! The code that `#[derive(PatchSchema)]` accepts, and the messages for code that it
//! refuses.
//!
//! `TRYBUILD=overwrite cargo test -p smp-tests-ui` updates the expected messages.
//! Read them before you commit them.

/// Mistakes that `cargo check` finds, so that an editor shows them.
#[test]
fn refused_by_check() {
    let cases = trybuild::TestCases::new();
    for kind in
        ["all_at_once", "attribute", "list", "merge_key", "serde", "shape", "strategy", "union"]
    {
        cases.compile_fail(format!("{kind}/*.rs"));
    }
}

/// Valid code, and mistakes in generic types that show only when the type parameter is known.
/// trybuild builds all files of a set in which some must compile; otherwise it runs
/// `cargo check` only.
#[test]
fn accepted_or_refused_by_build() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("generic/*.rs");
}
