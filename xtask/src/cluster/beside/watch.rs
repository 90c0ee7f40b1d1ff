//! A watch of an object after a sequence of requests: both servers must have sent the same events.

use serde_json::{Value, json};

use super::answers::{Compared, taken};
use super::sequence::{Outcome, Sequence};
use crate::cluster::client::{Answer, Client};

/// The object on both servers when a watch begins.
pub(super) struct Start {
    real: Answer,
    ours: Answer,
}

impl Sequence<'_> {
    /// The object as it is. For some sequences only, since a watch takes a second.
    pub(super) fn watched(&mut self) -> Option<Start> {
        let [real, ours] = [&self.world.real, &self.world.ours];
        (self.rng.u8(..12) == 0)
            .then(|| Start { real: real.get(&self.path), ours: ours.get(&self.path) })
    }

    /// Compares the events since then. A request without an effect must not send an event.
    pub(super) fn watch(&self, start: &Start) -> Outcome<()> {
        let events = |client: &Client, start: &Answer| {
            let version = start.body["metadata"]["resourceVersion"].as_str().unwrap_or_default();
            let query = format!(
                "watch=true&timeoutSeconds=1&resourceVersion={version}&fieldSelector=metadata.name={}",
                self.name
            );
            let path = format!("{}?{query}", self.live.resource.collection);
            let answer = client.get(&path);
            // A single event is a document of JSON.
            let text = match answer.body {
                Value::String(text) => text,
                event => event.to_string(),
            };
            text.lines().filter_map(|it| serde_json::from_str(it).ok()).collect::<Vec<Value>>()
        };
        let mut real = events(&self.world.real, &start.real);
        let ours = events(&self.world.ours, &start.ours);
        let answer = |event: &Value| Answer::new(200, event["object"].clone());
        // A server writes a new claim once more, with a request that changes nothing.
        let is_claim = self.live.resource.kind == "PersistentVolumeClaim";
        let is_start =
            |event: &Value| matches!(taken(&start.real, &answer(event), ""), Compared::Equal(_));
        if is_claim && real.len() == ours.len() + 1 && real.first().is_some_and(is_start) {
            real.remove(0);
        }
        let types =
            |events: &[Value]| json!(events.iter().map(|it| &it["type"]).collect::<Vec<_>>());
        let (one, other) = (types(&real), types(&ours));
        let mut tally = self.world.tally();
        tally.in_scope += 1;
        let mut label = if real.is_empty() { "no event" } else { "equal" };
        let different = |what: String| Err(format!("watch of {}: {what}", self.path));
        if one != other {
            return different(format!("events {one}, ours {other}"));
        }
        for (real, ours) in real.iter().zip(&ours) {
            match taken(&answer(real), &answer(ours), "") {
                Compared::Equal(_) => {}
                Compared::LeftOut(why) => label = why,
                Compared::Different(what) => return different(what),
            }
        }
        *tally.counts.entry(("watch", label)).or_default() += 1;
        Ok(())
    }
}
