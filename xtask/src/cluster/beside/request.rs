//! The requests of a sequence.

use fastrand::Rng;
use serde_json::{Value, json};
use smp_tests::choices::Choices;
use ureq::http::Method;

use super::sequence::{Request, Sequence};
use crate::cluster::case::{Case, Op, ordinary_patch};
use crate::cluster::client::Media;
use crate::cluster::resources::Live;
use crate::cluster::written::{MANAGERS, Parts, changed, configuration, without_servers};
use crate::cluster::{nulls, raw, unknown};

impl Sequence<'_> {
    /// The next request.
    pub(super) fn request(&mut self) -> Option<Request> {
        let manager = MANAGERS[self.rng.usize(..MANAGERS.len())];
        let mut query = format!("fieldManager={manager}");
        let (op, subresource, method, media, real, ours) = match self.rng.u8(..12) {
            0 => return self.by_case(Op::Merge, &query),
            1 => return self.by_case(Op::Json, &query),
            2 => return self.by_case(Op::Patch, &query),
            3 => return self.by_case(Op::Diff, &query),
            4 => return self.by_case(Op::Status, &query),
            5 => return self.scale(&query),
            6 | 7 => {
                let subresource = self.status_path();
                let (live, kit) = (self.with_status(subresource), self.world.kit);
                let parts = if subresource.is_empty() { Parts::Spec } else { Parts::All };
                let mut config = configuration(&live.object, &live, kit, parts, &mut self.rng);
                if self.rng.u8(..8) == 0 {
                    self.add_nulls(&mut config);
                }
                if self.rng.bool() {
                    query.push_str("&force=true");
                }
                let config = config.to_string();
                let ours = self.for_ours(&config);
                ("apply", subresource, Method::PATCH, Media::APPLY, config, ours)
            }
            8 => ("get", "", Method::GET, "", String::new(), String::new()),
            9 => return Some(self.list()),
            _ => {
                let subresource = self.status_path();
                let (live, kit) = (self.with_status(subresource), self.world.kit);
                let mut edited = changed(&live.object, &live, kit, &mut self.rng);
                edited = without_servers(&edited);
                if self.rng.u8(..3) == 0 {
                    self.add_nulls(&mut edited);
                }
                let (real, ours) = self.versioned(edited)?;
                ("update", subresource, Method::PUT, Media::JSON, real, ours)
            }
        };
        let path = format!("{}{subresource}", self.path);
        Some(Request { op, method, path, query, media, real, ours })
    }

    /// For one in four requests the path of the status below the object, if it has a status;
    /// otherwise empty.
    fn status_path(&mut self) -> &'static str {
        let has_status = self.live.resource.subresources.iter().any(|it| it == "status");
        if has_status && self.rng.u8(..4) == 0 { "/status" } else { "" }
    }

    /// The object. For some requests to its status it has the status of the stub, which it lost when
    /// it was created.
    fn with_status(&mut self, subresource: &str) -> Live {
        let mut live = self.live.clone();
        if !subresource.is_empty()
            && let Some(status) = self.stub.get("status").filter(|_| self.rng.bool())
        {
            live.object["status"] = status.clone();
        }
        live
    }

    /// Varies some requests: adds unknown fields, sets the level of field validation, and writes the
    /// body in an unusual form.
    pub(super) fn vary(&mut self, request: &mut Request) {
        if request.method == Method::GET {
            return;
        }
        if self.rng.u8(..6) == 0 {
            let seed = self.rng.u64(..);
            for body in [&mut request.real, &mut request.ours] {
                if let Ok(mut value) = serde_json::from_str(body) {
                    unknown::add(&mut value, &mut Rng::with_seed(seed));
                    *body = value.to_string();
                }
            }
        }
        if self.rng.u8(..4) == 0 {
            let level = ["Strict", "Warn", "Ignore"][self.rng.usize(..3)];
            request.query.extend(["&fieldValidation=", level]);
        }
        // The parameters of a device are raw JSON, whose text is compared.
        let is_device = self.live.resource.api_version.starts_with("resource.k8s.io/");
        if self.rng.u8(..4) > 0 || (is_device && request.real.contains("\"parameters\"")) {
            return;
        }
        // Both bodies get the same choices.
        let seed = self.rng.u64(..);
        for body in [&mut request.real, &mut request.ours] {
            let mut rng = Rng::with_seed(seed);
            let mut below = |n| rng.u32(..n);
            if let Ok(value) = serde_json::from_str(body) {
                let is_yaml = request.media == Media::APPLY;
                let mut form = raw::Form::of(request.media, self.live.is_custom);
                // A server refuses repeated members with strict validation.
                form.repeats &= !request.query.contains("Strict");
                let text = raw::text(&value, form, &mut Choices::new(&mut below));
                // If an apply has an integer beyond 64 bits, a server stores a different number.
                if !(is_yaml && text.contains(raw::BEYOND)) {
                    *body = text;
                }
            }
        }
    }

    pub(super) fn add_nulls(&mut self, object: &mut Value) {
        let mut below = |n| self.rng.u32(..n);
        nulls::add(object, self.live.schema.root(), &mut Choices::new(&mut below));
    }

    /// The object with the resource version of each server.
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
        let is_other = matches!(op, Op::Merge | Op::Json);
        let subresource = if is_other { self.status_path() } else { op.subresource() };
        let live = self.with_status(subresource);
        let case = Case::random(&mut self.rng, op, &live, self.world.kit);
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
            Op::Merge if self.rng.u8(..3) == 0 => {
                let mut patch = case.doc(0).clone();
                self.add_nulls(&mut patch);
                patch
            }
            _ => case.doc(0).clone(),
        };
        Some(Request {
            op: op.name(),
            method: Method::PATCH,
            path: format!("{}{subresource}", self.path),
            query: query.to_owned(),
            media: case.media(&patch).name(),
            real: patch.to_string(),
            ours: self.for_ours(&patch.to_string()),
        })
    }

    /// The body with the values that smp-testserver has chosen for the object: its uid, addresses and
    /// ports.
    pub(super) fn for_ours(&self, body: &str) -> String {
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
            .filter(|(text, _)| body.contains(text.trim_matches('"')))
            .collect();
        if found.is_empty() {
            return body.to_owned();
        }
        let ours = self.world.ours.get(&self.path).body;
        found.into_iter().fold(body.to_owned(), |body, (text, pointer)| {
            let other = ours.pointer(&pointer).map_or(text.clone(), Value::to_string);
            if pointer.ends_with("uid") || pointer.ends_with("clusterIP") {
                // Also in the annotation of kubectl.
                return body.replace(text.trim_matches('"'), other.trim_matches('"'));
            }
            let name = pointer.rsplit('/').next().unwrap_or_default();
            // In an object, and in an operation of a JSON patch.
            let body = if name == "nodePort" {
                body.replace(&format!("\"value\":{text}"), &format!("\"value\":{other}"))
            } else {
                body
            };
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
                (Media::APPLY, body)
            }
            _ => {
                let body = json!({
                    "apiVersion": "autoscaling/v1", "kind": "Scale",
                    "metadata": {"name": self.name, "namespace": "default"},
                    "spec": {"replicas": replicas},
                });
                (Media::JSON, body)
            }
        };
        let method = if media == Media::JSON { Method::PUT } else { Method::PATCH };
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
}
