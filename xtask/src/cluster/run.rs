//! `cargo xtask cluster run`: arguments, objects, workers, the summary.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use fastrand::Rng;
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};

use super::case::{Case, Op};
use super::client::{Client, DRY_RUN};
use super::edit::with_identity_of;
use super::judge::Judge;
use super::kit::Kit;
use super::resources::{self, Live, Resource};
use super::verdict::Verdict;
use super::{Result, custom, example, openapi, reduce, server, workspace};
use crate::bench::process;
use crate::numbered::rng_of;
use crate::oracle::Oracle;

/// Compare this engine with a real kube-apiserver on random cases. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of cases.
    #[arg(long, default_value_t = 2000)]
    cases: usize,
    /// The seed. A case depends on the seed and its number alone.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first case, to go on with a run or to repeat one case.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Only these kinds, such as `Pod`.
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Only these operations.
    #[arg(long, value_delimiter = ',', value_enum)]
    op: Vec<Op>,
    /// Reduce and print at most this number of unexplained differences.
    #[arg(long, default_value_t = 10)]
    show: usize,
    /// Do nothing if the server has not been built yet.
    #[arg(long)]
    if_cached: bool,
}

/// The number of requests that are under way at once.
const WORKERS: usize = 2;

/// The style of random changes. From the changed objects, the kit learns values that no original
/// object has.
const EXPLORING: Style = Style {
    depth: 8,
    fields: 2,
    size: 5,
    odd: 0,
    null: 0,
    directives_as_data: false,
    comparable: true,
};

/// Starts a server if none is up, and runs the cases. Unexplained differences are an error.
pub(super) fn run(args: &Args) -> Result<()> {
    let Some(server) = server::available(args.if_cached)? else { return Ok(()) };
    let interrupted = interrupted()?;
    println!("kube-apiserver {}", server.version);
    let client = Client::new(&server.url);
    let mut failed = openapi::compare(&client)?;
    let mut objects = resources::create(&client)?;
    objects.lives.extend(custom::create(&client)?);
    println!("{} objects", objects.lives.len());
    for (resource, why) in &objects.missing {
        println!("  none of {resource}: {why}");
    }
    let examples = example::check_examples(&client, &objects.lives)?;
    println!("{examples} examples of deviations hold");
    let lives: Vec<Live> = objects
        .lives
        .into_iter()
        .filter(|live| args.kinds.is_empty() || args.kinds.contains(&live.resource.kind))
        .collect();
    if lives.is_empty() {
        return Err("the server has no such kind".into());
    }
    let mut lives = lives;
    let mut oracle = Oracle::start(&workspace()).map_err(|error| error.to_string())?;
    let kinds = oracle.kinds().map_err(|error| error.to_string())?;
    for live in &mut lives {
        let Resource { api_version, kind, .. } = &live.resource;
        live.in_reference = kinds.contains(&format!("{api_version}/{kind}"));
    }
    let kit = learn(&client, &lives, args, &interrupted);
    // The server may have completed some objects since they were created.
    let lives = lives.into_iter().map(|live| resources::read(&client, live));
    let lives = lives.collect::<Result<Vec<Live>>>()?;
    let world = World {
        args,
        client,
        lives: &lives,
        kit: &kit,
        oracle: Mutex::new(oracle),
        smp: process::build_as("dev", &workspace(), "smp-cli", "smp")
            .map_err(|it| it.to_string())?,
        next: AtomicUsize::new(args.first),
        interrupted,
        tally: Mutex::new(Tally::default()),
    };
    let begun = Instant::now();
    let done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| {
                scope.spawn({
                    let world = &world;
                    move || world.work(worker)
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().map_err(|_| "a worker panicked"))
            .collect::<std::result::Result<Vec<_>, _>>()
    })?;
    done.into_iter().collect::<Result<()>>()?;
    let tally = world.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed += tally.failed;
    for ((op, label), count) in &tally.counts {
        println!("{count:8}  {:9}  {label}", op.name());
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} requests in {seconds:.0} s", tally.asked);
    println!("{} passed, {failed} failed", tally.done - tally.failed);
    if world.interrupted.load(Ordering::Relaxed) {
        return Err(format!("interrupted; go on with --first {}", args.first + tally.done).into());
    }
    if failed == 0 { Ok(()) } else { Err("differences that no deviation explains".into()) }
}

