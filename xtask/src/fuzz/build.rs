//! Builds the targets: flags of the stable compiler give libFuzzer's instrumentation, so neither
//! cargo-fuzz nor a nightly toolchain is needed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::Result;
use crate::bench::process::ask;

/// The flags that cargo-fuzz gives the compiler, too: counters for every edge, and tracing of
/// the operands of comparisons.
const FLAGS: [&str; 7] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// The flag for `AddressSanitizer`. It is unstable, but its runtime comes with stable toolchains.
const ADDRESS_SANITIZER: &str = "-Zsanitizer=address";

/// Builds all targets, with `AddressSanitizer` if that is asked for. Returns their programs by
/// name.
pub(super) fn build(fuzz: &Path, address_sanitizer: bool) -> Result<BTreeMap<String, PathBuf>> {
    let mut flags = FLAGS.to_vec();
    let mut cargo = Command::new("cargo");
    let directory = if address_sanitizer {
        flags.push(ADDRESS_SANITIZER);
        // Lets the stable compiler take an unstable flag.
        cargo.env("RUSTC_BOOTSTRAP", "1");
        "target/address"
    } else {
        "target"
    };
    let messages = ask(cargo
        .args(["build", "--release", "--message-format=json-render-diagnostics"])
        // With `--target`, programs that run while building are not instrumented.
        .args(["--target", &host()?, "--target-dir", directory])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .current_dir(fuzz))?;
    Ok(messages.lines().filter_map(program).collect())
}

/// The name and path of a program in a message of cargo.
fn program(line: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(line).ok()?;
    let path = message.get("executable")?.as_str()?;
    let name = message.get("target")?.get("name")?.as_str()?;
    Some((name.to_owned(), PathBuf::from(path)))
}

fn host() -> Result<String> {
    let version = ask(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc -vV names no host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_libraries() {
        let built = r#"{"target":{"name":"apply_bytes"},"executable":"/x/apply_bytes"}"#;
        assert_eq!(program(built), Some(("apply_bytes".into(), "/x/apply_bytes".into())));
        assert_eq!(program(r#"{"target":{"name":"smp_core"},"executable":null}"#), None);
        assert_eq!(program("no message"), None);
    }

    #[test]
    fn rustc_knows_its_host() {
        assert!(host().unwrap().split('-').count() >= 3);
    }
}
