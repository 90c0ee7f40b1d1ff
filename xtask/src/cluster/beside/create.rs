//! Creates a copy of an object on both servers.

use serde_json::{Map, Value, json};
use ureq::http::Method;

use super::answers::{LAST_APPLIED, remove_off};
use super::sequence::{Outcome, Request, Sequence};
use crate::cluster::client::{Answer, Media};
use crate::cluster::written::{
    MANAGERS, Parts, changed, configuration, with_nulls, without_servers,
};

/// The manager that owns the annotation of `kubectl apply`.
const CLIENT_SIDE: &str = "kubectl-client-side-apply";

impl Sequence<'_> {
    /// Creates the copy: first as a dry run of an incomplete object, to compare defaults, and then
    /// usually from a complete object, so that both servers have the same.
    pub(super) fn create(&mut self) -> Outcome<bool> {
        let mut body = without_servers(&self.live.object);
        if self.rng.bool() {
            let edited = changed(&self.live.object, &self.live, self.world.kit, &mut self.rng);
            body = without_servers(&edited);
        }
        body["metadata"]["name"] = json!(self.name);
        without_chosen(&mut body);
        let manager = MANAGERS[self.rng.usize(..MANAGERS.len())];
        if self.rng.bool() {
            let body = with_nulls(&body, &self.live, &mut self.rng);
            self.ask(&self.post("nulls", &body, &format!("fieldManager={manager}&dryRun=All")))?;
        }
        if self.rng.u8(..4) == 0 {
            let mut body = body.clone();
            if let Some(metadata) = body["metadata"].as_object_mut() {
                metadata.remove("name");
                metadata.insert("generateName".into(), json!(format!("{}-", self.name)));
            }
            self.ask(&self.post("generate", &body, &format!("fieldManager={manager}&dryRun=All")))?;
        }
        let dry = format!("fieldManager={manager}&dryRun=All");
        let Some(completed) = self.ask(&self.post("defaults", &body, &dry))? else {
            return Ok(false);
        };
        let mut whole = without_servers(&completed.body);
        remove_off(&mut whole);
        without_chosen(&mut whole);
        let Some(created) = self.create_of(&whole, &body, manager)? else { return Ok(false) };
        self.live.object = created.body;
        remove_off(&mut self.live.object);
        Ok(!self.apart.get())
    }

    /// Creates an object in one of the ways that clients use.
    fn create_of(&mut self, whole: &Value, part: &Value, manager: &str) -> Outcome<Option<Answer>> {
        let (path, query) = (self.path.clone(), format!("fieldManager={manager}"));
        let at_path = |op, method, body: &Value, media| Request {
            op,
            method,
            path,
            query: query.clone(),
            media,
            real: body.to_string(),
            ours: body.to_string(),
        };
        match self.rng.u8(..8) {
            0 => self.ask(&at_path("apply new", Method::PATCH, whole, Media::APPLY)),
            1 | 2 => {
                let (live, kit) = (self.live.clone(), self.world.kit);
                let mut config = configuration(part, &live, kit, Parts::Spec, &mut self.rng);
                // The address of a Service may belong to a different Service by then.
                without_chosen(&mut config);
                if self.rng.u8(..4) == 0 {
                    self.add_nulls(&mut config);
                }
                self.ask(&at_path("apply new", Method::PATCH, &config, Media::APPLY))
            }
            3 => {
                let put = self.ask(&at_path("put new", Method::PUT, whole, Media::JSON))?;
                if put.is_some() { Ok(put) } else { self.ask(&self.post("create", whole, &query)) }
            }
            4 => {
                let mut applied = whole.clone();
                let text = json!(format!("{part}\n"));
                match &mut applied["metadata"]["annotations"] {
                    Value::Object(annotations) => {
                        annotations.insert(LAST_APPLIED.into(), text);
                    }
                    other => *other = Value::Object(Map::from_iter([(LAST_APPLIED.into(), text)])),
                }
                self.ask(&self.post("create", &applied, &format!("fieldManager={CLIENT_SIDE}")))
            }
            5 => {
                let nulls = with_nulls(whole, &self.live, &mut self.rng);
                self.ask(&self.post("create", &nulls, &query))
            }
            _ => self.ask(&self.post("create", whole, &query)),
        }
    }

    fn post(&self, op: &'static str, body: &Value, query: &str) -> Request {
        Request {
            op,
            method: Method::POST,
            path: self.live.resource.collection.clone(),
            query: query.to_owned(),
            media: Media::JSON,
            real: body.to_string(),
            ours: body.to_string(),
        }
    }
}

/// Removes values that a server chooses, since another object may have them by now. Also removes the
/// status, which only requests to the status can set.
fn without_chosen(object: &mut Value) {
    let kind = object["kind"].as_str().unwrap_or_default().to_owned();
    if let Some(members) = object.as_object_mut() {
        members.remove("status");
    }
    match &*kind {
        "Service" => {
            let chosen = ["clusterIP", "clusterIPs", "healthCheckNodePort"];
            if let Some(spec) = object["spec"].as_object_mut() {
                spec.retain(|name, it| {
                    !chosen.contains(&&**name) || *it == "None" || *it == json!(["None"])
                });
            }
            let ports = object.pointer_mut("/spec/ports").and_then(Value::as_array_mut);
            for port in ports.into_iter().flatten().filter_map(Value::as_object_mut) {
                port.remove("nodePort");
            }
        }
        "Job" if object.pointer("/spec/manualSelector") != Some(&json!(true)) => {
            if let Some(spec) = object["spec"].as_object_mut() {
                spec.remove("selector");
            }
            for at in ["/metadata/labels", "/spec/template/metadata/labels"] {
                if let Some(labels) = object.pointer_mut(at).and_then(Value::as_object_mut) {
                    labels.retain(|name, _| !OF_JOB.contains(&name.trim_start_matches(BATCH)));
                }
            }
        }
        _ => {}
    }
}

/// The labels that a server gives the Pods of a Job, also with [`BATCH`] in front.
const OF_JOB: [&str; 2] = ["controller-uid", "job-name"];
const BATCH: &str = "batch.kubernetes.io/";
