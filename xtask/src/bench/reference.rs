//! The reference: runs the Go benchmarks of `tests/oracle/bench_test.go` on files that this
//! task writes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Result;
use super::process::{ask, ask_if_there, build, median, run};

/// The compiled benchmarks, and the folder of their cases.
pub(super) struct Reference {
    program: PathBuf,
    inputs: PathBuf,
}

/// A selection of benchmarks, and how often they run, as arguments of `go test`.
pub(super) struct Series<'s> {
    /// The cases: a regular expression for their whole names.
    pub(super) cases: &'s str,
    /// The operations: names separated by `|`.
    pub(super) operations: &'s str,
    /// How long a benchmark runs each time, or the number of calls (`1x`).
    pub(super) time: &'s str,
    /// The number of times that each benchmark runs.
    pub(super) count: &'s str,
}

/// Times in nanoseconds by operation and case: `Apply/pod`.
#[derive(Debug, Default)]
pub(super) struct Figures(BTreeMap<String, Vec<f64>>);

impl Reference {
    /// Compiles the benchmarks. `None` if Go is not installed.
    pub(super) fn build(root: &Path, scratch: &Path) -> Result<Option<Self>> {
        if ask_if_there(Command::new("go").arg("version"))?.is_none() {
            return Ok(None);
        }
        let program = scratch.join("reference.test");
        run(Command::new("go")
            .args(["test", "-c", "-o"])
            .arg(&program)
            .arg(".")
            .current_dir(root.join("tests").join("oracle")))?;
        let inputs = scratch.join("cases");
        run(Command::new(build(root, "smp-benches", "inputs")?).arg(&inputs).arg("cases"))?;
        Ok(Some(Self { program, inputs }))
    }

    /// Runs benchmarks once more and adds their times to `figures`.
    pub(super) fn run(&self, series: &Series<'_>, figures: &mut Figures) -> Result<()> {
        eprintln!("running the reference's {} on {}", series.operations, series.cases);
        let output = ask(Command::new(&self.program)
            .arg("-test.run=^$")
            .arg(format!("-test.bench=^Benchmark({})$/^({})$", series.operations, series.cases))
            .arg(format!("-test.benchtime={}", series.time))
            .arg(format!("-test.count={}", series.count))
            .arg("-test.timeout=2h")
            .env("SMP_BENCH_INPUTS", &self.inputs))?;
        figures.read(&output)
    }
}

impl Figures {
    /// The median of an operation on a case, if it was measured.
    pub(super) fn get(&self, operation: &str, case: &str) -> Option<f64> {
        median(self.0.get(&format!("{operation}/{case}"))?.clone())
    }

    /// Reads lines such as `BenchmarkApply/pod-2   380   871987 ns/op`. `-2` is the number of
    /// processors that Go uses; it is omitted for one processor.
    fn read(&mut self, output: &str) -> Result<()> {
        for line in output.lines() {
            let Some(line) = line.strip_prefix("Benchmark") else { continue };
            let mut words = line.split_whitespace();
            let (Some(name), Some(_), Some(time), Some("ns/op")) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                return Err(format!("not a line of go test -bench: {line}").into());
            };
            let name = name.rsplit_once('-').map_or(name, |(name, _)| name);
            self.0.entry(name.to_owned()).or_default().push(time.parse()?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_go_test() {
        let mut figures = Figures::default();
        let output = "goos: linux\ncpu: Some CPU\n\
             BenchmarkApply/pod-2         \t     380\t    300 ns/op\n\
             BenchmarkApply/pod-2         \t     381\t    100 ns/op\n\
             BenchmarkApply/pod-2         \t     382\t    110.5 ns/op\n\
             BenchmarkDiff/list_one_10-16 \t       1\t      7 ns/op\nPASS\n";
        figures.read(output).unwrap();
        assert_eq!(figures.get("Apply", "pod"), Some(110.5));
        assert_eq!(figures.get("Diff", "list_one_10"), Some(7.0));
        assert_eq!(figures.get("Diff", "pod"), None);
        figures.read("BenchmarkDiff/list_one_10 1 9 ns/op").unwrap();
        assert_eq!(figures.get("Diff", "list_one_10"), Some(8.0));
        assert!(figures.read("BenchmarkApply/pod-2").is_err());
    }
}
