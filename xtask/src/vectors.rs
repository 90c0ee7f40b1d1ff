//! `cargo xtask vectors`: the table of vectors in `tests/vectors`, for tests in other languages.

use std::error::Error;
use std::fs;

use crate::cases;
use crate::openapi::workspace;

/// Write the table of vectors in `tests/vectors`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing, and fail if a file would change.
    #[arg(long)]
    check: bool,
}

/// Writes the files of the table, or compares them with the existing ones.
pub(crate) fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let root = workspace();
    let table = root.join("tests").join("vectors");
    let files = smp_tests::vectors::files(&cases::folder(&root), &root.join("smp-json-patch"))?;
    for (name, text) in files {
        let file = table.join(&name);
        if !args.check {
            fs::write(file, text)?;
        } else if fs::read_to_string(file).unwrap_or_default() != text {
            return Err(format!("tests/vectors/{name} is old: run `cargo xtask vectors`").into());
        }
    }
    Ok(())
}
