//! `cargo xtask cost --explore`: looks for inputs whose cost outgrows their size. [`world`] has the
//! parts that are repeated, one or two of them in an input; [`command`] has the commands. Sizes grow
//! until a run takes long enough to be judged, or the input is large. As many shapes are measured at a
//! time as there are processors.

mod command;
mod definitions;
mod files;
mod run;
mod world;

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::Result;
use super::table::grid;
use command::{COMMANDS, Command};
use files::{LAYOUTS, Layout};
use run::{MAX_SECONDS, Measured, Run};
use world::{PARTS, Part, World};

/// The first size, and the maximum length of an input.
const FIRST: usize = 128;
const MAX_BYTES: f64 = 5e5;

/// The largest size.
const MAX_N: usize = 1 << 16;

/// A series ends after `ENOUGH` seconds of CPU. Runs shorter than `LEAST` seconds are not judged.
const ENOUGH: f64 = 0.4;
const LEAST: f64 = 0.08;

/// The memory that any run takes, even without input.
const BASE_BYTES: f64 = 3e7;

/// A shape is reported above this exponent, or above this many bytes of memory for a byte of input.
const BOUND: f64 = 1.35;
const MAX_RATIO: f64 = 500.0;

/// A limit must end growth within this many seconds of CPU.
const LIMITED: f64 = 29.0;

/// Commands whose growth SECURITY.md states: it is shown, but is not an error.
const STATED: [&str; 1] = ["merge-file, comments"];

/// The milliseconds that a kilobyte may take. Below `LEAST_MILLISECONDS`, growth of time is not an
/// error, since two such runs differ by chance. Faster growth in larger inputs is not detected.
const MAX_MILLISECONDS: f64 = 100.0;
const LEAST_MILLISECONDS: f64 = 0.5;

/// The file with standard input.
pub(crate) const STDIN: &str = "stdin";

/// Shapes that were slow, or took much memory, before they were fixed: a command and a part that is
/// repeated. Their instructions have budgets.
const MENDED: [(&str, &str, Layout); 23] = [
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
    ("merge-file", "objects", Layout::Yaml),
];

/// How often the part of a mended shape is repeated.
const MENDED_N: usize = 500;

/// Writes the files of each mended shape into a folder, and calls `measure` with its name and its
/// arguments.
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

/// The number of rows of the table.
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
    /// The exponent of memory, if the runs took enough memory.
    memory: Option<f64>,
    /// Bytes of memory for a byte of input and output.
    ratio: f64,
    /// The last run.
    seconds: f64,
    bytes: f64,
    /// Whether a larger run is refused by a limit of the command.
    is_limited: bool,
    /// Whether SECURITY.md states the growth.
    is_stated: bool,
    /// The error that ended the last run before it took long enough to be measured: the shape says
    /// nothing about the command.
    early_error: Option<String>,
    /// Whether this run, or the next larger one, was stopped because it took too long or too much
    /// memory.
    is_stopped: bool,
}

impl Found {
    fn growth(&self) -> f64 {
        let is_slow = self.seconds / self.bytes * 1e6 >= LEAST_MILLISECONDS;
        let exponent = self.exponent.filter(|_| is_slow);
        exponent.unwrap_or(0.0).max(self.memory.unwrap_or(0.0))
    }

    /// The milliseconds of a kilobyte, if the run took long enough.
    fn milliseconds(&self) -> f64 {
        if self.seconds < ENOUGH { 0.0 } else { self.seconds / self.bytes * 1e6 }
    }

    fn badness(&self) -> f64 {
        if self.is_stopped || self.early_error.is_some() {
            return f64::INFINITY;
        }
        let growth = self.growth() / BOUND;
        growth.max(self.ratio / MAX_RATIO).max(self.milliseconds() / MAX_MILLISECONDS)
    }

    fn fails(&self) -> bool {
        self.badness() > 1.0 && !self.is_limited && !(self.is_stated && self.early_error.is_none())
    }
}

/// Explores for some minutes. Returns the text for `docs/cost.md`, and the shapes whose cost grows
/// too fast.
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
         Growth above {BOUND} is an error (of time: where a KB takes {LEAST_MILLISECONDS} ms or more), and so are {MAX_RATIO}\n\
         bytes of memory for a byte, or {MAX_MILLISECONDS} ms for a KB,\n\
         unless a limit of the command refuses inputs that take more than {LIMITED} s (*limit*), and refuses\n\
         larger ones in no longer time for a KB. A run that\n\
         doesn't end within {MAX_SECONDS} s of CPU and 4 GB is an error (*stopped*), and so is one that ends with\n\
         an error before it can be measured. What SECURITY.md states is no error (*stated*).\n\
         The exponents are those of CPU time and of memory between the last\n\
         runs of a program that is built without optimization; `-` where a run took less than {LEAST} s, or less than {} MB.\n\n",
        COMMANDS.len(),
        PARTS.len(),
        MAX_BYTES / 1e3,
        found.len(),
        BASE_BYTES / 1e6,
    );
    let head = ["inputs", "time", "memory", "bytes a byte", "ms a KB", "largest run", ""];
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
        match &of.early_error {
            Some(error) => format!("measures nothing: {error}"),
            None if of.is_limited => "limit".to_owned(),
            None if of.is_stated => "stated".to_owned(),
            None if of.is_stopped => "stopped".to_owned(),
            None => String::new(),
        },
    ]
}