/// Set by Ctrl-C: the workers end, and the server is stopped.
fn interrupted() -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}

/// The values of all objects, and further values that the server accepts in them.
fn learn(client: &Client, lives: &[Live], args: &Args, interrupted: &AtomicBool) -> Kit {
    let mut kit = Kit::default();
    for live in lives {
        kit.learn(&live.object, live.schema.root());
    }
    let attempts = (args.cases / 100).clamp(3, 40);
    let mut rng = Rng::with_seed(args.seed);
    let (mut taken, mut asked) = (0, 0);
    for live in lives.iter().filter(|live| !live.is_custom) {
        for _ in 0..attempts {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            let mut below = |n| rng.u32(..n);
            let mut make = Generator::new(Choices::new(&mut below), EXPLORING);
            let mut version = make.version(&live.object, live.schema.root());
            kit.legalise(&mut version, live.schema.root(), &mut make.choices);
            let version = with_identity_of(version, &live.object);
            let answer = client.put(&format!("{}{DRY_RUN}", live.path), &version);
            asked += 1;
            if answer.is_ok() {
                taken += 1;
                kit.learn(&answer.body, live.schema.root());
            }
        }
    }
    println!("{taken} of {asked} random objects are legal; their values are used");
    kit
}

/// The data that all workers share.
struct World<'w> {
    args: &'w Args,
    client: Client,
    lives: &'w [Live],
    kit: &'w Kit,
    oracle: Mutex<Oracle>,
    smp: PathBuf,
    /// The number of the next case.
    next: AtomicUsize,
    interrupted: Arc<AtomicBool>,
    tally: Mutex<Tally>,
}

/// The counts of all verdicts.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<(Op, &'static str), usize>,
    done: usize,
    failed: usize,
    asked: usize,
}

impl World<'_> {
    /// Runs cases until there are no more.
    fn work(&self, worker: usize) -> Result<()> {
        let folder = workspace().join("target").join("cluster").join(format!("worker-{worker}"));
        std::fs::create_dir_all(&folder)?;
        let judge = Judge {
            client: self.client.clone(),
            oracle: &self.oracle,
            smp: &self.smp,
            folder,
            definition: &custom::definitions(),
            asked: Cell::new(0),
        };
        while !self.interrupted.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.args.first + self.args.cases {
                break;
            }
            let case = self.case(number);
            let verdict = judge.judge(&case)?;
            let shown = self.count(&case, &verdict);
            if let (Verdict::Different(description), true) = (verdict, shown) {
                reduce::report(&judge, &case, description, (self.args.seed, number))?;
            }
        }
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.asked += judge.asked.get();
        Ok(())
    }

    /// The case of a number. It doesn't depend on the cases before it.
    fn case(&self, number: usize) -> Case<'_> {
        let mut rng = rng_of(self.args.seed, number);
        let ops = if self.args.op.is_empty() { &Op::ALL[..] } else { &self.args.op };
        loop {
            let op = rng.choice(ops).copied().unwrap_or(Op::Patch);
            let Some(live) = rng.choice(self.lives) else { unreachable!("there are objects") };
            if op.suits(live) {
                return Case::random(&mut rng, op, live, self.kit).varied(&mut rng);
            }
        }
    }

    /// Counts the verdict; true if the case is to be shown.
    fn count(&self, case: &Case<'_>, verdict: &Verdict) -> bool {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        *tally.counts.entry((case.op, verdict.label())).or_default() += 1;
        tally.done += 1;
        let different = matches!(verdict, Verdict::Different(_));
        tally.failed += usize::from(different);
        different && tally.failed <= self.args.show
    }
}
