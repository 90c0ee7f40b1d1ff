//! `cargo xtask cluster managed`: server-side apply beside the server.
//!
//! A sequence creates a copy of an object and writes it several times, as several managers: it applies
//! configurations, with and without force, replaces and patches the object, and resets its entries. The
//! writes are real. After each one `managedFields` must be those of this engine in everything but times, and an
//! apply must lead to the object that this engine makes of it, or be refused for the same conflicts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use fastrand::Rng;
use serde_json::{Value, json};
use smp_core::{Document, Options, diff};
use smp_managed::{ResetFields, Settings, Time, apply, update};
use smp_tests::choices::Choices;

use super::client::{Answer, Client, DRY_RUN, Media};
use super::edit::edited;
use super::kit::Kit;
use super::resources::{self, Live, Resource};
use super::verdict::{same_as_stored, same_entries};
use super::{Result, custom, server};
use crate::managed::Objects;

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

pub(super) const MANAGERS: [&str; 4] = ["a", "b", "c", "kubectl"];

/// Members of `metadata` that only the server sets.
const SERVERS: [&str; 6] =
    ["uid", "resourceVersion", "creationTimestamp", "generation", "selfLink", "managedFields"];

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
    /// An object with nothing in it of each kind of Kubernetes, as Go makes it.
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
    /// Kinds of which no copy can be made, with the reason.
    uncopied: BTreeMap<String, String>,
    skipped: usize,
    failed: usize,
}

/// The outcome of a write that is as it should be.
type Label = &'static str;

/// One sequence under way.
struct Sequence<'w> {
    world: &'w World<'w>,
    live: &'w Live,
    blank: Option<Document<'w>>,
    path: String,
    rng: Rng,
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
            let mixed = self.args.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut rng = Rng::with_seed(mixed.wrapping_add(number as u64));
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

