//! A sequence of requests to both servers.

use std::cell::Cell;

use fastrand::Rng;
use serde_json::{Value, json};
use smp_tests::choices::Choices;
use ureq::http::Method;

use super::World;
use super::answers::{Compared, refused, remove_off, taken};
use crate::cluster::case::{Case, Op, ordinary_patch};
use crate::cluster::client::{Answer, Media};
use crate::cluster::managed::{MANAGERS, changed, configuration, without_servers};
use crate::cluster::resources::Live;

type Outcome<T> = std::result::Result<T, String>;

/// A sequence under way.
pub(super) struct Sequence<'w> {
    world: &'w World<'w>,
    live: Live,
    path: String,
    name: String,
    rng: Rng,
    /// Whether the objects differ by what is left out, so that nothing more can be compared.
    apart: Cell<bool>,
}

/// A request, with the bodies of both servers, which differ where they name a version.
struct Request {
    op: &'static str,
    method: Method,
    path: String,
    query: String,
    media: &'static str,
    real: String,
    ours: String,
}

impl<'w> Sequence<'w> {
    pub(super) fn new(world: &'w World<'w>, live: &Live, name: String, rng: Rng) -> Self {
        let path = format!("{}/{name}", live.resource.collection);
        Self { world, live: live.clone(), path, name, rng, apart: Cell::new(false) }
    }

    /// The error describes a difference.
    pub(super) fn run(&mut self) -> Outcome<()> {
        if !self.create()? {
            return Ok(());
        }
        for _ in 0..self.rng.usize(3..=9) {
            let Some(request) = self.request() else { continue };
            let Some(real) = self.ask(&request)? else { continue };
            if self.apart.get() {
                return Ok(());
            }
            let is_object = real.body["kind"] == self.live.resource.kind.as_str();
            let object = if is_object { real } else { self.world.real.get(&self.path) };
            self.live.object = object.body;
            remove_off(&mut self.live.object);
        }
        self.delete()
    }

    /// Creates the copy: as a dry run of an incomplete object, so that defaults are compared, and then of
    /// a complete one, so that both have the same.
    fn create(&mut self) -> Outcome<bool> {
        let mut body = without_servers(&self.live.object);
        if self.rng.bool() {
            let edited = changed(&self.live.object, &self.live, self.world.kit, &mut self.rng);
            body = without_servers(&edited);
        }
        body["metadata"]["name"] = json!(self.name);
        if let Some(members) = body.as_object_mut() {
            members.remove("status");
        }
        let manager = MANAGERS[self.rng.usize(..MANAGERS.len())];
        let collection = self.live.resource.collection.clone();
        let query = format!("fieldManager={manager}");
        let mut request = Request {
            op: "defaults",
            method: Method::POST,
            path: collection,
            query: format!("{query}&dryRun=All"),
            media: "application/json",
            real: body.to_string(),
            ours: body.to_string(),
        };
        let Some(completed) = self.ask(&request)? else { return Ok(false) };
        let mut body = without_servers(&completed.body);
        remove_off(&mut body);
        if self.live.resource.kind == "Service" {
            // Another object may have got the address meanwhile.
            let chosen = ["clusterIP", "clusterIPs", "healthCheckNodePort"];
            if let Some(spec) = body["spec"].as_object_mut() {
                spec.retain(|name, it| {
                    !chosen.contains(&&**name) || *it == "None" || *it == json!(["None"])
                });
            }
            let ports = body.pointer_mut("/spec/ports").and_then(Value::as_array_mut);
            for port in ports.into_iter().flatten().filter_map(Value::as_object_mut) {
                port.remove("nodePort");
            }
        }
        if let Some(members) = body.as_object_mut() {
            members.remove("status");
        }
        request.real = body.to_string();
        request.ours = body.to_string();
        request.op = "create";
        request.query = query;
        let Some(created) = self.ask(&request)? else { return Ok(false) };
        self.live.object = created.body;
        remove_off(&mut self.live.object);
        Ok(true)
    }

