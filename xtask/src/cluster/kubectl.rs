//! `cargo xtask cluster kubectl`: compares `smp apply --server-side` with kubectl, object by object.
//!
//! A sequence creates a copy of an object with `kubectl apply`, usually applies it once more, and
//! writes it as other managers. Then `kubectl apply --server-side` applies a configuration to it on
//! the server, and smp applies it to what the server had. Both must give the same object with the
//! same entries in `managedFields`, or find the same number of conflicts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use fastrand::Rng;
use serde_json::{Value, json};
use smp_core::Document;
use smp_tests::prune::pruned;

use super::client::{Client, DRY_RUN, Media};
use super::kit::Kit;
use super::resources::{self, Live};
use super::verdict::same_as_stored;
use super::written::{Parts, changed, configuration, without_managed_fields, without_servers};
use super::{Result, custom, program, server, workspace};
use crate::bench::process::{build_as, run as run_program};
use crate::numbered::rng_of;

/// Compare `smp apply --server-side` with kubectl and a real kube-apiserver. Needs Go.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of sequences. Each runs kubectl two or three times.
    #[arg(long, default_value_t = 200)]
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
    /// The program to compare, instead of one that is built.
    #[arg(long)]
    program: Option<PathBuf>,
}

const WORKERS: usize = 2;

/// The manager of a server-side apply, as options of both commands.
const MANAGERS: [&[&str]; 4] = [&[], &[], &["--field-manager=kubectl"], &["--field-manager=ci"]];

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
    let scratch = program::cache()?.join(format!("kubectl-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let smp = match &args.program {
        Some(program) => program.canonicalize()?,
        None => build_as("dev", &workspace(), "smp-cli", "smp").map_err(|it| it.to_string())?,
    };
    let world = World {
        args,
        url: &server.url,
        kubectl: kubectl()?,
        smp,
        scratch: &scratch,
        client,
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
    for (label, count) in &tally.counts {
        println!("{count:8}  {label}");
    }
    println!("{} sequences in {} s", args.sequences, begun.elapsed().as_secs());
    fs::remove_dir_all(&scratch)?;
    match tally.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} sequences differ").into()),
    }
}

/// Whether the server refuses a step of kubectl for a null in a custom resource.
fn refuses_null(said: &str) -> bool {
    said.contains("Invalid value: \"null\"")
}

/// kubectl, built from the module that the tests of the command use.
fn kubectl() -> Result<PathBuf> {
    let program = program::cache()?.join("kubectl");
    let mut build = Command::new("go");
    build.args(["build", "-o"]).arg(&program).arg(".");
    build.current_dir(workspace().join("smp-cli").join("tests").join("kubectl"));
    run_program(&mut build).map_err(|error| format!("kubectl does not build: {error}"))?;
    Ok(program)
}

struct World<'w> {
    args: &'w Args,
    url: &'w str,
    kubectl: PathBuf,
    smp: PathBuf,
    scratch: &'w Path,
    client: Client,
    lives: &'w [Live],
    kit: &'w Kit,
    next: AtomicUsize,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, usize>,
    failed: usize,
}

/// One sequence under way.
struct Sequence<'w> {
    world: &'w World<'w>,
    live: &'w Live,
    name: String,
    path: String,
    rng: Rng,
}

impl World<'_> {
    fn tally(&self) -> MutexGuard<'_, Tally> {
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
            let name = format!("k{}x{number}", self.args.seed);
            let path = format!("{}/{name}", live.resource.collection);
            let mut sequence = Sequence { world: self, live, name, path, rng };
            let outcome = sequence.run();
            self.client.delete(&sequence.path);
            // Otherwise the next run with this seed would find the object.
            let gone = json!({"metadata": {"finalizers": null}});
            self.client.patch(&sequence.path, Media::Merge, &gone);
            let mut tally = self.tally();
            match outcome {
                Ok(label) => *tally.counts.entry(label).or_default() += 1,
                Err(difference) => {
                    tally.failed += 1;
                    if tally.failed <= self.args.show {
                        let kind = &live.resource.kind;
                        println!("--- sequence {number}, {kind}: {difference}");
                    }
                }
            }
        }
    }
}

