//! `cargo xtask cost --explore`: looks for inputs whose cost outgrows their size. [`world`] has the
//! parts that are repeated, one or two of them in an input; [`command`] has the commands. Sizes grow
//! until a run takes long enough to be judged, or the input is large. As many shapes are measured at a
//! time as there are processors.

mod command;
mod world;

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::Result;
use super::process::cost_if;
use super::table::grid;
use command::{COMMANDS, Command, LAYOUTS, Layout, Run};
use world::{PARTS, Part, World};

/// The first size, and the largest length of an input.
const FIRST: usize = 128;
const MAX_BYTES: f64 = 5e5;

/// The largest size.
const MAX_N: usize = 1 << 16;

/// The seconds of CPU after which a series ends, and those that can be measured.
const ENOUGH: f64 = 0.4;
const LEAST: f64 = 0.08;

/// Memory that a run takes for nothing.
const BASE_BYTES: f64 = 3e7;

/// The exponents above which a shape is told, and bytes of memory for a byte of input.
const BOUND: f64 = 1.35;
const MAX_RATIO: f64 = 500.0;

/// The seconds of CPU after which a run is ended.
const MAX_SECONDS: u64 = 30;

/// The seconds of CPU after which a larger run is not tried.
const LONG: f64 = 5.0;

/// The milliseconds that a kilobyte may take.
const MAX_MILLISECONDS: f64 = 100.0;

/// The file with standard input.
pub(crate) const STDIN: &str = "stdin";

/// Shapes that were slow, or took much memory, before they were mended: a command and a part that is
/// repeated. Their instructions have budgets.
const MENDED: [(&str, &str, Layout); 22] = [
    ("patch", "labels", Layout::LoneCr),
    ("patch", "patches of one object, a container each", Layout::Yaml),
    ("patch --type merge", "patches of one object, a label each", Layout::OneLine),
    ("patch --type json", "labels of patches", Layout::OneLine),
    ("patch --report", "objects", Layout::OneLine),
    ("patch --schema", "unknown fields of patches", Layout::OneLine),
    ("patch --unions normalize", "unions that change", Layout::OneLine),
    ("patch --embed", "unknown fields of patches", Layout::OneLine),
    ("patch -l", "labels", Layout::OneLine),
    ("patch -l, values", "objects", Layout::OneLine),
    ("patch -f **", "directories", Layout::Yaml),
    ("patch -k, one file", "patches, labels of the first", Layout::OneLine),
    ("patch -k, no target", "objects, a patch for each", Layout::Yaml),
    ("patch -k, by name", "objects, a patch for each", Layout::Yaml),
    ("patch -k, by label", "objects, a patch for each", Layout::Yaml),
    ("patch -k, by expression", "patches", Layout::Yaml),
    ("patch -k, renames", "patches", Layout::Yaml),
    ("fn", "patches, labels of the first", Layout::OneLine),
    ("conflicts", "labels of patches", Layout::OneLine),
    ("apply --server-side", "managed fields", Layout::OneLine),
    ("owners", "managed fields", Layout::OneLine),
    ("owners -o tree", "managers", Layout::OneLine),
];

/// How often a part of these is repeated.
const MENDED_N: usize = 500;

