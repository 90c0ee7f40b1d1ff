//! The instructions of calls, counted by callgrind. Counts don't depend on the load of the
//! machine. The seeds of hashes, which differ in each process, change them by less than a
//! hundredth of a percent.

use std::path::Path;
use std::process::Command;

use super::explore;
use super::process::{build, run};
use super::table::{Section, digits, grid, grouped};
use super::{Result, process};
use crate::callgrind;

pub(super) const TITLE: &str = "Instructions";

/// The operations: their names in `benches/src/bin/calls.rs`, and in the table.
const OPERATIONS: [(&str, &str); 8] = [
    (APPLY, "apply, bytes to bytes"),
    (SERVER_SIDE_APPLY, "server-side apply, bytes to bytes"),
    (CLONE, "clone"),
    ("merge", "strategic_merge"),
    ("merge_into", "strategic_merge_into"),
    ("diff_equal", "strategic_diff, equal objects"),
    ("diff", "strategic_diff"),
    ("three_way", "strategic_three_way"),
];
const APPLY: &str = "apply";
const SERVER_SIDE_APPLY: &str = "server_side_apply";
const CLONE: &str = "clone";

/// The objects: their names in `benches/src/case.rs`, and in the table.
const CASES: [(&str, &str); 2] = [("deployment", "Deployment of 6.8 KB"), ("pod", "Pod of 40 KB")];

/// The number of calls that are counted. The program makes other calls before, which are not
/// counted.
const CALLS: u64 = 100;

/// Whole runs of the command: the same documents as the items of a List and as a stream.
const RUN: &str = "smp patch";
const FILES: [(&str, &str); 2] = [("list", "list.json"), ("stream", "stream.jsonl")];
const DOCUMENTS: &str = "200";

/// The operation for runs of the command on inputs that used to be slow.
const MENDED: &str = "mended";

/// The instructions of one call, or of one run of the command.
pub(super) struct Count {
    operation: &'static str,
    case: String,
    pub(super) instructions: u64,
}

impl Count {
    /// The name of the call in the file of budgets.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.operation, self.case)
    }
}

/// Counts the instructions of every call and of every run. The files of the runs are written to
/// `scratch`.
pub(super) fn count(root: &Path, scratch: &Path) -> Result<Vec<Count>> {
    let program = build(root, "smp-benches", "calls")?;
    let mut counts = Vec::new();
    for (operation, _) in OPERATIONS {
        for (case, _) in CASES {
            let args = [operation, case, &CALLS.to_string()];
            let instructions = callgrind::within("calls::measured", &program, &args)? / CALLS;
            counts.push(Count { operation, case: case.to_owned(), instructions });
        }
    }
    run(Command::new(build(root, "smp-benches", "inputs")?)
        .arg(scratch)
        .args(["streams", DOCUMENTS]))?;
    let program = build(root, "smp-cli", "smp")?;
    let patch = scratch.join("patch.json");
    for (case, file) in FILES {
        let (file, patch) = (scratch.join(file), patch.to_string_lossy());
        let args = ["patch", "-f", &file.to_string_lossy(), "--patch-file", &patch];
        let instructions = callgrind::whole(&program, &args)?;
        counts.push(Count { operation: RUN, case: case.to_owned(), instructions });
    }
    let folder = scratch.join(MENDED);
    explore::mended(&folder, |case, args| {
        let instructions = callgrind::whole_in(&folder, explore::STDIN, &program, args)?;
        counts.push(Count { operation: MENDED, case, instructions });
        Ok(())
    })?;
    Ok(counts)
}

/// The version of the compiler. Counts depend on it.
pub(super) fn rustc() -> Result<String> {
    let rustc = process::ask(std::process::Command::new("rustc").arg("--version"))?;
    Ok(rustc.split_whitespace().nth(1).unwrap_or("unknown").to_owned())
}

/// The table: a row for each operation, beside the clone of the same struct.
pub(super) fn section(counts: &[Count]) -> Section {
    let instructions = |operation: &str, case: &str| {
        let found = counts.iter().find(|one| one.operation == operation && one.case == case);
        found.map(|one| one.instructions)
    };
    let columns = ["call", CASES[0].1, "beside clone", CASES[1].1, "beside clone"];
    let rows = OPERATIONS.iter().map(|(operation, described)| {
        let mut cells = vec![(*described).to_owned()];
        for (case, _) in CASES {
            let own = instructions(operation, case);
            let clone = instructions(CLONE, case).filter(|_| is_beside_clone(operation));
            cells.push(own.map(grouped).unwrap_or_default());
            cells.push(own.zip(clone).map_or_else(String::new, |(own, clone)| ratio(own, clone)));
        }
        cells
    });
    Section::of_grid(TITLE, grid(&columns, rows), &[])
}

/// Whether the call works on structs, so that its cost can be compared with that of a clone.
fn is_beside_clone(operation: &str) -> bool {
    ![CLONE, APPLY, SERVER_SIDE_APPLY].contains(&operation)
}

#[expect(clippy::cast_precision_loss, reason = "three digits of the ratio are shown")]
fn ratio(own: u64, clone: u64) -> String {
    format!("{} ×", digits(own as f64 / clone as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_shown_beside_the_clone_of_the_same_object() {
        let count = |operation, case: &str, instructions| Count {
            operation,
            case: case.into(),
            instructions,
        };
        let text = section(&[
            count(APPLY, "pod", 500),
            count(CLONE, "pod", 1_000_000),
            count("merge", "pod", 1_250_000),
        ])
        .text();
        assert!(text.contains("1,000,000"), "{text}");
        assert!(text.contains("| 1,250,000    | 1.25 ×"), "{text}");
        assert!(text.contains("| 500 "), "{text}");
        assert_eq!(text.matches('×').count(), 1, "{text}");
    }
}