impl Sequence<'_> {
    /// The error describes a difference.
    fn run(&mut self) -> std::result::Result<&'static str, String> {
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| error.to_string();
        let mut body = without_servers(&self.live.object);
        body["metadata"]["name"] = json!(self.name);
        if let Some(members) = body.as_object_mut() {
            members.remove("status");
        }
        // Most objects are applied client-side twice, so that the manager owns what it has changed.
        let client_side: &[&str] =
            if self.rng.u8(..4) == 0 { &["--field-manager=old"] } else { &[] };
        if !self.kubectl("first", &body, client_side).map_err(failed)?.status.success() {
            return Ok("no copy can be made");
        }
        if self.rng.u8(..4) > 0 {
            let body = configuration(&body, self.live, self.world.kit, Parts::Spec, &mut self.rng);
            self.kubectl("second", &body, client_side).map_err(failed)?;
        }
        let client = &self.world.client;
        for _ in 0..self.rng.usize(..3) {
            let mut object = client.get(&self.path).body;
            if self.rng.u8(..3) == 0 {
                let config =
                    configuration(&object, self.live, self.world.kit, Parts::Spec, &mut self.rng);
                client.apply(&format!("{}?fieldManager=applier&force=true", self.path), &config);
                continue;
            }
            object = changed(&object, self.live, self.world.kit, &mut self.rng);
            if self.rng.u8(..8) == 0 {
                object["metadata"]["managedFields"] = json!([{}]);
            }
            client.put(&format!("{}?fieldManager=robot", self.path), &object);
        }
        self.apply().map_err(|it| if it.contains("live ") { it } else { format!("{it}; {body}") })
    }

    /// Applies a configuration with both commands.
    fn apply(&mut self) -> std::result::Result<&'static str, String> {
        let client = &self.world.client;
        let before = client.get(&self.path).body;
        let has_status = self.live.resource.subresources.iter().any(|it| it == "status");
        let of_status = has_status && self.rng.u8(..6) == 0;
        let mut config =
            configuration(&before, self.live, self.world.kit, Parts::Spec, &mut self.rng);
        if of_status {
            config["status"] = self.live.object["status"].clone();
        }
        let mut options = MANAGERS[self.rng.usize(..MANAGERS.len())].to_vec();
        options.extend((self.rng.u8(..3) == 0).then_some("--force-conflicts"));
        options.extend(of_status.then_some("--subresource=status"));
        let shown = || format!("{options:?}\nconfiguration {config}\nlive {before}");
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| error.to_string();
        let ours = self.smp(&before, &config, &options).map_err(failed)?;
        let object: Option<Value> =
            ours.status.success().then(|| serde_json::from_slice(&ours.stdout).unwrap_or_default());
        let target = if of_status { format!("{}/status", self.path) } else { self.path.clone() };
        let stored = object.as_ref().map(|object| {
            client.put(&format!("{target}{DRY_RUN}"), &without_managed_fields(object.clone()))
        });
        let options: Vec<_> =
            ["--server-side"].into_iter().chain(options.iter().copied()).collect();
        let theirs = self.kubectl("config", &config, &options).map_err(failed)?;
        let said = String::from_utf8_lossy(&theirs.stderr).into_owned();
        let (ours_said, migrates) =
            (String::from_utf8_lossy(&ours.stderr), owns_annotation(&before));
        match (object.zip(stored), theirs.status.success()) {
            (Some((_, stored)), _) if !stored.is_ok() && !said.contains("conflict") => {
                // kubectl only warns if a step after the first is refused.
                if theirs.status.success() && !said.contains("migration") {
                    return Err(format!("refuses our object: {}\n{}", stored.message(), shown()));
                }
                Ok("the server refuses the object")
            }
            (Some((object, _)), _)
                if self.live.is_custom && refuses_null(&said) && pruned(&object) != object =>
            {
                Ok("a null is refused")
            }
            (Some((object, stored)), true) => {
                let after = client.get(&self.path).body;
                let (before, object) = (Document::from(&before), Document::from(&object));
                same_as_stored(&before, &object, self.live.is_custom, &stored.body, &after)
                    .map_err(|it| format!("{it}\n{said}{}", shown()))?;
                Ok(if migrates { "equal, migrated" } else { "equal" })
            }
            (None, false) => {
                let (ours, theirs) = (conflicts(&ours_said), conflicts(&said));
                if ours != theirs {
                    return Err(format!("ours {ours_said}\ntheirs {said}\n{}", shown()));
                }
                Ok(if ours.is_some() { "the same conflicts" } else { "refused by both" })
            }
            _ => Err(format!("ours {ours_said}\ntheirs {said}\n{}", shown())),
        }
    }

    fn kubectl(&self, file: &str, object: &Value, options: &[&str]) -> Result<Output> {
        let World { scratch, url, kubectl, .. } = self.world;
        let mut command = Command::new(kubectl);
        command.args(["apply", "-f"]).arg(self.file(file, object)?).args(options);
        command.args(["--server", url, "--cache-dir"]).arg(scratch.join("discovery"));
        Ok(command.env("HOME", scratch).env_remove("KUBECONFIG").output()?)
    }

    fn smp(&self, live: &Value, config: &Value, options: &[&str]) -> Result<Output> {
        let mut command = Command::new(&self.world.smp);
        command
            .args(["apply", "--server-side", "-o", "json", "--schema"])
            .arg(custom::definitions());
        command.arg("--live").arg(self.file("live", live)?);
        command.arg("-f").arg(self.file("ours", config)?);
        Ok(command.args(options).output()?)
    }

    /// Writes an object to a file.
    fn file(&self, name: &str, object: &Value) -> Result<PathBuf> {
        let path = self.world.scratch.join(format!("{}-{name}.json", self.name));
        fs::write(&path, object.to_string())?;
        Ok(path)
    }
}

/// Whether a manager of client-side apply owns the annotation and is therefore migrated.
fn owns_annotation(object: &Value) -> bool {
    let entries = object.pointer("/metadata/managedFields").and_then(Value::as_array);
    entries.into_iter().flatten().any(|entry| {
        let name = "f:kubectl.kubernetes.io/last-applied-configuration";
        entry["operation"] == "Update"
            && !entry["fieldsV1"]["f:metadata"]["f:annotations"][name].is_null()
    })
}

/// The number of conflicts in a message.
fn conflicts(said: &str) -> Option<usize> {
    let (_, rest) = said.split_once("Apply failed with ")?;
    rest.split_whitespace().next()?.parse().ok()
}
