//! `cargo xtask bench`: the benchmarks of this engine and of the reference, on the same bytes
//! and machine and at the same time, as the tables of `benches/RESULTS.md`; and
//! `cargo xtask budget`: the instructions of a call.
//!
//! Each section is a module that measures and gives a [`table`]: [`documents`], [`structs`],
//! [`lists`], [`memory`], [`streams`], [`builds`], [`instructions`]. They run programs through
//! [`criterion`], [`mod@reference`] and [`process`]. [`results`] writes the file, [`session`]
//! gives the date, machine and versions. `benches/README.md` explains the rows.

pub(crate) mod budget;
mod builds;
mod caller_build;
mod criterion;
mod derive_build;
mod documents;
pub(crate) mod explore;
mod instructions;
mod lists;
mod memory;
pub(crate) mod process;
mod reference;
mod results;
pub(crate) mod session;
mod streams;
mod structs;
pub(crate) mod table;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use reference::Reference;
use table::Section;

/// A result of a step of the task. The error is a message.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Measure the engine beside the reference, and write benches/RESULTS.md.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The sections to measure; by default all but builds. The other sections of the file stay
    /// as they are.
    #[arg(value_enum)]
    sections: Vec<Which>,
    /// Spend less time on each figure; the file is written under target/
    #[arg(long)]
    quick: bool,
    /// Measure clean builds, too: minutes.
    #[arg(long)]
    builds: bool,
}

/// A section of the results, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// Apply, diff and three-way on real documents.
    Documents,
    /// Typed calls on structs.
    Structs,
    /// Merge lists of 10 to 100,000 entries.
    Lists,
    /// The memory that applying to an object of 100 MB takes.
    Memory,
    /// The command on 10,000 documents.
    Streams,
    /// Clean builds of smp-types.
    Builds,
    /// The instructions of calls.
    Instructions,
}

/// The settings for measuring all sections.
struct Bench {
    root: PathBuf,
    /// The folder for all files that are written for measuring.
    scratch: PathBuf,
    quick: bool,
    /// The reference, if Go is installed.
    reference: Option<Reference>,
}

impl Bench {
    /// The notes for tables without figures of the reference.
    fn missing(&self) -> &'static [&'static str] {
        if self.reference.is_some() {
            &[]
        } else {
            &["Go is not installed here: what would stand beside the reference is left out."]
        }
    }

    /// The first value for a careful run, the second for a quick one.
    fn choose<T>(&self, careful: T, quick: T) -> T {
        if self.quick { quick } else { careful }
    }
}

/// Measures, prints, and writes the results.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let scratch = target(&root).join("bench");
    std::fs::create_dir_all(&scratch)?;
    let session = session::here(&root)?;
    let reference = Reference::build(&root, &scratch)?;
    let bench = Bench { root, scratch, quick: args.quick, reference };
    let mut sections = Vec::new();
    for which in wanted(args) {
        let section = match which {
            Which::Documents => documents::measure(&bench),
            Which::Structs => structs::measure(&bench),
            Which::Lists => lists::measure(&bench),
            Which::Memory => memory::measure(&bench),
            Which::Streams => streams::measure(&bench),
            Which::Builds => {
                let mut more = derive_build::measure(&bench)?;
                more.extend(caller_build::measure(&bench)?);
                builds::measure(&bench, more)
            }
            Which::Instructions => instructions::count(&bench.root, &bench.scratch.join("streams"))
                .map(|counts| instructions::section(&counts)),
        }?;
        println!("{}", section.text());
        sections.push(section);
    }
    let file = bench.choose(bench.root.join("benches"), bench.scratch.clone()).join("RESULTS.md");
    results::write(&file, &session, &sections)?;
    println!("{}written to {}", verdict(&sections), file.display());
    Ok(())
}

fn wanted(args: &Args) -> Vec<Which> {
    let asked = |which: &Which| match (args.sections.is_empty(), which) {
        (_, Which::Builds) if args.builds => true,
        (true, Which::Builds) => false,
        (true, _) => true,
        (false, which) => args.sections.contains(which),
    };
    Which::value_variants().iter().filter(|which| asked(which)).copied().collect()
}

/// A line about the targets of all sections, if they have any.
fn verdict(sections: &[Section]) -> String {
    let (held, missed) = sections
        .iter()
        .fold((0, 0), |(held, missed), section| (held + section.held, missed + section.missed));
    if held + missed == 0 {
        return String::new();
    }
    format!("{held} targets hold, {missed} are missed\n")
}

pub(crate) fn workspace() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Cargo's folder for build results.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |own| root.join(own))
}
