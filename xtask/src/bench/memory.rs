//! The peak of resident memory while a small patch is applied to an object of
//! 100 MB.

use std::process::Command;

use super::process::{ask, build, run};
use super::table::{Figure, Goal, Row, Section};
use super::{Bench, Result};

pub(super) const TITLE: &str = "Memory";

/// The forms of the object: file name, kind, and the name in the table.
const SHAPES: [(&str, &str, &str); 3] = [
    ("map", "ConfigMap", "ConfigMap, values of 4 KB"),
    ("list", "Pod", "Pod, containers of 1.4 KB"),
    ("entries", "Pod", "Pod, variables of 50 bytes"),
];

/// Applies the patch to each form once: the figure differs little between runs.
pub(super) fn measure(bench: &Bench) -> Result<Section> {
    let program = build(&bench.root, "smp-benches", "memory")?;
    let folder = bench.scratch.join("objects");
    eprintln!("writing and patching objects");
    run(Command::new(build(&bench.root, "smp-benches", "inputs")?)
        .arg(&folder)
        .args(["objects", bench.choose("100000000", "20000000")]))?;
    let mut rows = Vec::new();
    for (name, kind, described) in SHAPES {
        let printed = ask(Command::new(&program)
            .arg(folder.join(name).with_extension("json"))
            .arg(folder.join(name).with_extension("patch.json"))
            .args(["v1", kind]))?;
        let (input, output, peak) = read(&printed)?;
        rows.push(Row {
            what: "apply, bytes to bytes",
            on: described.to_owned(),
            ours: Figure::Bytes(peak),
            beside: "input and output",
            theirs: Figure::Bytes(input + output),
            goal: Goal::AtMost(1.2),
        });
    }
    Ok(Section::of_rows(TITLE, &rows, &[]))
}

fn read(printed: &str) -> Result<(f64, f64, f64)> {
    let words: Vec<&str> = printed.split_whitespace().collect();
    match words[..] {
        [input, output, peak] => Ok((input.parse()?, output.parse()?, peak.parse()?)),
        _ => Err(format!("not three numbers: {printed}").into()),
    }
}
