//! Runs the program that makes the inputs, and reads its output.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::growth::{BOUND, STEPS, exponent};
use crate::bench::Result;
use crate::bench::process::ask;
use crate::callgrind;

/// The limits of a single operation, much higher than any operation should need: what grows
/// faster than `n log n` exceeds them.
pub(super) const SECONDS: u32 = 30;
pub(super) const KILOBYTES: u32 = 4_000_000;

/// The memory that an allocator may keep or request beyond what is needed. It is added to the
/// figures, so that only larger growth shows.
pub(super) const SLACK_BYTES: f64 = 2e6;

/// The program.
pub(super) struct Driver {
    pub(super) program: PathBuf,
    /// A folder for files that are read immediately.
    pub(super) scratch: PathBuf,
}

/// A kind of input, as the program lists it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) name: String,
    /// The size at which instructions are counted.
    pub(super) size: usize,
    /// How many times larger the inputs for measuring memory are.
    pub(super) larger: usize,
    /// The operations on the input.
    pub(super) operations: Vec<String>,
}

impl Input {
    /// Reads a line of the program's list: cells with tabs between them.
    pub(super) fn read(line: &str) -> Result<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, size, larger, operations] = cells[..] else {
            return Err(format!("not an input: {line:?}").into());
        };
        Ok(Self {
            name: name.to_owned(),
            size: size.parse()?,
            larger: larger.parse()?,
            operations: operations.split_whitespace().map(str::to_owned).collect(),
        })
    }
}

/// The measurements for the inputs of a generator.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) generator: String,
    pub(super) cells: Vec<Cell>,
}

/// The measurements for one operation.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) operation: String,
    pub(super) refused: bool,
    /// The exponents of instructions and memory; `None` if the operation did not end. There is
    /// no exponent of memory if too little was used.
    pub(super) growth: Option<(f64, Option<f64>)>,
}

impl Cell {
    fn holds(&self) -> bool {
        self.growth.is_some_and(|(instructions, memory)| {
            instructions <= BOUND && memory.is_none_or(|memory| memory <= BOUND)
        })
    }
}

impl Row {
    /// A line for each figure that exceeds the bound.
    pub(super) fn failures(&self) -> Vec<String> {
        let failed = self.cells.iter().filter(|cell| !cell.holds());
        failed
            .map(|cell| {
                let how = match cell.growth {
                    None => format!("does not end in {SECONDS} s and {} MB", KILOBYTES / 1_000),
                    Some((instructions, memory)) => format!(
                        "instructions {instructions:.2}, memory {:.2}",
                        memory.unwrap_or_default()
                    ),
                };
                format!("{}, {}: {how}", self.generator, cell.operation)
            })
            .collect()
    }

    /// A line for the terminal.
    pub(super) fn line(&self) -> String {
        let failures = self.failures();
        if failures.is_empty() { format!("{}: holds", self.generator) } else { failures.join("\n") }
    }
}

impl Driver {
    pub(super) fn generators(&self) -> Result<Vec<Input>> {
        let listed = ask(Command::new(&self.program).arg("list"))?;
        listed.lines().map(Input::read).collect()
    }

    /// Measures memory at large sizes first, with a process for each; then instructions.
    pub(super) fn measure(&self, of: &Input) -> Result<Row> {
        let mut cells = Vec::new();
        for operation in &of.operations {
            cells.push(self.memory(of, operation)?);
        }
        let ended: Vec<&str> = (cells.iter())
            .filter(|cell| cell.growth.is_some())
            .map(|cell| cell.operation.as_str())
            .collect();
        let counts = self.instructions(of, &ended)?;
        let ended = cells.iter_mut().filter_map(|cell| cell.growth.as_mut());
        for ((instructions, _), counts) in ended.zip(counts) {
            *instructions = exponent(&counts);
        }
        Ok(Row { generator: of.name.clone(), cells })
    }