/// Writes the files of each mended shape into a folder, and calls with its name and its arguments.
pub(crate) fn mended(
    folder: &Path,
    mut measure: impl FnMut(String, &[String]) -> Result<()>,
) -> Result<()> {
    for (command, part, layout) in MENDED {
        let command = COMMANDS.into_iter().find(|(name, _)| *name == command);
        let part = PARTS.into_iter().find(|(name, _)| *name == part);
        let (Some(command), Some(part)) = (command, part) else {
            return Err("a shape names a command or a part that is not there".into());
        };
        let shape = Shape { command, parts: vec![part], layout };
        let run = shape.run(MENDED_N);
        run.write(folder)?;
        measure(shape.name(), &run.args)?;
    }
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// The rows of the table.
const ROWS: usize = 25;

/// A series of runs.
struct Shape {
    command: Command,
    parts: Vec<Part>,
    layout: Layout,
}

/// The findings about a shape.
struct Found {
    name: String,
    /// The exponent of CPU time, if the last run took long enough.
    exponent: Option<f64>,
    /// The exponent of memory, if the last run took more than little.
    memory: Option<f64>,
    /// Bytes of memory for a byte of input and output.
    ratio: f64,
    /// The last run.
    seconds: f64,
    bytes: f64,
}

impl Found {
    fn growth(&self) -> f64 {
        self.exponent.unwrap_or(0.0).max(self.memory.unwrap_or(0.0))
    }

    /// The milliseconds of a kilobyte, if the run took long enough.
    fn milliseconds(&self) -> f64 {
        if self.seconds < ENOUGH { 0.0 } else { self.seconds / self.bytes * 1e6 }
    }

    fn badness(&self) -> f64 {
        let growth = self.growth() / BOUND;
        growth.max(self.ratio / MAX_RATIO).max(self.milliseconds() / MAX_MILLISECONDS)
    }

    fn fails(&self) -> bool {
        self.badness() > 1.0
    }
}

/// Explores for some minutes. Returns the text for `docs/cost.md`, and what grows too fast.
pub(crate) fn explore(
    program: &Path,
    scratch: &Path,
    (minutes, seed): (u64, u64),
    wanted: impl Fn(&str) -> bool,
) -> Result<(String, Vec<String>)> {
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let mut shapes = shapes(seed);
    shapes.retain(|shape| wanted(&shape.name()));
    let all = shapes.len();
    let of_one = shapes.iter().filter(|shape| shape.parts.len() == 1).count();
    let queue = Mutex::new(shapes.into_iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = |worker: usize| -> std::result::Result<Vec<Found>, String> {
        let scratch = scratch.join(worker.to_string());
        let mut found = Vec::new();
        while Instant::now() < end {
            let Some(shape) = next() else { break };
            let one = shape.measured(program, &scratch).map_err(|error| error.to_string())?;
            if one.fails() {
                eprintln!("{}", row(&one).join(" | "));
            }
            found.push(one);
        }
        Ok(found)
    };
    let workers = std::thread::available_parallelism()?.get();
    let work = &work;
    let mut found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|at| scope.spawn(move || work(at))).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a measurement panicked".into())))
            .collect::<std::result::Result<Vec<Vec<_>>, String>>()
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    found.sort_by(|one, other| other.badness().total_cmp(&one.badness()));
    let failed = found.iter().filter(|one| one.fails()).map(|one| row(one).join(", ")).collect();
    let mut text = format!(
        "## Explored\n\n\
         `cargo xtask cost --explore` makes inputs by a grammar: {} commands with options, {} parts, of\n\
         which one or two are there n times, and three layouts. n grows until a run takes {ENOUGH} s of\n\
         CPU, or input and output have {} KB. {} of {all} combinations in at most {minutes} minutes: the\n\
         {of_one} with one part first, then the others, in an order of chance. The worst are first.\n\
         Growth above {BOUND} is an error, and so are {MAX_RATIO} bytes of memory for a byte, or {MAX_MILLISECONDS} ms for a KB.\n\
         The exponents are those of CPU time and of memory between the last\n\
         runs of a program that is built without optimization; `-` where a run took less than {LEAST} s, or less than {} MB.\n\n",
        COMMANDS.len(),
        PARTS.len(),
        MAX_BYTES / 1e3,
        found.len(),
        BASE_BYTES / 1e6,
    );
    let head = ["inputs", "time", "memory", "bytes a byte", "ms a KB", "largest run"];
    text.push_str(&grid(&head, found.iter().take(ROWS).map(row)));
    Ok((text, failed))
}

fn row(of: &Found) -> Vec<String> {
    let figure = |it: Option<f64>| it.map_or_else(|| "-".to_owned(), |it| format!("{it:.2}"));
    vec![
        of.name.clone(),
        figure(of.exponent),
        figure(of.memory),
        format!("{:.0}", of.ratio),
        format!("{:.0}", of.milliseconds()),
        format!("{:.0} KB, {:.2} s", of.bytes / 1e3, of.seconds),
    ]
}

/// Each command with each part in each layout, and with each two parts. First those with one part, in
/// the order of the layouts, as most of what grows has one cause and lines are what places are looked for in;
/// else the order is one of chance.
fn shapes(seed: u64) -> Vec<Shape> {
    let mut rng = Rng::with_seed(seed);
    let mut shapes = Vec::new();
    for command in COMMANDS {
        let parts: Vec<Part> = PARTS.into_iter().filter(|part| grows(command, *part)).collect();
        for (at, one) in parts.iter().copied().enumerate() {
            // Only edits look at line ends.
            let edits = ["patch", "patch --in-place"].contains(&command.0);
            for layout in LAYOUTS.into_iter().take(if edits { 3 } else { 2 }) {
                shapes.push(Shape { command, parts: vec![one], layout });
            }
            for other in parts.iter().copied().skip(at + 1) {
                let layout = LAYOUTS[rng.usize(..2)];
                shapes.push(Shape { command, parts: vec![one, other], layout });
            }
        }
    }
    rng.shuffle(&mut shapes);
    let rank = |shape: &Shape| match (shape.parts.len(), shape.layout) {
        (1, Layout::OneLine | Layout::LoneCr) => 0,
        (1, Layout::Yaml) => 1,
        _ => 2,
    };
    shapes.sort_by_key(rank);
    shapes
}

/// Whether a part is in what a command reads.
fn grows(command: Command, part: Part) -> bool {
    let of = |n| (command.1)(&World::new(&[part], n), Layout::OneLine).bytes();
    of(600) > of(200) + 90
}

impl Shape {
    fn name(&self) -> String {
        let parts: Vec<_> = self.parts.iter().map(|(name, _)| *name).collect();
        let layout = match self.layout {
            Layout::OneLine => "one line",
            Layout::Yaml => "YAML",
            Layout::LoneCr => "YAML with CR",
        };
        format!("`{}`: {}; {layout}", self.command.0, parts.join(", "))
    }

    fn measured(&self, program: &Path, scratch: &Path) -> Result<Found> {
        let mut n = FIRST;
        // Four times as large, until a run takes long enough to be measured.
        let mut before = self.at(n, program, scratch)?;
        while before.1 < LEAST && before.0 < MAX_BYTES && n < MAX_N {
            n *= 4;
            before = self.at(n, program, scratch)?;
        }
        let mut last = self.at(2 * n, program, scratch)?;
        if last.1 < ENOUGH && last.0 < MAX_BYTES && n < MAX_N {
            (before, last) = (last, self.at(4 * n, program, scratch)?);
        }
        let found = self.found(before, last);
        if found.growth() <= BOUND || last.1 > LONG || last.0 > MAX_BYTES {
            return Ok(found);
        }
        // The time of a run on a busy machine may be a matter of chance.
        let again = self.found(last, self.at(8 * n, program, scratch)?);
        Ok(if again.growth() < found.growth() { again } else { found })
    }

    /// Growth between two runs.
    fn found(&self, before: (f64, f64, f64), last: (f64, f64, f64)) -> Found {
        // By the length of input and output, which need not double with n.
        let doublings = (last.0 / before.0).log2().max(0.1);
        let slope = |last: f64, before: f64| (last / before).log2() / doublings;
        let exponent = (before.1 >= LEAST).then(|| slope(last.1, before.1));
        let memory = (before.2 >= 2.0 * BASE_BYTES).then(|| slope(last.2, before.2));
        let ratio = (last.2 - BASE_BYTES).max(0.0) / last.0;
        Found { name: self.name(), exponent, memory, ratio, seconds: last.1, bytes: last.0 }
    }
}

impl Shape {
    /// The bytes of an input and its output, the seconds of CPU and the peak of memory.
    fn at(&self, n: usize, program: &Path, scratch: &Path) -> Result<(f64, f64, f64)> {
        let run = self.run(n);
        let (seconds, memory, output) = run.measured(program, scratch)?;
        #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
        let bytes = run.bytes() as f64 + output as f64;
        Ok((bytes, seconds, memory))
    }

    fn run(&self, n: usize) -> Run {
        (self.command.1)(&World::new(&self.parts, n), self.layout)
    }
}

impl Run {
    /// Writes the files and standard input into a folder that has nothing else.
    fn write(&self, folder: &Path) -> Result<()> {
        let _ = fs::remove_dir_all(folder);
        for (name, text) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text)?;
        }
        fs::create_dir_all(folder)?;
        Ok(fs::write(folder.join(STDIN), &self.stdin)?)
    }

    /// The length of all that the command reads.
    fn bytes(&self) -> usize {
        let args = self.args.iter().map(String::len).sum::<usize>();
        let files = self.files.iter().map(|(name, text)| name.len() + text.len());
        args + self.stdin.len() + files.sum::<usize>()
    }

    /// The seconds of CPU, the peak of memory and the length of the output of a run.
    fn measured(&self, program: &Path, scratch: &Path) -> Result<(f64, f64, u64)> {
        self.write(scratch)?;
        let mut command = Process::new("sh");
        command
            .arg("-c")
            .arg(format!("ulimit -v 4000000; ulimit -t {MAX_SECONDS}; exec \"$@\" > explored"))
            .arg("sh")
            .arg(program)
            .args(&self.args)
            .current_dir(scratch)
            .stdin(Stdio::from(fs::File::open(scratch.join(STDIN))?));
        let (cost, _) = cost_if(&mut command)?;
        // A run that is too short to be looked at takes little.
        let memory = cost.peak_bytes.unwrap_or_default();
        let output = fs::metadata(scratch.join("explored"))?.len();
        Ok((cost.cpu_seconds.unwrap_or_default(), memory, output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mended_shapes_are_those_of_the_grammar() {
        let folder = std::env::temp_dir().join(format!("smp-xtask-{}", std::process::id()));
        let mut names = Vec::new();
        mended(&folder, |name, args| {
            assert!(!args.is_empty() && folder.join(STDIN).is_file());
            names.push(name);
            Ok(())
        })
        .unwrap();
        assert_eq!(names.len(), MENDED.len());
    }

    #[test]
    fn there_are_shapes_of_every_command_and_part() {
        let shapes = shapes(1);
        for (name, _) in COMMANDS {
            assert!(shapes.iter().any(|shape| shape.command.0 == name), "{name}");
        }
        for (name, _) in PARTS {
            assert!(shapes.iter().any(|shape| shape.parts.iter().any(|it| it.0 == name)), "{name}");
        }
    }
}
