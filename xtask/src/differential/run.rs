//! The task: arguments, batches of cases, the summary.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use fastrand::Rng;
use serde_json::{Value, json};

use super::Result;
use super::case::{Case, Op};
use super::examine::{Verdict, examine};
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
    let mut rng = Rng::with_seed(args.seed);
    let kinds = kinds(&mut oracle, &args.kinds)?;
    if kinds.is_empty() {
        return Err("no such kind".into());
    }
    let dense = if args.kinds.is_empty() { dense(&mut rng, 40)? } else { Vec::new() };
    let ops = if args.op.is_empty() { &Op::ALL } else { args.op.as_slice() };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown = 0;
    let mut failed = 0;
    let mut done = 0;
    while done < args.cases {
        let count = BATCH.min(args.cases - done);
        let cases: Vec<Case> = (0..count).map(|_| case(&mut rng, &kinds, &dense, ops)).collect();
        for (case, verdict) in cases.iter().zip(examine(&mut oracle, &cases)?) {
            let explained = explain(&mut oracle, case, &verdict)?;
            let labels: Vec<&str> = match (&verdict, &explained) {
                (Verdict::Equal { .. }, _) => vec!["equal"],
                (Verdict::Refused, _) => vec!["both refuse"],
                (Verdict::Explained(id), _) => vec![id],
                (Verdict::Different { .. }, Some(ids)) => ids.iter().copied().collect(),
                (Verdict::Different { .. }, None) => vec!["unexplained"],
            };
            for label in labels {
                *counts.entry(format!("{:9} {label}", case.op.name())).or_default() += 1;
            }
            if explained.is_none() {
                failed += 1;
                if shown < args.show {
                    shown += 1;
                    show(&shrunk(&mut oracle, case.clone())?, &mut oracle)?;
                }
            }
        }
        done += count;
    }
    for (label, count) in &counts {
        println!("{count:8}  {label}");
    }
    println!("{} questions, {:.1} s", oracle.asked, begun.elapsed().as_secs_f64());
    println!("{} passed, {failed} failed", done - failed);
    if failed == 0 { Ok(()) } else { Err("differences that no deviation explains".into()) }
}

fn shrunk(oracle: &mut Oracle, mut case: Case) -> Result<Case> {
    for _ in 0..200 {
        let candidates = smaller(&case);
        let mut found = None;
        for chunk in candidates.chunks(64) {
            let verdicts = examine(oracle, chunk)?;
            for (candidate, verdict) in chunk.iter().zip(verdicts) {
                if verdict.is_different() && explain(oracle, candidate, &verdict)?.is_none() {
                    found = Some(candidate.clone());
                    break;
                }
            }
            if found.is_some() {
                break;
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
            overwrite = generator.one_in(2);
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
    let _: &Vec<Value> = &docs;
    Case { op, ty, docs, overwrite, preconditions }
}