/// Each command with each part in each layout, and with each pair of parts. Shapes with one part come
/// first, in the order of the layouts, since most growth has one cause, and a place is found by a
/// search within its line. Otherwise the order is random.
fn shapes(seed: u64) -> Vec<Shape> {
    let mut rng = Rng::with_seed(seed);
    let mut shapes = Vec::new();
    for command in COMMANDS {
        let parts: Vec<Part> = PARTS.into_iter().filter(|part| grows(command, *part)).collect();
        for (at, one) in parts.iter().copied().enumerate() {
            let layouts = match command.0 {
                // Only edits look at line ends.
                "patch" | "patch --in-place" => &LAYOUTS[..],
                // The driver leaves JSON to git.
                name if name.starts_with("merge-file") => &LAYOUTS[1..2],
                "patch, flow mappings" => &LAYOUTS[..1],
                _ => &LAYOUTS[..2],
            };
            for layout in layouts.iter().copied() {
                shapes.push(Shape { command, parts: vec![one], layout });
            }
            for other in parts.iter().copied().skip(at + 1) {
                let layout = layouts[rng.usize(..layouts.len().min(2))];
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

/// Whether a part makes the input of a command longer.
fn grows(command: Command, part: Part) -> bool {
    let of = |n| (command.1)(&World::new(&[part], n), Layout::OneLine).bytes();
    of(200) > of(100) + 15
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
        let at = |n| self.at(n, program, scratch);
        let mut n = FIRST;
        // The size grows by four until a run takes long enough to be measured.
        let mut before = at(n)?;
        while before.seconds < LEAST && before.bytes < MAX_BYTES && n < MAX_N {
            n *= 4;
            before = at(n)?;
        }
        n *= 2;
        let mut last = at(n)?;
        if !last.is_stopped && last.seconds < ENOUGH && last.bytes < MAX_BYTES && n <= MAX_N {
            n *= 2;
            (before, last) = (last, at(n)?);
        }
        let mut found = self.found(&before, &last);
        // Times on a busy machine vary by chance: the least of three counts.
        for _ in 0..2 {
            if found.is_stopped || found.early_error.is_some() || found.growth() <= BOUND {
                return Ok(found);
            }
            (before, last) = (before.least(&at(n / 2)?), last.least(&at(n)?));
            found = self.found(&before, &last);
        }
        // Growth is measured from the first of these runs to the last one. So growth that ends at some
        // size, such as that of a block of documents, counts too.
        while found.badness() > 1.0 && last.seconds <= LIMITED && last.bytes <= 4.0 * MAX_BYTES {
            n *= 2;
            let larger = at(n)?;
            found.is_stopped = larger.is_stopped;
            if found.is_stopped {
                break;
            }
            if larger.is_refused {
                // Refusing a larger input must not take longer and longer.
                let beyond = self.found(&larger, &at(n * 2)?);
                found.is_limited = !beyond.is_stopped && beyond.growth() <= BOUND;
                if !found.is_limited {
                    found = beyond;
                }
                break;
            }
            let again = self.found(&before, &larger);
            if again.badness() < found.badness() {
                found = again;
            }
            last = larger;
        }
        Ok(found)
    }

    /// Growth between two runs.
    fn found(&self, before: &Measured, last: &Measured) -> Found {
        // By the length of input and output, which need not double with n.
        let doublings = (last.bytes / before.bytes).log2().max(0.1);
        let slope = |last: f64, before: f64| (last / before).log2() / doublings;
        let exponent = (before.seconds >= LEAST).then(|| slope(last.seconds, before.seconds));
        let memory = (before.memory >= 2.0 * BASE_BYTES).then(|| slope(last.memory, before.memory));
        let ratio = (last.memory - 2.0 * BASE_BYTES).max(0.0) / last.bytes;
        let (name, seconds, bytes) = (self.name(), last.seconds, last.bytes);
        Found {
            name,
            exponent,
            memory,
            ratio,
            seconds,
            bytes,
            is_limited: false,
            is_stated: STATED.contains(&self.command.0),
            early_error: last.error.clone().filter(|_| seconds < LEAST),
            is_stopped: last.is_stopped,
        }
    }

    fn at(&self, n: usize, program: &Path, scratch: &Path) -> Result<Measured> {
        self.run(n).measured(program, scratch)
    }

    fn run(&self, n: usize) -> Run {
        (self.command.1)(&World::new(&self.parts, n), self.layout)
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
