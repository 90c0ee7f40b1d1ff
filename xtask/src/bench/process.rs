//! Runs other programs, reads their output, and measures them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Result;

/// Runs a program to its end. Its output goes to the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| failed(command, &error.to_string()))?;
    if status.success() { Ok(()) } else { Err(failed(command, &status.to_string()).into()) }
}

/// Runs a program to its end and returns its output. Its messages on stderr go to the terminal.
pub(crate) fn ask(command: &mut Command) -> Result<String> {
    ask_if_there(command)?.ok_or_else(|| failed(command, "there is no such program").into())
}

/// [`ask`], but `None` if the program is not installed.
pub(super) fn ask_if_there(command: &mut Command) -> Result<Option<String>> {
    let output = match command.stderr(Stdio::inherit()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        output => output.map_err(|error| failed(command, &error.to_string()))?,
    };
    if !output.status.success() {
        return Err(failed(command, &output.status.to_string()).into());
    }
    Ok(Some(String::from_utf8(output.stdout)?))
}

fn failed(command: &Command, how: &str) -> String {
    format!("{command:?}: {how}")
}

/// Builds a program of the workspace in release mode and returns its path.
pub(crate) fn build(root: &Path, package: &str, program: &str) -> Result<PathBuf> {
    build_as("release", root, package, program)
}

/// [`build`] with another profile of cargo.
pub(crate) fn build_as(
    profile: &str,
    root: &Path,
    package: &str,
    program: &str,
) -> Result<PathBuf> {
    let messages = ask(Command::new("cargo")
        .args(["build", "--quiet", "--profile", profile])
        .arg("--message-format=json-render-diagnostics")
        .args(["-p", package, "--bin", program])
        .current_dir(root))?;
    let executable = messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let path = message.get("executable")?.as_str()?;
        Some(PathBuf::from(path))
    });
    executable.ok_or_else(|| format!("cargo built no program {program}").into())
}

/// The CPU seconds, user and system, of all programs that this one started and that have ended, and
/// of their own children. Only Linux has them in `/proc`.
pub(super) fn children_cpu_seconds() -> Result<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat")
        .map_err(|error| format!("/proc/self/stat: {error}"))?;
    cpu_seconds(&stat, 16).ok_or_else(|| "/proc/self/stat has no times".into())
}

/// User and system time from `/proc/PID/stat`. `field` is that of the user time: 14 for the process
/// itself, 16 for its children. The field after it is the system time.
fn cpu_seconds(stat: &str, field: usize) -> Option<f64> {
    /// The unit of times in `/proc`, which does not depend on the kernel's own unit.
    const TICKS_PER_SECOND: f64 = 100.0;
    // The name of the program, in parentheses, may contain spaces. The fields after it are
    // counted from 3.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(field.checked_sub(3)?);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS_PER_SECOND)
}

/// The cost of a run of a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub(super) seconds: f64,
    /// The CPU time of all its threads, if `/proc` has it.
    pub(crate) cpu_seconds: Option<f64>,
    /// The peak of its resident memory, if Linux's `/proc` has it.
    pub(crate) peak_bytes: Option<f64>,
}

/// The interval at which the memory of a running program is read. The kernel keeps the peak, so only
/// allocations in the last interval can be missed.
const GLANCE: Duration = Duration::from_millis(1);

/// Runs a program without showing its output, and measures it.
pub(super) fn cost(command: &mut Command) -> Result<Cost> {
    let (cost, ended) = measured(command, Stdio::inherit())?;
    if ended.success() { Ok(cost) } else { Err(failed(command, &ended.to_string()).into()) }
}

/// [`cost`] for a program that may fail and print messages. Also returns its exit code; `None` if a
/// signal ended it.
pub(crate) fn cost_if(command: &mut Command) -> Result<(Cost, Option<i32>)> {
    let (cost, ended) = measured(command, Stdio::null())?;
    Ok((cost, ended.code()))
}

fn measured(command: &mut Command, complaints: Stdio) -> Result<(Cost, ExitStatus)> {
    let start = Instant::now();
    let mut child = command
        .stdout(Stdio::null())
        .stderr(complaints)
        .spawn()
        .map_err(|error| failed(command, &error.to_string()))?;
    let folder = PathBuf::from(format!("/proc/{}", child.id()));
    let (status, time) = (folder.join("status"), folder.join("stat"));
    let (mut peak_bytes, mut seconds) = (None, None);
    let ended = loop {
        peak_bytes = peak(&status).or(peak_bytes);
        // A program that has ended keeps its times until it is waited for.
        let times = std::fs::read_to_string(&time).ok();
        seconds = times.and_then(|it| cpu_seconds(&it, 14)).or(seconds);
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        sleep(GLANCE);
    };
    let elapsed = start.elapsed().as_secs_f64();
    Ok((Cost { seconds: elapsed, cpu_seconds: seconds, peak_bytes }, ended))
}

fn peak(status: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? * 1024.0)
}

/// The median; of an even number of figures, the mean of the two in the middle. `None` without
/// figures.
pub(super) fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    let upper = *figures.get(figures.len() / 2)?;
    let lower = *figures.get((figures.len() - 1) / 2)?;
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_cpu_time_of_children_counts() {
        let before = children_cpu_seconds().unwrap();
        let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        run(Command::new("sh").args(["-c", busy])).unwrap();
        assert!(children_cpu_seconds().unwrap() > before);
    }

    #[test]
    fn a_program_that_fails_or_is_missing_is_named() {
        let error = run(&mut Command::new("false")).unwrap_err().to_string();
        assert!(error.contains("false"), "{error}");
        let error = run(&mut Command::new("no-such-program")).unwrap_err().to_string();
        assert!(error.contains("no-such-program"), "{error}");
        assert!(ask_if_there(&mut Command::new("no-such-program")).unwrap().is_none());
    }
}
