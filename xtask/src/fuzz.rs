//! `cargo xtask fuzz`: builds the targets of `fuzz/`, gives them the conformance cases as
//! seeds, runs each for some minutes, and prints a summary.
//!
//! [`build`] builds the targets with no other tool than cargo, [`seeds`] makes the inputs of
//! each target, [`session`] runs one target and reads its output. `fuzz/README.md` describes
//! what the targets check.

mod build;
mod seeds;
mod session;

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::bench::table::grid;
use session::Session;

/// A result of a step of the task. The error is a message.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Fuzz the workspace: every target for its share of the time. Fails if something is found.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How long all targets run together, each for the same share: 30 minutes are a normal run, 240 a
    /// long one. Fractions are allowed.
    #[arg(long, default_value_t = 30.0, value_parser = minutes)]
    minutes: f64,
    /// Only these targets, in this order.
    #[arg(long = "target", value_delimiter = ',')]
    targets: Vec<String>,
    /// The number of targets that run at the same time, each for as long. More than there are processors
    /// share them.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    jobs: NonZeroUsize,
    /// Build with `AddressSanitizer`, as cargo-fuzz does: slower, and finds wrong accesses of memory
    /// in dependencies with unsafe code.
    #[arg(long)]
    address_sanitizer: bool,
}

fn minutes(text: &str) -> std::result::Result<f64, String> {
    let minutes: f64 = text.parse().map_err(|error| format!("{error}"))?;
    // libFuzzer has no limit if the limit is 0 seconds.
    if (1.0 / 60.0..=1e6).contains(&minutes) {
        Ok(minutes)
    } else {
        Err("a number of minutes, at least one second".to_owned())
    }
}

/// Builds, runs, prints the table; an error if there is a finding.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let fuzz = root.join("fuzz");
    let targets = chosen(&args.targets, names(&fuzz)?)?;
    #[expect(clippy::cast_precision_loss, reason = "a few targets")]
    let share = args.minutes / targets.len() as f64;
    let programs = build::build(&fuzz, args.address_sanitizer)?;
    let seeds = seeds::of_cases(&root)?;
    let one = |target: String| -> Result<Session> {
        let program = programs.get(&target).ok_or_else(|| {
            format!("cargo built no target {target}; name it as a [[bin]] of fuzz/Cargo.toml")
        })?;
        let count = seeds::write(&seeds, &target, &fuzz.join("corpus").join(&target))?;
        eprintln!("{target}: {count} seeds, {share:.1} minutes");
        let session = session::run(&fuzz, &target, program, share)?;
        if let Some(finding) = &session.finding {
            eprintln!("{finding}\n");
        }
        Ok(session)
    };
    let sessions = at_once(args.jobs, targets, one)?;
    println!("{}", table(&sessions));
    let findings: Vec<_> = sessions.iter().filter_map(|session| session.finding.as_ref()).collect();
    if findings.is_empty() {
        return Ok(());
    }
    for finding in &findings {
        println!("{finding}\n");
    }
    Err(format!("{} findings; fuzz/README.md says what to do with one", findings.len()).into())
}

/// The results of `one` for each target, in their order; `jobs` of them run at the same time.
fn at_once<R: Send>(
    jobs: NonZeroUsize,
    targets: Vec<String>,
    one: impl Fn(String) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let waiting = Mutex::new(targets.into_iter().enumerate());
    // The lock is held only while the next target is taken.
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        // An error of `Result` can't be sent to another thread; its message can.
        let done = |(place, target)| Ok((place, one(target).map_err(|error| error.to_string())?));
        std::iter::from_fn(next).map(done).collect::<std::result::Result<Vec<_>, String>>()
    };
    let mut results = Vec::new();
    std::thread::scope(|scope| -> Result<()> {
        let workers: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            results.extend(worker.join().map_err(|_| "a target's thread panicked")??);
        }
        Ok(())
    })?;
    results.sort_unstable_by_key(|(place, _)| *place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// The names of the targets, by their files.
fn names(fuzz: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(fuzz.join("fuzz_targets"))? {
        let path = entry?.path();
        if let (Some(name), Some("rs")) =
            (path.file_stem(), path.extension().and_then(|extension| extension.to_str()))
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// The targets that were asked for, or all.
fn chosen(asked: &[String], all: Vec<String>) -> Result<Vec<String>> {
    if asked.is_empty() {
        return Ok(all);
    }
    match asked.iter().find(|name| !all.contains(name)) {
        Some(name) => Err(format!("no target {name}; there are {}", all.join(", ")).into()),
        None => Ok(asked.to_vec()),
    }
}

fn table(sessions: &[Session]) -> String {
    let head =
        ["target", "seconds", "executions", "per second", "edges", "corpus", "peak", "findings"];
    grid(&head, sessions.iter().map(Session::cells))
}

fn workspace() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_those_of_the_folder() {
        let all = names(&workspace().join("fuzz")).unwrap();
        assert!(all.contains(&"diff_round_trip".to_owned()), "{all:?}");
        assert_eq!(chosen(&[], all.clone()).unwrap(), all);
        let two = ["yaml_reader".to_owned(), "apply_bytes".to_owned()];
        assert_eq!(chosen(&two, all.clone()).unwrap(), two);
        let error = chosen(&["aply_bytes".to_owned()], all).unwrap_err().to_string();
        assert!(error.contains("aply_bytes") && error.contains("apply_bytes"), "{error}");
    }

    #[test]
    fn targets_that_run_at_once_keep_their_order() {
        let targets: Vec<String> = (0..5).map(|number| number.to_string()).collect();
        for jobs in [1, 2, 9] {
            let jobs = NonZeroUsize::new(jobs).unwrap();
            assert_eq!(at_once(jobs, targets.clone(), Ok).unwrap(), targets);
            let third = |target: String| if target == "3" { Err("no".into()) } else { Ok(target) };
            assert_eq!(at_once(jobs, targets.clone(), third).unwrap_err().to_string(), "no");
        }
    }

    #[test]
    fn no_target_runs_for_ever() {
        assert!(minutes("0.5").is_ok());
        for wrong in ["0", "-1", "nan", "inf", "x"] {
            assert!(minutes(wrong).is_err(), "{wrong}");
        }
    }
}
