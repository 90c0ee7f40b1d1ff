//! `cargo xtask budget`: counts the instructions of calls with callgrind, and compares them
//! with the budgets of `benches/budgets.tsv`. Counts don't depend on the load of the machine.
//! The seeds of hashes, which differ in each process, change them by less than a hundredth of a
//! percent.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::process::{ask, build};
use super::{Result, workspace};
use crate::callgrind;

/// Count the instructions of calls, and fail if a budget is exceeded.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the counts as the new budgets.
    #[arg(long)]
    write: bool,
}

/// The names of the calls, as in `benches/src/bin/calls.rs`, and of the cases, as in
/// `benches/src/case.rs`.
const OPERATIONS: [&str; 7] =
    ["apply", "clone", "merge", "merge_into", "diff_equal", "diff", "three_way"];
const CASES: [&str; 2] = ["deployment", "pod"];

/// The number of calls that are counted. The program makes other calls before, which are not
/// counted.
const CALLS: u64 = 100;

/// The tolerance in percent. A count that is higher than the budget by more is an error; if it
/// is lower by more, the budget should be lowered. Other patch releases of rustc and other C
/// libraries change counts by much less.
const TOLERANCE: u64 = 3;

const HEAD: &str = "# Instructions a call, one image changed: apply, bytes to bytes; \
    structs of smp-types, a parsed patch; written by `cargo xtask budget --write`\n\
    # call\tinstructions\trustc\n";

/// Counts, then writes or compares.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let file = root.join("benches").join("budgets.tsv");
    let program = build(&root, "smp-benches", "calls")?;
    let rustc = ask(Command::new("rustc").arg("--version"))?;
    let rustc = rustc.split_whitespace().nth(1).unwrap_or("unknown").to_owned();
    let mut counted = Vec::new();
    for operation in OPERATIONS {
        for case in CASES {
            let instructions = count(&program, operation, case)?;
            let case = format!("{operation} {case}");
            counted.push(Budget { case, instructions, rustc: rustc.clone() });
        }
    }
    if args.write {
        fs::write(&file, counted.iter().fold(HEAD.to_owned(), |text, one| text + &one.line()))?;
        println!("written to {}", file.display());
        return Ok(());
    }
    let budgets = read(&fs::read_to_string(&file)?)?;
    let mut exceeded = Vec::new();
    for one in &counted {
        let budget = budgets
            .iter()
            .find(|budget| budget.case == one.case)
            .ok_or_else(|| format!("no budget for {}: cargo xtask budget --write", one.case))?;
        let verdict = verdict(one.instructions, budget.instructions);
        println!(
            "{}: {} of {} instructions, {}",
            one.case,
            one.instructions,
            budget,
            verdict.text()
        );
        if verdict == Verdict::Exceeded {
            exceeded.push(one.case.as_str());
        }
    }
    if exceeded.is_empty() {
        return Ok(());
    }
    Err(format!(
        "more than {TOLERANCE} % over the budget: {}; if that is meant, cargo xtask budget --write",
        exceeded.join(", ")
    )
    .into())
}

/// The instructions of one call, as callgrind counts them in the function `measured`.
fn count(program: &Path, operation: &str, case: &str) -> Result<u64> {
    let args = [operation, case, &CALLS.to_string()];
    let instructions = callgrind::within("calls::measured", program, &args)?;
    Ok(instructions / CALLS)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Kept,
    Exceeded,
    Loose,
}

impl Verdict {
    const fn text(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Exceeded => "exceeded",
            Self::Loose => "far under it: lower it with cargo xtask budget --write",
        }
    }
}

fn verdict(instructions: u64, budget: u64) -> Verdict {
    let (used, whole) = (instructions.saturating_mul(100), budget.saturating_mul(100));
    let tolerance = budget.saturating_mul(TOLERANCE);
    if used > whole.saturating_add(tolerance) {
        Verdict::Exceeded
    } else if used < whole.saturating_sub(tolerance) {
        Verdict::Loose
    } else {
        Verdict::Kept
    }
}

/// A line of `budgets.tsv`.
#[derive(Debug, PartialEq, Eq)]
struct Budget {
    case: String,
    instructions: u64,
    /// The version of rustc with which the instructions were counted.
    rustc: String,
}

impl Budget {
    fn line(&self) -> String {
        format!("{}\t{}\t{}\n", self.case, self.instructions, self.rustc)
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (by rustc {})", self.instructions, self.rustc)
    }
}

fn read(text: &str) -> Result<Vec<Budget>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let budget = |line: &str| {
        let mut cells = line.split('\t');
        let (Some(case), Some(instructions), Some(rustc), None) =
            (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            return Err(format!("budgets.tsv: not case, instructions and rustc: {line:?}").into());
        };
        let instructions = instructions.parse()?;
        Ok(Budget { case: case.to_owned(), instructions, rustc: rustc.to_owned() })
    };
    lines.map(budget).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_kept_exceeded_or_loose() {
        assert_eq!(verdict(103, 100), Verdict::Kept);
        assert_eq!(verdict(104, 100), Verdict::Exceeded);
        assert_eq!(verdict(97, 100), Verdict::Kept);
        assert_eq!(verdict(96, 100), Verdict::Loose);
    }

    #[test]
    fn what_is_written_can_be_read() {
        let pod = Budget { case: "pod".into(), instructions: 7, rustc: "1.95.0".into() };
        let text = HEAD.to_owned() + &pod.line();
        assert_eq!(read(&text).unwrap(), [pod]);
        assert!(read("pod\tmany\t1.95.0\n").is_err());
        assert!(read("pod\t7\n").is_err());
    }
}