impl Sequence<'_> {
    /// The error describes a difference.
    fn run(&mut self, name: &str) -> std::result::Result<(), String> {
        let Some(mut current) = self.create(name)? else { return Ok(()) };
        for _ in 0..self.rng.usize(2..=7) {
            let manager = MANAGERS[self.rng.usize(..MANAGERS.len())];
            let (op, outcome) = match self.rng.u8(..8) {
                0..=2 => ("apply", self.apply(&current, manager, false)),
                3 | 4 => ("force", self.apply(&current, manager, true)),
                5 => ("patch", self.update(&current, manager, true)),
                _ => ("update", self.update(&current, manager, false)),
            };
            let (label, after) = outcome.map_err(|error| format!("{op} as {manager}: {error}"))?;
            *self.world.tally().counts.entry((op, label)).or_default() += 1;
            current = after.unwrap_or(current);
        }
        Ok(())
    }

    /// The copy; `None` if the server does not take one.
    fn create(&mut self, name: &str) -> std::result::Result<Option<Value>, String> {
        let mut body = without_servers(&self.live.object);
        body["metadata"]["name"] = json!(name);
        if let Some(members) = body.as_object_mut() {
            members.remove("status");
        }
        let client = &self.world.client;
        let collection = &self.live.resource.collection;
        let completed = client.post(&format!("{collection}{DRY_RUN}"), &body);
        if !completed.is_ok() {
            let mut tally = self.world.tally();
            tally.skipped += 1;
            tally.uncopied.insert(self.live.resource.kind.clone(), completed.message());
            return Ok(None);
        }
        let completed = without_servers(&completed.body);
        let created = client.post(&format!("{collection}?fieldManager=creator"), &completed);
        if !created.is_ok() {
            // Another copy may have got what the dry run chose, such as the address of a Service.
            self.world.tally().skipped += 1;
            return Ok(None);
        }
        let settings = self.settings("creator", false);
        let ours = update(None, &Document::from(&completed), &self.live.schema, &settings);
        let ours = ours.map_err(|error| error.to_string())?;
        if let Some(error) = ours.untracked {
            return Err(format!("create: {error}"));
        }
        same_entries(&ours.object, &created.body).map_err(|it| format!("create: {it}"))?;
        *self.world.tally().counts.entry(("create", "equal")).or_default() += 1;
        Ok(Some(created.body))
    }

    fn settings<'s>(&'s self, manager: &'s str, force: bool) -> Settings<'s> {
        let mut settings = Settings::new(manager, Time::now()).force(force);
        if let Some(blank) = &self.blank {
            settings = settings.blank(blank);
        }
        let Resource { api_version, kind, subresources, .. } = &self.live.resource;
        if !subresources.iter().any(|name| name == "status") {
            return settings;
        }
        let reset = if self.live.is_custom {
            ResetFields::of_custom_resource("")
        } else {
            ResetFields::of_kind(api_version, kind, "")
        };
        settings.reset_fields(api_version, reset.set())
    }

    fn apply(
        &mut self,
        current: &Value,
        manager: &str,
        force: bool,
    ) -> std::result::Result<(Label, Option<Value>), String> {
        let config = self.config(current);
        let before = Document::from(current);
        let settings = self.settings(manager, force);
        let ours = apply(Some(&before), &Document::from(&config), &self.live.schema, &settings);
        let client = &self.world.client;
        let stored = ours.as_ref().ok().map(|ours| {
            let object = ours.object.clone().into_value().unwrap_or_default();
            client.put(&format!("{}{DRY_RUN}", self.path), &without_managed_fields(object))
        });
        let query = format!("?fieldManager={manager}&force={force}");
        let theirs = client.apply(&format!("{}{query}", self.path), &config);
        let shown = || format!("{config}\nlive {current}");
        match (ours, theirs.is_ok()) {
            (Ok(ours), true) => {
                let stored = stored.filter(Answer::is_ok).map(|it| it.body);
                let stored = stored.ok_or_else(|| format!("refuses our object; {}", shown()))?;
                same_as_stored(&before, &ours.object, &stored, &theirs.body)
                    .map_err(|it| format!("{it}\nconfiguration {}", shown()))?;
                Ok((if ours.changed { "equal" } else { "equal, no change" }, Some(theirs.body)))
            }
            (Ok(_), false) if stored.is_some_and(|it| !it.is_ok()) && theirs.status != 409 => {
                Ok(("the server refuses the object", None))
            }
            (Err(ours), false) if ours.conflicts().is_empty() => {
                if theirs.status == 409 {
                    return Err(format!("{ours}\ntheirs {}\n{}", theirs.message(), shown()));
                }
                Ok(("refused by both", None))
            }
            (Err(ours), false) => {
                let conflicts = ours.conflicts().iter();
                let mut told: Vec<_> = conflicts
                    .map(|it| (format!("conflict with {}", it.manager), it.path.to_string()))
                    .collect();
                told.sort();
                if told == conflicts_of(&theirs) {
                    return Ok(("the same conflicts", None));
                }
                Err(format!("{told:?}\ntheirs {}\n{}", theirs.message(), shown()))
            }
            (Ok(_), false) => Err(format!("theirs {}\n{}", theirs.message(), shown())),
            (Err(ours), true) => Err(format!("ours {ours}\n{}", shown())),
        }
    }

    /// A replacement of the object, or a patch of it.
    fn update(
        &mut self,
        current: &Value,
        manager: &str,
        by_patch: bool,
    ) -> std::result::Result<(Label, Option<Value>), String> {
        let edited = self.edited(current);
        let client = &self.world.client;
        let completed = client.put(&format!("{}{DRY_RUN}", self.path), &edited);
        if !completed.is_ok() {
            return Ok(("the server refuses the object", None));
        }
        let mut after = completed.body;
        for name in ["managedFields", "resourceVersion", "generation"] {
            after["metadata"][name] = current["metadata"][name].clone();
        }
        if after["metadata"]["generation"].is_null() {
            after = without(after, "generation");
        }
        let query = format!("?fieldManager={manager}");
        let request = format!("{}{query}", self.path);
        let theirs = if by_patch && !self.live.is_custom {
            let patch = diff(current, &after, &self.live.schema, &Options::kubernetes());
            let patch = patch.and_then(|it| it.to_value()).map_err(|error| error.to_string())?;
            client.patch(&request, Media::Strategic, &patch)
        } else {
            match self.rng.u8(..12) {
                0 => after["metadata"]["managedFields"] = json!([]),
                1 => after["metadata"]["managedFields"] = json!([{}]),
                2 => after = without(after, "managedFields"),
                _ => {}
            }
            client.put(&request, &after)
        };
        if !theirs.is_ok() {
            return Ok(("the server refuses the object", None));
        }
        if self.live.is_custom && after["metadata"]["managedFields"] == json!([]) {
            // A server drops an empty list of a custom resource while it decodes the object.
            after = without_managed_fields(after);
        }
        let (before, new) = (Document::from(current), Document::from(&after));
        let settings = self.settings(manager, false);
        let ours = update(Some(&before), &new, &self.live.schema, &settings);
        let ours = ours.map_err(|error| error.to_string())?;
        let shown = || format!("\nnew {after}\nlive {current}");
        if let Some(error) = ours.untracked {
            return Err(format!("{error}{}", shown()));
        }
        same_entries(&ours.object, &theirs.body).map_err(|it| format!("{it}{}", shown()))?;
        Ok(("equal", Some(theirs.body)))
    }

    /// The object with some changes.
    fn edited(&mut self, current: &Value) -> Value {
        changed(current, self.live, self.world.kit, &mut self.rng)
    }

    /// A part of the object, mostly with changes.
    fn config(&mut self, current: &Value) -> Value {
        configuration(current, self.live, self.world.kit, Parts::Spec, &mut self.rng)
    }
}

