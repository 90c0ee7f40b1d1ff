//! `cargo xtask budget`: counts the [`instructions`] of calls, and compares them with the
//! budgets of `benches/budgets.tsv`.

use std::fs;

use super::{Result, instructions, results, session, target, workspace};

/// Count the instructions of calls, and fail if a budget is exceeded.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the counts as the new budgets, and as the table of benches/RESULTS.md.
    #[arg(long)]
    write: bool,
}

/// The tolerance in percent. A count that is higher than the budget by more is an error; if it
/// is lower by more, the budget should be lowered. Other patch releases of rustc and other C
/// libraries change counts by much less.
const TOLERANCE: u64 = 3;

const HEAD: &str = "# Instructions a call, one image changed: apply, bytes to bytes; \
    structs of smp-types, a parsed patch; smp patch, a run on 200 objects of 10 KB; \
    mended, runs on inputs that were slow; written by `cargo xtask budget --write`\n\
    # call\tinstructions\trustc\n";

/// Counts, then writes or compares.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let benches = root.join("benches");
    let file = benches.join("budgets.tsv");
    let counts = instructions::count(&root, &target(&root).join("budget"))?;
    if args.write {
        let rustc = instructions::rustc()?;
        let budget = |one: &instructions::Count| Budget {
            case: one.name(),
            instructions: one.instructions,
            rustc: rustc.clone(),
        };
        let lines = counts.iter().map(|one| budget(one).line());
        fs::write(&file, HEAD.to_owned() + &lines.collect::<String>())?;
        let results_file = benches.join("RESULTS.md");
        let section = instructions::section(&counts);
        results::write(&results_file, &session::here(&root)?, &[section])?;
        println!("written to {} and {}", file.display(), results_file.display());
        return Ok(());
    }
    let budgets = read(&fs::read_to_string(&file)?)?;
    let (mut exceeded, mut without) = (Vec::new(), Vec::new());
    for one in &counts {
        let name = one.name();
        let Some(budget) = budgets.iter().find(|budget| budget.case == name) else {
            without.push(name);
            continue;
        };
        let verdict = verdict(one.instructions, budget.instructions);
        println!("{name}: {} of {budget} instructions, {}", one.instructions, verdict.text());
        if verdict == Verdict::Exceeded {
            exceeded.push(name);
        }
    }
    if !without.is_empty() {
        let without = without.join(", ");
        return Err(format!("no budget for {without}: cargo xtask budget --write").into());
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
    /// The version of rustc that was used for the count.
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
