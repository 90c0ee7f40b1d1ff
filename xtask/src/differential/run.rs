//! The task: arguments, batches of cases, the summary.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use fastrand::Rng;
use serde_json::json;

use super::Result;
use super::case::{Case, Op};
use super::conformance;
use super::examine::{Verdict, examine};
use super::example::{check_examples, example};
use super::explain::explain;
use super::generate::Generator;
use super::oracle::Oracle;
use super::shrink::smaller;
use super::types::{Type, dense, kinds};

/// Compare this engine with the reference on cases made at random. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many cases.
    #[arg(long, default_value_t = 3000)]
    cases: usize,
    /// The same seed makes the same cases.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these kinds, such as `Pod`; without it all, and types of our own.
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Only these operations.
    #[arg(long, value_delimiter = ',', value_enum)]
    op: Vec<Op>,
    /// Print the smallest case to be found that only this deviation explains,
    /// as `docs/deviations.md` has it.
    #[arg(long)]
    example: Option<String>,
    /// Print at most so many differences that nobody explains.
    #[arg(long, default_value_t = 10)]
    show: usize,
}

/// Cases that are examined at once.
const BATCH: usize = 256;

/// Compares; fails if something is unexplained.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let mut oracle = Oracle::start(root)?;
    let begun = Instant::now();
    if args.example.is_none() {
        println!("{} examples of deviations hold", check_examples(root, &mut oracle)?);
        let cases = conformance::check(root, &mut oracle)?;
        println!("{cases} conformance cases say what the reference does");
    }
    let mut rng = Rng::with_seed(args.seed);
    let kinds = kinds(&mut oracle, &args.kinds)?;
    if kinds.is_empty() {
        return Err("no such kind".into());
    }
    let dense = if args.kinds.is_empty() { dense(&mut rng, 40)? } else { Vec::new() };
    let ops = if args.op.is_empty() { &Op::ALL } else { args.op.as_slice() };
    let mut tally = Tally { counts: BTreeMap::new(), failed: 0 };
    let mut done = 0;
    while done < args.cases {
        let count = BATCH.min(args.cases - done);
        let cases: Vec<Case> = (0..count).map(|_| case(&mut rng, &kinds, &dense, ops)).collect();
        for (case, verdict) in cases.iter().zip(examine(&mut oracle, &cases)?) {
            let labels = labels(&mut oracle, case, &verdict)?;
            if args.example.as_ref().is_some_and(|id| labels == [id.as_str()]) {
                let least = shrunk(&mut oracle, case.clone(), &labels)?;
                println!("{}", example(&mut oracle, &least)?);
                return Ok(());
            }
            for label in &labels {
                *tally.counts.entry((case.op, label)).or_default() += 1;
            }
            if labels == [UNEXPLAINED] {
                tally.failed += 1;
                if tally.failed <= args.show {
                    show(&shrunk(&mut oracle, case.clone(), &labels)?, &mut oracle)?;
                }
            }
        }
        done += count;
    }
    for ((op, label), count) in &tally.counts {
        println!("{count:8}  {:9}  {label}", op.name());
    }
    println!("{} questions, {:.1} s", oracle.asked, begun.elapsed().as_secs_f64());
    println!("{} passed, {} failed", done - tally.failed, tally.failed);
    if tally.failed == 0 { Ok(()) } else { Err("differences that no deviation explains".into()) }
}

/// What the cases came to.
struct Tally {
    counts: BTreeMap<(Op, &'static str), usize>,
    failed: usize,
}

const UNEXPLAINED: &str = "unexplained";

/// What a verdict counts as: more than one deviation may be behind it.
fn labels(oracle: &mut Oracle, case: &Case, verdict: &Verdict) -> Result<Vec<&'static str>> {
    Ok(match verdict {
        Verdict::Equal { rewritten: false } => vec!["equal"],
        Verdict::Equal { rewritten: true } => vec!["numbers-keep-their-text"],
        Verdict::Refused => vec!["both refuse"],
        Verdict::Explained(id) => vec![id],
        Verdict::Different { .. } => match explain(oracle, case, verdict)? {
            Some(ids) => ids.into_iter().collect(),
            None => vec![UNEXPLAINED],
        },
    })
}

/// The smallest case to be found that counts as the same.
fn shrunk(oracle: &mut Oracle, mut case: Case, wanted: &[&str]) -> Result<Case> {
    for _ in 0..200 {
        let mut found = None;
        'search: for chunk in smaller(&case).chunks(64) {
            for (candidate, verdict) in chunk.iter().zip(examine(oracle, chunk)?) {
                if labels(oracle, candidate, &verdict)? == wanted {
                    found = Some(candidate.clone());
                    break 'search;
                }
            }
        }
        match found {
            Some(less) => case = less,
            None => break,
        }
    }
    Ok(case)
}

fn show(case: &Case, oracle: &mut Oracle) -> Result<()> {
    println!("--- {} {}", case.op.name(), case.ty.shown());
    for (role, doc) in case.op.roles().iter().zip(&case.docs) {
        println!("{role} {doc}");
    }
    for verdict in examine(oracle, std::slice::from_ref(case))? {
        if let Verdict::Different { what, .. } = verdict {
            println!("{what}");
        }
    }
    Ok(())
}

fn case(rng: &mut Rng, kinds: &[Rc<Type>], dense: &[Rc<Type>], ops: &[Op]) -> Case {
    let wildness = match rng.u32(0..4) {
        0 | 1 => 0.0,
        2 => 0.01,
        _ => 0.06,
    };
    let types = if dense.is_empty() || rng.bool() { kinds } else { dense };
    let pick = |rng: &mut Rng, n: usize| rng.usize(0..n.max(1));
    let Some(ty) = types.get(pick(rng, types.len())).or(kinds.first()).cloned() else {
        unreachable!("there are kinds");
    };
    let op = ops.get(pick(rng, ops.len())).copied().unwrap_or(Op::Apply);
    let mut generator = Generator { rng, wildness };
    let base = match &ty.example {
        Some(example) if generator.one_in(2) => generator.pruned(example),
        _ => generator.document(ty.root()),
    };
    let mut overwrite = true;
    let mut preconditions = false;
    let docs = match op {
        Op::Apply => {
            let patch = generator.patch(&base, ty.root());
            vec![base, patch]
        }
        Op::Diff => {
            let modified = generator.version(&base, ty.root());
            vec![base, modified]
        }
        Op::Threeway => {
            overwrite = !generator.one_in(3);
            preconditions = generator.one_in(4);
            let original = if generator.one_in(8) { json!({}) } else { base.clone() };
            let modified = generator.version(&base, ty.root());
            let current = if generator.one_in(5) {
                original.clone()
            } else {
                generator.version(&base, ty.root())
            };
            vec![original, modified, current]
        }
        Op::Compose | Op::Conflicts => {
            let p1 = generator.patch(&base, ty.root());
            let p2 = generator.patch(&base, ty.root());
            vec![p1, p2, base]
        }
    };
    Case { op, ty, docs, overwrite, preconditions }
}
