//! The task: arguments, batches of cases, the summary.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use fastrand::Rng;
use smp_tests::shrink::smaller_documents;

use super::Result;
use super::case::{Case, Op};
use super::examine::{UNEXPLAINED, examine, label};
use super::example::{check_examples, example};
use super::perturb::{perturbed, unnoticed};
use super::types::{Type, dense, kinds};
use super::verdict::Verdict;
use super::{conformance, narrow, unions};
use crate::numbered::rng_of;
use crate::oracle::Oracle;

/// Compare this engine with the reference on cases made at random. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of cases; a quarter as many cases of normalizing unions are added.
    #[arg(long, default_value_t = 3000)]
    cases: usize,
    /// The seed. A case depends on the seed and its number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first case, to go on with a run or to repeat one case.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Only these kinds, such as `Pod`; by default all kinds, and random types.
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Only these operations.
    #[arg(long, value_delimiter = ',', value_enum)]
    op: Vec<Op>,
    /// Print the smallest case that this deviation explains, in the form of
    /// `docs/deviations.md`.
    #[arg(long)]
    example: Option<String>,
    /// Make one result of each case wrong, and list where the run doesn't complain.
    #[arg(long)]
    perturb: bool,
    /// Print at most this number of unexplained differences.
    #[arg(long, default_value_t = 10)]
    show: usize,
}

/// The number of cases that are examined at once.
pub(super) const BATCH: usize = 256;

/// Compares both sides. Unexplained differences are an error.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let mut oracle = Oracle::start(root)?;
    let begun = Instant::now();
    if args.example.is_none() {
        println!("{} examples of deviations hold", check_examples(root, &mut oracle)?);
        println!(
            "{} perturbed results of cases of deviations are noticed",
            narrow::check(&mut oracle)?
        );
        let cases = conformance::check(root, &mut oracle)?;
        println!("{cases} conformance cases say what the reference does");
    }
    let kinds = kinds(&mut oracle, &args.kinds)?;
    if kinds.is_empty() {
        return Err("no such kind".into());
    }
    let dense =
        if args.kinds.is_empty() { dense(&mut Rng::with_seed(args.seed), 40)? } else { Vec::new() };
    let ops = if args.op.is_empty() { &Op::ALL } else { args.op.as_slice() };
    let mut tally = Tally::default();
    let mut done = 0;
    while done < args.cases {
        let count = BATCH.min(args.cases - done);
        let numbers = args.first + done..args.first + done + count;
        let numbered = numbers.clone().map(|number| rng_of(args.seed, number));
        let cases: Vec<Case> =
            numbered.map(|mut rng| case(&mut rng, &kinds, &dense, ops)).collect();
        let verdicts = examine(&mut oracle, &cases)?;
        for ((case, verdict), number) in cases.iter().zip(verdicts).zip(numbers) {
            let label = label(&mut oracle, case, &verdict)?;
            if args.example.as_ref().is_some_and(|id| label == id) {
                let least = shrunk(&mut oracle, case.clone(), label)?;
                println!("{}", example(&mut oracle, &least)?);
                return Ok(());
            }
            *tally.counts.entry((case.op, label)).or_default() += 1;
            if args.perturb {
                tally.perturb(&mut oracle, &mut rng_of(args.seed, number), case, label)?;
                continue;
            }
            tally.comparable += usize::from(case.comparable);
            if label == UNEXPLAINED {
                tally.failed += 1;
                if tally.failed <= args.show {
                    println!("case {number}");
                    show(&shrunk(&mut oracle, case.clone(), label)?, &mut oracle)?;
                }
            }
        }
        done += count;
    }
    for ((op, label), count) in &tally.counts {
        println!("{count:8}  {:9}  {label}", op.name());
    }
    println!(
        "{} of {done} cases have nothing that sets a deviation of apply off",
        tally.comparable
    );
    let mut failed = tally.failed;
    if args.kinds.is_empty() && args.op.is_empty() && args.example.is_none() {
        let cases = args.cases / 4;
        let unions = unions::run(&mut oracle, args.seed, args.first / 4, cases, args.show)?;
        for (label, count) in &unions.counts {
            println!("{count:8}  normalize  {label}");
        }
        failed += unions.failed;
        done += cases;
    }
    println!(
        "seed {}, {} questions, {:.1} s",
        args.seed,
        oracle.asked,
        begun.elapsed().as_secs_f64()
    );
    for (label, (perturbed, unnoticed)) in &tally.perturbed {
        println!("{perturbed:8}  perturbed results, {unnoticed} not noticed: {label}");
    }
    println!("{} passed, {failed} failed", done - failed);
    if failed == 0 { Ok(()) } else { Err("differences that no deviation explains".into()) }
}

