//! A run of the command on an input, and its cost.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::STDIN;
use crate::bench::Result;
use crate::bench::process::cost_if;

/// The seconds of CPU after which a run is ended.
pub(super) const MAX_SECONDS: u64 = 30;

/// The words of errors about limits of the command, and of the library.
const LIMITS: [&str; 2] = ["which is the limit", "times; merge its changes into one"];

/// The words about a merge that was left to git.
const BY_GIT: &str = "it was merged by lines, because";

/// The words of an error about arguments, which no run should cause.
const USAGE: &str = "\nUsage: smp";

/// The bytes that each file or directory of a path counts as.
const ENTRY_BYTES: usize = 128;

/// A run of the command: its arguments, its files, and standard input.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) args: Vec<String>,
    pub(super) files: Vec<(String, String)>,
    pub(super) stdin: String,
}

/// The cost of a run.
pub(super) struct Measured {
    /// The length of input and output.
    pub(super) bytes: f64,
    /// Seconds of CPU.
    pub(super) seconds: f64,
    /// The peak of memory in bytes.
    pub(super) memory: f64,
    /// Whether the run has met a limit of the command.
    pub(super) is_refused: bool,
    /// The first line of any other error, or of the message about a merge that was left to git.
    pub(super) error: Option<String>,
    /// Whether the run was ended by the limits on time and memory that every run has; its cost is
    /// then larger than these figures.
    pub(super) is_stopped: bool,
}

impl Measured {
    /// The cost with the smaller time of two runs on one input.
    pub(super) fn least(self, other: &Self) -> Self {
        Self { seconds: self.seconds.min(other.seconds), ..self }
    }
}

impl Run {
    /// Writes the files and standard input into a folder that has nothing else.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let _ = fs::remove_dir_all(folder);
        for (name, text) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text)?;
        }
        fs::create_dir_all(folder)?;
        Ok(fs::write(folder.join(STDIN), &self.stdin)?)
    }

    /// The length of all that the command reads. A directory counts as the size of its entry.
    pub(super) fn bytes(&self) -> usize {
        let args = self.args.iter().map(String::len).sum::<usize>();
        let entries = |name: &str| name.split('/').count() * ENTRY_BYTES;
        let files = self.files.iter().map(|(name, text)| entries(name) + text.len());
        args + self.stdin.len() + files.sum::<usize>()
    }

    /// Empties the folder, runs the command there, and returns the cost.
    pub(super) fn measured(&self, program: &Path, scratch: &Path) -> Result<Measured> {
        self.write(scratch)?;
        let mut command = Command::new("sh");
        let limits = format!("ulimit -v 4000000; ulimit -t {MAX_SECONDS}");
        command
            .args(["-c", &format!("{limits}; exec \"$@\" > explored 2> messages"), "sh"])
            .arg(program)
            .args(&self.args)
            .current_dir(scratch)
            .stdin(Stdio::from(fs::File::open(scratch.join(STDIN))?));
        let (cost, code) = cost_if(&mut command)?;
        let output = fs::read(scratch.join("explored"))?;
        let messages = fs::read(scratch.join("messages"))?;
        let messages = String::from_utf8_lossy(&messages);
        if messages.contains(USAGE) {
            return Err(format!("{:?}: {messages}", self.args).into());
        }
        #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
        let bytes = self.bytes() as f64 + output.len() as f64;
        let is_refused = LIMITS.iter().any(|words| messages.contains(words));
        let printed = String::from_utf8_lossy(&output);
        let error = match code {
            _ if is_refused => None,
            Some(0) | None => None,
            Some(1) => printed.lines().find(|line| line.contains(BY_GIT)),
            Some(_) => messages.lines().find(|line| line.starts_with("error")).or(Some("")),
        };
        Ok(Measured {
            bytes,
            seconds: cost.cpu_seconds.unwrap_or_default(),
            // A run that is too short to be observed takes little memory.
            memory: cost.peak_bytes.unwrap_or_default(),
            is_refused,
            error: error.map(str::to_owned),
            // A signal has ended the run.
            is_stopped: code.is_none(),
        })
    }
}
