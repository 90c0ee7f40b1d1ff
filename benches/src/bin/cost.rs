//! Operations on hostile inputs, for a program that measures their cost. `cost list` prints a
//! line for each generator: its name, its size, how many times larger it may be, and its
//! operations. `cost run GENERATOR OPERATION,… SIZE…` runs the operations once for each size,
//! in [`measured`]. It prints a line for each run: the maximal growth of its memory in bytes,
//! the outcome, and the length of the result.
//!
//! `cost runs` prints a line for each run of the command: its name, its size, how many
//! times larger it may be, and the name of the command. `cost files NAME SIZE FOLDER` writes
//! the files of a run, and prints its arguments, a line each.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use smp_benches::Result;
use smp_benches::cost::{Generator, Inputs, Operation, Outcome, Run};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match &args[..] {
        ["list"] => list(),
        ["run", generator, operations, sizes @ ..] => run(generator, operations, sizes),
        ["runs"] => {
            for Run { name, size, larger, args, .. } in Run::all() {
                let command = args.first().copied().unwrap_or_default();
                println!("{name}\t{size}\t{larger}\tsmp-{command}");
            }
            Ok(())
        }
        ["files", name, size, folder] => files(name, size.parse()?, Path::new(folder)),
        _ => Err("usage: cost (list | run GENERATOR OPERATION,... SIZE... | runs | \
                 files NAME SIZE FOLDER)"
            .into()),
    }
}

fn files(name: &str, size: usize, folder: &Path) -> Result<()> {
    let run = Run::all().into_iter().find(|run| run.name == name).ok_or("no such run")?;
    let files = run.files(size);
    for (name, text) in &files {
        fs::write(folder.join(name), text)?;
    }
    for arg in run.args {
        let is_file = files.iter().any(|(name, _)| name == arg);
        println!(
            "{}",
            if is_file { folder.join(arg).display().to_string() } else { (*arg).into() }
        );
    }
    Ok(())
}

fn list() -> Result<()> {
    for generator in Generator::all() {
        let inputs = generator.make(generator.size)?;
        let operations: Vec<_> = inputs.operations().iter().map(|of| of.name()).collect();
        let Generator { name, size, larger, .. } = generator;
        println!("{name}\t{size}\t{larger}\t{}", operations.join(" "));
    }
    Ok(())
}

fn run(generator: &str, operations: &str, sizes: &[&str]) -> Result<()> {
    let generator = Generator::all().into_iter().find(|one| one.name == generator);
    let generator = generator.ok_or("no such generator")?;
    for size in sizes {
        let inputs = generator.make(size.parse()?)?;
        for of in inputs.operations() {
            if operations.split(',').any(|name| name == of.name()) {
                let before = begin();
                let outcome = measured(&inputs, *of);
                let grown = peak_bytes()?.saturating_sub(before.unwrap_or_default());
                println!("{grown}\t{}\t{}", outcome.name(), outcome.text().len());
            }
        }
    }
    Ok(())
}

/// The counter finds the function by this name.
#[inline(never)]
fn measured(inputs: &Inputs, operation: Operation) -> Outcome {
    black_box(inputs.run(operation))
}

/// Resets the peak of resident memory that Linux keeps. Returns the resident memory now.
fn begin() -> Option<usize> {
    fs::write("/proc/self/clear_refs", "5").ok()?;
    status("VmRSS:").ok()
}

/// The peak of resident memory since [`begin`].
fn peak_bytes() -> Result<usize> {
    status("VmHWM:")
}

fn status(name: &str) -> Result<usize> {
    let status = fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("memory is read from Linux's /proc: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kilobytes.ok_or_else(|| format!("no {name} in /proc/self/status"))?.parse::<usize>()? * 1024)
}
