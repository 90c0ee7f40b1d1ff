//! `cargo xtask cluster managed`: compares server-side apply with the server.
//!
//! A sequence creates a copy of an object and writes it several times, as several managers: it
//! applies configurations, with and without force, replaces and patches the object or its status, and
//! resets its entries. The writes ([`sequence`]) are real. After each write `managedFields` must
//! equal those of this engine in everything but times. An apply must lead to the object that this
//! engine makes of it, or be refused for the same conflicts.

mod sequence;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde_json::Value;
use smp_core::Document;

use super::client::Client;
use super::kit::Kit;
use super::resources::{self, Live};
use super::{Result, custom, server};
use crate::numbered::rng_of;
use sequence::Sequence;

/// Compare server-side apply with a real kube-apiserver, by sequences of writes. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of sequences.
    #[arg(long, default_value_t = 500)]
    sequences: usize,
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
    #[arg(long, default_value_t = 5)]
    show: usize,
}

const WORKERS: usize = 2;

/// Starts a server if none is up, and runs the sequences. A difference is an error.
pub(super) fn run(args: &Args) -> Result<()> {
    let Some(server) = server::available(false)? else { return Ok(()) };
    println!("kube-apiserver {}", server.version);
    let client = Client::new(&server.url);
    let mut lives = resources::create(&client)?.lives;
    lives.extend(custom::create(&client)?);
    let mut kit = Kit::default();
    for live in &lives {
        kit.learn(&live.object, live.schema.root());
    }
    lives.retain(custom::stays_as_read);
    lives.retain(|live| args.kinds.is_empty() || args.kinds.contains(&live.resource.kind));
    if lives.is_empty() {
        return Err("the server has no such kind".into());
    }
    let blank = client.get("/-/empty").body;
    let world = World {
        args,
        blank,
        client,
        lives: &lives,
        kit: &kit,
        next: AtomicUsize::new(args.first),
        tally: Mutex::new(Tally::default()),
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
    for (kind, message) in &tally.uncopied {
        println!("  no copy of {kind}: {message}");
    }
    let seconds = begun.elapsed().as_secs();
    println!("{} sequences in {seconds} s, {} without a copy", args.sequences, tally.skipped);
    match tally.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} sequences differ").into()),
    }
}

struct World<'w> {
    args: &'w Args,
    /// An empty object of each kind of Kubernetes, as Go makes it.
    blank: Value,
    client: Client,
    lives: &'w [Live],
    kit: &'w Kit,
    next: AtomicUsize,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    counts: BTreeMap<(&'static str, &'static str), usize>,
    /// Kinds whose objects cannot be copied, with the reason.
    uncopied: BTreeMap<String, String>,
    skipped: usize,
    failed: usize,
}

impl World<'_> {
    fn tally(&self) -> std::sync::MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.args.first + self.args.sequences {
                return;
            }
            let mut rng = rng_of(self.args.seed, number);
            let live = &self.lives[rng.usize(..self.lives.len())];
            let name = format!("m{}x{number}", self.args.seed);
            let path = format!("{}/{name}", live.resource.collection);
            let resource = &live.resource;
            let blank = &self.blank[format!("{}/{}", resource.api_version, resource.kind)];
            let blank = (!blank.is_null()).then(|| Document::from(blank));
            let mut sequence = Sequence { world: self, live, blank, path, rng };
            if let Err(difference) = sequence.run(&name) {
                let mut tally = self.tally();
                tally.failed += 1;
                if tally.failed <= self.args.show {
                    println!("--- sequence {number}, {}: {difference}", live.resource.kind);
                }
            }
            self.client.delete(&sequence.path);
        }
    }
}
