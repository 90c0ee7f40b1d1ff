//! `cargo xtask managed`: compares server-side apply with the field manager of apimachinery on
//! sequences of requests made at random.
//!
//! [`objects`] makes objects and configurations for a type, [`kinds`] has the types, [`sequence`]
//! makes the requests and runs them here. The oracle runs the same requests; each object, its
//! `managedFields` and each conflict must be equal.

mod kinds;
mod objects;
mod sequence;
mod tables;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use fastrand::Rng;
use serde_json::Value;

use crate::numbered::rng_of;
use crate::oracle::{Answer, Answers, Oracle};
use kinds::Kind;
pub(crate) use objects::Objects;
use sequence::{Outcome, Sequence};

/// A result of a step of the task. The error is a message.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Compare server-side apply with the field manager of apimachinery. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of sequences.
    #[arg(long, default_value_t = 3000)]
    sequences: usize,
    /// The seed. A sequence depends on the seed and its number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first sequence, to go on with a run or to repeat one sequence.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Only these kinds, such as `Pod`; by default all kinds, and random custom resources.
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Print at most this number of differences.
    #[arg(long, default_value_t = 3)]
    show: usize,
    /// Run the tests of the Go packages and of the API server instead.
    #[arg(long)]
    tables: bool,
}

/// The number of sequences that are asked at once.
const BATCH: usize = 64;

/// Compares both sides. A difference is an error.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    if args.tables {
        return tables::run(root, args.show);
    }
    let mut oracle = Oracle::start(root)?;
    let begun = Instant::now();
    println!("{} cases of smp-managed hold", check_cases(root, &mut oracle)?);
    let built_in = built_in(&mut oracle, &args.kinds)?;
    if built_in.is_empty() {
        return Err("no such kind".into());
    }
    let mut tally = Tally::default();
    let mut done = 0;
    while done < args.sequences {
        let count = BATCH.min(args.sequences - done);
        let sequences: Vec<Sequence> = (0..count)
            .map(|at| {
                let mut rng = rng_of(args.seed, args.first + done + at);
                let kind = kind(args, &built_in, &mut rng)?;
                Ok(Sequence::random(&mut rng, &kind))
            })
            .collect::<Result<_>>()?;
        done += count;
        let questions = sequences.iter().map(Sequence::question).collect();
        let answers = oracle.ask_all(questions)?;
        for ((sequence, answers), at) in sequences.iter().zip(answers).zip(done - count..) {
            if tally.note(sequence, &answers.first) && tally.different <= args.show {
                println!("sequence {}", args.first + at);
                shrunk(&mut oracle, sequence.clone())?.show(&mut oracle)?;
            }
        }
    }
    let seconds = begun.elapsed().as_secs();
    println!("{done} sequences in {seconds} s, seed {}", args.seed);
    for (what, count) in &tally.outcomes {
        println!("{count:>9} {what}");
    }
    for (reason, count) in &tally.explained {
        println!("{count:>9} sequences end early: {reason}");
    }
    match tally.different {
        0 => Ok(()),
        count => Err(format!("{count} sequences differ, and nothing explains it").into()),
    }
}

/// Compares both sides on the cases of smp-managed. Returns their number.
fn check_cases(root: &Path, oracle: &mut Oracle) -> Result<usize> {
    let mut count = 0;
    for entry in fs::read_dir(root.join("smp-managed/tests/cases"))? {
        let path = entry?.path();
        let case: Value = serde_saphyr::from_str(&fs::read_to_string(&path)?)?;
        // The reference has no unions.
        if case["unions"] == true {
            continue;
        }
        let kind = case["kind"].as_str().and_then(kinds::of_name).ok_or("a case has no kind")?;
        let sequence = Sequence::of_case(&case, &Rc::new(kind));
        if sequence.difference(&oracle.ask(sequence.question())?.first).is_some() {
            sequence.show(oracle)?;
            return Err(format!("{} does not hold for the reference", path.display()).into());
        }
        count += 1;
    }
    Ok(count)
}