    fn memory(&self, of: &Input, operation: &str) -> Result<Cell> {
        let mut cell = Cell { operation: operation.to_owned(), refused: false, growth: None };
        let mut peaks = [0.0; 4];
        for (peak, step) in peaks.iter_mut().zip(STEPS) {
            let size = (of.size * of.larger * step).to_string();
            let run = ["run", &of.name, operation, &size];
            // The limit of memory applies to the memory that the program maps.
            let output = Command::new("sh")
                .args(["-c", "ulimit -v $0; exec timeout \"$@\""])
                .args([KILOBYTES.to_string(), SECONDS.to_string()])
                .arg(&self.program)
                .args(run)
                .output()?;
            if !output.status.success() {
                eprint!("{}", String::from_utf8_lossy(&output.stderr));
                return Ok(cell);
            }
            let (bytes, refused) = read(&String::from_utf8(output.stdout)?)?;
            *peak = bytes;
            cell.refused = refused;
        }
        let [.., last] = peaks;
        let memory = exponent(&peaks.map(|peak| peak + SLACK_BYTES));
        cell.growth = Some((0.0, (last >= SLACK_BYTES).then_some(memory)));
        Ok(cell)
    }

    /// The instructions of each operation at every size.
    fn instructions(&self, of: &Input, operations: &[&str]) -> Result<Vec<[f64; 4]>> {
        let sizes = STEPS.map(|step| (of.size * step).to_string());
        let operations_list = operations.join(",");
        let mut args = vec!["run", &of.name, &operations_list];
        args.extend(sizes.iter().map(String::as_str));
        let folder = self.scratch.join(folder(&of.name));
        let counts = callgrind::each("cost::measured", &self.program, &args, &folder)?;
        if counts.len() != operations.len() * STEPS.len() {
            return Err(format!("{}: callgrind has seen {} calls", of.name, counts.len()).into());
        }
        let at = |operation: usize| {
            let count = |step: usize| counts.get(step * operations.len() + operation);
            #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
            [0, 1, 2, 3].map(|step| count(step).map_or(0.0, |count| *count as f64))
        };
        Ok((0..operations.len()).map(at).collect())
    }
}

/// The folder name for a generator.
pub(super) fn folder(name: &str) -> impl AsRef<Path> + use<> {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-")
}

/// The result of one run as the program prints it: bytes of memory, and whether the input was
/// refused.
fn read(printed: &str) -> Result<(f64, bool)> {
    let cells: Vec<&str> = printed.trim_end().split('\t').collect();
    match cells[..] {
        [bytes, outcome, _] => Ok((bytes.parse()?, outcome == "refused")),
        _ => Err(format!("not what came of one run: {printed:?}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_the_program_is_read() {
        let one = Input::read("empty lists\t10\t8\tparse apply").unwrap();
        assert_eq!(one.name, "empty lists");
        assert_eq!((one.size, one.larger), (10, 8));
        assert_eq!(one.operations, ["parse", "apply"]);
        assert!(Input::read("a block mapping\t10\t8").is_err());
        assert_eq!(read("7\trefused\t93\n").unwrap(), (7.0, true));
        assert_eq!(read("7\tdone\t93\n").unwrap(), (7.0, false));
        assert!(read("7\tdone\t93\n8\tdone\t94\n").is_err());
    }

    #[test]
    fn what_does_not_end_or_grows_too_fast_fails() {
        let cell = |growth| Cell { operation: "apply".into(), refused: false, growth };
        let row = |growth| Row { generator: "x".into(), cells: vec![cell(growth)] };
        assert!(row(Some((1.1, None))).failures().is_empty());
        assert!(row(Some((1.1, Some(1.0)))).failures().is_empty());
        assert_eq!(row(Some((1.1, Some(2.0)))).failures().len(), 1);
        assert_eq!(row(Some((2.0, None))).failures().len(), 1);
        assert_eq!(row(None).failures().len(), 1);
    }
}
