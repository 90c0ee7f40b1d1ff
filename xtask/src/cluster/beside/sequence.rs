//! A sequence of requests to both servers.

use std::cell::Cell;

use fastrand::Rng;
use serde_json::{Value, json};
use ureq::http::Method;

use super::World;
use super::answers::{Compared, refused, remove_off, taken};
use crate::cluster::client::{Answer, Media};
use crate::cluster::resources::Live;

pub(super) type Outcome<T> = std::result::Result<T, String>;

/// A request with a body for each server. The bodies differ where they name a version.
pub(super) struct Request {
    pub(super) op: &'static str,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) media: &'static str,
    pub(super) real: String,
    pub(super) ours: String,
}

/// A sequence under way.
pub(super) struct Sequence<'w> {
    pub(super) world: &'w World<'w>,
    /// The object as the real server has it, and the version that requests use.
    pub(super) live: Live,
    /// The object that was copied.
    pub(super) stub: &'w Value,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) rng: Rng,
    /// Whether the objects differ in something that is left out; then nothing more can be compared.
    pub(super) apart: Cell<bool>,
}

impl<'w> Sequence<'w> {
    pub(super) fn new(world: &'w World<'w>, live: &'w Live, name: String, rng: Rng) -> Self {
        let path = format!("{}/{name}", live.resource.collection);
        let (stub, apart) = (&live.object, Cell::new(false));
        Self { world, live: live.clone(), stub, path, name, rng, apart }
    }

    /// The error describes a difference.
    pub(super) fn run(&mut self) -> Outcome<()> {
        if !self.create()? {
            return Ok(());
        }
        let watched = self.watched();
        for _ in 0..self.rng.usize(3..=9) {
            self.change_version();
            let Some(mut request) = self.request() else { continue };
            self.vary(&mut request);
            let Some(real) = self.ask(&request)? else { continue };
            if self.apart.get() {
                return Ok(());
            }
            let is_object = real.body["kind"] == self.live.resource.kind.as_str();
            let object = if is_object { real } else { self.world.real.get(&self.path) };
            self.live.object = object.body;
            remove_off(&mut self.live.object);
        }
        watched.map_or(Ok(()), |start| self.watch(&start))?;
        self.delete()
    }

    /// Continues with a different version of the object, if it has one: a custom resource, or an
    /// Event, which is in two groups.
    fn change_version(&mut self) {
        let is_event = self.live.resource.kind == "Event";
        if !(self.live.is_custom || is_event) || self.rng.u8(..4) > 0 {
            return;
        }
        let is_other = |it: &&Live| {
            it.resource.kind == self.live.resource.kind
                && it.resource.api_version != self.live.resource.api_version
        };
        let Some(other) = self.world.lives.iter().find(is_other) else { return };
        self.path = format!("{}/{}", other.resource.collection, self.name);
        let object = self.world.real.get(&self.path).body;
        (self.live, self.stub) = (Live { object, ..other.clone() }, &other.object);
        remove_off(&mut self.live.object);
    }

    /// Does the work of controllers that the real server runs without: it collects an object without
    /// dependents, and finalizes an empty namespace.
    pub(super) fn collect(&self) {
        let client = &self.world.real;
        if self.live.resource.kind == "Namespace" {
            let mut empty = client.get(&self.path).body;
            empty["spec"]["finalizers"] = json!([]);
            client.put(&format!("{}/finalize", self.path), &empty);
        }
        // In the stored version: a default of another version would count as a change.
        let stored =
            if self.live.is_custom { self.path.replace("/v2/", "/v1/") } else { self.path.clone() };
        let found = client.get(&stored);
        let finalizers = found.body.pointer("/metadata/finalizers").and_then(Value::as_array);
        let Some(finalizers) = finalizers else { return };
        let others: Vec<_> = finalizers
            .iter()
            .filter(|it| **it != "orphan" && **it != "foregroundDeletion")
            .collect();
        if others.len() < finalizers.len() {
            let patch = json!({"metadata": {"finalizers": others}});
            client.patch(&format!("{stored}?fieldManager=unknown"), Media::Merge, &patch);
        }
    }

    /// Sends a request to both. Returns the real server's answer if it accepts the request.
    pub(super) fn ask(&self, request: &Request) -> Outcome<Option<Answer>> {
        let world = self.world;
        let (query, op) = (&request.query, request.op);
        let is_dry = query.contains("dryRun") || request.method == Method::GET;
        // A server ignores the query of a delete whose body has options.
        let has_options = request.method == Method::DELETE && !request.real.is_empty();
        let send = |client: &super::Client, is_dry: bool, body: &str| {
            let (query, body) = match is_dry {
                true if has_options => {
                    (query.clone(), body.replacen('{', "{\"dryRun\":[\"All\"],", 1))
                }
                true => (format!("{query}&dryRun=All"), body.to_owned()),
                false => (query.clone(), body.to_owned()),
            };
            let path = format!("{}?{query}", request.path);
            client.send(request.method.clone(), &path, request.media, body)
        };
        let tried = send(&world.real, !is_dry, &request.real);
        let (compared, answer) = if tried.is_ok() {
            let real = if is_dry { tried } else { send(&world.real, false, &request.real) };
            let ours = send(&world.ours, false, &request.ours);
            (taken(&real, &ours, &request.real), Some(real))
        } else {
            let ours = send(&world.ours, !is_dry, &request.ours);
            (refused(&tried, &ours, self.live.is_custom), None)
        };
        let mut tally = world.tally();
        match compared {
            Compared::Equal(label) => {
                tally.in_scope += 1;
                *tally.counts.entry((op, label)).or_default() += 1;
                Ok(answer)
            }
            Compared::LeftOut(label) => {
                *tally.counts.entry((op, label)).or_default() += 1;
                tally.kinds.entry(label).or_default().insert(self.live.resource.kind.clone());
                self.apart.set(answer.is_some() && !is_dry);
                Ok(answer)
            }
            Compared::Different(what) => {
                tally.in_scope += 1;
                *tally.counts.entry((op, "different")).or_default() += 1;
                let Request { method, path, media, real, .. } = request;
                let live = &self.live.object;
                Err(format!(
                    "{op}: {method} {path}?{query} {media}\n{what}\nbody {real}\nlive {live}"
                ))
            }
        }
    }

    /// Removes the object from both servers.
    pub(super) fn end(&self) {
        let gone = json!({"metadata": {"finalizers": null}});
        for client in [&self.world.real, &self.world.ours] {
            if client.get(&self.path).is_ok() {
                client.send(
                    Method::DELETE,
                    &format!("{}?gracePeriodSeconds=0", self.path),
                    Media::JSON,
                    String::new(),
                );
                client.patch(&self.path, Media::Merge, &gone);
            }
        }
        if self.live.resource.kind == "Namespace" && self.world.real.get(&self.path).is_ok() {
            self.collect();
        }
    }
}
