//! Every case of `conformance/`, each a test of its own.

use std::path::Path;

fn case(file: &Path) -> datatest_stable::Result<()> {
    smp_tests::case::run(file).map_err(Into::into)
}

datatest_stable::harness! {
    { test = case, root = "conformance", pattern = r"^(?!schemas).*/[^/]+\.yaml$" },
}
