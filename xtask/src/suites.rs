//! `cargo xtask suites`: runs the tests of other projects, with this engine in place of Kubernetes'
//! Go package `k8s.io/apimachinery/pkg/util/strategicpatch`.
//!
//! [`plan`] reads the list of packages (`tests/suites/suites.yaml`). [`scratch`] makes a copy of
//! apimachinery outside the repository, with the functions of `tests/suites/shim` in it, and compiles
//! the tests against that copy. [`tests`] runs them, once with Kubernetes' code and once with `cargo
//! xtask answer`. [`page`] compares and writes `docs/suites.md`. Nothing of the other projects is in
//! the repository.

mod page;
mod plan;
mod scratch;
pub(crate) mod tests;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::differential::compare;
use crate::oracle::{Oracle, Question};

use page::Row;
use plan::Plan;
use scratch::Scratch;
use tests::Outcomes;

/// A result of a step of the task. The error is a message.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Run the tests of other projects with this engine, and write docs/suites.md. Needs Go
/// and its module proxy.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only packages whose path contains one of these texts; nothing is written then.
    packages: Vec<String>,
}

/// Runs the suites. A failure that nothing explains is an error.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let plan = Plan::read(root)?;
    let scratch = Scratch::make(root)?;
    let mut oracle = Oracle::start(root)?;
    let mut rows = Vec::new();
    for suite in &plan.suites {
        let wanted: Vec<String> = suite.paths().filter(|path| args.want(path)).collect();
        if wanted.is_empty() {
            continue;
        }
        let module = scratch.module(suite)?;
        for path in wanted {
            eprintln!("{path}");
            let program = module.compile(&path)?;
            let reference = program.run(suite.ginkgo, &[])?;
            let ours = program.run(suite.ginkgo, &scratch.for_this_engine())?;
            program.remove()?;
            let questions = questions(&scratch.record())?;
            let answers = compare(&mut oracle, &questions)?;
            let row = Row::new(&path, &module.version, &reference, &ours, answers, &plan);
            println!("{}", row.line());
            show(&row, &ours);
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return Err("no package has such a path".into());
    }
    if args.packages.is_empty() {
        let file = root.join("docs").join("suites.md");
        fs::write(file, page::text(&scratch.session()?, &rows, &plan))?;
    }
    let failures: usize = rows.iter().map(|row| row.unexplained.len()).sum();
    let answers: usize = rows.iter().map(|row| row.answers.unexplained()).sum();
    if failures + answers > 0 {
        return Err(format!(
            "nothing explains {failures} failures and {answers} answers; explain a failure in \
             tests/suites/suites.yaml"
        )
        .into());
    }
    let stale = if args.packages.is_empty() { page::stale(&plan, &rows) } else { Vec::new() };
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("tests/suites/suites.yaml explains what does not fail: {stale:?}").into())
    }
}

impl Args {
    fn want(&self, path: &str) -> bool {
        self.packages.is_empty() || self.packages.iter().any(|text| path.contains(text))
    }
}

/// Prints what the unexplained failures say.
fn show(row: &Row<'_>, ours: &Outcomes) {
    for name in &row.unexplained {
        println!("--- {name}");
        if let Some(message) = ours.message(name) {
            println!("{message}");
        }
    }
}

/// The questions that this engine has answered, each once. There is no file if nothing was asked.
fn questions(record: &Path) -> Result<Vec<Question>> {
    let text = match fs::read_to_string(record) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let lines: BTreeSet<&str> = text.lines().collect();
    Ok(lines.into_iter().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?)
}
