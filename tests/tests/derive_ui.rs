//! The code that `#[derive(PatchSchema)]` accepts, and the messages for code that it
//! refuses.
//!
//! `TRYBUILD=overwrite cargo test -p smp-tests --test derive_ui` writes the
//! expected messages anew: read them before they are committed.

/// Mistakes that `cargo check`, and thus an editor, shows.
#[test]
fn refused_by_check() {
    let cases = trybuild::TestCases::new();
    for kind in
        ["all_at_once", "attribute", "list", "merge_key", "serde", "shape", "strategy", "union"]
    {
        cases.compile_fail(format!("ui/{kind}/*.rs"));
    }
}

/// Legal combinations, and the mistakes in generic types that show only when
/// the type parameter is known: trybuild builds all of a set where some of it
/// passes, and only checks otherwise.
#[test]
fn accepted_or_refused_by_build() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/*.rs");
    cases.compile_fail("ui/generic/*.rs");
}
