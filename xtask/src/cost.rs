//! `cargo xtask cost`: measures how the cost of every operation grows with inputs that are made to be
//! expensive. Instructions are counted by callgrind, so the figures have no noise; memory is the peak
//! of a process. Both are measured at sizes that double. Growth beyond `n log n` is an error.
//!
//! `benches/src/cost.rs` makes the inputs; [`measure`] runs its program, [`command`] runs `smp` on
//! files that it writes, [`growth`] computes the exponents, [`report`] makes the tables of
//! `docs/cost.md`; [`explore`] looks for other inputs.

mod command;
mod growth;
mod measure;
mod report;

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use crate::bench::process::{build, build_as};
use crate::bench::{Result, explore, session, target, workspace};
use command::Smp;
use measure::{Driver, Row};

/// Measure how cost grows with hostile inputs, and fail if it outgrows n log n.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only measure inputs whose names contain one of these; nothing is written then.
    generators: Vec<String>,
    /// Look for inputs whose cost outgrows their size, instead: combinations of commands and of parts
    /// that are repeated.
    #[arg(long)]
    explore: bool,
    /// The minutes that are explored.
    #[arg(long, default_value_t = 20, requires = "explore")]
    minutes: u64,
    /// The seed of the order in which combinations are explored.
    #[arg(long, default_value_t = 1, requires = "explore")]
    seed: u64,
    /// The program to explore, instead of one that is built.
    #[arg(long, requires = "explore")]
    program: Option<PathBuf>,
}

/// The heading in `docs/cost.md` above the inputs that were explored.
const EXPLORED: &str = "\n## Explored\n";

/// Measures, prints, and writes `docs/cost.md` if all was measured.
pub(crate) fn run(args: &Args) -> Result<()> {
    if args.explore {
        return explored(args);
    }
    let root = workspace();
    let session = session::here(&root)?;
    let program = build(&root, "smp-benches", "cost")?;
    let scratch = target(&root).join("cost");
    let smp = Smp {
        program: build(&root, "smp-cli", "smp")?,
        inputs: program.clone(),
        scratch: scratch.clone(),
    };
    let driver = Driver { program, scratch };
    let wanted = |name: &str| {
        args.generators.is_empty() || args.generators.iter().any(|part| name.contains(part))
    };
    let mut generators = driver.generators()?;
    generators.retain(|generator| wanted(&generator.name));
    let mut runs = smp.runs()?;
    runs.retain(|run| wanted(&run.name));
    let mut rows = measured(&generators, |generator| driver.measure(generator))?;
    rows.extend(measured(&runs, |run| smp.measure(run))?);
    let text = report::text(&session, &rows);
    println!("{text}");
    if args.generators.is_empty() {
        let page = root.join("docs").join("cost.md");
        let explored = fs::read_to_string(&page).unwrap_or_default();
        let explored = explored.find(EXPLORED).and_then(|at| explored.get(at..));
        fs::write(page, text + explored.unwrap_or_default())?;
    }
    let failed: Vec<String> = rows.iter().flat_map(Row::failures).collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("grows faster than n log n:\n  {}", failed.join("\n  ")).into())
}

/// Explores, and writes the end of `docs/cost.md`.
fn explored(args: &Args) -> Result<()> {
    let root = workspace();
    let program = match &args.program {
        Some(program) => program.canonicalize()?,
        // Without optimization, so that growth shows in smaller inputs.
        None => build_as("dev", &root, "smp-cli", "smp")?,
    };
    let scratch = target(&root).join(format!("explore-{}", std::process::id()));
    let wanted = |name: &str| {
        args.generators.is_empty() || args.generators.iter().any(|part| name.contains(part))
    };
    let explored = explore::explore(&program, &scratch, (args.minutes, args.seed), wanted);
    let _ = fs::remove_dir_all(&scratch);
    let (text, failed) = explored?;
    println!("{text}");
    if args.generators.is_empty() && args.program.is_none() {
        let page = root.join("docs").join("cost.md");
        let known = fs::read_to_string(&page)?;
        let known = known.find(EXPLORED).and_then(|at| known.get(..at)).unwrap_or(&known);
        fs::write(&page, format!("{known}\n{text}"))?;
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("outgrows its input:\n  {}", failed.join("\n  ")).into())
}

/// Measures each input, as many at a time as there are processors. Returns a row for each, in
/// their order.
fn measured<T: Sync>(inputs: &[T], measure: impl Fn(&T) -> Result<Row> + Sync) -> Result<Vec<Row>> {
    let queue = Mutex::new(inputs.iter().enumerate());
    let work = || {
        let mut rows = Vec::new();
        loop {
            let next = queue.lock().map_err(|error| error.to_string())?.next();
            let Some((at, input)) = next else { return Ok(rows) };
            let row = measure(input).map_err(|error| error.to_string())?;
            eprintln!("{}", row.line());
            rows.push((at, row));
        }
    };
    let workers = std::thread::available_parallelism()?.get();
    let mut rows = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a measurement panicked".into())))
            .collect::<std::result::Result<Vec<Vec<_>>, String>>()
    })?
    .concat();
    rows.sort_by_key(|(at, _)| *at);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}
