//! Deletes the copy from both servers, and lists it.

use serde_json::{Value, json};
use ureq::http::Method;

use super::sequence::{Outcome, Request, Sequence};
use crate::cluster::client::Media;

const PROPAGATION: [&str; 3] = ["Background", "Foreground", "Orphan"];

impl Sequence<'_> {
    /// Deletes the object: sometimes first with preconditions that do not hold, or as a dry run, and
    /// then really. Only finalizers can keep the object.
    pub(super) fn delete(&mut self) -> Outcome<()> {
        if self.rng.u8(..3) == 0 {
            let preconditions = match self.rng.u8(..4) {
                0 => json!({"uid": "00000000-0000-0000-0000-000000000000"}),
                1 => json!({"resourceVersion": "1"}),
                2 => json!({"uid": self.live.object["metadata"]["uid"], "resourceVersion": "1"}),
                _ => json!({}),
            };
            let mut options = json!({"preconditions": preconditions});
            if preconditions == json!({}) {
                options["dryRun"] = json!(["All"]);
            }
            self.ask(&self.deleting(&options))?;
        }
        let propagation = PROPAGATION[self.rng.usize(..3)];
        let metadata = &self.live.object["metadata"];
        let request = match self.rng.u8(..8) {
            0..=2 => self.asking(Method::DELETE, format!("propagationPolicy={propagation}")),
            3 => self.asking(Method::DELETE, String::new()),
            4 => self.deleting(&json!({"propagationPolicy": propagation})),
            5 => self.deleting(&json!({"preconditions": {"uid": metadata["uid"]}})),
            6 => {
                let version = &metadata["resourceVersion"];
                self.deleting(&json!({"preconditions": {"resourceVersion": version}}))
            }
            _ => Request {
                path: self.live.resource.collection.clone(),
                ..self.asking(Method::DELETE, format!("fieldSelector=metadata.name={}", self.name))
            },
        };
        if self.ask(&request)?.is_some() {
            self.collect();
        }
        self.ask(&self.asking(Method::GET, String::new()))?;
        Ok(())
    }

    /// A delete with options in its body.
    fn deleting(&self, options: &Value) -> Request {
        let mut body = json!({"apiVersion": "v1", "kind": "DeleteOptions"});
        for (name, option) in options.as_object().into_iter().flatten() {
            body[name] = option.clone();
        }
        let real = body.to_string();
        let ours = self.for_ours(&real);
        Request { real, ours, ..self.asking(Method::DELETE, String::new()) }
    }

    /// A request without a body.
    fn asking(&self, method: Method, query: String) -> Request {
        Request {
            op: if method == Method::GET { "get" } else { "delete" },
            method,
            path: self.path.clone(),
            query,
            media: Media::JSON,
            real: String::new(),
            ours: String::new(),
        }
    }

    /// A request for a list with the object, or an empty one where a selector excludes it.
    pub(super) fn list(&mut self) -> Request {
        let mut query = format!("fieldSelector=metadata.name%3D{}", self.name);
        match self.rng.u8(..8) {
            0 => query.push_str(",metadata.namespace%3Ddefault"),
            1 => query.push_str(",metadata.namespace!%3Ddefault"),
            2 => query.push_str(",spec.unknown%3Da"),
            3 => query.push_str("&limit=1"),
            4 => query.push_str("&resourceVersion=0"),
            _ => {}
        }
        let labels = self.live.object.pointer("/metadata/labels").and_then(Value::as_object);
        let labels: Vec<_> = labels.into_iter().flatten().collect();
        let label = self.rng.choice(&labels).map(|(key, value)| {
            (key.replace('/', "%2F"), value.as_str().unwrap_or_default().to_owned())
        });
        let (key, value) = label.unwrap_or_else(|| ("absent".to_owned(), "a".to_owned()));
        let selector = match self.rng.u8(..9) {
            0 => format!("{key}%3D{value}"),
            1 => format!("{key}!%3D{value}"),
            2 => key,
            3 => format!("!{key}"),
            4 => format!("{key}+in+({value},b)"),
            5 => format!("{key}+notin+({value})"),
            6 => format!("{key}%3D%3D{value},b"),
            _ => String::new(),
        };
        if !selector.is_empty() {
            query.extend(["&labelSelector=", &selector]);
        }
        let path = self.live.resource.collection.clone();
        Request { op: "list", path, ..self.asking(Method::GET, query) }
    }
}
