//! `watch`: the changes of a collection, from a revision on.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::cause::Cause;
use crate::convert::convert;
use crate::present::Form;
use crate::read::Selection;
use crate::registry::Resource;
use crate::request::Call;
use crate::status::Failure;
use crate::store::Change;
use crate::world::World;

/// A watch that goes on.
#[derive(Debug)]
pub(crate) struct Watch {
    resource: Arc<Resource>,
    namespace: Option<String>,
    selection: Selection,
    form: Form,
    /// The revision up to which events are sent.
    position: u64,
    /// Whether the client wants to hear of revisions without an event.
    pub(crate) bookmarks: bool,
    /// The seconds after which it ends.
    pub(crate) timeout: Option<u64>,
}

/// An event as a line of JSON.
pub(crate) type Line = String;

fn line(kind: &str, object: &Value) -> Line {
    format!("{{\"type\":\"{kind}\",\"object\":{object}}}\n")
}

/// The event of an error; a watch ends with it.
pub(crate) fn error_line(failure: &Failure) -> Line {
    line("ERROR", &failure.status())
}

impl Watch {
    /// Starts a watch, with the events of what is there already if the request asks for them.
    pub(crate) fn start(
        world: &World,
        call: &Call,
        form: Form,
    ) -> Result<(Self, Vec<Line>), Failure> {
        let resource = Arc::clone(&call.target.resource);
        if !resource.has_verb("watch") {
            return Err(Failure::method_not_allowed(&resource));
        }
        let wanted = call.params.number("resourceVersion")?;
        let bookmarks = call.params.is_true("allowWatchBookmarks");
        let initial = initial_events(call)?;
        let now = world.store.revision();
        let from = wanted.filter(|it| *it > 0);
        if from.is_some_and(|it| it > now) {
            return Err(Failure::too_large_resource_version(from.unwrap_or_default(), now));
        }
        let sends_state = initial.unwrap_or(from.is_none());
        let watch = Self {
            namespace: call.target.namespace.clone(),
            selection: Selection::of(call)?,
            form,
            position: if sends_state { now } else { from.unwrap_or(now) },
            bookmarks,
            timeout: call.params.number("timeoutSeconds")?.filter(|it| *it > 0),
            resource,
        };
        let mut lines = Vec::new();
        if sends_state {
            lines = watch.state(world);
            if initial == Some(true) && bookmarks {
                lines.push(watch.bookmark(true));
            }
        }
        Ok((watch, lines))
    }

    /// The events of the objects that are there.
    fn state(&self, world: &World) -> Vec<Line> {
        let found = world.store.list(&self.resource.shelf, self.namespace.as_deref());
        let objects = found.map(|(_, object)| convert(object, &self.resource));
        let selected = objects.filter(|object| self.selection.has(object));
        selected.map(|object| self.event("ADDED", object)).collect()
    }

    fn event(&self, kind: &str, object: Value) -> Line {
        line(kind, &self.form.shown(&self.resource, object))
    }

    /// The events since the last call.
    pub(crate) fn next(&mut self, world: &World) -> Result<Vec<Line>, Failure> {
        let Some(changes) = world.store.after(self.position) else {
            let (from, oldest) = (self.position, world.store.compacted());
            return Err(Failure::expired(format!("too old resource version: {from} ({oldest})")));
        };
        let lines = changes.filter_map(|change| self.of_change(change)).collect();
        self.position = world.store.revision();
        Ok(lines)
    }

    fn of_change(&self, change: &Change) -> Option<Line> {
        let is_inside = change.shelf == self.resource.shelf
            && self.namespace.as_ref().is_none_or(|it| *it == change.key.namespace);
        if !is_inside {
            return None;
        }
        let selected = |object: &Option<Arc<Value>>| {
            let object = convert(object.as_deref()?, &self.resource);
            self.selection.has(&object).then_some(object)
        };
        match (selected(&change.before), selected(&change.after)) {
            (None, Some(after)) => Some(self.event("ADDED", after)),
            (Some(_), Some(after)) => Some(self.event("MODIFIED", after)),
            (Some(mut before), None) => {
                before["metadata"]["resourceVersion"] = change.revision.to_string().into();
                Some(self.event("DELETED", before))
            }
            (None, None) => None,
        }
    }

    /// An event that only says how far the watch is.
    pub(crate) fn bookmark(&self, ends_initial: bool) -> Line {
        let mut object = json!({
            "kind": self.resource.kind, "apiVersion": self.resource.api_version(),
            "metadata": {"resourceVersion": self.position.to_string(), "creationTimestamp": null},
        });
        if ends_initial {
            object["metadata"]["annotations"] = json!({"k8s.io/initial-events-end": "true"});
        }
        if self.form != Form::Object {
            object["kind"] = "PartialObjectMetadata".into();
            object["apiVersion"] = "meta.k8s.io/v1".into();
        }
        line("BOOKMARK", &object)
    }
}

/// Whether the request asks for the events of what is there; `None` if it does not say.
fn initial_events(call: &Call) -> Result<Option<bool>, Failure> {
    let rule = call.params.get("resourceVersionMatch");
    let forbidden = |field: &str, why: &str| {
        let cause = Cause::forbidden(field, why);
        Err(Failure::invalid("meta.k8s.io", "ListOptions", "", &[cause]))
    };
    match (call.params.get("sendInitialEvents"), rule) {
        (None, None) => Ok(None),
        (None, Some(_)) => forbidden(
            "resourceVersionMatch",
            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
        ),
        (Some(value), Some("NotOlderThan")) => Ok(Some(value == "true" || value == "1")),
        (Some(_), _) => forbidden(
            "resourceVersionMatch",
            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        ),
    }
}