/// The counts of all verdicts.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<(Op, &'static str), usize>,
    comparable: usize,
    failed: usize,
    /// For each label, the numbers of perturbed results and of those that were not noticed.
    perturbed: BTreeMap<&'static str, (usize, usize)>,
}

impl Tally {
    /// Perturbs the result of a case in one way.
    fn perturb(
        &mut self,
        oracle: &mut Oracle,
        rng: &mut Rng,
        case: &Case,
        label: &'static str,
    ) -> Result<()> {
        let Ok(ours) = case.ours() else { return Ok(()) };
        let all = perturbed(case, &ours);
        let Some(one) = rng.choice(all) else { return Ok(()) };
        let count = self.perturbed.entry(label).or_default();
        count.0 += 1;
        if let Some(one) = unnoticed(oracle, case, vec![one])?.first() {
            count.1 += 1;
            self.failed += 1;
            println!("--- {} {} {label}", case.op.name(), case.ty.shown());
            for (role, doc) in case.op.roles().iter().zip(&case.docs) {
                println!("{role} {doc}");
            }
            println!("ours {ours}\nnot noticed {one}");
        }
        Ok(())
    }
}

/// The smallest case with the same label that can be found. Smaller cases may no longer be
/// comparable; if the case fails only because it is comparable, it is not shrunk.
fn shrunk(oracle: &mut Oracle, case: Case, wanted: &str) -> Result<Case> {
    let mut small = Case { comparable: false, ..case.clone() };
    for verdict in examine(oracle, std::slice::from_ref(&small))? {
        if label(oracle, &small, &verdict)? != wanted {
            return Ok(case);
        }
    }
    for _ in 0..200 {
        let mut found = None;
        let documents = smaller_documents(&small.docs).into_iter();
        let objects = documents.filter(|docs| docs.iter().all(serde_json::Value::is_object));
        let smaller: Vec<Case> = objects.map(|docs| Case { docs, ..small.clone() }).collect();
        'search: for chunk in smaller.chunks(64) {
            for (candidate, verdict) in chunk.iter().zip(examine(oracle, chunk)?) {
                if label(oracle, candidate, &verdict)? == wanted {
                    found = Some(candidate.clone());
                    break 'search;
                }
            }
        }
        match found {
            Some(less) => small = less,
            None => break,
        }
    }
    Ok(small)
}

pub(super) fn show(case: &Case, oracle: &mut Oracle) -> Result<()> {
    println!("--- {} {}", case.op.name(), case.ty.shown());
    for (role, doc) in case.op.roles().iter().zip(&case.docs) {
        println!("{role} {doc}");
    }
    for verdict in examine(oracle, std::slice::from_ref(case))? {
        if let Verdict::Different(what) | Verdict::Wrong(what) = verdict {
            println!("{what}");
        }
    }
    Ok(())
}

fn case(rng: &mut Rng, kinds: &[Rc<Type>], dense: &[Rc<Type>], ops: &[Op]) -> Case {
    let types = if dense.is_empty() || rng.bool() { kinds } else { dense };
    let (Some(ty), Some(op)) = (rng.choice(types), rng.choice(ops)) else {
        unreachable!("there are kinds and operations");
    };
    Case::random(rng, *op, ty)
}
