//! The cost of the command for texts of YAML: whole runs of `smp patch`. The constant cost of a
//! run, and that of a message, don't depend on the size; so the differences between a size and
//! the one before are judged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::growth::exponent;
use super::measure::{Cell, Input, KILOBYTES, Row, SECONDS, SLACK_BYTES};
use crate::bench::Result;
use crate::bench::process::{ask, cost_if};
use crate::callgrind;

/// The sizes of the steps, and a smaller one with which the first is compared.
const SIZES: [usize; 5] = [1, 2, 4, 8, 16];

/// The command, and the program that makes the texts.
pub(super) struct Smp {
    pub(super) program: PathBuf,
    pub(super) texts: PathBuf,
    /// A folder for the files.
    pub(super) scratch: PathBuf,
}

impl Smp {
    pub(super) fn texts(&self) -> Result<Vec<Input>> {
        ask(Command::new(&self.texts).arg("texts"))?.lines().map(Input::read).collect()
    }

    /// Measures, at each size, the memory for a larger text, then the instructions.
    pub(super) fn measure(&self, of: &Input) -> Result<Row> {
        let folder = self.scratch.join(format!("text {}", of.name));
        fs::create_dir_all(&folder)?;
        let mut cell = Cell { operation: "smp patch".to_owned(), refused: false, growth: None };
        let (mut peaks, mut counts) = ([0.0; 5], [0.0; 5]);
        for ((peak, count), step) in peaks.iter_mut().zip(&mut counts).zip(SIZES) {
            let file = self.file(&folder, &of.name, of.size * of.larger * step)?;
            let Some((bytes, refused)) = self.peak(&file)? else {
                return Ok(Row { generator: of.name.clone(), cells: vec![cell] });
            };
            *peak = bytes;
            cell.refused = refused;
            let file = self.file(&folder, &of.name, of.size * step)?;
            *count = self.count(&file)?;
        }
        fs::remove_dir_all(&folder)?;
        let peaks = differences(peaks);
        let [.., largest] = peaks;
        let memory = exponent(&peaks.map(|peak| peak.max(0.0) + SLACK_BYTES));
        let instructions = exponent(&differences(counts));
        cell.growth = Some((instructions, (largest >= SLACK_BYTES).then_some(memory)));
        Ok(Row { generator: of.name.clone(), cells: vec![cell] })
    }

    fn file(&self, folder: &Path, name: &str, size: usize) -> Result<PathBuf> {
        let text = ask(Command::new(&self.texts).args(["text", name, &size.to_string()]))?;
        let file = folder.join(format!("{size}.yaml"));
        fs::write(&file, text)?;
        Ok(file)
    }

    /// The peak of memory, and whether the text was refused; `None` if a limit was exceeded.
    fn peak(&self, file: &Path) -> Result<Option<(f64, bool)>> {
        let mut limited = Command::new("sh");
        limited
            .args(["-c", "ulimit -v $0; ulimit -t $1; shift; exec \"$@\""])
            .args([KILOBYTES.to_string(), SECONDS.to_string()])
            .arg(&self.program)
            .args(arguments(file)?);
        let (cost, code) = cost_if(&mut limited)?;
        let refused = match code {
            Some(0) => false,
            Some(1 | 2) => true,
            // The run was ended by the limit of time, or by a failed allocation.
            _ => return Ok(None),
        };
        Ok(Some((cost.peak_bytes.ok_or("memory is read from Linux's /proc")?, refused)))
    }

    /// The maximum of three runs: at the end of a run, a thread that still frees memory may be
    /// cut off.
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
    fn count(&self, file: &Path) -> Result<f64> {
        let mut most = 0;
        for _ in 0..3 {
            most = most.max(callgrind::whole(&self.program, &arguments(file)?)?);
        }
        Ok(most as f64)
    }
}

/// The differences between successive figures. If `f` is a power plus a constant,
/// `f(2n) - f(n)` is a power with the same exponent.
fn differences(of: [f64; 5]) -> [f64; 4] {
    let [start, first, second, third, last] = of;
    [first - start, second - first, third - second, last - third]
}

fn arguments(file: &Path) -> Result<[&str; 5]> {
    let file = file.to_str().ok_or("the path of the workspace is no text")?;
    Ok(["patch", "-f", file, "-p", r#"{"revision":2}"#])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_constant_does_not_count() {
        let of =
            |cost: fn(f64) -> f64| exponent(&differences([1.0, 2.0, 4.0, 8.0, 16.0].map(cost)));
        assert!((of(|n| 1e6 + 100.0 * n) - 1.0).abs() < 1e-6);
        assert!((of(|n| 1e6 + 100.0 * n * n) - 2.0).abs() < 1e-6);
    }
}