    /// The next request.
    fn request(&mut self) -> Option<Request> {
        let manager = MANAGERS[self.rng.usize(..MANAGERS.len())];
        let mut query = format!("fieldManager={manager}");
        let (op, subresource, method, media, real, ours) = match self.rng.u8(..11) {
            0 => return self.by_case(Op::Merge, &query),
            1 => return self.by_case(Op::Json, &query),
            2 => return self.by_case(Op::Patch, &query),
            3 => return self.by_case(Op::Diff, &query),
            4 => return self.by_case(Op::Status, &query),
            5 => return self.scale(&query),
            6 | 7 => {
                let (live, kit) = (&self.live, self.world.kit);
                let config = configuration(&live.object, live, kit, &mut self.rng);
                if self.rng.bool() {
                    query.push_str("&force=true");
                }
                let config = config.to_string();
                let ours = self.for_ours(&config);
                ("apply", "", Method::PATCH, "application/apply-patch+yaml", config, ours)
            }
            8 => ("get", "", Method::GET, "", String::new(), String::new()),
            _ => {
                let (live, kit) = (&self.live, self.world.kit);
                let edited = without_servers(&changed(&live.object, live, kit, &mut self.rng));
                let status = live.resource.subresources.iter().any(|it| it == "status");
                let subresource = if status && self.rng.u8(..4) == 0 { "/status" } else { "" };
                let (real, ours) = self.versioned(edited)?;
                ("update", subresource, Method::PUT, "application/json", real, ours)
            }
        };
        let path = format!("{}{subresource}", self.path);
        Some(Request { op, method, path, query, media, real, ours })
    }

    /// An object with the version that each server has.
    fn versioned(&mut self, mut object: Value) -> Option<(String, String)> {
        let ours = self.world.ours.get(&self.path);
        let version = |it: &Value| it.pointer("/metadata/resourceVersion").cloned();
        let (real, ours) = (version(&self.live.object)?, version(&ours.body)?);
        let mut with = |version: Value| {
            object["metadata"]["resourceVersion"] = version;
            object.to_string()
        };
        let (real, ours) = match self.rng.u8(..8) {
            0 => (with(json!("1")), with(json!("1"))),
            1 => (with(Value::Null), with(Value::Null)),
            _ => (with(real), with(ours)),
        };
        Some((real, self.for_ours(&ours)))
    }

    fn by_case(&mut self, op: Op, query: &str) -> Option<Request> {
        // The spec of a CSIDriver has a field of a feature that is off by default; a patch may test it.
        let has_off = self.live.resource.kind == "CSIDriver";
        if !op.suits(&self.live) || (has_off && op == Op::Json) {
            return None;
        }
        let case = Case::random(&mut self.rng, op, &self.live, self.world.kit);
        let patch = match op {
            Op::Diff => {
                let schema = &self.live.schema;
                let options = smp_core::Options::kubernetes();
                let patch =
                    smp_core::diff(&self.live.object, case.doc(0), schema, &options).ok()?;
                patch.to_value().ok()?
            }
            Op::Patch => {
                let mut below = |n| self.rng.u32(..n);
                let choices = Choices::new(&mut below);
                let (live, kit) = (&self.live, self.world.kit);
                ordinary_patch(&live.object, live.schema.root(), kit, choices)
            }
            Op::Status => {
                let status = self.live.schema.root().field("status")?.ty();
                let mut below = |n| self.rng.u32(..n);
                let choices = Choices::new(&mut below);
                let old = self.live.object.get("status").unwrap_or(&Value::Null);
                json!({"status": ordinary_patch(old, status, self.world.kit, choices)})
            }
            _ => case.doc(0).clone(),
        };
        Some(Request {
            op: op.name(),
            method: Method::PATCH,
            path: format!("{}{}", self.path, op.subresource()),
            query: query.to_owned(),
            media: case.media(&patch).name(),
            real: patch.to_string(),
            ours: self.for_ours(&patch.to_string()),
        })
    }

    /// A body with what the other server has chosen for the object: its uid, addresses and ports.
    fn for_ours(&self, body: &str) -> String {
        let chosen = [
            "/metadata/uid",
            "/metadata/resourceVersion",
            "/spec/clusterIP",
            "/spec/healthCheckNodePort",
        ];
        let ports = (0..4).map(|at| format!("/spec/ports/{at}/nodePort"));
        let pointers = chosen.into_iter().map(str::to_owned).chain(ports);
        let real = |pointer: &str| self.live.object.pointer(pointer).map(Value::to_string);
        let found: Vec<_> = pointers
            .filter_map(|it| Some((real(&it)?, it)))
            .filter(|(text, _)| body.contains(text))
            .collect();
        if found.is_empty() {
            return body.to_owned();
        }
        let ours = self.world.ours.get(&self.path).body;
        found.into_iter().fold(body.to_owned(), |body, (text, pointer)| {
            let other = ours.pointer(&pointer).map_or(text.clone(), Value::to_string);
            if text.starts_with('"') && !pointer.ends_with("Version") {
                return body.replace(&text, &other);
            }
            let name = pointer.rsplit('/').next().unwrap_or_default();
            body.replace(&format!("\"{name}\":{text}"), &format!("\"{name}\":{other}"))
        })
    }

