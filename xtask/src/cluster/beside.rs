//! `cargo xtask cluster server`: compares smp-testserver with the real server, object by object.
//!
//! A sequence creates a copy of an object in both, sends the same requests to both, and deletes it.
//! Each request is first a dry run on the real server. If that refuses it, smp-testserver gets it as
//! a dry run, too, so that both always have the same objects. Answers are equal if their objects are,
//! apart from uids, versions and times ([`answers`]). [`mod@create`] and [`request`] make the
//! requests.

mod answers;
mod create;
mod deletes;
mod request;
mod rows;
mod sequence;
mod watch;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Instant;

use smp_testserver::TestServer;

use super::client::Client;
use super::kit::Kit;
use super::resources::{self, Live};
use super::{Result, custom, server};
use crate::numbered::rng_of;
use sequence::Sequence;

/// Compare smp-testserver with a real kube-apiserver, by sequences of requests. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of requests that both take, or refuse, until the run ends.
    #[arg(long, default_value_t = 1000)]
    requests: usize,
    /// The seed. A sequence depends on the seed and its number, and on what the server does.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first sequence.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Only these kinds, such as `Pod`.
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Print at most this number of differences.
    #[arg(long, default_value_t = 10)]
    show: usize,
}

const WORKERS: usize = 2;

/// Starts a server if none is up, and runs the sequences. A difference is an error.
pub(super) fn run(args: &Args) -> Result<()> {
    let Some(server) = server::available(false)? else { return Ok(()) };
    println!("kube-apiserver {}", server.version);
    let real = Client::new(&server.url);
    let ours = Client::new(&start()?);
    println!("{} examples of what is left out hold", rows::check(&real, &ours)?);
    let mut lives = resources::create(&real)?.lives;
    lives.extend(custom::create(&real)?);
    custom::create(&ours)?;
    for live in &mut lives {
        answers::remove_off(&mut live.object);
    }
    let mut kit = Kit::default();
    for live in &lives {
        kit.learn(&live.object, live.schema.root());
    }
    let is_served = |live: &Live| ours.get(&live.resource.collection).is_ok();
    let all = lives.len();
    lives.retain(is_served);
    println!("{} objects, {} of versions that smp-testserver serves", all, lives.len());
    lives.retain(|live| args.kinds.is_empty() || args.kinds.contains(&live.resource.kind));
    if lives.is_empty() {
        return Err("no server has such a kind".into());
    }
    let world = World {
        args,
        real,
        ours,
        lives: &lives,
        kit: &kit,
        next: AtomicUsize::new(args.first),
        tally: Mutex::default(),
    };
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| world.work());
        }
    });
    let tally = world.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    for ((op, label), count) in &tally.counts {
        println!("{count:8}  {op:8}  {label}");
    }
    for (label, kinds) in &tally.kinds {
        println!("  {label}: {}", kinds.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    }
    let seconds = begun.elapsed().as_secs();
    println!("{} requests in scope, {seconds} s, {} differ", tally.in_scope, tally.failed);
    match tally.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} requests differ").into()),
    }
}

/// Starts smp-testserver on its own thread, and returns its address.
fn start() -> Result<String> {
    let (say, hear) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let http = TestServer::new().listen().await?;
            drop(say.send(http.url()));
            std::future::pending::<std::io::Result<()>>().await
        })
    });
    Ok(hear.recv()?)
}

/// The servers, objects and counts that all sequences share.
struct World<'w> {
    args: &'w Args,
    real: Client,
    ours: Client,
    lives: &'w [Live],
    kit: &'w Kit,
    next: AtomicUsize,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    counts: BTreeMap<(&'static str, &'static str), usize>,
    /// The kinds whose requests are left out, by the reason.
    kinds: BTreeMap<&'static str, std::collections::BTreeSet<String>>,
    in_scope: usize,
    failed: usize,
}

impl World<'_> {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while self.tally().in_scope < self.args.requests {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let mut rng = rng_of(self.args.seed, number);
            let live = &self.lives[rng.usize(..self.lives.len())];
            let name = format!("b{}x{number}", self.args.seed);
            let mut sequence = Sequence::new(self, live, name, rng);
            if let Err(difference) = sequence.run() {
                let mut tally = self.tally();
                tally.failed += 1;
                if tally.failed <= self.args.show {
                    println!("--- sequence {number}, {}: {difference}", live.resource.kind);
                }
            }
            sequence.end();
        }
    }
}
