//! Runs the benchmarks of this workspace with cargo, and reads the medians from the files that
//! criterion writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{Bench, Result, process};

/// The figures of one benchmark program.
pub(super) struct Criterion {
    program: &'static str,
    /// The folder of each round.
    rounds: Vec<PathBuf>,
}

/// The seconds that criterion spends on each benchmark.
pub(super) struct Effort {
    pub(super) warm_up: &'static str,
    pub(super) measurement: &'static str,
}

impl Criterion {
    /// The figures of `benches/benches/PROGRAM.rs`, before the first run.
    pub(super) const fn new(program: &'static str) -> Self {
        Self { program, rounds: Vec::new() }
    }

    /// Runs every benchmark of the program once more.
    pub(super) fn run(&mut self, bench: &Bench, effort: &Effort) -> Result<()> {
        let round = self.rounds.len().to_string();
        let home = bench.scratch.join("criterion").join(self.program).join(round);
        // Without this, benchmarks that no longer exist would still have figures.
        if home.exists() {
            fs::remove_dir_all(&home)?;
        }
        eprintln!("running benches/benches/{}.rs", self.program);
        process::run(
            Command::new("cargo")
                .args(["bench", "--quiet", "-p", "smp-benches", "--bench", self.program, "--"])
                .args(["--quiet", "--noplot"])
                .args(["--warm-up-time", effort.warm_up])
                .args(["--measurement-time", effort.measurement])
                .env("CRITERION_HOME", &home)
                .current_dir(&bench.root),
        )?;
        self.rounds.push(home);
        Ok(())
    }

    /// The time of a benchmark in nanoseconds, by group and name: the median over all rounds, each
    /// with the median of its samples.
    pub(super) fn median(&self, group: &str, name: &str) -> Result<f64> {
        let medians = self.rounds.iter().map(|home| estimate(&home.join(group).join(name)));
        let medians = medians.collect::<Result<Vec<f64>>>()?;
        process::median(medians).ok_or_else(|| format!("{} has not run", self.program).into())
    }
}

/// The median that criterion has written to the folder of a benchmark.
fn estimate(folder: &Path) -> Result<f64> {
    let file = folder.join("new").join("estimates.json");
    let text = fs::read_to_string(&file)
        .map_err(|error| format!("no figures in {}: {error}", file.display()))?;
    let estimates: Value = serde_json::from_str(&text)?;
    estimates
        .pointer("/median/point_estimate")
        .and_then(Value::as_f64)
        .ok_or_else(|| format!("{}: no median", file.display()).into())
}