/// An object with some changes.
pub(super) fn changed(current: &Value, live: &Live, kit: &Kit, rng: &mut Rng) -> Value {
    let mut below = |n| rng.u32(..n);
    let mut choices = Choices::new(&mut below);
    edited(current, live.schema.root(), kit, &mut choices)
}

/// The parts of an object that a configuration may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    /// All but the status, which only requests to the status can set.
    Spec,
    All,
}

/// A configuration to apply: a part of an object, mostly with changes.
pub(super) fn configuration(
    current: &Value,
    live: &Live,
    kit: &Kit,
    parts: Parts,
    rng: &mut Rng,
) -> Value {
    let whole = if rng.u8(..4) == 0 { current.clone() } else { changed(current, live, kit, rng) };
    let whole = without_servers(&whole);
    let mut config = Objects { rng, odd: 0 }.part(&whole, live.schema.root(), None);
    for name in ["apiVersion", "kind"] {
        config[name] = current[name].clone();
    }
    if let (Parts::Spec, Some(members)) = (parts, config.as_object_mut()) {
        members.remove("status");
    }
    if !config["metadata"].is_object() {
        config["metadata"] = json!({});
    }
    config["metadata"]["name"] = current["metadata"]["name"].clone();
    config
}

fn without(mut object: Value, name: &str) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove(name);
    }
    object
}

pub(super) fn without_managed_fields(object: Value) -> Value {
    without(object, "managedFields")
}

pub(super) fn without_servers(object: &Value) -> Value {
    SERVERS.iter().fold(object.clone(), |object, name| without(object, name))
}

/// The conflicts that the server tells, sorted.
fn conflicts_of(answer: &Answer) -> Vec<(String, String)> {
    let causes = answer.body.pointer("/details/causes").and_then(Value::as_array);
    let text = |cause: &Value, name: &str| cause[name].as_str().unwrap_or_default().to_owned();
    let causes = causes.into_iter().flatten();
    let causes = causes.filter(|cause| cause["reason"] == "FieldManagerConflict");
    let mut told: Vec<_> = causes.map(|it| (text(it, "message"), text(it, "field"))).collect();
    told.sort();
    told
}