/// A kind of Kubernetes, or every fourth time a custom resource made at random.
fn kind(args: &Args, built_in: &[Rc<Kind>], rng: &mut Rng) -> Result<Rc<Kind>> {
    if args.kinds.is_empty() && rng.u8(..4) == 0 {
        return Ok(Rc::new(Kind::custom(rng)?));
    }
    Ok(Rc::clone(&built_in[rng.usize(..built_in.len())]))
}

/// The counts of the outcomes.
#[derive(Default)]
struct Tally {
    outcomes: BTreeMap<&'static str, usize>,
    /// Sequences with an allowed difference, by the reason.
    explained: BTreeMap<&'static str, usize>,
    different: usize,
}

impl Tally {
    /// Counts the requests of a sequence; true if it differs.
    fn note(&mut self, sequence: &Sequence, theirs: &Answer) -> bool {
        for outcome in sequence.outcomes() {
            let what = match outcome {
                Outcome::Object(_) => "requests give an equal object",
                Outcome::Conflicts(_) => "requests conflict on the same fields",
                Outcome::Error(_) => "requests are refused",
            };
            *self.outcomes.entry(what).or_default() += 1;
        }
        if sequence.difference(theirs).is_none() {
            return false;
        }
        if let Some(reason) = sequence.explanation(theirs) {
            *self.explained.entry(reason).or_default() += 1;
            return false;
        }
        self.different += 1;
        true
    }
}

/// The smallest sequence with a difference that can be found.
fn shrunk(oracle: &mut Oracle, mut least: Sequence) -> Result<Sequence> {
    'smaller: loop {
        for candidate in least.smaller() {
            let answer = oracle.ask(candidate.question())?.first;
            if candidate.difference(&answer).is_some() && candidate.explanation(&answer).is_none() {
                least = candidate;
                continue 'smaller;
            }
        }
        return Ok(least);
    }
}

impl Sequence {
    fn show(&self, oracle: &mut Oracle) -> Result<()> {
        let answer = oracle.ask(self.question())?.first;
        println!("--- {self}");
        if let Some((at, ours, theirs)) = self.difference(&answer) {
            println!("step {at}\nours   {ours}\ntheirs {theirs}");
        }
        Ok(())
    }
}

/// The kinds of the catalogue that client-go has, or those with these names.
fn built_in(oracle: &mut Oracle, names: &[String]) -> Result<Vec<Rc<Kind>>> {
    let known = oracle.kinds()?;
    let is_object = |kind: &str| !kind.ends_with("List") && !kind.ends_with("Options");
    let all = smp_types::kinds().filter(|(api_version, kind)| {
        is_object(kind)
            && known.contains(&format!("{api_version}/{kind}"))
            && (names.is_empty() || names.iter().any(|name| name == kind))
    });
    let kinds = all.filter_map(|(api_version, kind)| {
        let schema = smp_types::schema(api_version, kind)?.clone();
        // Reviews and the like have no metadata of their own, or no managers.
        schema.root().field("metadata")?;
        let (versions, name) = (vec![api_version.to_owned()], kind.to_owned());
        Some(Rc::new(Kind { versions, name, schema, definitions: None }))
    });
    let kinds: Vec<Rc<Kind>> = kinds.collect();
    // client-go lacks some kinds that can't be applied, such as reviews.
    let probes = kinds.iter().map(|kind| Sequence::probe(kind).question()).collect();
    let answers = oracle.ask_all(probes)?;
    let is_known = |answers: &Answers| {
        let outcome = answers.first.ok().and_then(|outcomes| outcomes.get(0));
        outcome.is_some_and(|outcome| outcome.get("error").is_none())
    };
    Ok(kinds
        .into_iter()
        .zip(&answers)
        .filter(|(_, it)| is_known(it))
        .map(|(kind, _)| kind)
        .collect())
}
