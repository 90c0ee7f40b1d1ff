//! Counts the instructions within one function of a program with callgrind. Counts don't depend
//! on the load of the machine.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A result whose error is a text.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// All instructions that a run executes in the function, over all its calls.
pub(crate) fn within(function: &str, program: &Path, args: &[&str]) -> Result<u64> {
    let mut valgrind = valgrind();
    valgrind
        .arg("--callgrind-out-file=/dev/null")
        .arg(format!("--toggle-collect={function}*"))
        .arg(program)
        .args(args);
    let said = said(&mut valgrind)?;
    match collected(&said) {
        Some(instructions) if instructions > 0 => Ok(instructions),
        _ => Err(format!("callgrind has not seen {function}:\n{said}").into()),
    }
}

/// All instructions that a run executes in all its threads, also if it fails.
pub(crate) fn whole(program: &Path, args: &[&str]) -> Result<u64> {
    let mut valgrind = valgrind();
    valgrind.arg("--callgrind-out-file=/dev/null").arg(program).args(args);
    whole_of(&mut valgrind)
}

/// [`whole`] in a folder, with this file there as standard input.
pub(crate) fn whole_in(folder: &Path, stdin: &str, program: &Path, args: &[String]) -> Result<u64> {
    let mut valgrind = valgrind();
    valgrind.arg("--callgrind-out-file=/dev/null").arg(program).args(args);
    valgrind.current_dir(folder).stdin(fs::File::open(folder.join(stdin))?);
    whole_of(&mut valgrind)
}

fn whole_of(valgrind: &mut Command) -> Result<u64> {
    let output = run(valgrind)?;
    let said = String::from_utf8_lossy(&output.stderr);
    collected(&said).ok_or_else(|| format!("callgrind has counted nothing:\n{said}").into())
}

/// The instructions of each call of the function, in order. The folder is emptied and used for
/// callgrind's files.
pub(crate) fn each(
    function: &str,
    program: &Path,
    args: &[&str],
    folder: &Path,
) -> Result<Vec<u64>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let file = folder.join("out");
    let mut valgrind = valgrind();
    valgrind
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(format!("--zero-before={function}"))
        .arg(format!("--dump-after={function}"))
        .arg(program)
        .args(args);
    said(&mut valgrind)?;
    let mut counts = Vec::new();
    // There is one file for each call, and one without a number for the end of the program.
    while let Ok(text) = fs::read_to_string(file.with_extension((counts.len() + 1).to_string())) {
        counts.push(totals(&text).ok_or("callgrind wrote a file without totals")?);
    }
    fs::remove_dir_all(folder)?;
    Ok(counts)
}

fn valgrind() -> Command {
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--tool=callgrind");
    valgrind
}

fn run(valgrind: &mut Command) -> Result<Output> {
    let output = valgrind.output();
    output.map_err(|error| {
        format!("valgrind counts the instructions, and doesn't run: {error}").into()
    })
}

/// The output of valgrind for a program that succeeds.
fn said(valgrind: &mut Command) -> Result<String> {
    let output = run(valgrind)?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    Err(format!("{valgrind:?}: {}\n{said}", output.status).into())
}

/// The number in a line such as `==1== Collected : 14468723`.
fn collected(said: &str) -> Option<u64> {
    let (_, after) = said.split_once("Collected :")?;
    after.split_whitespace().next()?.parse().ok()
}

/// The number in a line such as `totals: 14468723`.
fn totals(file: &str) -> Option<u64> {
    let line = file.lines().find_map(|line| line.strip_prefix("totals:"))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callgrind_says_what_it_collected() {
        assert_eq!(
            collected("==7== Events    : Ir\n==7== Collected : 14468723\n==7==\n"),
            Some(14_468_723)
        );
        assert_eq!(collected("nothing"), None);
        assert_eq!(totals("events: Ir\nsummary: 8\ntotals: 7\n"), Some(7));
        assert_eq!(totals("events: Ir\n"), None);
    }
}
