//! Runs one target for some time: libFuzzer's limits, its output, and findings with
//! instructions.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::Result;
use crate::bench::table::grouped;

/// An input that exceeds one of these limits is a finding: seconds, and megabytes in total and in one
/// allocation. The last limit is the maximum length of inputs in bytes.
const LIMITS: [&str; 4] =
    ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=512", "-max_len=16384"];

/// The result of a run.
pub(super) struct Session {
    target: String,
    seconds: f64,
    figures: Figures,
    pub(super) finding: Option<Finding>,
}

/// The figures in libFuzzer's output; `None` if it has no such figure.
#[derive(Debug, Default, PartialEq, Eq)]
struct Figures {
    executions: Option<u64>,
    edges: Option<u64>,
    corpus: Option<u64>,
    peak_megabytes: Option<u64>,
}

/// An input that violated a law, took too long, or took too much memory.
#[derive(Debug)]
pub(super) struct Finding {
    target: String,
    /// The first lines of the failure.
    what: String,
    program: PathBuf,
    /// The input, if libFuzzer could save it.
    input: Option<PathBuf>,
    log: PathBuf,
}

/// Runs a target to the end of its time, or to its first finding.
pub(super) fn run(fuzz: &Path, target: &str, program: &Path, minutes: f64) -> Result<Session> {
    let artifacts = fuzz.join("artifacts").join(target);
    fs::create_dir_all(&artifacts)?;
    let path = artifacts.join("log");
    let log = File::create(&path)?;
    let start = Instant::now();
    let status = Command::new(program)
        .arg(format!("-max_total_time={:.0}", minutes * 60.0))
        .arg("-print_final_stats=1")
        .args(LIMITS)
        // A thread of a command that has not quite ended looks like a leak.
        .arg("-detect_leaks=0")
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(format!("-dict={}", fuzz.join("dictionary.txt").display()))
        .arg(fuzz.join("corpus").join(target))
        .stdout(log.try_clone()?)
        .stderr(log)
        .current_dir(fuzz)
        .status()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let finding = (!status.success()).then(|| Finding {
        target: target.to_owned(),
        what: what(&text).unwrap_or_else(|| status.to_string()),
        program: program.to_owned(),
        input: input(&text),
        log: path,
    });
    Ok(Session { target: target.to_owned(), seconds, figures: figures(&text), finding })
}

impl Session {
    /// A row of the table.
    pub(super) fn cells(&self) -> Vec<String> {
        let shown = |figure: Option<u64>| figure.map_or_else(|| "?".to_owned(), grouped);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "seconds of a session"
        )]
        let seconds = self.seconds.round().max(1.0) as u64;
        let figures = &self.figures;
        vec![
            self.target.clone(),
            grouped(seconds),
            shown(figures.executions),
            shown(figures.executions.map(|executions| executions / seconds)),
            shown(figures.edges),
            shown(figures.corpus),
            format!("{} MB", shown(figures.peak_megabytes)),
            usize::from(self.finding.is_some()).to_string(),
        ]
    }
}

/// Reads the last line of status, and the statistics at the end.
fn figures(log: &str) -> Figures {
    let status = log.lines().rev().find(|line| line.starts_with('#') && line.contains(" cov: "));
    let after = |key: &str| {
        let mut words = status?.split_whitespace().skip_while(|word| *word != key).skip(1);
        // The text for the corpus is `corp: 12/345b`.
        words.next()?.split('/').next()?.parse().ok()
    };
    let statistic = |key: &str| {
        let rest = log.lines().rev().find_map(|line| line.strip_prefix(key))?;
        rest.trim_start_matches(':').trim().parse().ok()
    };
    Figures {
        executions: statistic("stat::number_of_executed_units"),
        edges: after("cov:"),
        corpus: after("corp:"),
        peak_megabytes: statistic("stat::peak_rss_mb"),
    }
}

/// The failure: a panic with its message, or libFuzzer's message.
fn what(log: &str) -> Option<String> {
    let lines: Vec<&str> = log.lines().collect();
    let panic = lines.iter().position(|line| line.contains(" panicked at "));
    let said = match panic {
        Some(at) => {
            let message = lines.get(at..)?.iter().take_while(|line| **line != "stack backtrace:");
            message.take(8).copied().collect::<Vec<_>>().join("\n")
        }
        None => (*lines.iter().find(|line| line.contains("ERROR: libFuzzer"))?).to_owned(),
    };
    Some(said)
}

/// The path of the file that libFuzzer has written.
fn input(log: &str) -> Option<PathBuf> {
    log.lines()
        .find_map(|line| line.split_once("Test unit written to "))
        .map(|(_, path)| path.into())
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, what, program, input, log } = self;
        let (program, log) = (program.display(), log.display());
        writeln!(f, "finding in {target}: {what}")?;
        match input {
            Some(input) => {
                let input = input.display();
                writeln!(f, "  again:   {program} {input}")?;
                writeln!(f, "  smaller: {program} -minimize_crash=1 -runs=100000 {input}")?;
            }
            None => writeln!(f, "  the input could not be saved")?,
        }
        write!(f, "  log:     {log}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
#128\tpulse  cov: 90 ft: 91 corp: 2/9b lim: 4 exec/s: 64 rss: 37Mb
#2048\tDONE   cov: 120 ft: 130 corp: 17/300b lim: 4 exec/s: 1024 rss: 39Mb
Done 2048 runs in 2 second(s)
stat::number_of_executed_units: 2048
stat::average_exec_per_sec:     1024
stat::peak_rss_mb:              39
";

    const BAD: &str = "\
#64\tNEW    cov: 90 ft: 91 corp: 2/9b lim: 4 exec/s: 64 rss: 37Mb

thread '<unnamed>' (1) panicked at src/laws/diff.rs:28:5:
assertion failed: left == right
stack backtrace:
   0: rust_begin_unwind
==1== ERROR: libFuzzer: deadly signal
artifact_prefix='a/'; Test unit written to a/crash-0
stat::number_of_executed_units: 70
";

    #[test]
    fn figures_are_those_of_the_end() {
        let expected = Figures {
            executions: Some(2048),
            edges: Some(120),
            corpus: Some(17),
            peak_megabytes: Some(39),
        };
        assert_eq!(figures(GOOD), expected);
        assert_eq!(figures(BAD).executions, Some(70));
        assert_eq!(figures(BAD).edges, Some(90));
        assert_eq!(figures("nothing of the kind"), Figures::default());
    }

    #[test]
    fn findings_are_named() {
        let what = what(BAD).unwrap();
        assert!(what.ends_with("diff.rs:28:5:\nassertion failed: left == right"), "{what}");
        assert_eq!(input(BAD), Some("a/crash-0".into()));
        let slow = "==9== ERROR: libFuzzer: timeout after 11 seconds";
        assert_eq!(super::what(slow).unwrap(), slow);
        assert_eq!(super::what(GOOD), None);
    }

    #[test]
    fn a_program_that_ends_badly_is_a_finding() {
        let fuzz = std::env::temp_dir().join(format!("smp-xtask-fuzz-{}", std::process::id()));
        let session = run(&fuzz, "x", Path::new("false"), 1.0).unwrap();
        let finding = session.finding.as_ref().unwrap().to_string();
        assert!(finding.contains("finding in x: exit status: 1"), "{finding}");
        assert!(session.cells().ends_with(&["1".to_owned()]));
        assert!(run(&fuzz, "x", Path::new("true"), 1.0).unwrap().finding.is_none());
        fs::remove_dir_all(fuzz).unwrap();
    }
}