    fn scale(&mut self, query: &str) -> Option<Request> {
        if !self.live.resource.subresources.iter().any(|it| it == "scale") {
            return None;
        }
        let replicas = self.rng.u8(..4);
        let (media, body) = match self.rng.u8(..4) {
            0 => ("application/merge-patch+json", json!({"spec": {"replicas": replicas}})),
            1 => {
                let path = "/spec/replicas";
                let body = json!([{"op": "replace", "path": path, "value": replicas}]);
                ("application/json-patch+json", body)
            }
            2 => {
                let body = json!({
                    "apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": self.name},
                    "spec": {"replicas": replicas},
                });
                ("application/apply-patch+yaml", body)
            }
            _ => {
                let body = json!({
                    "apiVersion": "autoscaling/v1", "kind": "Scale",
                    "metadata": {"name": self.name, "namespace": "default"},
                    "spec": {"replicas": replicas},
                });
                ("application/json", body)
            }
        };
        let method = if media == "application/json" { Method::PUT } else { Method::PATCH };
        let body = body.to_string();
        Some(Request {
            op: "scale",
            method,
            path: format!("{}/scale", self.path),
            query: query.to_owned(),
            media,
            real: body.clone(),
            ours: body,
        })
    }

    /// Deletes the object, which then is gone, unless finalizers keep it.
    fn delete(&mut self) -> Outcome<()> {
        let propagation = ["Background", "Foreground", "Orphan"][self.rng.usize(..3)];
        let query = match self.rng.u8(..3) {
            0 => String::new(),
            _ => format!("propagationPolicy={propagation}"),
        };
        let request = |op, method, query: &str| Request {
            op,
            method,
            path: self.path.clone(),
            query: query.to_owned(),
            media: "application/json",
            real: String::new(),
            ours: String::new(),
        };
        let (delete, get) =
            (request("delete", Method::DELETE, &query), request("get", Method::GET, ""));
        self.ask(&delete)?;
        self.collect();
        self.ask(&get)?;
        Ok(())
    }

    /// Does what controllers do that the real server runs without: the collector of garbage with an
    /// object without dependents, and the controller of namespaces with an empty one.
    fn collect(&self) {
        let client = &self.world.real;
        if self.live.resource.kind == "Namespace" {
            let mut empty = client.get(&self.path).body;
            empty["spec"]["finalizers"] = json!([]);
            client.put(&format!("{}/finalize", self.path), &empty);
        }
        let found = client.get(&self.path);
        let finalizers = found.body.pointer("/metadata/finalizers").and_then(Value::as_array);
        let Some(finalizers) = finalizers else { return };
        let others: Vec<_> = finalizers
            .iter()
            .filter(|it| **it != "orphan" && **it != "foregroundDeletion")
            .collect();
        if others.len() < finalizers.len() {
            let patch = json!({"metadata": {"finalizers": others}});
            client.patch(&format!("{}?fieldManager=unknown", self.path), Media::Merge, &patch);
        }
    }

    /// Sends a request to both. Returns the real server's answer to one that both have taken.
    fn ask(&self, request: &Request) -> Outcome<Option<Answer>> {
        let world = self.world;
        let (query, op) = (&request.query, request.op);
        let dry = if query.contains("dryRun") || request.method == Method::GET {
            query.clone()
        } else {
            format!("{query}&dryRun=All")
        };
        let send = |client: &super::Client, query: &str, body: &str| {
            let path = format!("{}?{query}", request.path);
            client.send(request.method.clone(), &path, request.media, body.to_owned())
        };
        let tried = send(&world.real, &dry, &request.real);
        let is_dry = dry == *query;
        let (compared, answer) = if tried.is_ok() {
            let real = if is_dry { tried } else { send(&world.real, query, &request.real) };
            let ours = send(&world.ours, query, &request.ours);
            (taken(&real, &ours, &request.real), Some(real))
        } else {
            let ours = send(&world.ours, &dry, &request.ours);
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
                    "application/json",
                    String::new(),
                );
                client.patch(&self.path, Media::Merge, &gone);
            }
        }
    }
}
