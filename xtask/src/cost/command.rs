//! The cost of whole runs of the command. The constant cost of a run, and that of a message,
//! don't depend on the size; so the differences between a size and the one before are judged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::growth::exponent;
use super::measure::{Cell, Input, KILOBYTES, Row, SECONDS, SLACK_BYTES, folder};
use crate::bench::Result;
use crate::bench::process::{ask, cost_if};
use crate::callgrind;

/// The sizes of the steps, and a smaller size that the first is compared with.
const SIZES: [usize; 5] = [1, 2, 4, 8, 16];

/// The command, and the program that makes files for it.
pub(super) struct Smp {
    pub(super) program: PathBuf,
    pub(super) inputs: PathBuf,
    /// A folder for the files.
    pub(super) scratch: PathBuf,
}

impl Smp {
    pub(super) fn runs(&self) -> Result<Vec<Input>> {
        ask(Command::new(&self.inputs).arg("runs"))?.lines().map(Input::read).collect()
    }

    /// Measures the memory of a run on larger files, and the instructions, at each size.
    pub(super) fn measure(&self, of: &Input) -> Result<Row> {
        let folder = self.scratch.join(folder(&format!("run-{}", of.name)));
        fs::create_dir_all(&folder)?;
        let operation = of.operations.first().map_or("", String::as_str).replace('-', " ");
        let mut cell = Cell { operation, refused: false, growth: None };
        let (mut peaks, mut counts) = ([0.0; 5], [0.0; 5]);
        for ((peak, count), step) in peaks.iter_mut().zip(&mut counts).zip(SIZES) {
            let args = self.files(&folder, &of.name, of.size * of.larger * step)?;
            let Some((bytes, refused)) = self.least_peak(&args)? else {
                return Ok(Row { generator: of.name.clone(), cells: vec![cell] });
            };
            *peak = bytes;
            cell.refused = refused;
            let args = self.files(&folder, &of.name, of.size * step)?;
            *count = self.count(&args)?;
        }
        fs::remove_dir_all(&folder)?;
        let peaks = differences(peaks);
        let [.., largest] = peaks;
        let memory = exponent(&peaks.map(|peak| peak.max(0.0) + SLACK_BYTES));
        let instructions = exponent(&differences(counts));
        cell.growth = Some((instructions, (largest >= SLACK_BYTES).then_some(memory)));
        Ok(Row { generator: of.name.clone(), cells: vec![cell] })
    }

    /// Writes the files of a run. Returns its arguments.
    fn files(&self, folder: &Path, name: &str, size: usize) -> Result<Vec<String>> {
        let mut files = Command::new(&self.inputs);
        let printed = ask(files.args(["files", name, &size.to_string()]).arg(folder))?;
        Ok(printed.lines().map(str::to_owned).collect())
    }

    /// The least peak of three runs: how far one thread reads ahead of another varies by chance on a
    /// busy machine. Otherwise like [`peak`](Self::peak).
    fn least_peak(&self, args: &[String]) -> Result<Option<(f64, bool)>> {
        let mut least: Option<(f64, bool)> = None;
        for _ in 0..3 {
            let Some((bytes, refused)) = self.peak(args)? else { return Ok(None) };
            let bytes = least.map_or(bytes, |(other, _)| bytes.min(other));
            least = Some((bytes, refused));
        }
        Ok(least)
    }

    /// The peak of memory, and whether the input was refused; `None` if it took too
    /// much.
    fn peak(&self, args: &[String]) -> Result<Option<(f64, bool)>> {
        let mut limited = Command::new("sh");
        limited
            .args(["-c", "ulimit -v $0; ulimit -t $1; shift; exec \"$@\""])
            .args([KILOBYTES.to_string(), SECONDS.to_string()])
            .arg(&self.program)
            .args(args);
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
    fn count(&self, args: &[String]) -> Result<f64> {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut most = 0;
        for _ in 0..3 {
            most = most.max(callgrind::whole(&self.program, &args)?);
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
